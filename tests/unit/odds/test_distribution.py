"""Exact distributions, pools, bounds."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tablelight.odds.choices import Reading, all_readings
from tablelight.odds.distribution import Distribution, Numbers, die, mixed, sure, total_of
from tablelight.odds.pools import PoolDie, beats, best_total, largest_left
from tablelight.odds.torchlite import m, pool
from tablelight.odds.work import OddsError, bound


def test_two_dice_add_up() -> None:
    both = die(6).add(die(6))
    assert both.mean() == 7
    assert both.variance() == Fraction(35, 6)
    assert both.at_least(10) == Fraction(1, 6)
    assert both.exactly(7) == Fraction(1, 6)
    assert both == die(6).times(2) == total_of([6, 6])


def test_what_follows_and_what_is_given() -> None:
    again = die(4).then(lambda face: die(4) if face == 1 else sure(face))
    assert again.exactly(1) == Fraction(1, 16)
    assert die(6).given(lambda face: face > 4).exactly(6) == Fraction(1, 2)
    assert mixed([(1, die(2)), (2, sure(5))]).exactly(5) == Fraction(2, 3)


def test_nothing_has_no_distribution() -> None:
    with pytest.raises(OddsError, match="no weight"):
        Distribution[int]({})
    with pytest.raises(OddsError, match="below 0"):
        Distribution({1: -1})


def test_a_chance_of_one_is_exact() -> None:
    assert die(20).times(30).at_least(30) == 1
    assert die(20).times(30).at_least(31) < 1


def test_a_bound_names_itself() -> None:
    with pytest.raises(OddsError, match="That is 50 cards; the bound is 40"):
        bound(50, "cards", 40)


def slow_readings(dice: tuple[int, ...], extra: int) -> dict[tuple[Reading, ...], int]:
    found: dict[tuple[Reading, ...], int] = {}
    for faces in product(*(range(1, size + 1) for size in dice)):
        best: dict[int, int] = {}
        for pick in m.picks(dice, faces, extra):
            left = pick.effect if pick.effects else 0
            best[left] = max(best.get(left, 0), pick.sum)
        path: list[Reading] = []
        for left in sorted(best, reverse=True):
            if not path or best[left] > path[-1].sum:
                path.append(Reading(best[left], left))
        found[tuple(path)] = found.get(tuple(path), 0) + 1
    return found


RNG = random.Random(2)
POOLS = [
    (tuple(RNG.choices((4, 6, 8, 10, 12) if count < 4 else (4, 6, 8), k=count)), RNG.choice((0, 0, 1, 2)))
    for count in (1, 2, 2, 3, 3, 3, 3, 4, 4, 4)
]


@pytest.mark.parametrize(("dice", "extra"), POOLS)
def test_every_choice_equals_throwing_every_face(dice: tuple[int, ...], extra: int) -> None:
    slow = slow_readings(dice, extra)
    assert all_readings(pool(dice), m.TOTAL_DICE + extra) == slow
    totals = Numbers(_by(slow, lambda path: path[-1].sum))
    assert best_total(pool(dice), m.TOTAL_DICE + extra) == totals
    if not extra:
        for goal in (3, 8, 13):
            left = _by(slow, lambda path, goal=goal: next((one.left for one in path if one.sum > goal), None))
            assert largest_left(pool(dice), goal) == left


def _by(slow: dict[tuple[Reading, ...], int], key: Callable[[tuple[Reading, ...]], Any]) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for path, ways in slow.items():
        found[key(path)] = found.get(key(path), 0) + ways
    return found


def test_dice_that_always_count_have_a_best_total_too() -> None:
    dice = [PoolDie(6, (1, 2, 3, 4, 5, 6))] * 4
    assert best_total(dice, 3).exactly(18) == Fraction(21, 1296)


def test_the_higher_total_wins_and_ties_as_told() -> None:
    assert Fraction(*beats(die(6), die(6), ties=False)) == Fraction(15, 36)
    assert Fraction(*beats(die(6), die(6), ties=True)) == Fraction(21, 36)


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(OddsError, match="the bound is 12"):
        pool([6] * 13)
    with pytest.raises(OddsError, match="at least one die"):
        pool([])
