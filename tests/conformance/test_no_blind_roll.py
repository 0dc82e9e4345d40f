"""Nobody rolls blind: before any dice of an action, an offer of it has told their chances.

Random legal play; each time something is taken, its chances are asked for first, as the page does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from support.blind import Watched
from support.tables import demo_table, do

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.system import find_system
from tablelight.walk import walk

TABLES = 14
STEPS = 150

Table: TypeAlias = Watched[Any]

WITHOUT = {
    "torchlite": (),
    "rogue-spire": (),
    "actlite": ("sham",),
    "forgelight": ("end-turn",),
}
"""A sham roll changes nothing; what begins with the next turn (burning, initiative anew) is nobody's to decide."""

THROWN = {
    "torchlite": {"roll", "throw"},
    "rogue-spire": {"roll", "roll-list", "time", "complete", "wound"},
    "actlite": {"attack", "check", "contest", "deal", "fall", "damage", "roll-table", "study"},
    "forgelight": {"play", "roll", "fight", "join-fight", "fall", "damage", "risk-it-all"},
}
"""What must have been rolled, to show anything."""


def any_options(table: Table, chance: random.Random) -> None:
    """Set every table option to something."""
    for option in table.option_list.values():
        do(table, "gm", "option", option=option.id, value=chance.choice(option.values))


def torchlite(table: Table, seed: int) -> None:
    if seed % 2:
        any_options(table, random.Random(seed))


def rogue_spire(table: Table, seed: int) -> None:
    if seed % 2:
        any_options(table, random.Random(seed))
    if seed % 4 == 0:
        do(table, "gm", "end-encounter")
        do(table, "gm", "wound", dice=("wren/vitality", "osk/d6"))


def actlite(table: Table, seed: int) -> None:
    if seed % 2:
        any_options(table, random.Random(seed))
    for option in ("consequence-custom-rows", "cash", "hexes"):
        do(table, "gm", "option", option=option, value="on")
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


def forgelight(table: Table, seed: int) -> None:
    if seed % 3:
        any_options(table, random.Random(seed))
    if seed % 2:
        do(table, "gm", "fight")


BEGIN: dict[str, Callable[[Table, int], None]] = {
    "torchlite": torchlite,
    "rogue-spire": rogue_spire,
    "actlite": actlite,
    "forgelight": forgelight,
}


@pytest.mark.parametrize("system", BEGIN)
def test_before_any_dice_their_chances_are_told(system: str) -> None:
    game: Any = find_system(system)
    rolled: Counter[str] = Counter()
    blind: Counter[str] = Counter()
    for seed in range(TABLES):
        table: Table = Watched(game, plain_dice(seed), demo_table(game).room)
        table.watch(*WITHOUT[system])
        table.record_start(0.0, *next(start for start in game.starts() if start.key == "demo").events)
        BEGIN[system](table, seed)
        walk(table, random.Random(seed), STEPS, talk=0.0)
        rolled += table.rolled
        blind += table.blind
    assert not blind
    assert rolled.keys() >= THROWN[system]
    assert rolled.total() > 100
