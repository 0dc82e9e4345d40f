"""Actlite's odds equal its rules, played for every outcome of the dice."""

from __future__ import annotations

import random
from typing import Any

import pytest
from odds.branching import Throw, branches, events, options_of, played

from tablelight.kernel.flow import Ask, Game
from tablelight.kernel.offers import Answer, Seat
from tablelight.odds import actlite as a
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import checks
from tablelight.systems.actlite.state import ActState, Character, Doing, Effect, Source, Trigger

OPTIONS = options_of(SYSTEM)
PEOPLE = {
    key: Character(name=key.title(), kind="pc", seat=Seat(key), scores={"STR": strength})
    for key, strength in (("ann", 2), ("bo", 0))
}
STATE = ActState(characters=PEOPLE)
SIX = Trigger("on 6", Effect("push"))


def most_sixes(game: Game[Any], ask: Ask) -> Answer:
    """Pick a pair that succeeds, then the most sixes, then the highest total; no other question is asked."""
    seat, offer = next(iter(ask.menu()))
    doing = game.state.doing[-1]

    def rank(pair: m.Pair) -> tuple[bool, int, int]:
        shown = (doing.faces[pair.first], doing.faces[pair.second])
        good = m.succeeds(pair.total, doing.score, doing.dc)
        return good, shown.count(6) if good else 0, pair.total

    best = max(m.pairs(doing.faces), key=rank)
    return Answer(seat, offer.key, {"dice": (str(best.first), str(best.second))})


def checked(score: int, dc: int, net: int) -> Any:
    sources = (Source("the day", net),) if net else ()
    doing = Doing("ann", "try it", dc=dc, score=score, sources=sources)

    def play(throw: Throw) -> Any:
        game = played(SYSTEM, STATE, OPTIONS, lambda g: checks.roll_check(g, doing, (SIX,)), most_sixes, throw)
        (made,) = events(game, e.CheckMade)
        (faces,) = [each.doing.faces for each in events(game, e.DiceRolled)]
        taken = [each.picked for each in events(game, e.PairTaken)]
        picked = [faces[at] for at in taken[-1]] if taken else list(faces)
        return made.success, made.total, picked.count(6) if made.success else 0

    return branches(play)


SMALL = random.Random(5)
CHECKS = sorted({(SMALL.randint(-2, 3), SMALL.randint(3, 13), SMALL.randint(-2, 2)) for _ in range(140)})


@pytest.mark.parametrize("part", range(4))
def test_checks_come_out_as_the_rules_play_them(part: int) -> None:
    for score, dc, net in CHECKS[part::4]:

        def result(two: a.Two, score: int = score, dc: int = dc) -> Any:
            good = m.succeeds(sum(two), score, dc)
            return good, sum(two) + score, m.times("on 6", two) if good else 0

        assert checked(score, dc, net) == a.counted(net, score, dc, "sixes").map(result), (score, dc, net)


@pytest.mark.parametrize(("one", "other"), [("ann", "bo"), ("bo", "ann"), ("bo", "bo2")])
def test_contests_come_out_as_the_rules_play_them(one: str, other: str) -> None:
    people = {**PEOPLE, "bo2": PEOPLE["bo"]}

    def play(throw: Throw) -> Any:
        winner: list[str] = []

        def begin(game: Game[Any]) -> Any:
            winner.append((yield from checks.contest(game, one, other, "STR")))

        played(SYSTEM, ActState(characters=people), OPTIONS, begin, most_sixes, throw)
        return winner[0]

    ends = a.contest(people[one].scores["STR"], people[other].scores["STR"])
    slow = branches(play)
    assert (slow.exactly(one), slow.exactly(other)) == (ends.won, ends.lost)
