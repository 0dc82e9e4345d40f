"""From nothing to a level 5 character of two classes, taken along to another table; taking steps back on the way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.offers import GM, Refused, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.systems.forgelight import SYSTEM, sheet
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.state import Being, Draft, ForgeState

P1 = Seat("p1")
STEPS: tuple[tuple[str, dict[str, object]], ...] = (
    ("build", {"level": 5}),
    ("build-race", {"race": "riverfolk"}),
    ("build-class", {"kind": "ranger", "subclass": "stalker"}),
    ("build-cards", {"cards": ("quick-shot", "fade")}),
    ("build-attributes", {"agility": 2, "precision": 2, "instinct": 1}),
    ("build-trait", {"trait": "talented", "chosen": "fortitude"}),
    ("build-skills", {"skills": ("stealth", "perception", "survival")}),
    ("build-gear", {"gear": ("dagger", "leather"), "again": "dagger"}),
    ("build-details", {"name": "Rill", "goals": "To see where the river ends"}),
    ("level:rill:ranger", {"attribute": "precision", "cards": ("aimed-shot", "volley")}),
    ("level:rill:sage", {"attribute": "focus", "subclass": "mender", "cards": ("mend", "ward")}),
    ("level:rill:ranger", {"attribute": "agility", "cards": ("sidestep", "twin-fangs"), "trait": "attuned"}),
    ("attune:rill", {"crystal": "pyrothyst", "attribute": "focus"}),
    ("level:rill:sage", {"attribute": "focus", "cards": ("spark", "gust")}),
)


def empty_table() -> Table[ForgeState]:
    table: Table[ForgeState] = Table(SYSTEM, plain_dice(1))
    table.record_aside(0.0, SeatPlaced(seat=P1, name="Ann"))
    return table


def do(table: Table[ForgeState], seat: Seat, key: str, args: dict[str, object]) -> None:
    done = table.do(Command(seat, key, args), 0.0)
    assert isinstance(done, Applied), (key, done)


@pytest.fixture
def built() -> Table[ForgeState]:
    table = empty_table()
    for key, args in STEPS:
        do(table, P1, key, args)
    return table


def text_of(table: Table[ForgeState]) -> str:
    """The sheet as text, as its player's page shows it."""
    (rill,) = SYSTEM.sheets(table.game, P1).values()
    return next(row.copy for part in rill.sections if part.title == "To take along" for row in part.rows)


@pytest.mark.rule("forgelight/creation-steps")
def test_the_character_is_complete_and_legal(built: Table[ForgeState]) -> None:
    rill = built.state.beings["rill"]
    assert (rill.level, [(one.kind, one.level) for one in rill.classes]) == (5, [("ranger", 3), ("sage", 2)])
    assert sheet.faults(library(), rill) == ()
    assert "ember-dart" in rill.hand
    assert rill.gear == {"weapon": "dagger", "wildcard": "dagger", "armor": "leather"}


def test_exported_and_imported_elsewhere_it_is_the_same(built: Table[ForgeState]) -> None:
    there = empty_table()
    do(there, P1, "import-sheet", {"sheet": text_of(built)})
    assert there.state.beings["rill"] == built.state.beings["rill"]


def test_only_its_player_takes_it_along(built: Table[ForgeState]) -> None:
    for seat in (GM, Seat("watch")):
        sections = [part.title for sheet in SYSTEM.sheets(built.game, seat).values() for part in sheet.sections]
        assert "To take along" not in sections


def test_every_step_can_be_taken_back() -> None:
    table = empty_table()
    states = [table.state]
    for key, args in STEPS:
        do(table, P1, key, args)
        states.append(table.state)
    for state in reversed(states[:-1]):
        do(table, GM, "undo", {})
        assert table.state == state


def test_two_players_build_at_the_same_time() -> None:
    table = empty_table()
    table.record_aside(0.0, SeatPlaced(seat=Seat("p2"), name="Bo"))
    do(table, P1, "build", {})
    do(table, Seat("p2"), "build", {"level": 2})
    do(table, P1, "build-race", {"race": "hillfolk"})
    assert table.state.drafts == {P1: Draft(race="hillfolk"), Seat("p2"): Draft(level=2)}


def test_the_gm_may_let_a_sheet_pass_and_it_says_so() -> None:
    table = empty_table()
    odd = replace(legal(), health=999)
    text = sheet.write_sheet(odd)
    refused = table.do(Command(P1, "import-sheet", {"sheet": text}), 0.0)
    assert isinstance(refused, Refused)
    assert refused.rule == "forgelight/health-bounds"
    do(table, GM, "import-sheet", {"sheet": text, "override": "blessed by the river"})
    (override,) = table.state.beings["rill"].overrides
    assert (override.rule, override.present, override.reason) == (
        "forgelight/health-bounds",
        "999",
        "blessed by the river",
    )


def legal() -> Being:
    table = empty_table()
    for key, args in (("build", {}), *STEPS[1:9]):
        do(table, P1, key, args)
    return table.state.beings["rill"]


def test_what_the_gm_sets_by_hand_stands_on_the_sheet_with_its_reason(built: Table[ForgeState]) -> None:
    do(built, GM, "adjust", {"path": "beings.rill.assigned.strength", "value": "5", "reason": "the giant's draught"})
    do(built, GM, "adjust", {"path": "beings.rill.health", "value": "1", "reason": "a bad night"})
    (rill,) = SYSTEM.sheets(built.game, P1).values()
    rows = [row for part in rill.sections if part.title == "Set by hand" for row in part.rows]
    assert [(row.name, row.text) for row in rows] == [("Assigned, strength", "The GM: the giant's draught")]
    assert "giant" in text_of(built)
