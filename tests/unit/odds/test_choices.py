"""Every choice between a high total and a large die left over, compared with throwing every face."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from tablelight.odds import torchlite as t
from tablelight.odds.choices import Reading, Readings, all_readings
from tablelight.odds.distribution import Distribution
from tablelight.odds.pools import PoolDie
from tablelight.odds.torchlite import m
from tablelight.odds.work import OddsError

RNG = random.Random(11)
SIZES = (4, 6, 8, 10, 12)


def thrown(pool: list[PoolDie], keep: int) -> dict[Readings, int]:
    """All readings worth a thought, by trying every die as the one left out of every throw."""
    found: dict[Readings, int] = {}
    for faces in product(*([*die.faces, *[0] * die.useless] for die in pool)):
        good = [(face, die.size) for face, die in zip(faces, pool, strict=True) if face]
        best: dict[int, int] = {}
        if len(good) <= keep:
            best[0] = sum(face for face, _ in good)
        else:
            for at, (_, size) in enumerate(good):
                rest = sorted((face for face, _ in good[:at] + good[at + 1 :]), reverse=True)
                best[size] = max(best.get(size, 0), sum(rest[:keep]))
        path: list[Reading] = []
        for left in sorted(best, reverse=True):
            if not path or best[left] > path[-1].sum:
                path.append(Reading(best[left], left))
        found[tuple(path)] = found.get(tuple(path), 0) + 1
    return found


POOLS = [
    (tuple(RNG.choices(SIZES if count < 5 else SIZES[:3], k=count)), RNG.randint(1, 5), RNG.choice((1, 1, 2, 3)))
    for count in (1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6)
]


@pytest.mark.parametrize(("dice", "keep", "hitches_to"), POOLS)
def test_choices_equal_throwing_every_face(dice: tuple[int, ...], keep: int, hitches_to: int) -> None:
    pool = t.pool(dice, hitches_to)
    assert all_readings(pool, keep) == thrown(pool, keep)


@pytest.mark.parametrize("keep", [1, 2, 3, 4])
def test_dice_that_always_count_and_dice_with_like_faces(keep: int) -> None:
    pool = [PoolDie(6, (1, 2, 3, 4, 5, 6)), PoolDie(8, (2, 2, 5, 5)), PoolDie(8, (3, 4, 7), 2), PoolDie(4, (), 4)]
    assert all_readings(pool, keep) == thrown(pool, keep)


def settings() -> tuple[int, bool, int, bool, bool]:
    return (
        RNG.choice((0, 0, 1, 3)),
        RNG.random() < 0.5,
        RNG.choice((0, 0, 1, 2)),
        RNG.random() < 0.5,
        RNG.random() < 0.5,
    )


ROLLS = [
    (tuple(RNG.choices(SIZES, k=RNG.randint(1, 6))), tuple(RNG.choices(SIZES, k=RNG.randint(1, 3))), settings())
    for _ in range(40)
]


@pytest.mark.parametrize(("dice", "against", "how"), ROLLS)
def test_effects_are_the_strongest_of_every_reading(
    dice: tuple[int, ...], against: tuple[int, ...], how: tuple[int, bool, int, bool, bool]
) -> None:
    free, first, extra, grow, heroic = how
    bar, slow = t.total(against), Distribution(t.readings(dice, extra).weights)
    found = t.effects(dice, bar, free, first, extra, grow, heroic)
    assert found == bar.then(
        lambda opposed: slow.map(lambda each: t.strongest(each, opposed, first, free, grow, heroic))
    )


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_the_highest_reading_is_the_last_one(extra: int) -> None:
    for dice in ((12, 10, 8, 8, 6), (4, 4), (10, 6, 6, 4)):
        assert t.highest(dice, extra) == t.readings(dice, extra).map(lambda each: each[-1])


def test_twelve_mixed_dice_with_any_number_of_plot_points_agree_with_their_highest_total() -> None:
    dice = (12, 12, 12, 10, 10, 10, 8, 8, 6, 6, 4, 4)
    for extra in (0, 1, 2, 4, 7, 10):
        won = 1 - t.effects(dice, t.total((8, 8)), extra=extra).exactly(None)
        assert won == t.wins(t.margin(t.total(dice, extra), t.total((8, 8))))


def test_a_botched_pool_has_a_total_of_nothing() -> None:
    assert t.effects((4, 4), t.total((12,))).exactly(None) >= Fraction(1, 16)
    assert all_readings(t.pool((4, 4)))[(Reading(0, 0),)] == 1
    assert m.SMALLEST == 4


def test_pools_beyond_the_bound_are_refused() -> None:
    with pytest.raises(OddsError, match="the bound is 12"):
        t.readings((4,) * 13)
