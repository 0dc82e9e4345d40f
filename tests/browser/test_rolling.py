"""A whole roll in other ways than a mouse at a desk: by keyboard, by touch, at one screen for all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.pages import PHONE, Person

pytestmark = pytest.mark.browser


def no_faults(*people: Person) -> None:
    for one in people:
        assert one.faults() == []
        assert one.errors == []


# ---------------------------------------------------------------------- by keyboard


class Keys:
    """Only Tab, Shift+Tab, Enter, Space and letters."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.press = person.page.keyboard.press

    def tab_to(self, selector: str, most: int = 150) -> None:
        for _ in range(most):
            if self.person.page.evaluate("query => document.activeElement?.matches(query) ?? false", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def on(self, selector: str, key: str = "Enter") -> None:
        self.tab_to(selector)
        self.press(key)

    def skip_to_turn(self) -> None:
        """The skip link comes first on the page and leads to what one may do."""
        self.person.page.evaluate("document.activeElement.blur(), getSelection().removeAllRanges()")
        self.on(".skip")


def test_a_whole_roll_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ann = person()
    keys = Keys(ann)
    ann.open("/")
    keys.on('form:has([value="torchlite"]) button')
    ann.wait_live()

    keys.skip_to_turn()
    keys.on('details[data-open="act-change"] > summary')
    keys.tab_to('[data-key="act-change"] [name="f.what"]')
    ann.page.keyboard.type("cross the ledge")
    keys.on('[data-key="act-change"] [type=submit]')
    ann.sees("scene", "cross the ledge")

    keys.skip_to_turn()
    keys.on('.seats a[href$="seat=gm"]')
    ann.page.wait_for_url("**seat=gm")
    ann.sees("turn", "sets and rolls the difficulty")
    ann.wait_live()
    keys.skip_to_turn()
    keys.on(".pick .take", "Space")
    ann.sees("turn", "names a total")
    expect(ann.page.locator("#question")).to_be_focused()  # the next question has the focus
    keys.on(".pick .take")
    ann.sees("log-lines", "The GM: total")

    keys.on('.go-to a, .seats a[href$="seat=p1"]')
    ann.page.wait_for_url("**seat=p1")
    ann.sees("turn", "Derra the Quick builds a pool and rolls")
    ann.wait_live()
    keys.skip_to_turn()
    keys.on(".pick .take")
    ann.sees("log-lines", "Derra the Quick rolled")
    no_faults(ann)


# ---------------------------------------------------------------------- by touch


def tap(person: Person, selector: str) -> None:
    target = person.page.locator(selector).first
    target.scroll_into_view_if_needed()
    target.tap()


def test_a_whole_roll_on_a_phone(person: Callable[..., Person], pictures: Path) -> None:
    phone = person(size=PHONE, touch=True)
    phone.open("/")
    tap(phone, '.hero form:has([value="torchlite"]) button')
    phone.wait_live()
    tap(phone, '#turn details[data-open="act-change"] > summary')
    phone.page.locator('[data-key="act-change"] [name="f.what"]').fill("cross the ledge")
    tap(phone, '[data-key="act-change"] [type=submit]')
    phone.sees("scene", "cross the ledge")
    tap(phone, '#turn .seats a[href$="seat=gm"]')
    phone.page.wait_for_url("**seat=gm")
    phone.sees("turn", "sets and rolls the difficulty")
    phone.wait_live()
    tap(phone, "#turn .pick .take")
    phone.sees("turn", "names a total")
    in_sight(phone, "#question")
    tap(phone, "#turn .pick .take")
    phone.sees("log-lines", "The GM: total")
    tap(phone, '#turn .go-to a, #turn .seats a[href$="seat=p1"]')
    phone.page.wait_for_url("**seat=p1")
    phone.sees("turn", "Derra the Quick builds a pool and rolls")
    phone.wait_live()
    tap(phone, "#turn .pick .take")
    phone.sees("log-lines", "Derra the Quick rolled")
    for name in ("play", "party", "log"):
        tap(phone, f".tabs [data-tab={name}]")
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        phone.page.screenshot(path=str(pictures / f"phone-{name}.png"))
    no_faults(phone)


def in_sight(person: Person, selector: str) -> None:
    """The element is on the screen, not above or below it."""
    person.page.wait_for_function(
        """query => { const box = document.querySelector(query).getBoundingClientRect()
           return box.top >= 0 && box.bottom <= innerHeight }""",
        arg=selector,
    )


def test_the_next_question_comes_into_sight(person: Callable[..., Person]) -> None:
    gm = person()
    gm.open_demo()
    ann = gm.beside()
    ann.open(f"{gm.table}?seat=p1")
    ann.take("act-change", what="cross the ledge")
    gm.sees("turn", "sets and rolls the difficulty")
    in_sight(gm, "#question")
    gm.page.locator("#pane-turn").evaluate("pane => pane.scrollTop = pane.scrollHeight")
    gm.page.locator("#turn .pick .take").first.evaluate("button => button.click()")
    gm.sees("turn", "names a total")
    in_sight(gm, "#question")
    in_sight(gm, "#turn .pick .take")


# ---------------------------------------------------------------------- one screen for all


def test_one_browser_plays_the_gm_and_a_player(person: Callable[..., Person]) -> None:
    one = person()
    one.open_demo("p1")
    one.take("act-stress", what="strike", targets=["knight"], stress="damaged")
    one.page.locator('#turn .seats a[href$="seat=gm"] .badge').wait_for()  # the GM's seat says that it is asked
    assert "Crossbow in the Gatehouse" not in one.page.content()
    one.page.locator('#turn .seats a[href$="seat=gm"]').click()
    one.sees("party", "Crossbow in the Gatehouse")
    one.wait_live()
    one.page.locator("#turn .pick .take").first.click()
    one.sees("turn", "names a total")
    one.page.locator("#turn .pick .take").first.click()
    one.sees("log-lines", "Gate Knight: total")
    one.page.locator('#turn .go-to a, #turn .seats a[href$="seat=p1"]').first.click()
    one.page.wait_for_url("**seat=p1")
    one.sees("bar", "Ann")
    assert "Crossbow in the Gatehouse" not in one.page.content()
    one.page.locator("#turn .pick .take").first.click()
    one.sees("log-lines", "Derra the Quick rolled")
    no_faults(one)


def test_a_newcomer_rolls_after_six_clicks_at_most(person: Callable[..., Person]) -> None:
    one = person()
    clicks = 0

    def click(selector: str) -> None:
        nonlocal clicks
        clicks += 1
        one.page.locator(selector).first.click()

    one.open("/")
    click('.hero form:has([value="torchlite"]) button')
    one.wait_live()
    click('#turn details[data-open="act-change"] > summary')
    one.page.locator('[data-key="act-change"] [name="f.what"]').fill("slip past the knight")
    click('[data-key="act-change"] [type=submit]')
    one.sees("scene", "slip past the knight")
    click('#turn .go-to a, #turn .seats a[href$="seat=gm"]')
    one.page.wait_for_url("**seat=gm")
    one.sees("turn", "sets and rolls the difficulty")
    one.wait_live()
    click("#turn .pick .take")
    one.page.locator("#scene .die.rolled").first.wait_for()
    assert clicks <= 6
    no_faults(one)
