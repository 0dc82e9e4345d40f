"""The Rogue Spire's odds equal its rules, played for every outcome of the dice."""

from __future__ import annotations

import random
from typing import Any

import pytest
from odds.branching import EnoughError, Throw, branches, events, options_of, played

from tablelight.kernel.flow import Ask, Game
from tablelight.kernel.offers import Answer, Seat
from tablelight.odds import rogue_spire as r
from tablelight.systems.rogue_spire import SYSTEM
from tablelight.systems.rogue_spire import events as e
from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.flows import rests, rolling
from tablelight.systems.rogue_spire.state import Attempt, Character, SpireDie, SpireState

WAYS = {
    "book": ({}, r.BOOK),
    "sum": ({"roll-again": "sum"}, r.Rules(m.Reading(adds=True))),
    "maximum": ({"and-at-maximum": "on"}, r.Rules(m.Reading(at_maximum=True))),
    "ties": ({"tie-counts-as": "success"}, r.Rules(m.Reading(ties_win=True))),
}


def enough(game: Game[Any], ask: Ask) -> Answer:
    raise EnoughError


def person(dice: tuple[Any, ...], harm: m.Harm = "none") -> Character:
    owned = {
        f"d{at}": SpireDie(kind="skill", sides=sides, harm=harm, spent=harm == "wounded")
        for at, sides in enumerate(dice)
    }
    return Character(
        "Sable", "pc", Seat("p1"), limit=1_000, dice={"vitality": SpireDie(kind="vitality", sides=6), **owned}
    )


def acted(dice: tuple[int, ...], td: int | None, chosen: dict[str, str]) -> Any:
    attempt = Attempt("sable", "climb", kind="skilled", td=td, td_from="spire-master" if td else "rolled-die")
    state = SpireState(characters={"sable": person(dice)}, attempts=(attempt,))
    options = options_of(SYSTEM, **chosen)
    keys = [f"d{at}" for at in range(len(dice))]

    def play(throw: Throw) -> Any:
        game = played(SYSTEM, state, options, lambda g: rolling.throw(g, keys), enough, throw)
        thrown = game.state.attempt.rolled
        return rolling.best(game.state.attempt), len(thrown), game.state.characters["sable"].xp

    return branches(play)


def slept(wounded: tuple[int, ...]) -> Any:
    state = SpireState(characters={"sable": person(wounded, "wounded")})
    options = options_of(SYSTEM)

    def begin(game: Game[Any]) -> Any:
        for key in [key for key in game.state.characters["sable"].dice if key != "vitality"]:
            yield from rests.heal_naturally(game, "sable", key)

    def play(throw: Throw) -> Any:
        game = played(SYSTEM, state, options, begin, enough, throw)
        return sum(1 for each in events(game, e.NaturalHealingRolled) if m.beaten(each.result))

    return branches(play)


SMALL = random.Random(11)
ACTIONS = [
    (tuple(SMALL.choices((4, 6, 8), k=SMALL.randint(1, 3))), SMALL.choice((None, 2, 3, 4, 5, 7, 9))) for _ in range(50)
]


@pytest.mark.parametrize("way", WAYS)
def test_actions_come_out_as_the_rules_play_them(way: str) -> None:
    chosen, rules = WAYS[way]
    for dice, td in ACTIONS:
        fast = r.action(dice, td, rules).map(lambda attempt: (attempt.best, attempt.dice, attempt.xp))
        assert acted(dice, td, chosen) == fast, (dice, td)


@pytest.mark.parametrize("wounded", [(4,), (6,), (8,), (4, 6), (4, 4, 6)])
def test_wounded_dice_heal_as_the_rules_play_it(wounded: tuple[int, ...]) -> None:
    healed = r.night(r.Hurt(wounded)).map(lambda hurt: len(wounded) - len(hurt.wounded))
    assert slept(wounded) == healed
