"""The other games at the table: a fight on a phone, the deck of action points, a map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.pages import PHONE, Person
from support.served import Served, served

from tablelight.kernel.system import systems

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", systems()) as one:
        yield one


def at_the_demo(person: Callable[..., Person], system: str, **phone: object) -> tuple[Person, Person]:
    """The GM at a desk, and Ann, perhaps on a phone."""
    gm, ann = person(), person(**phone)
    gm.open_demo(system=system)
    ann.sit_down(gm.invite("p1"), "Ann")
    return gm, ann


def test_a_fight_of_dice_on_a_phone(person: Callable[..., Person], pictures: Path) -> None:
    """Rogue Spire: the dice spent and strained show on the sheet, by touch alone."""
    master, ann = at_the_demo(person, "rogue-spire", size=PHONE, touch=True)
    master.real_dice()
    ann.menu()
    ann.press(ann.page.locator("#menu form[action$=real-dice] label.switch"))
    ann.press(ann.page.locator("#menu [data-close]").first)

    ann.take("act", what="cut at the warden's knee", target="stair-warden/d10")
    master.sees("turn", "cut at the warden")
    master.take("call-skilled", trait="stealthy")
    ann.sees("turn", "success")
    ann.picture(pictures, "spire-choice")
    ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ann.take("roll", die="d8")
    ann.type_faces(7)
    ann.sees("log-lines", "7")
    ann.page.screenshot(path=str(pictures / "spire-phone.png"))
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    ann.sees("party", "exhausted")
    master.take("blow-strain")
    master.take("narrate", text="The blade finds the knee.")
    master.sees("party", "strained")

    # The warden answers.
    master.take(
        "act",
        who="stair-warden",
        what="sweep with the spear",
        trait="stair-warden/gate-guard",
        target="wren-halloway/d8",
    )
    master.take("call-skilled", td="3")
    master.take("roll", die="d6")
    master.type_faces(5)
    master.take("narrate", text="The shaft cracks against ribs.")
    ann.sees("log-lines", "The shaft cracks against ribs.")
    ann.sees("party", "strained")
    ann.press(ann.page.locator(".tabs [data-tab=party]"))
    ann.page.screenshot(path=str(pictures / "spire-phone-party.png"))
    assert ann.faults() == []
    assert ann.errors == master.errors == []


def test_the_deck_of_action_points(person: Callable[..., Person], pictures: Path) -> None:
    """Actlite: cards are dealt, held and spent in sight of all; the deck's order is nobody's."""
    gm, ann = at_the_demo(person, "actlite")
    gm.take("initiative", who=["wren-hollow", "toll-guard"])
    for one in (gm, ann):
        one.sees("scene", "Deck")
    gm.take("draw")
    gm.picture(pictures, "deck-gm")
    ann.picture(pictures, "deck-player")
    assert ann.faults() == []
    assert ann.errors == gm.errors == []


def test_a_map_of_tiles_on_a_phone(person: Callable[..., Person], pictures: Path) -> None:
    """Forgelight: the demo's fight on a map, seen by a player's phone."""
    gm, ann = at_the_demo(person, "forgelight", size=PHONE, touch=True)
    ann.page.locator("#scene svg").first.wait_for()
    ann.page.screenshot(path=str(pictures / "forge-phone.png"))
    gm.picture(pictures, "forge-gm")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert ann.faults() == []
    assert ann.errors == gm.errors == []
