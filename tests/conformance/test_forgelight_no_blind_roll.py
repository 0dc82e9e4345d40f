"""Nobody rolls blind at a Forgelight table: before any dice of an action, an offer of it has told their chances."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.blind import Watched
from support.tables import demo_table, do

from tablelight.kernel.dice import plain_dice
from tablelight.systems.forgelight import SYSTEM
from tablelight.systems.forgelight.state import ForgeState
from tablelight.walk import walk

TABLES = 24
STEPS = 150

WITHOUT = ("end-turn",)
"""What begins with the next turn (burning, initiative anew) is nobody's to decide."""


def table_of(seed: int) -> Watched[ForgeState]:
    chance = random.Random(seed)
    plain = demo_table(SYSTEM, plain_dice(seed))
    table: Watched[ForgeState] = Watched(SYSTEM, plain_dice(seed), plain.room)
    table.watch(*WITHOUT)
    table.record_start(0.0, *SYSTEM.starts()[0].events)
    if seed % 3:
        for option in table.option_list.values():
            do(table, "gm", "option", option=option.id, value=chance.choice(option.values))
    if seed % 2:
        do(table, "gm", "fight")
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
    assert {"play", "roll", "fight", "join-fight", "fall", "damage", "risk-it-all"} <= set(walked[0])
