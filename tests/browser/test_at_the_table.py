"""What a table needs beside dice: staying together, safety, the GM's hand, the rules at hand, names that bite."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from support.pages import PHONE, Person
from support.served import Served

pytestmark = pytest.mark.browser

Three = tuple[Person, Person, Person]


def no_faults(*people: Person) -> None:
    for one in people:
        assert one.faults() == []


# ---------------------------------------------------------------------- staying together


def test_pages_come_back_after_the_server_was_gone(seated: Three, server: Served) -> None:
    gm, ann, bo = seated
    ann.take("act-change", what="cross the ledge")
    gm.sees("turn", "sets and rolls the difficulty")
    server.stop()
    for one in seated:
        one.page.locator("#link[data-state=lost]").wait_for()
    bo.page.locator("#say-text").fill("Are you still there?")
    bo.page.locator("form.say [type=submit]").click()
    bo.sees("toasts", "kept and sent again")
    server.start()
    for one in seated:
        one.wait_live()
        one.sees("log-lines", "Are you still there?")
    assert bo.text("log-lines").count("Bo: Are you still there?") == 1
    gm.sees("turn", "sets and rolls the difficulty")
    gm.page.locator("#turn .pick .take").first.click()
    ann.sees("log-lines", "The GM rolled")
    no_faults(ann)


def test_a_page_shows_what_happened_while_it_was_away(seated: Three, server: Served) -> None:
    gm, ann, _ = seated
    ann.context.set_offline(True)
    server.stop()  # which breaks every line; only Ann's can't come back
    server.start()
    gm.wait_live()
    gm.page.locator("#say-text").fill("The rain stops.")
    gm.page.locator("form.say [type=submit]").click()
    gm.sees("log-lines", "The rain stops.")
    assert "The rain stops." not in ann.text("log-lines")
    ann.context.set_offline(False)
    ann.wait_live()
    ann.sees("log-lines", "The rain stops.")


def test_words_in_a_form_survive_what_others_do(seated: Three) -> None:
    gm, ann, bo = seated
    form = ann.form("act-stress")
    form.locator('[name="f.what"]').fill("Derra feints and")
    form.locator('label:has([name="f.targets"][value="knight"])').click()
    form.locator('[name="f.what"]').focus()
    bo.page.locator("#say-text").fill("Wait for me!")
    bo.page.locator("form.say [type=submit]").click()
    ann.sees("log-lines", "Wait for me!")
    gm.take("grant", who="derra", points="2")
    ann.sees("party", "3 PP")
    ann.page.keyboard.type(" strikes")
    assert ann.form("act-stress").locator('[name="f.what"]').input_value() == "Derra feints and strikes"
    assert ann.page.locator('[data-key="act-stress"] [name="f.targets"][value="knight"]').is_checked()


# ---------------------------------------------------------------------- safety


def test_anybody_may_stop_play_and_nobody_learns_who(seated: Three) -> None:
    gm, ann, bo = seated
    bo.page.locator("#do-pause").click()
    for one in seated:
        one.sees("paused", "Play is paused")
        assert "Bo" not in one.text("paused")
    assert ann.page.locator("#paused button").count() == 0
    no_faults(gm, ann)
    gm.page.locator("#paused button").click()
    for one in seated:
        one.page.locator("#paused .paused").wait_for(state="detached")
        assert not re.search(r"Bo (paused|stopped|asked)", one.text("log-lines"))


def test_lines_and_veils_are_everybodys(seated: Three) -> None:
    gm, ann, bo = seated
    ann.menu()
    ann.page.locator('#menu summary:has-text("Lines and veils")').click()
    ann.page.locator("#safety [data-key=safety] [name=text]").fill("Harm to animals")
    ann.page.locator('#safety button[value="line"]').click()
    ann.page.locator("#safety li", has_text="Harm to animals").wait_for()
    no_faults(ann)
    gm.menu()
    gm.page.locator('#menu summary:has-text("Lines and veils")').click()
    gm.page.locator("#safety [data-key=safety] [name=text]").fill("Torture")
    gm.page.locator('#safety button[value="veil"]').click()
    bo.menu()
    bo.page.locator('#menu summary:has-text("Lines and veils")').click()
    for words in ("Harm to animals", "Torture"):
        bo.page.locator("#safety li", has_text=words).wait_for()
    bo.page.get_by_role("button", name="Remove Harm to animals").click()
    ann.page.locator("#safety li", has_text="Harm to animals").wait_for(state="detached")


# ---------------------------------------------------------------------- the GM's hand, the rules at hand


def test_the_gm_adjusts_a_value_with_a_reason(seated: Three) -> None:
    gm, ann, _ = seated
    assert ann.page.locator("[data-adjust]").count() == 0
    gm.page.locator('#party [data-person="derra"] [data-adjust]').click()
    gm.page.locator("#adjust [name=value]").fill("5")
    gm.page.locator("#adjust [name=reason]").fill("a fine story")
    no_faults(gm)
    gm.page.locator("#adjust [type=submit]").click()
    gm.page.locator("#adjust").wait_for(state="hidden")
    for one in (gm, ann):
        one.sees("party", "5 PP")
        one.sees("log-lines", "a fine story")
    gm.page.locator("#do-undo").click()
    ann.sees("party", "1 PP")


def test_a_line_of_the_log_says_why(seated: Three) -> None:
    gm, ann, _ = seated
    ann.take("act-change", what="cross the ledge")
    gm.sees("turn", "sets and rolls the difficulty")
    gm.page.locator("#turn .pick .take").first.click()
    line = ann.page.locator("#log-lines .line", has_text=re.compile("The GM rolled d")).last
    line.locator(".why").click()
    line.locator(".why-rule .rule h3").wait_for()
    assert line.locator(".why").get_attribute("aria-expanded") == "true"
    assert re.search(r"\d", line.locator(".why-card > p").inner_text())  # the numbers of this roll
    assert len(line.locator(".why-rule").inner_text()) > 60  # and the rule in words
    no_faults(ann)


def test_the_rules_are_searched_from_the_table(seated: Three) -> None:
    _, ann, _ = seated
    ann.page.keyboard.press("/")
    ann.page.locator("#rules-found details").first.wait_for()
    ann.page.keyboard.type("hitch")
    ann.page.locator("#rules-found", has_text="“hitch”").wait_for()
    ann.page.locator("#rules-found summary", has_text=re.compile("hitch", re.IGNORECASE)).first.click()
    assert len(ann.page.locator("#rules-found details[open] .rule").inner_text()) > 40
    no_faults(ann)
    ann.page.locator("#rules-q").fill("no such words anywhere")
    ann.page.locator("#rules-found", has_text="No rule has these words").wait_for()


def test_dark_and_light_are_remembered(person: Callable[..., Person]) -> None:
    one = person()
    one.open_demo()
    before = one.page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    one.page.locator(".bar [data-theme-toggle]").click()
    wanted = one.page.evaluate("document.documentElement.dataset.theme")
    assert before != wanted
    one.reload()
    assert one.page.evaluate("document.documentElement.dataset.theme") == wanted
    one.open("/")
    assert one.page.evaluate("document.documentElement.dataset.theme") == wanted


# ---------------------------------------------------------------------- other people's names

HOSTILE = ("<img src=x onerror=document.title='broken'>", "\u202eנעמי מן ההרים\u202d שלום", "𝐖" * 30 + "﷽" * 30)


def test_hostile_names_harm_nothing(person: Callable[..., Person]) -> None:
    gm, phone = person(), person(size=PHONE, touch=True)
    gm.open_demo()
    for seat, name in zip(("p1", "p2", "p3"), HOSTILE, strict=True):
        phone.sit_down(gm.invite(seat), name)
        phone.page.locator("#say-text").evaluate("(box, text) => box.value = text", name)
        phone.page.locator("form.say").evaluate("form => form.requestSubmit()")
        gm.sees("log-lines", name[:20])
        gm.page.locator("#say-text").fill("ok")
    gm.menu()
    gm.page.locator('#menu summary:has-text("Lines and veils")').click()
    gm.page.locator("#safety [data-key=safety] [name=text]").fill(HOSTILE[0])
    gm.page.locator('#safety button[value="line"]').click()
    gm.page.locator("#safety li", has_text="onerror").wait_for()
    gm.close()
    for one in (gm, phone):
        one.reload()
        one.sees("log-lines", HOSTILE[0])
        assert one.page.locator("img[src=x]").count() == 0
        assert "broken" not in one.page.title()
        width = one.page.viewport_size
        assert width
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width["width"]
        assert one.errors == []
    for tab in ("party", "log", "play"):
        phone.page.locator(f".tabs [data-tab={tab}]").tap()
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    no_faults(gm)
