"""Actlite at the page: the deck of action points, interrupts, the pick of two dice, the map, content of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.pages import PHONE, Person
from support.served import Served, served

from tablelight.kernel.system import find_system

pytestmark = pytest.mark.browser
Make = Callable[..., Person]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", {"actlite": find_system("actlite")}) as one:
        yield one


@pytest.fixture
def ferry(person: Make) -> tuple[Person, Person, Person]:
    """The demo fight with real dice: a GM and Bo at desks, Ann on a phone."""
    gm, ann, bo = person(), person(size=PHONE, touch=True), person()
    gm.open_demo(system="actlite")
    ann.sit_down(gm.invite("p1"), "Ann")
    bo.sit_down(gm.invite("p2"), "Bo")
    for one in (gm, ann, bo):
        one.menu()
        one.press(one.page.locator("#menu form[action$=real-dice] label.switch"))
        one.close()
    return gm, ann, bo


def zone(person: Person, title: str, count: int) -> None:
    """Wait until a place of cards has so many of them."""
    place = person.page.locator("#scene .zone", has=person.page.locator(f'bdi:text-is("{title}")'))
    place.locator(".tally", has_text=str(count)).wait_for(state="attached")


def deal(gm: Person, who: str, name: str) -> None:
    """Somebody's real card is drawn, and all of it has come back to the GM's page."""
    gm.take("draw", card=who)
    gm.sees("scene", f"{name} may act")


def hold(person: Person, name: str) -> None:
    """Keep the card."""
    person.take("hold")
    person.page.locator("#scene", has_text=f"{name} may act").wait_for(state="detached")


NARROW = """[...document.querySelectorAll('#turn .label')].filter(l => l.offsetParent && l.offsetWidth < 90)
    .map(l => l.textContent)"""
"""The labels of offers that are squeezed by what stands beside them."""


def fault_free(*people: Person) -> None:
    for one in people:
        assert one.page.evaluate(NARROW) == []
        assert one.faults() == []
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---------------------------------------------------------------------- the deck


def test_cards_go_from_deck_to_hand_to_discard_in_sight_of_all(
    ferry: tuple[Person, Person, Person], pictures: Path
) -> None:
    """Dealt one at a time, held, spent out of turn; each card is in one place, on every page."""
    gm, ann, bo = ferry
    gm.take("place-token", who="wren-hollow", to="6,4")
    gm.sees("log-lines", "stands at G5")
    gm.take("initiative", who=["wren-hollow", "osk-of-the-gate", "toll-guard"])
    for one in ferry:
        zone(one, "Deck", 9)
    gm.take("deal")  # whose it is, nobody knows before
    zone(ann, "Deck", 8)
    gm.take("hold")
    deal(gm, "osk-of-the-gate", "Osk of the Gate")
    hold(bo, "Osk of the Gate")
    deal(gm, "osk-of-the-gate", "Osk of the Gate")
    hold(bo, "Osk of the Gate")
    deal(gm, "wren-hollow", "Wren Hollow")
    ann.take("attack", weapon="wren-hollow/marsh-saber/0", target="toll-guard")
    for one in ferry:
        one.sees("scene", "Marsh saber attack on Toll guard")
    bo.sees("turn", "Let it happen")
    bo.take("interrupt")  # out of turn, before the roll
    for one in ferry:
        one.sees("scene", "Osk of the Gate interrupts; then Wren Hollow")
    zone(ann, "Discard", 1)
    gm.picture(pictures, "deck-gm")
    ann.picture(pictures, "deck-player")
    fault_free(gm, ann, bo)


# ---------------------------------------------------------------------- rolls


def test_sources_cancel_in_sight_and_each_pick_says_what_it_sets_off(ferry: tuple[Person, Person, Person]) -> None:
    gm, ann, bo = ferry
    gm.take("place-token", who="wren-hollow", to="7,4")
    gm.sees("log-lines", "stands at H5")
    gm.take("grant", who="wren-hollow", count="3", reason="high ground")
    gm.sees("log-lines", "high ground")
    gm.take("grant", who="wren-hollow", count="-1", reason="mud to the knees")
    gm.sees("log-lines", "mud to the knees")
    ann.take("attack", weapon="wren-hollow/marsh-saber/0", target="captain-reeve")
    for one in ferry:  # before the roll, everybody sees what it comes to
        one.sees("scene", "3 for, 1 against: advantage 2, 4 dice, pick two.")
        one.sees("scene", "high ground +3")
        one.sees("scene", "mud to the knees -1")
    ann.type_faces(6, 2, 5, 6)
    picks = ann.page.locator("#turn .pick")
    picks.first.wait_for()
    words = [" ".join(pick.locator(".label").inner_text().split()) for pick in picks.all()]
    assert words == [
        "6+6+3 = 15 success, 2 [bleed], 1 [bleed]",
        "6+5+3 = 14 success, 1 [bleed]",
        "6+2+3 = 11 success, 1 [bleed]",
        "5+2+3 = 10 success",
    ]
    picks.first.filter(has_text="Best").wait_for()  # it sets off the most
    ann.press(picks.nth(3).locator(".take"))
    bo.sees("log-lines", "Wren Hollow hits Captain Reeve: 10 against 7.")
    ann.take("damage")
    ann.type_faces(8)
    bo.sees("log-lines", "the armor takes 3 off")
    bo.sees("party", "hurt")
    assert "bleed" not in bo.text("party")
    assert "(4)7" not in bo.page.content()  # how much is left is the GM's
    gm.sees("party", "(4)7")


# ---------------------------------------------------------------------- the map


def middle(person: Person, cell: tuple[int, int]) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    return tuple(
        person.page.evaluate(
            """([x, y]) => { const svg = document.querySelector('#scene .board')
               svg.scrollIntoView({ block: 'center' })
               const p = new DOMPoint(x * 10 + 5, y * 10 + 5).matrixTransform(svg.getScreenCTM())
               return [p.x, p.y] }""",
            list(cell),
        )
    )


def test_a_move_is_dragged_tapped_and_walked_and_shows_where_its_ap_reaches(
    ferry: tuple[Person, Person, Person],
) -> None:
    gm, ann, bo = ferry
    gm.take("initiative", who=["osk-of-the-gate", "wren-hollow"])
    gm.sees("scene", "Deck")
    for _ in range(2):
        deal(gm, "osk-of-the-gate", "Osk of the Gate")
        hold(bo, "Osk of the Gate")
    deal(gm, "osk-of-the-gate", "Osk of the Gate")
    expect(bo.page.locator('#scene .lit [data-cell="3,1"]')).to_have_count(1)  # four spaces
    expect(bo.page.locator('#scene .lit [data-cell="8,5"]')).to_have_count(0)  # five, as the reeds count double
    start, end = middle(bo, (3, 5)), middle(bo, (3, 6))
    bo.page.mouse.move(*start)
    bo.page.mouse.down()
    bo.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    bo.page.mouse.move(*end)
    bo.page.mouse.up()
    gm.sees("log-lines", "Osk of the Gate moves 1 space to D7.")
    bo.page.locator('#scene .lit [data-cell="3,7"]').wait_for(state="attached")
    bo.page.mouse.click(*middle(bo, (3, 7)))
    gm.sees("log-lines", "Osk of the Gate moves 1 space to D8.")
    bo.page.locator('#scene .lit [data-cell="4,6"]').wait_for(state="attached")
    bo.page.locator("#scene .cursor[tabindex='0']").focus()
    for key in ("Home", "PageUp", *("ArrowRight",) * 4, *("ArrowDown",) * 6):
        bo.page.keyboard.press(key)
    assert "Move" in bo.page.evaluate("document.activeElement.getAttribute('aria-label')")
    bo.page.keyboard.press("Enter")
    gm.sees("log-lines", "Osk of the Gate moves 1 space to E7.")
    zone(gm, "Discard", 3)
    assert bo.errors == []
    expect(ann.page.locator("#scene .token.yours")).to_have_count(1)


# ---------------------------------------------------------------------- what a group types in


def test_a_group_types_in_a_weapon_of_its_own(ferry: tuple[Person, Person, Person], pictures: Path) -> None:
    """It begins from another, what is wrong is said by field, what was typed stays, and it comes into play."""
    gm, ann, _ = ferry
    form = gm.form("make-weapon")
    form.locator("[data-begin]").select_option(label="Gate maul")
    expect(form.locator('[name="f.strikes"]')).to_have_value(re.compile("2d6 Bashing"))
    form.locator('[name="f.name"]').fill("Bell hammer")
    form.locator('[name="f.strikes"]').fill("2d4 Bashing; on 6: [stun]\n1x6 S")
    gm.picture(pictures, "own-weapon")
    gm.press(form.locator("button[type=submit]").first)
    gm.sees("toasts", "Attacks: line 2: “1x6 S” should read like “1d6 S”")
    expect(form.locator('[name="f.name"]')).to_have_value("Bell hammer")
    assert gm.faults() == []
    form.locator('[name="f.strikes"]').fill("2d4 Bashing; on 6: [stun]")
    gm.press(form.locator("button[type=submit]").first)
    gm.sees("log-lines", "A weapon of this table: Bell hammer.")
    gm.take("hand-out", who="wren-hollow", thing="weapon:bell-hammer")
    ann.sees("log-lines", "Wren Hollow has a bell hammer.")
    assert "A weapon of this table" not in ann.page.content()


def test_an_archetype_table_is_typed_in_and_rolled_before_ones_eyes(
    ferry: tuple[Person, Person, Person], pictures: Path
) -> None:
    gm, _, bo = ferry
    gm.take(
        "make-archetype",
        name="Bellman",
        entries="Loud: advantage on SOC\nRing (1 AP): [stun]\nClimb: advantage on AGI",
        cost="1",
    )
    gm.sees("log-lines", "An archetype table: Bellman, 3 skills.")
    for face, told in ((3, "3"), (3, "known already, so 2"), (2, "known already, so 1")):
        gm.take("xp", who="osk-of-the-gate", xp="1")
        bo.take("roll-table", table="bellman")
        bo.type_faces(face)
        bo.sees("log-lines", f"rolls on Bellman for 1 XP: {face}" if told == "3" else told)
    panel = bo.page.locator("#scene .panel", has_text="Bellman")
    marks = ["1 Loud gained", "2 Ring known rolled", "3 Climb known"]
    expect(panel.locator(".playing")).to_have_text(marks, use_inner_text=True)
    bo.picture(pictures, "archetype")
    assert bo.faults() == []
