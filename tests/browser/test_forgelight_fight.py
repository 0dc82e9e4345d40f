"""A fight on a phone, by touch alone: the map, a card with an area, a Reaction out of turn, 0 Health and the choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.map import Finger, middle, stands
from support.pages import PHONE, Person
from support.served import Served, served

from tablelight.kernel.system import find_system

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", {"forgelight": find_system("forgelight")}) as one:
        yield one


@pytest.fixture
def fight(person: Callable[..., Person]) -> tuple[Person, Person]:
    """Osk's player on a phone, the GM at a desk; both roll real dice. Osk and the bandit fight, Maro stands by."""
    gm, osk = person(), person(size=PHONE, touch=True)
    gm.open_demo("gm", "forgelight")
    osk.sit_down(gm.invite("p2"), "Bo")
    for who, cell in (("osk", "7,5"), ("maro", "6,5")):
        gm.take("put", who=who, cell=cell)
        stands(gm, who, cell_name(cell))
    gm.real_dice()
    osk.menu()
    osk.press(osk.page.locator("#menu form[action$=real-dice] label.switch"))
    osk.press(osk.page.locator("#menu [data-close]").first)
    gm.take("fight", who=["osk", "bandit"])
    faces(osk, "initiative of Osk", 20)
    faces(gm, "initiative of Bandit", 1)
    osk.sees("scene", "Osk's turn")
    return gm, osk


def cell_name(cell: str) -> str:
    x, y = map(int, cell.split(","))
    return f"{chr(ord('A') + x)}{y + 1}"


def faces(person: Person, label: str, *shown: int) -> None:
    """Somebody is asked what their dice show, and types it in."""
    person.page.locator(f'#turn form.faces [aria-label$="{label} shows"]').first.wait_for()
    person.type_faces(*shown)


def look(person: Person, pictures: Path, name: str) -> None:
    """Pictures of a phone's page, narrow and wide; then it is a phone again, and nothing sticks out."""
    person.page.screenshot(path=str(pictures / f"{name}-360.png"))
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.page.screenshot(path=str(pictures / f"{name}-1280.png"))
    person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def to_the_map(person: Person) -> None:
    """Scroll to one's own token."""
    token = person.page.locator("#scene .token.yours").first
    token.evaluate("token => token.scrollIntoView({ block: 'center', inline: 'center' })")


def test_a_fight_on_a_phone(fight: tuple[Person, Person], pictures: Path) -> None:
    gm, osk = fight

    # The map: a tap on a lit tile, then the token dragged back by finger.
    to_the_map(osk)
    look(osk, pictures, "fight-turn")
    to_the_map(osk)
    osk.page.touchscreen.tap(*middle(osk, (7, 7)))  # out of reach: the map says why
    osk.sees("scene", "20 ft asked, 15 ft left")
    osk.page.touchscreen.tap(*middle(osk, (7, 6)))
    stands(osk, "osk", "H7")
    osk.sees("party", "5 Feet")
    to_the_map(osk)
    Finger(osk).drag(middle(osk, (7, 6)), middle(osk, (7, 5)))
    stands(gm, "osk", "H6")
    stands(osk, "osk", "H6")

    # A card with an area: from the hand to its form, and a word of warning for a friend.
    card = osk.page.locator("#scene .hand li", has_text="Ground Slam")
    card.scroll_into_view_if_needed()
    look(osk, pictures, "fight-hand")
    card.scroll_into_view_if_needed()
    card.locator("[data-to-offer]").tap()
    osk.take("play:osk:ground-slam")
    osk.sees("turn", "Maro is in the area too")
    osk.take("go-on")
    faces(osk, "force", 1, 1)
    osk.sees("log-lines", "Ground Slam")
    osk.page.locator("#scene .zone", has_text="Discard pile").get_by_text("Ground Slam").wait_for()
    why = osk.page.locator("#scene .hand .not-now", has_text="Haymaker")
    assert "needs 2 Action Points; 1 left" in why.inner_text()
    look(osk, pictures, "fight-not-now")
    osk.take("end-turn:osk")

    # Out of turn: the bandit walks away, and Osk may strike.
    gm.sees("scene", "Bandit's turn")
    gm.take("move:bandit", cell="10,5")
    osk.sees("turn", "Bandit walks away: does Osk react?")
    struck = osk.form("react:osk:bandit:attack").locator(".chances")
    struck.get_by_text("hits").wait_for()  # its chances stand there before it is decided
    struck.get_by_text("damage").wait_for()
    look(osk, pictures, "fight-reaction")
    osk.take("react:osk:bandit:attack")
    faces(osk, "attack", 2)
    stands(osk, "bandit", "K6")
    osk.sees("party", "Reaction used")

    # 0 Health, and the choice.
    gm.take("damage", who="osk", amount="60 force")
    osk.sees("turn", "Osk is on the verge of death")
    look(osk, pictures, "fight-verge")
    assert osk.faults() == []
    osk.take("risk-it-all")
    faces(osk, "Risk It All", 15)
    osk.sees("log-lines", "Osk")
    osk.sees("party", "30/60")
    assert osk.errors == gm.errors == []
