"""Nobody rolls blind at an Actlite table: before any dice of an action, an offer of it has told their chances.

Random legal play; each time something is taken, its chances are asked for first, as the page does.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.tables import demo_table, do

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Game
from tablelight.kernel.log import Did
from tablelight.kernel.offers import Offer, filled_so_far, find
from tablelight.kernel.table import Applied, Command, Refused, Table
from tablelight.odds import at_table
from tablelight.odds.at_table.told import Asked
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.state import ActState
from tablelight.walk import walk

TABLES = 24
STEPS = 150

WITHOUT = {"sham"}
"""A sham roll changes nothing: it has no outcome to tell."""


class Watched(Table[ActState]):
    """A table that asks for the chances of everything before it is done."""

    told = False
    rolled: Counter[str]
    blind: Counter[str]

    def watch(self) -> None:
        self.rolled, self.blind = Counter(), Counter()

    def do(self, command: Command, at: float) -> Applied | Refused:
        open_before = bool(self.pending)
        offer = self._offer(command)
        told = bool(offer) and self._tells(command, offer)
        before = len(self.entries)
        done = super().do(command, at)
        if isinstance(done, Refused) or len(self.entries) == before:
            return done
        entry = self.entries[-1]
        if not offer or not isinstance(entry, Did):
            return done
        self.told = told or (self.told and open_before)
        if entry.throws and offer.key not in WITHOUT:
            self.rolled[offer.key.partition(":")[0]] += 1
            if not self.told:
                self.blind[offer.key] += 1
        return done

    def _offer(self, command: Command) -> Offer | None:
        menu = self.menu(command.seat)
        return find(menu.asked if command.prompt is not None else (*menu.asked, *menu.also), command.key)

    def _tells(self, command: Command, offer: Offer) -> bool:
        game: Game[ActState] = Game(self.state, self.game.options, self.system.evolve)
        asked = Asked(game, command.seat, offer, filled_so_far(offer, command.args))
        found = at_table.chances(self.system.id, asked)
        if not found:
            return False
        for fact in found.facts:
            assert fact.unit != "chance" or 0 <= fact.value <= 1, (command, fact)
        for table in found.tables:
            assert sum(row.chance for row in table.rows) == 1, (command, table.title)
        return bool(found.facts or found.alternatives or found.hint)


def table_of(seed: int) -> Watched:
    chance = random.Random(seed)
    plain = demo_table(SYSTEM, plain_dice(seed))
    table = Watched(SYSTEM, plain_dice(seed), plain.room)
    table.watch()
    table.record_start(0.0, *SYSTEM.starts()[0].events)
    options = {option.id: chance.choice(option.values) for option in table.option_list.values()} if seed % 2 else {}
    for option, value in (options | {"consequence-custom-rows": "on", "cash": "on", "hexes": "on"}).items():
        do(table, "gm", "option", option=option, value=value)
    do(table, "gm", "make-hex", name="Peal", effects="1d4 damage to all")
    do(table, "gm", "make-thing", name="Balm", effect="1d4 health", place="hand")
    do(table, "gm", "make-archetype", name="Bell", entries="Tend (1 AP): 1d4 health\nLoud: advantage on SOC", cost="1")
    do(table, "gm", "hand-out", who="wren-hollow", thing="item:balm")
    do(table, "gm", "xp", who="osk-of-the-gate", xp=9)
    do(table, "gm", "find-hex", who="tamsin-quill", hexes=("ember", "gust"), author="tamsin-quill")
    do(table, "gm", "find-hex", who="mirel-ash", hexes=("peal",), author="tamsin-quill")
    if seed % 4 == 0:
        do(table, "gm", "damage", who="wren-hollow", points=3, track="crit")
    if seed % 3:
        do(table, "gm", "initiative", special=("fire", "lost-footing", "second-wind"))
    return table


@pytest.fixture(scope="module")
def walked() -> tuple[Counter[str], Counter[str]]:
    rolled: Counter[str] = Counter()
    blind: Counter[str] = Counter()
    for seed in range(TABLES):
        table = table_of(seed)
        walk(table, random.Random(seed), STEPS, talk=0.0)
        rolled += table.rolled
        blind += table.blind
    return rolled, blind


def test_before_any_dice_their_chances_are_told(walked: tuple[Counter[str], Counter[str]]) -> None:
    assert not walked[1]


def test_enough_was_rolled_to_show_it(walked: tuple[Counter[str], Counter[str]]) -> None:
    assert sum(walked[0].values()) > 200
    assert {"attack", "check", "contest", "deal", "fall", "damage", "roll-table", "study"} <= set(walked[0])
