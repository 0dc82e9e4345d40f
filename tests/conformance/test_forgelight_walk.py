"""Ten thousand random legal steps at Forgelight tables: nothing breaks, nothing leaks, everything can be taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import pytest

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH, Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.table import Applied, Command, Table
from tablelight.script.again import checked_reload
from tablelight.systems.forgelight import SYSTEM
from tablelight.systems.forgelight.content.packs import library
from tablelight.systems.forgelight.events import BeingShown
from tablelight.systems.forgelight.state import Being, ForgeState
from tablelight.walk import take_all_back, walk

TABLES = 50
STEPS = 200
UNDO_EVERY = 4
RELOAD_EVERY = 40

NAME, NOTES, OWN = "Zzname", "Zznotes", "Zzown"
"""Marker words: of a hidden foe, of the GM's notes about people, of the GM's notes for the table."""
FIGURE = " entered "
"""What the sum of a foe's entered figure says: no player may read one."""

ForgeTable = Table[ForgeState]


# ---------------------------------------------------------------------- tables to walk


def do(table: ForgeTable, seat: str, key: str, **args: object) -> None:
    done = table.do(Command(Seat(seat), key, args), 0.0)
    assert isinstance(done, Applied), done


def demo_table(seed: int) -> ForgeTable:
    table: ForgeTable = Table(SYSTEM, plain_dice(seed))
    (start,) = (start for start in SYSTEM.starts() if start.key == "demo")
    for place in start.places:
        table.record_aside(0.0, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
    table.record_start(0.0, *start.events)
    return table


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
    table = secrets(demo_table(seed))
    if seed % 3:
        table = with_options(table, chance)
    if seed % 2:
        do(table, "gm", "fight")
    return table


# ---------------------------------------------------------------------- what must hold


@dataclass
class Watch:
    """Looks at a table after each step."""

    table: ForgeTable
    revealed: set[str] = field(default_factory=set[str])
    seen: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        self.before = (self.table.state, self.table.pending)
        self.whole()

    def __call__(self, table: ForgeTable, command: Command) -> None:
        self.steps += 1
        legal(table)
        self.secret()
        if command.key in ("undo", "redo", "pause", "resume"):
            pass
        elif isinstance(table.entries[-1], Did) and self.steps % UNDO_EVERY == 0:
            self.back_and_forth()
        if self.steps % RELOAD_EVERY == 0:
            checked_reload(table)
        self.before = (table.state, table.pending)

    def back_and_forth(self) -> None:
        """Undo gives the very state that was before, redo the one that is now."""
        table, now = self.table, (self.table.state, self.table.pending)
        do(table, "gm", "undo")
        assert (table.state, table.pending) == self.before
        do(table, "gm", "redo")
        assert (table.state, table.pending) == now

    def secret(self) -> None:
        """No player, and no spectator, is shown a marker word in the view, the menu or the new lines of the log."""
        table = self.table
        for entry in table.entries[self.seen :]:
            if isinstance(entry, Did):
                self.revealed |= {e.who for e in entry.events if isinstance(e, BeingShown) and not e.hidden}
        hidden = [word.encode() for word in self.markers()]
        for seat in (*(place.seat for place in table.room.places if place.seat != GM), WATCH):
            menu = table.menu(seat)
            news = list(table.lines(seat, self.seen))
            shown = msgspec.json.encode((SYSTEM.view(table.game, seat), menu, table.house_menu(seat), news))
            for word in hidden:
                assert word not in shown, f"{seat} is shown {word}"
        self.seen = len(table.entries)

    def whole(self) -> None:
        """The same for the whole log."""
        self.seen = 0
        self.secret()

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
    steps = 0
    for seed in range(part, TABLES, 5):
        table = table_of(seed)
        watch = Watch(table)
        done = walk(table, random.Random(seed), STEPS, watch)
        assert done.tried > 0
        watch.whole()
        checked_reload(table)
        take_all_back(table)
        assert (table.state, table.pending) == (ForgeState(), None), f"seed {seed}"
        steps += done.steps
    assert steps == TABLES * STEPS // 5
