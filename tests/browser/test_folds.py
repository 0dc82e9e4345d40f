"""Folded offers: their forms come when they are opened, and what somebody typed into one is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Request, expect
from support.pages import Person

pytestmark = pytest.mark.browser

Three = tuple[Person, Person, Person]
SUMMARY = '#turn details[data-open="act-change"] > summary'
WHAT = '#turn form[data-key="act-change"] [name="f.what"]'


def asked_for(person: Person) -> list[str]:
    """The forms that a page fetches from now on, by their keys."""
    keys: list[str] = []

    def note(request: Request) -> None:
        if "/offer?" in request.url:
            keys.append(request.url.partition("key=")[2])

    person.page.on("request", note)
    return keys


def say(person: Person, text: str) -> None:
    person.page.locator("#say-text").fill(text)
    person.page.locator("form.say [type=submit]").click()


def test_a_form_comes_once_for_each_opening_and_anew_after_a_change(seated: Three) -> None:
    gm, ann, _ = seated
    keys = asked_for(ann)
    assert ann.page.locator(WHAT).count() == 0
    ann.page.locator(SUMMARY).click()
    ann.page.locator(WHAT).wait_for()
    ann.page.locator(SUMMARY).click()
    ann.page.locator(SUMMARY).click()
    ann.page.locator(WHAT).wait_for()
    assert keys == ["act-change"]  # nothing had changed
    ann.page.locator(WHAT).fill("cross the")
    ann.page.locator(SUMMARY).click()
    say(gm, "Go on")
    ann.sees("log-lines", "Go on")
    with ann.page.expect_response(re.compile(r"/offer\?")):  # the old form is still there until the new one comes
        ann.page.locator(SUMMARY).click()
    expect(ann.page.locator(WHAT)).to_have_value("cross the")
    assert keys == ["act-change"] * 2
    assert ann.faults() == []
    assert ann.errors == []


def test_an_open_form_stays_as_it_is_when_the_list_around_it_comes_anew(seated: Three) -> None:
    gm, ann, bo = seated
    keys = asked_for(ann)
    ann.page.locator(SUMMARY).click()
    ann.page.locator(WHAT).fill("Derra leaps")
    ann.page.locator(WHAT).evaluate("box => { box.dataset.same = 'yes'; box.setSelectionRange(5, 5) }")
    bo.take("act-change", what="lift the portcullis")  # now there is less that Ann may do
    ann.sees("asked", "Waiting for")
    gm.page.locator("#do-undo").click()
    ann.page.locator("#asked", has_text="Waiting for").wait_for(state="detached")
    ann.page.locator(WHAT).wait_for()
    expect(ann.page.locator(WHAT)).to_have_value("Derra leaps")
    gm.take("grant", who="derra", points="2")
    ann.sees("party", "3 PP")
    expect(ann.page.locator(WHAT)).to_have_value("Derra leaps")
    assert len(keys) <= 2  # when it came back, not with every change
    ann.take("act-change")
    gm.sees("scene", "Derra leaps")
    assert ann.errors == []


def test_an_offer_that_is_gone_says_so(seated: Three) -> None:
    gm, ann, _ = seated
    link = ann.page.locator('#turn details[data-open="act-change"] [data-form]')
    link.evaluate("a => { a.setAttribute('href', a.getAttribute('href').replace('act-change', 'no-such')) }")
    ann.page.locator(SUMMARY).click()
    ann.sees("toasts", "This can't be done now")
    ann.page.locator('#turn details[data-open="act-change"]:not([open])').wait_for(state="attached")
    gm.page.locator("#do-pause").click()
    ann.sees("paused", "paused")


def test_a_table_is_played_without_any_script(person: Callable[..., Person], browser: Browser) -> None:
    one = person()
    one.open_demo("p1")
    path = one.table
    plain = browser.new_context(java_script_enabled=False, storage_state=one.context.storage_state())
    page = plain.new_page()
    page.goto(f"{one.base}{path}?seat=p1")
    page.locator(SUMMARY).click()
    page.locator('#turn details[data-open="act-change"] [data-form]').click()
    page.locator('[name="f.what"]').fill("cross the ledge")
    page.locator(".offer-form [type=submit]").click()
    page.locator("#scene", has_text="cross the ledge").wait_for()
    page.goto(f"{one.base}{path}?seat=gm")
    page.locator("#turn .pick .take").first.click()
    page.locator("#log-lines", has_text="The GM rolled").wait_for()
    plain.close()
