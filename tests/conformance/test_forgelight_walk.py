"""Ten thousand random legal steps at Forgelight tables: nothing breaks, nothing leaks, everything can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.tables import demo_table, do
from support.watching import Watch, walked

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Event
from tablelight.kernel.table import Table
from tablelight.systems.forgelight import SYSTEM
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.events import BeingShown
from tablelight.systems.forgelight.state import Being, ForgeState

TABLES = 50
STEPS = 200

NAME, NOTES, OWN = "Zzname", "Zznotes", "Zzown"
"""Marker words: of a hidden foe, of the GM's notes about people, of the GM's notes for the table."""
FIGURE = " entered "
"""What the sum of a foe's entered figure says: no player may read one."""

ForgeTable = Table[ForgeState]


# ---------------------------------------------------------------------- tables to walk


def secrets(table: ForgeTable) -> ForgeTable:
    """Put a marker into everything that only the GM may know."""
    do(table, "gm", "new-foe", name=NAME, hidden="yes", weapon="sword", notes=NOTES)
    do(table, "gm", "new-foe", name="Open", weapon="sword", hit_score=12, notes=NOTES)
    do(table, "gm", "notes", who="wren", notes=NOTES)
    do(table, "gm", "note", text=OWN)
    return table


def with_options(table: ForgeTable, chance: random.Random) -> ForgeTable:
    """Random options, but for those that show what is otherwise secret."""
    for option in table.option_list.values():
        if option.id not in ("enemy-figures", "threshold-visibility"):
            do(table, "gm", "option", option=option.id, value=chance.choice(option.values))
    return table


def table_of(seed: int) -> ForgeTable:
    chance = random.Random(seed)
    table = secrets(demo_table(SYSTEM, plain_dice(seed)))
    if seed % 3:
        table = with_options(table, chance)
    if seed % 2:
        do(table, "gm", "fight")
    return table


# ---------------------------------------------------------------------- what must hold


class ForgeWatch(Watch[ForgeState]):
    saved_every = 3

    def __init__(self, table: ForgeTable) -> None:
        self.revealed: set[str] = set()
        super().__init__(table)

    def legal(self) -> None:
        legal(self.table)

    def learn(self, event: Event) -> None:
        if isinstance(event, BeingShown) and not event.hidden:
            self.revealed.add(event.who)

    def markers(self) -> Iterator[str]:
        yield from (NOTES, OWN, FIGURE)
        if "zzname" not in self.revealed:
            yield NAME


def legal(table: ForgeTable) -> None:
    """Cards in one place each, pools within their bounds, slots as the book allows them."""
    state = table.state
    for key, one in state.beings.items():
        legal_being(one)
        assert table.pending or not one.playing, f"{key} left {one.playing} nowhere"
        assert table.pending or not one.verge, f"{key} has not chosen"
    for count in state.fight.counts if state.fight else ():
        for turn in count.turns:
            assert turn.ap >= 0
            assert turn.follow_ups >= 0
    if state.check:
        assert state.check.who in state.beings


def legal_being(one: Being) -> None:
    content = library()
    cards = [card for card, _ in one.places()]
    assert len(cards) == len(set(cards)), "a card lies in two places"
    assert one.health >= 0
    assert one.stamina >= 0
    assert not ("wildcard" in one.gear and "wildcard" in one.active), "the wildcard slot holds two things"
    assert all(slot in content.gear[gear].fits for slot, gear in one.gear.items())
    assert all(condition.left is None or condition.left > 0 for condition in one.statuses.values())
    assert 1 <= one.level <= 10
    assert sum(had.level for had in one.classes) <= 10


# ---------------------------------------------------------------------- the walks


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_steps(part: int) -> None:
    seeds = range(part, TABLES, 5)
    assert sum(walked(ForgeWatch(table_of(seed)), seed, STEPS) for seed in seeds) == TABLES * STEPS // 5
