"""From nothing to a level 5 character of two classes in the browser, and along to another table on another server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from support.pages import PHONE, Person
from support.served import Served, served

from tablelight.kernel.offers import Seat
from tablelight.kernel.system import find_system
from tablelight.systems.forgelight.state import Being

pytestmark = pytest.mark.browser
GAMES = {"forgelight": find_system("forgelight")}

STEPS: tuple[tuple[str, dict[str, str | list[str]], str], ...] = (
    ("build-race", {"race": "riverfolk"}, "1 Race: Riverfolk"),
    ("build-class", {"kind": "ranger", "subclass": "stalker"}, "2 Class: Ranger, Stalker"),
    ("build-cards", {"cards": ["quick-shot", "fade"]}, "2 Cards: Quick Shot, Fade"),
    ("build-attributes", {"agility": "2", "precision": "2", "instinct": "1"}, "3 Attributes: Precision +2"),
    ("build-trait", {"trait": "talented", "chosen": "fortitude"}, "4 General Trait: Talented (Fortitude)"),
    ("build-skills", {"skills": ["stealth", "perception", "survival"]}, "5 Skills: Stealth"),
    ("build-gear", {"gear": ["dagger", "leather"], "again": "dagger"}, "6 Gear: Leather"),
)
"""Each of the book's steps but the last: the offer, the answers, what the page then says was chosen."""

LEVELS: tuple[tuple[str, dict[str, str | list[str]]], ...] = (
    ("level:rill:ranger", {"attribute": "precision", "cards": ["aimed-shot", "volley"]}),
    ("level:rill:sage", {"attribute": "focus", "subclass": "mender", "cards": ["mend", "ward"]}),
    (
        "level:rill:ranger",
        {"attribute": "agility", "cards": ["sidestep", "twin-fangs"], "trait": "attuned", "chosen": "none"},
    ),
    ("level:rill:sage", {"attribute": "focus", "cards": ["spark", "gust"]}),
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data", GAMES) as one:
        yield one


def figure(person: Person, name: str) -> str:
    """A derived value of the character in the making, opened to its sum."""
    box = person.page.locator("#scene .figure", has=person.page.get_by_text(name, exact=True))
    if box.get_attribute("open") is None:
        person.press(box.locator("summary"))
    return " ".join(box.inner_text().split())


def being(server: Served, table: str) -> Being:
    opened = asyncio.run_coroutine_threadsafe(server.keeper.open(table.rpartition("/")[2]), server.loop)
    return opened.result(10).table.state.beings["rill"]


def text_of_sheet(person: Person) -> str:
    """As its player: the sheet's text, out of the open sheet."""
    person.page.locator('#party [data-sheet="rill"]').first.click()
    section = person.page.locator("#sheet-body section", has_text="To take along")
    section.locator("summary").click()
    text = section.locator("textarea").input_value()
    person.close()
    return text


@pytest.mark.rule("forgelight/creation-steps")
def test_from_nothing_to_level_five_and_along_to_another_server(
    person: Callable[..., Person], server: Served, tmp_path: Path, pictures: Path
) -> None:
    ann = person()
    ann.open_demo("p1", "forgelight")
    ann.take("build", level="5")
    ann.sees("scene", "Step 1 is next: one race")
    for key, answers, said in STEPS:
        if key == "build-attributes":
            _an_illegal_choice_is_refused(ann)
        ann.take(key, **answers)
        ann.sees("scene", said)
    assert figure(ann, "Hit Score") == "Hit Score 14 10 base + 3 Agility + 1 Leather Armor = 14"
    assert figure(ann, "Max Health") == "Max Health 45 37 base + 3 levels + 5 Fortitude = 45"
    ann.sees("scene", "Step 7 is next: a name")
    ann.picture(pictures, "builder")
    assert ann.faults() == []

    ann.take("build-details", name="Rill", goals="To see where the river ends")
    for left, (key, answers) in zip((4, 3, 2, 1), LEVELS, strict=True):
        ann.sees("party", f"{left} level{'s' if left > 1 else ''} to gain")
        ann.take(key, **answers)
    ann.take("attune:rill", crystal="pyrothyst", attribute="focus")
    ann.sees("log-lines", "Pyrothyst")
    expect(ann.page.locator("#party")).not_to_contain_text("to gain")
    rill = being(server, ann.table)
    assert [(one.kind, one.level) for one in rill.classes] == [("ranger", 3), ("sage", 2)]

    text = text_of_sheet(ann)
    with served(tmp_path / "elsewhere", GAMES) as other:
        bo = ann.beside()
        bo.base = f"http://127.0.0.1:{other.port}"
        bo.outside = []
        bo.open_demo("p2", "forgelight")
        bo.take("import-sheet", sheet=text)
        bo.sees("party", "Rill")
        there = being(other, bo.table)
        bo.page.close()
    assert there == replace(rill, seat=Seat("p2"))


def _an_illegal_choice_is_refused(ann: Person) -> None:
    """The form counts along; the refusal names field, what is there, what is needed, and its rule."""
    ann.take("build-attributes", agility="2", precision="3", instinct="1")
    ann.sees("turn", "6 of 5, 1 too many")
    ann.sees("toasts", "Precision is +3; needed: -2 to +2 when assigned.")
    toast = ann.page.locator("#toasts .toast", has_text="Precision is +3")
    assert toast.locator("a").get_attribute("data-rule") == "forgelight/attribute-creation-range"
    toast.locator("[data-dismiss]").click()
    ann.errors.clear()  # the browser notes that an answer was not 200


def test_the_gm_lets_a_sheet_pass_and_the_sheet_says_so(
    person: Callable[..., Person], server: Served, pictures: Path
) -> None:
    gm = person()
    gm.open_demo("gm", "forgelight")
    ann = gm.beside()
    ann.open(f"{gm.table}?seat=p1")
    ann.page.locator('#party [data-sheet="wren"]').first.click()
    section = ann.page.locator("#sheet-body section", has_text="To take along")
    section.locator("summary").click()
    odd = section.locator("textarea").input_value().replace('"name": "Wren"', '"name": "Odd"')
    odd = odd.replace('"health": 40', '"health": 999')
    gm.take("import-sheet", sheet=odd, override="")
    gm.sees("toasts", "Health is 999; needed: 0 to 40")
    gm.take("import-sheet", sheet=odd, override="Blessed by the river")
    gm.sees("party", "Odd")
    gm.page.locator('#party [data-sheet="odd"]').first.click()
    gm.page.locator("#sheet-body section", has_text="Set aside by the GM").first.wait_for()
    gm.sees("sheet-body", "The GM: Blessed by the river")
    gm.page.screenshot(path=str(pictures / "override-1280.png"))


def test_the_builder_by_touch_on_a_phone(person: Callable[..., Person], pictures: Path) -> None:
    ann = person(size=PHONE, touch=True)
    ann.open_demo("p1", "forgelight")
    ann.take("build", level="1")
    for key, answers, said in STEPS[:3]:
        ann.take(key, **answers)
        ann.sees("scene", said)
    ann.form("build-attributes").scroll_into_view_if_needed()
    ann.page.screenshot(path=str(pictures / "builder-360.png"))
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert ann.faults() == []
    assert ann.errors == []
