"""Nobody rolls blind at an Actlite table: before any dice of an action, an offer of it has told their chances.

Random legal play; each time something is taken, its chances are asked for first, as the page does.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.blind import Watched
from support.tables import demo_table, do

from tablelight.kernel.dice import plain_dice
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.state import ActState
from tablelight.walk import walk

TABLES = 24
STEPS = 150

WITHOUT = {"sham"}
"""A sham roll changes nothing: it has no outcome to tell."""


def table_of(seed: int) -> Watched[ActState]:
    chance = random.Random(seed)
    plain = demo_table(SYSTEM, plain_dice(seed))
    table: Watched[ActState] = Watched(SYSTEM, plain_dice(seed), plain.room)
    table.watch(*WITHOUT)
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
