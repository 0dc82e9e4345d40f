"""The map by mouse, by touch and by keyboard; cards that are chosen as cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.map import Finger, middle, stands, token
from support.pages import PHONE, Person
from support.served import Served, served
from support.yard import YARD

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", {"yard": YARD}) as one:
        yield one


@pytest.fixture
def sit(person: Callable[..., Person]) -> Callable[..., tuple[Person, Person]]:
    """One browser holds both seats; a page for the player and one for the GM."""

    def make(**settings: object) -> tuple[Person, Person]:
        ann = person(**settings)
        ann.open_demo("p1", "yard")
        gm = ann.beside()
        gm.open(f"{ann.table}?seat=gm")
        return ann, gm

    return make


def test_a_lit_cell_is_taken_by_a_click(sit: Callable[..., tuple[Person, Person]], pictures: Path) -> None:
    ann, gm = sit()
    expect(ann.page.locator("#scene .lit rect")).to_have_count(24)  # two steps around C3
    expect(ann.page.locator("#scene .lit text").first).to_have_text("2 AP")
    ann.page.screenshot(path=str(pictures / "map-1280.png"))
    ann.page.mouse.click(*middle(ann, (4, 2)))
    for one in (ann, gm):
        stands(one, "wren", "E3")
    assert ann.faults() == []
    ann.page.mouse.click(*middle(ann, (11, 8)))  # too far: nothing happens
    ann.sees("scene", "Not a place for: Step")
    assert token(ann, "wren") == "E3"
    assert ann.errors == gm.errors == []


def test_a_token_is_dragged_to_a_lit_cell_and_springs_back_from_others(
    sit: Callable[..., tuple[Person, Person]],
) -> None:
    ann, gm = sit()
    drag(ann, (2, 2), (8, 7))
    ann.sees("scene", "I8 is no place for that")
    drag(ann, (2, 2), (3, 3))
    stands(gm, "wren", "D4")
    drag(gm, (8, 2), (0, 8))  # the GM's offer takes whoever is dragged
    stands(ann, "hound", "A9")


def drag(person: Person, start: tuple[int, int], end: tuple[int, int]) -> None:
    mouse = person.page.mouse
    mouse.move(*middle(person, start))
    mouse.down()
    mouse.move(*middle(person, ((start[0] + end[0]) // 2, end[1])))
    mouse.move(*middle(person, end))
    mouse.up()


def test_the_map_is_walked_by_keyboard_and_each_cell_has_a_name(sit: Callable[..., tuple[Person, Person]]) -> None:
    ann, gm = sit()
    ann.page.locator("#scene .cursor[tabindex='0']").focus()
    assert focused(ann) == "C3, Wren, yours, friend, C3"
    for key in ("ArrowRight", "ArrowDown"):
        ann.page.keyboard.press(key)
    assert focused(ann) == "D4, Step: 1 AP"
    ann.page.keyboard.press("Enter")
    stands(gm, "wren", "D4")
    stands(ann, "wren", "D4")
    # the cursor stays where it was
    expect(ann.page.locator(":focus")).to_have_attribute("aria-label", re.compile("^D4, Wren"))
    for key in ("Home", "ArrowLeft", "PageUp", "End"):
        ann.page.keyboard.press(key)
    assert focused(ann) == "L1"
    for _ in range(5):
        ann.page.keyboard.press("ArrowLeft")
    assert focused(ann) == "G1, wall"


def focused(person: Person) -> str:
    return person.page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_on_a_phone_a_token_is_dragged_by_finger_and_the_map_is_zoomed(
    sit: Callable[..., tuple[Person, Person]], pictures: Path
) -> None:
    ann, gm = sit(size=PHONE, touch=True)
    finger = Finger(ann)
    finger.drag(middle(ann, (2, 2)), middle(ann, (3, 1)))
    stands(gm, "wren", "D2")
    stands(ann, "wren", "D2")
    ann.page.touchscreen.tap(*middle(ann, (4, 2)))
    stands(gm, "wren", "E3")
    stands(ann, "wren", "E3")  # from here on the map is not drawn anew
    before = ann.page.locator("#scene .board").bounding_box()
    x, y = middle(ann, (3, 3))
    finger.pinch((x - 20, y), (x + 20, y), by=2)
    assert before
    ann.page.wait_for_function(
        "wide => document.querySelector('#scene .board').getBoundingClientRect().width > wide",
        arg=1.5 * before["width"],
    )
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    ann.page.screenshot(path=str(pictures / "map-360.png"))
    assert ann.errors == []


def test_a_card_is_chosen_as_a_card(sit: Callable[..., tuple[Person, Person]], pictures: Path) -> None:
    ann, gm = sit()
    ann.form("play")
    ann.page.locator("#turn .choice.with-card", has_text="Shove").click()
    ann.page.screenshot(path=str(pictures / "cards-1280.png"))
    ann.page.locator('#turn form[data-key="play"] button[type=submit]').click()
    gm.page.locator("#scene .hand .playing", has_text="Shove").wait_for(state="detached")
    expect(ann.page.locator("#scene .hand .playing:not(.back)")).to_have_count(2)
    assert ann.faults() == []
