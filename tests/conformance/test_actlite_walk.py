"""Ten thousand random legal steps at Actlite tables: nothing breaks, nothing leaks, no card is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.tables import demo_table, do
from support.watching import Watch, walked

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Event
from tablelight.kernel.log import Did
from tablelight.kernel.people import CharacterMoved
from tablelight.kernel.table import Table
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.events import DeckShuffled, PartySpared, ResultsRevealed
from tablelight.systems.actlite.state import ActState, Character

TABLES = 50
STEPS = 200

NAME, NOTES, TABLE, RESULT = "Zzname", "Zznotes", "Zztable", "Zzresult"
"""Marker words: of a hidden opponent, of the GM's notes, of a consequence table and of its rows."""

ActTable = Table[ActState]


# ---------------------------------------------------------------------- tables to walk


def table_of(seed: int) -> ActTable:
    """The demo fight with secrets in it: every second one with other options, two of three in initiative."""
    chance = random.Random(seed)
    table = demo_table(SYSTEM, plain_dice(seed))
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


class ActWatch(Watch[ActState]):
    saved_every = 3

    def __init__(self, table: ActTable) -> None:
        self.revealed = False
        self.known = False
        super().__init__(table)

    def legal(self) -> None:
        legal(self.table)

    def learn(self, event: Event) -> None:
        self.revealed |= isinstance(event, CharacterMoved) and event.who == "zzname" and not event.hidden
        self.known |= isinstance(event, ResultsRevealed | PartySpared)

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
        steps += walked(ActWatch(table), seed, STEPS)
        assert shuffles(table) <= {"initiative", "next-round"}
    assert steps == TABLES * STEPS // 10
