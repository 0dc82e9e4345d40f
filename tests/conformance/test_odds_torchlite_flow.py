"""TorchLite's odds equal its rules, played for every outcome of the dice."""

from __future__ import annotations

import random
from typing import Any

import pytest
from odds.branching import EnoughError, Throw, branches, events, options_of, played

from tablelight.kernel.flow import Ask, Game
from tablelight.kernel.offers import GM, Answer, Seat
from tablelight.odds import torchlite as t
from tablelight.systems.torchlite import SYSTEM
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite import mechanics as m
from tablelight.systems.torchlite.flows import contest, sfx
from tablelight.systems.torchlite.state import DIFFICULTY, Character, Contest, PoolDie, Side, TorchState, Use

PEOPLE = {
    "wren": Character("Wren", "pc", Seat("p1")),
    "ogre": Character("Ogre", "gmc", GM),
}
STATE = TorchState(characters=PEOPLE)
OPTIONS = options_of(SYSTEM)


def side(seat: Seat, who: str, dice: tuple[Any, ...]) -> Side:
    return Side(seat, who, tuple(PoolDie(die, str(at), f"d{die}") for at, die in enumerate(dice)), ready=True)


def policy(strongest: str) -> Any:
    """Hitches are left; the side `strongest` takes its best effect, others their highest total; then it is enough."""

    def answer(game: Game[Any], ask: Ask) -> Answer:
        for seat, offer in ask.menu():
            kind, _, _ = offer.key.partition(":")
            if offer.refused:
                continue
            if kind == "no-hitch":
                return Answer(seat, offer.key)
            if kind == "take":
                return take(game, seat, offer, strongest)
        raise EnoughError

    return answer


def take(game: Game[Any], seat: Seat, offer: Any, strongest: str) -> Answer:
    one = game.state.contest
    key = next(k for k in one.order if one.sides[k].faces and one.sides[k].total is None and one.sides[k].seat == seat)
    if key == strongest:
        best = next(suggestion for suggestion in offer.suggestions if suggestion.best)
        return Answer(seat, offer.key, dict(best.args))
    mine = one.sides[key]
    pick, names = m.highest(mine.dice, mine.faces), sfx.die_names(mine.dice)
    args: dict[str, Any] = {
        "total": tuple(names[at] for at in pick.total),
        "effect": tuple(names[at] for at in pick.effects),
    }
    return Answer(seat, offer.key, args)


def outcome(game: Game[Any], actor: str) -> Any:
    """None on a failure, else the final effect die and its extra dice."""
    if events(game, e.Failed):
        return None
    kept = events(game, e.TotalDeclared)
    mine = next(each for each in kept if each.side == actor)
    pool = next(each for each in events(game, e.PoolRolled) if each.side == actor).pool
    die, extras = max([pool[at].die for at in mine.kept], default=m.SMALLEST), ()
    for raised in events(game, e.EffectRaised):
        die, extras = raised.die, raised.extras
    for resisted in events(game, e.EffectResisted):
        die = resisted.die
    return die, extras


def climbed(dice: tuple[int, ...], against: tuple[int, ...]) -> Any:
    use = Use("asset", "wren", name="a ladder")
    sides = {DIFFICULTY: side(GM, "", against), "wren": side(Seat("p1"), "wren", dice)}
    began = Contest("wren", "climb", use, (), (DIFFICULTY, "wren"), sides)

    def play(throw: Throw) -> Any:
        return outcome(played(SYSTEM, STATE, OPTIONS, lambda g: contest.play(g, began), policy("wren"), throw), "wren")

    return branches(play)


def attacked(dice: tuple[int, ...], avoiding: tuple[int, ...]) -> Any:
    use = Use("stress", "wren", "damaged")
    sides = {"ogre": side(GM, "ogre", dice), "wren": side(Seat("p1"), "wren", avoiding)}
    began = Contest("ogre", "hit", use, ("wren",), ("ogre", "wren"), sides)

    def play(throw: Throw) -> Any:
        game = played(SYSTEM, STATE, OPTIONS, lambda g: contest.play(g, began), policy("nobody"), throw)
        ended = outcome(game, "ogre")
        return ended[0] if ended else 0

    return branches(play)


SMALL = random.Random(7)
TESTS = [
    (tuple(SMALL.choices((4, 6, 8), k=SMALL.randint(1, 3))), tuple(SMALL.choices((4, 6), k=SMALL.randint(1, 2))))
    for _ in range(100)
]


@pytest.mark.parametrize("part", range(4))
def test_tests_come_out_as_the_rules_play_them(part: int) -> None:
    for dice, against in TESTS[part::4]:
        if len(dice) + len(against) > 4:
            dice = tuple(min(die, 6) for die in dice[:2])
        fast = t.effects(dice, t.total(against)).map(lambda effect: effect and tuple(effect))
        assert climbed(dice, against) == fast, (dice, against)
        assert t.wins(t.margin(t.total(dice), t.total(against))) == 1 - fast.exactly(None)


@pytest.mark.parametrize("part", range(4))
def test_attacks_come_out_as_the_rules_play_them(part: int) -> None:
    for dice, against in TESTS[part::4]:
        if len(dice) + len(against) > 4:
            dice = tuple(min(die, 6) for die in dice[:2])
        assert attacked(dice, against) == t.attack(dice, against).map(lambda landed: landed[0]), (dice, against)
