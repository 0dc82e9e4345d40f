"""Dice in words: what they come to, exactly, and where a mistake stands."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from tablelight.odds import notation
from tablelight.odds.distribution import die
from tablelight.odds.work import OddsError


def slow(dice: tuple[int, ...], value: Callable[[tuple[int, ...]], int]) -> dict[int, Fraction]:
    found: dict[int, int] = {}
    for faces in product(*(range(1, size + 1) for size in dice)):
        found[value(faces)] = found.get(value(faces), 0) + 1
    return {total: Fraction(ways, sum(found.values())) for total, ways in found.items()}


@pytest.mark.parametrize(
    ("text", "dice", "value"),
    [
        ("2d6+3", (6, 6), lambda f: sum(f) + 3),
        ("4d6 keep highest 3", (6,) * 4, lambda f: sum(sorted(f)[1:])),
        ("4d6 drop lowest 1", (6,) * 4, lambda f: sum(sorted(f)[1:])),
        ("2d20 keep lowest", (20, 20), min),
        ("d10 d8 d6 drop highest", (10, 8, 6), lambda f: sum(f) - max(f)),
        ("5d4 count 3 or more", (4,) * 5, lambda f: sum(x >= 3 for x in f)),
        ("3d6 count 1,6", (6,) * 3, lambda f: sum(x in (1, 6) for x in f)),
        ("4d6 keep highest 2 count 5 or more", (6,) * 4, lambda f: sum(x >= 5 for x in sorted(f)[2:])),
        ("2*d6 - (d4 + 1)", (6, 4), lambda f: 2 * f[0] - f[1] - 1),
        ("d6*d4", (6, 4), lambda f: f[0] * f[1]),
        ("-d4", (4,), lambda f: -f[0]),
        ("7", (), lambda f: 7),
    ],
)
def test_the_odds_are_those_of_throwing_every_face(
    text: str, dice: tuple[int, ...], value: Callable[[tuple[int, ...]], int]
) -> None:
    assert notation.odds(text).chances() == slow(dice, value)


def test_a_reroll_is_thrown_once() -> None:
    assert notation.odds("d6 reroll 1").exactly(1) == Fraction(1, 36)
    assert notation.odds("d6 reroll 2 or less").exactly(6) == Fraction(1, 6) + Fraction(2, 6) * Fraction(1, 6)


def test_a_die_explodes_up_to_its_limit() -> None:
    numbers = notation.odds("d6 explode up to 2")
    assert numbers.exactly(18) == Fraction(1, 216)
    assert numbers.exactly(6) == 0
    assert max(numbers) == 18


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("1e9d6", 1, "digits"),
        ("999999999d6", 0, "from 0 to 1,000"),
        ("2d0", 2, "from 1"),
        ("d6 keep", 7, "highest or lowest"),
        ("d6 keep highest 2", 16, "only 1 dice"),
        ("d6 +", 4, "Dice or a number"),
        ("(d6", 3, "closing bracket"),
        ("d6 explode", 10, "up to"),
        ("d6 frobnicate", 3, "not expected"),
        ("", 0, "Write dice"),
        ("d6 count 5 keep highest 1", 11, "order"),
        ("600d6 500d6", 6, "More than 1,000 dice"),
        ("d6 reroll 1 reroll 2", 12, "only once"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, at: int, says: str) -> None:
    with pytest.raises(OddsError, match=says) as caught:
        notation.odds(text)
    assert caught.value.at == at


def test_too_much_work_is_refused_at_once() -> None:
    with pytest.raises(OddsError, match="the bound is"):
        notation.odds("500d1000 keep highest 250")
    with pytest.raises(OddsError, match="brackets"):
        notation.odds("(" * 100 + "1" + ")" * 100)


def test_throws_stay_within_the_odds() -> None:
    rng = random.Random(4)
    for text in ("4d6 keep highest 3", "3d6 explode up to 2", "5d10 reroll 1 count 8 or more", "2d6+3-d4"):
        odds, node = notation.odds(text), notation.parse(text)
        for _ in range(60):
            assert notation.throw(node, lambda sides: rng.randint(1, sides)).total in odds.weights


def test_one_die_is_one_die() -> None:
    assert notation.odds("d20") == die(20)
