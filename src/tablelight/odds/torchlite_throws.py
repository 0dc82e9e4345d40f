"""TorchLite's choices that look at every throw: extra effect dice to keep, plot points to spend on the total.

Throws that differ only in which of like dice shows what are one; throws that allow the same are put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations, combinations_with_replacement, product
from math import comb, factorial, lcm, prod
from operator import ge
from typing import NamedTuple, TypeAlias

from tablelight.odds import torchlite as t
from tablelight.odds.distribution import Distribution, Numbers, lowest_terms
from tablelight.odds.torchlite import m
from tablelight.odds.work import bound

# ------------------------------------------------------------------ throws

MOST_THROWS = 100_000


def different_throws(dice: t.Dice) -> int:
    """How many throws differ in more than which of like dice shows what."""
    return prod([comb(size + dice.count(size) - 1, dice.count(size)) for size in set(dice)])


def throws_of(dice: t.Dice) -> Iterable[tuple[tuple[int, ...], int]]:
    """Every throw that differs, faces of like dice in falling order, with how often it comes."""
    places = {size: [at for at, each in enumerate(dice) if each == size] for size in dice}
    bound(different_throws(dice), "throws to choose for", MOST_THROWS)
    order = sorted(range(len(dice)), key=[at for ats in places.values() for at in ats].__getitem__)
    for parts in product(*(_like(size, len(ats)) for size, ats in places.items())):
        faces = [face for shown, _ in parts for face in shown]
        yield tuple([faces[at] for at in order]), prod(ways for _, ways in parts)


@cache
def _like(size: int, count: int) -> list[tuple[tuple[int, ...], int]]:
    """What like dice show, falling, and how often."""
    return [
        (faces, factorial(count) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(range(size, 0, -1), count)
    ]


# ------------------------------------------------------------------ extra effect dice

Kept: TypeAlias = tuple[int, ...]
"""The final effect dice of a roll, the largest first."""


def effects_kept(
    dice: t.Dice, bar: Distribution[int], kept: int, free: int = 0, first: bool = False
) -> Distribution[Kept | None]:
    """The effect dice of an action that keeps up to so many more than one, each for a plot point; None for a failure.

    Of all readings that beat the bar, and all dice that the steps up may go to, it takes what gives the largest die,
    then the largest next one, and so on
    (torchlite/extra-effect-dice, torchlite/extra-effect-limits, torchlite/effect-d12-overflow).
    """
    allowed: dict[tuple[ToKeep, ...], int] = {}
    for faces, ways in throws_of(dice):
        listed = _ways_to_keep(dice, faces, kept)
        allowed[listed] = allowed.get(listed, 0) + ways
    bound(len(allowed) * len(bar), "readings to compare with a total", MOST_COMPARED)
    found: dict[Kept | None, int] = {}
    for listed, ways in allowed.items():
        for opposed, weight in bar.weights.items():
            finals = [
                _final(each.sizes, each.sum - opposed, free) for each in listed if m.beats(each.sum, opposed, first)
            ]
            best = max(finals, default=None)
            found[best] = found.get(best, 0) + ways * weight
    return lowest_terms(found)


class ToKeep(NamedTuple):
    """A total of a throw, and the dice that it leaves to keep, the largest first."""

    sum: int
    sizes: Kept


MOST_COMPARED = 500_000


def _ways_to_keep(dice: t.Dice, faces: Sequence[int], kept: int) -> tuple[ToKeep, ...]:
    """All that a throw allows, but for what leaves no larger die and has no higher total than something else."""
    good = sorted(m.usable(faces), key=lambda at: -dice[at])
    best: dict[Kept, int] = {}
    for total in combinations(good, min(m.TOTAL_DICE, len(good))):
        sizes = tuple([dice[at] for at in good if at not in total][: kept + 1]) or (m.SMALLEST,)
        best[sizes] = max(best.get(sizes, 0), sum([faces[at] for at in total]))
    listed: list[ToKeep] = []
    for sizes in sorted(best, reverse=True):
        if not any(each.sum >= best[sizes] and all(map(ge, each.sizes, sizes)) for each in listed):
            listed.append(ToKeep(best[sizes], sizes))
    return tuple(listed)


@lru_cache(maxsize=65536)
def _final(sizes: Kept, margin: int, free: int) -> Kept:
    """The dice after all steps went to the one of them that they do most for."""
    steps = m.heroic_steps(margin) + free
    found: list[Kept] = []
    for at, size in enumerate(sizes):
        effect = t.raised(size, steps)
        found.append(tuple(sorted((*sizes[:at], effect.die, *effect.extras, *sizes[at + 1 :]), reverse=True)))
    return max(found)


# ------------------------------------------------------------------ plot points for the total


class Spending(NamedTuple):
    """What plot points are worth before a throw: the mean worth with 0, 1, 2, … at hand, and how many of the most are
    spent; of choices with equal worth the one that pays less."""

    worths: tuple[Fraction, ...]
    used: Numbers


MOST_READ = 4_000_000


def spending(dice: t.Dice, bar: Distribution[int], points: int, stake: t.Stake) -> Spending:
    """A roll whose total is named, and plot points spent, in view of the throw and the bar."""
    unit = lcm(*(each.denominator for each in (stake.success, stake.point, *(stake.effect or {}).values())))
    price = int(stake.point * unit)

    @cache
    def won(effect: int, margin: int) -> int:
        return int(t.worth(m.Pick((), (), margin, effect), 0, 0, stake) * unit)

    means, used = [0] * (points + 1), [0] * (points + 1)
    for listed, ways in _allowed(dice, points, _rising(stake)).items():
        for opposed, weight in bar.weights.items():
            best = [max([won(size, total - opposed) for total, size in each]) for each in listed]
            best = list(accumulate([each - price * spent for spent, each in enumerate(best)], max))
            for at in range(points + 1):
                means[at] += best[min(at, len(best) - 1)] * ways * weight
            used[best.index(best[-1])] += ways * weight
    of = prod(dice) * bar.total
    return Spending(tuple(Fraction(each, unit * of) for each in means), Numbers(dict(enumerate(used))))


Listed: TypeAlias = tuple[frozenset[tuple[int, int]], ...]
"""For each number of plot points the totals and effect dice that can be had for just so many."""


def _allowed(dice: t.Dice, points: int, rising: bool) -> dict[Listed, int]:
    """How often a throw allows just these readings. Where larger dice and totals are never worth less (`rising`), only
    the highest total beside each effect die."""
    subsets = sum([comb(len(dice), m.TOTAL_DICE + spent) for spent in range(points + 1)])
    bound(different_throws(dice) * subsets, "readings of all throws", MOST_READ)
    found: dict[Listed, int] = {}
    for faces, ways in throws_of(dice):
        good = m.usable(faces)
        most = max(min(points, len(good) - m.TOTAL_DICE), 0)
        each = tuple(_just(dice, faces, good, spent, rising) for spent in range(most + 1))
        found[each] = found.get(each, 0) + ways
    return found


def _just(
    dice: t.Dice, faces: Sequence[int], good: Sequence[int], spent: int, rising: bool
) -> frozenset[tuple[int, int]]:
    count = min(m.TOTAL_DICE + spent, len(good))
    found: set[tuple[int, int]] = set()
    for total in combinations(good, count):
        summed = sum([faces[at] for at in total])
        found.update([(summed, dice[at]) for at in good if at not in total] or [(summed, m.SMALLEST)])
    if rising:
        best: dict[int, int] = {}
        for summed, size in found:
            best[size] = max(best.get(size, 0), summed)
        return frozenset((summed, size) for size, summed in best.items())
    return frozenset(found)


def _rising(stake: t.Stake) -> bool:
    """Whether a larger effect die, and a success, are never worth less."""
    worths = [(stake.effect or {}).get(size, Fraction(0)) for size in m.SIZES]
    return worths == sorted(worths) and stake.success + worths[0] >= 0
