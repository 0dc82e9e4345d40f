"""Ten thousand random legal steps at Actlite tables: nothing breaks, nothing leaks, no card is lost."""

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
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.events import CharacterMoved, DeckShuffled, PartySpared, ResultsRevealed
from tablelight.systems.actlite.state import ActState, Character
from tablelight.walk import take_all_back, walk

TABLES = 50
STEPS = 200
UNDO_EVERY = 4
RELOAD_EVERY = 25

NAME, NOTES, TABLE, RESULT = "Zzname", "Zznotes", "Zztable", "Zzresult"
"""Marker words: of a hidden opponent, of the GM's notes, of a consequence table and of its rows."""

ActTable = Table[ActState]


# ---------------------------------------------------------------------- tables to walk


def do(at: ActTable, seat: str, key: str, **args: object) -> None:
    done = at.do(Command(Seat(seat), key, args), 0.0)
    assert isinstance(done, Applied), done


def table_of(seed: int) -> ActTable:
    """The demo fight with secrets in it: every second one with other options, two of three in initiative."""
    chance = random.Random(seed)
    table: ActTable = Table(SYSTEM, plain_dice(seed))
    (start,) = (start for start in SYSTEM.starts() if start.key == "demo")
    for place in start.places:
        table.record_aside(0.0, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
    table.record_start(0.0, *start.events)
    options = {option.id: chance.choice(option.values) for option in table.option_list.values()} if seed % 2 else {}
    for option, value in (options | {"consequence-custom-rows": "on", "cash": "on", "hexes": "on"}).items():
        do(table, "gm", "option", option=option, value=value)
    do(table, "gm", "opponent", **{"as": "river-ogre"}, name=NAME, hidden="yes")
    do(table, "gm", "keep-notes", who="wren-hollow", notes=NOTES)
    rows = f"1 death; 2 stabilized; 3 doomed; 4 exhaustion; 5 injured-arm; 6-8 text {RESULT}"
    do(table, "gm", "make-table", name=TABLE, die=8, rows=rows)
    for who in ("wren-hollow", "osk-of-the-gate", "mirel-ash"):
        do(table, "gm", "choose-table", who=who, table="zztable")
    if seed % 4 == 0:
        do(table, "gm", "damage", who="wren-hollow", points=3, track="crit")
    do(table, "gm", "find-hex", who="tamsin-quill", hexes=("ember", "gust"), author="tamsin-quill")
    if seed % 3:
        do(table, "gm", "initiative", special=("fire", "lost-footing", "second-wind"))
    return table


# ---------------------------------------------------------------------- what must hold


@dataclass
class Watch:
    """Looks at a table after each step."""

    table: ActTable
    revealed: bool = False
    known: bool = False
    seen: int = 0
    steps: int = 0
    keys: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.before = (self.table.state, self.table.pending)
        self.secret()

    def __call__(self, table: ActTable, command: Command) -> None:
        self.steps += 1
        self.keys.add(command.key)
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
            for event in entry.events if isinstance(entry, Did) else ():
                self.revealed |= isinstance(event, CharacterMoved) and event.who == "zzname" and not event.hidden
                self.known |= isinstance(event, ResultsRevealed | PartySpared)
        hidden = [word.encode() for word in self.markers()]
        for seat in (*(place.seat for place in table.room.places if place.seat != GM), WATCH):
            news = list(table.lines(seat, self.seen))
            seen = (SYSTEM.view(table.game, seat), SYSTEM.sheets(table.game, seat))
            parts = (seen, table.menu(seat), table.house_menu(seat), news)
            shown = msgspec.json.encode(parts)
            for word in hidden:
                assert word not in shown, f"{seat} is shown {word}"
        self.seen = len(table.entries)

    def markers(self) -> Iterator[str]:
        yield from (NOTES, TABLE)
        if not self.revealed:
            yield NAME
        if not self.known:
            yield RESULT


def legal(table: ActTable) -> None:
    """Cards, health and windows as the book allows them."""
    state = table.state
    for key, who in state.characters.items():
        legal_character(key, who, settled=not table.pending)
    for grappler, target in state.grapples.items():
        assert grappler != target
        assert grappler in state.characters
        assert target in state.characters
    if not table.pending:
        assert not state.doing, "an action is open, but nobody is asked"
    if state.initiative:
        legal_cards(state)


def legal_character(key: str, who: Character, *, settled: bool) -> None:
    assert 0 <= who.standard <= who.max_standard, key
    assert who.crit <= who.max_crit, key
    assert who.xp >= 0, key
    if not who.dead:
        assert who.crit >= -who.max_crit, key
        assert who.down == (who.crit <= 0) or not settled, key
    assert who.down or not who.secrets, key


def legal_cards(state: ActState) -> None:
    """Every card of everyone is in exactly one zone."""
    initiative = state.initiative
    assert initiative
    for key, pile in initiative.piles.items():
        assert pile.total == state.characters[key].cards, key
        assert not state.characters[key].known_dead, key
    for window in initiative.windows:
        assert window.who in initiative.piles
        assert window.level <= len(state.doing)


def shuffles(table: ActTable) -> set[str]:
    """The commands with which a deck was shuffled."""
    return {
        entry.key
        for entry in table.entries
        if isinstance(entry, Did) and any(isinstance(event, DeckShuffled) for event in entry.events)
    }


# ---------------------------------------------------------------------- the walks


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_steps(part: int) -> None:
    steps = 0
    for seed in range(part, TABLES, 10):
        table = table_of(seed)
        watch = Watch(table)
        done = walk(table, random.Random(seed), STEPS, watch)
        assert done.tried > 0
        assert shuffles(table) <= {"initiative", "next-round"}
        checked_reload(table)
        take_all_back(table)
        assert (table.state, table.pending) == (ActState(), None), f"seed {seed}"
        steps += done.steps
    assert steps == TABLES * STEPS // 10
