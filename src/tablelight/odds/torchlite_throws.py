"""TorchLite's choices that look at every throw: extra effect dice to keep, plot points to spend on the total.

Dice are added one by one, and throws that allow the same from there on are counted as one: of some dice only the size
matters, of others only that they are low. What is left in the end are the choices that throws allow, each with what it
costs of the highest total; so all highest totals that come with a choice are compared with the other side's at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations
from math import lcm, prod
from operator import ge
from typing import NamedTuple, TypeAlias, TypeVar

from tablelight.odds import torchlite as t
from tablelight.odds.distribution import Distribution, Numbers, lowest_terms, pack
from tablelight.odds.margins import Margins
from tablelight.odds.torchlite import m
from tablelight.odds.work import OddsError, bound

State = TypeVar("State")
Choice = TypeVar("Choice")

MOST_STEPS = 60_000
"""Faces looked at while dice are added, so that an answer comes at once."""
MOST_TO_KEEP = 17_000
MOST_TO_BUY = 8_000
"""Throws that differ in what they allow."""


def _throws(
    dice: t.Dice, nothing: State, with_die: Callable[[State, int], Iterable[tuple[State, int]]], most: int
) -> dict[State, int]:
    """How many throws lead to each state when dice are added in this order; `with_die` gives the states that follow
    one, and how many faces of the die lead there."""
    now: dict[State, int] = {nothing: 1}
    steps = 0
    for size in dice:
        steps += len(now) * size
        bound(steps, "steps to see what throws of these dice allow, or more", MOST_STEPS)
        step: dict[State, int] = {}
        for state, ways in now.items():
            for after, faces in with_die(state, size):
                step[after] = step.get(after, 0) + ways * faces
        now = step
    bound(len(now), "throws that differ in what they allow", most)
    return now


def _side_by_side(found: dict[tuple[Choice, int], int], slot: int) -> dict[Choice, int]:
    """For each choice the weights of all highest totals that come with it."""
    apart: dict[Choice, dict[int, int]] = {}
    for (choice, total), ways in found.items():
        apart.setdefault(choice, {})[total] = ways
    return {
        choice: pack([totals.get(total, 0) for total in range(max(totals) + 1)], slot)
        for choice, totals in apart.items()
    }


def _after(numbers: list[int], cost: int) -> list[int]:
    """What comes at each margin of the highest total if it loses so much."""
    return (numbers[:1] * cost + numbers)[: len(numbers)]


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
    t.pool(dice)
    slot = prod(dice).bit_length() + 1
    margins = Margins(bar, sum(sorted(dice)[-m.TOTAL_DICE :]))
    ranks: dict[Kept, list[Kept]] = {}

    def rank(sizes: Kept) -> list[Kept]:
        return [_final(sizes, margin, free) if m.beats(margin, 0, first) else () for margin in margins.range]

    allowed = _side_by_side(_ways_to_keep(dice, kept), slot)
    for choice in allowed:
        for each in choice:
            if each.sizes not in ranks:
                ranks[each.sizes] = rank(each.sizes)
    order = sorted({(), *(each for listed in ranks.values() for each in listed)})
    number = {each: at for at, each in enumerate(order)}
    numbers = {sizes: [number[each] for each in listed] for sizes, listed in ranks.items()}

    def best(choice: ToKeeps) -> Iterable[int]:
        after = [_after(numbers[each.sizes], each.cost) for each in choice]
        return map(max, *after) if len(after) > 1 else after[0]

    found = margins.count(((packed, best(choice)) for choice, packed in allowed.items()), slot, len(order))
    return lowest_terms({final or None: ways for final, ways in zip(order, found, strict=True)})


class ToKeep(NamedTuple):
    """Dice that may be kept, the largest first, and what the highest total loses by it."""

    sizes: Kept
    cost: int


ToKeeps: TypeAlias = tuple[ToKeep, ...]


class _Usable(NamedTuple):
    """Dice so far, the smallest first: the sizes of the largest that count, and those worth a thought for the total.

    A die is not worth it if two others show as much that are no larger."""

    sizes: Kept
    high: tuple[tuple[int, int], ...]


def _ways_to_keep(dice: t.Dice, kept: int) -> dict[tuple[ToKeeps, int], int]:
    """What throws allow, with the highest total, and how many do."""
    most = kept + 1 + m.TOTAL_DICE

    def with_die(state: _Usable, size: int) -> Iterator[tuple[_Usable, int]]:
        yield state, t.pool_die(size).useless
        sizes = (size, *state.sizes)[:most]
        low = sorted([face for _, face in state.high])[-m.TOTAL_DICE] if len(state.high) >= m.TOTAL_DICE else 0
        few = [face for face in t.pool_die(size).faces if face <= low]
        if few:
            yield _Usable(sizes, state.high), len(few)
        for face in t.pool_die(size).faces[len(few) :]:
            yield _Usable(sizes, _worth_it(state.high, size, face)), 1

    found: dict[tuple[ToKeeps, int], int] = {}
    for state, ways in _throws(sorted(dice), _Usable((), ()), with_die, MOST_TO_KEEP).items():
        key = _to_keep(state, kept)
        found[key] = found.get(key, 0) + ways
    return found


def _worth_it(high: tuple[tuple[int, int], ...], size: int, face: int) -> tuple[tuple[int, int], ...]:
    """The dice worth a thought with one more; of its own size no more than two are."""
    like = sorted([each for each in high if each[0] == size] + [(size, face)])[-m.TOTAL_DICE :]
    return (*[each for each in high if each[0] != size], *like)


def _to_keep(state: _Usable, kept: int) -> tuple[ToKeeps, int]:
    faces = [face for _, face in state.high]
    best: dict[Kept, int] = {}
    for one, other, sizes in _left(state.sizes, tuple([size for size, _ in state.high]), kept):
        summed = faces[one] + faces[other]
        if summed > best.get(sizes, 0):
            best[sizes] = summed
    if not best:
        return (ToKeep((m.SMALLEST,), 0),), sum(faces)
    total = max(best.values())
    listed: list[ToKeep] = []
    for sizes in sorted(best, reverse=True):
        cost = total - best[sizes]
        for each in listed:
            if each.cost <= cost and _no_less(each.sizes, sizes):
                break
        else:
            listed.append(ToKeep(sizes, cost))
    return tuple(listed), total


@lru_cache(maxsize=65536)
def _left(sizes: Kept, high: Kept, kept: int) -> list[tuple[int, int, Kept]]:
    """For each two of the dice worth a thought that may make the total: what is left to keep, a d4 in any case."""
    found: list[tuple[int, int, Kept]] = []
    for one, other in combinations(range(len(high)), m.TOTAL_DICE):
        left = list(sizes)
        for each in (high[one], high[other]):
            if each in left:
                left.remove(each)
        found.append((one, other, tuple(left[: kept + 1]) or (m.SMALLEST,)))
    return found


@lru_cache(maxsize=65536)
def _no_less(one: Kept, other: Kept) -> bool:
    """Whether the first dice are each as large as the others, or larger."""
    return all(map(ge, one, other))


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


def spending(dice: t.Dice, bar: Distribution[int], points: int, stake: t.Stake) -> Spending:
    """A roll whose total is named, and plot points spent, in view of the throw and the bar.

    An OddsError if a larger effect die, or a success, is worth less than a smaller one, or a failure.
    """
    if not _rising(stake):
        raise OddsError("A success, and a larger effect die, must not be worth less than a failure, or a smaller one.")
    t.pool(dice)
    unit = lcm(*(each.denominator for each in (stake.success, stake.point, *(stake.effect or {}).values())))
    price, slot = int(stake.point * unit), prod(dice).bit_length() + 1
    margins = Margins(bar, sum(sorted(dice)[-m.TOTAL_DICE - points :]))

    def won(size: int, margin: int) -> int:
        return int(t.worth(m.Pick((), (), margin, size), 0, 0, stake) * unit)

    plain = {size: [won(size, margin) for margin in margins.range] for size in {*dice, m.SMALLEST}}
    as_good = {size: min(each for each in plain if plain[each] == plain[size]) for size in plain}
    order = sorted(
        {(each - price * at, -at) for listed in plain.values() for each in listed for at in range(points + 1)}
    )
    number = {each: at for at, each in enumerate(order)}
    numbers = {
        (size, at): [number[each - price * at, -at] for each in listed]
        for size, listed in plain.items()
        for at in range(points + 1)
    }
    allowed = _side_by_side(_ways_to_buy(dice, points, as_good), slot)

    def best(choice: ToBuys, at_hand: int) -> Iterable[int]:
        after = [_after(numbers[each.size, each.points], each.cost) for each in choice if each.points <= at_hand]
        return map(max, *after) if len(after) > 1 else after[0]

    of = prod(dice) * bar.total
    worths: list[Fraction] = []
    found: list[int] = []
    for at_hand in range(points + 1):
        found = margins.count(((packed, best(choice, at_hand)) for choice, packed in allowed.items()), slot, len(order))
        worths.append(Fraction(sum([each[0] * ways for each, ways in zip(order, found, strict=True)]), unit * of))
    used = [0] * (points + 1)
    for (_, at), ways in zip(order, found, strict=True):
        used[-at] += ways
    return Spending(tuple(worths), Numbers(dict(enumerate(used))))


class ToBuy(NamedTuple):
    """Plot points paid, the effect die left, and what the highest total for all points loses by it."""

    points: int
    size: int
    cost: int


ToBuys: TypeAlias = tuple[ToBuy, ...]


class _Shown(NamedTuple):
    """Dice so far, the largest first: the highest faces, and of each size worth leaving out the lowest face.

    Of a smaller size only a lower face is worth it; 0 stands for one that is in no total."""

    top: tuple[int, ...]
    low: tuple[tuple[int, int], ...]


def _ways_to_buy(dice: t.Dice, points: int, as_good: Mapping[int, int]) -> dict[tuple[ToBuys, int], int]:
    """What throws allow, with the highest total for all points, and how many do; some sizes are no better to have
    left than a smaller one."""
    most = m.TOTAL_DICE + points + 1

    def with_die(state: _Shown, size: int) -> Iterator[tuple[_Shown, int]]:
        yield state, t.pool_die(size).useless
        floor = state.top[-1] if len(state.top) == most else 0
        few = [face for face in t.pool_die(size).faces if face <= floor]
        if few:
            yield _Shown(state.top, _lower(state.low, as_good[size], 0, floor)), len(few)
        for face in t.pool_die(size).faces[len(few) :]:
            top = tuple(sorted((*state.top, face), reverse=True)[:most])
            yield _Shown(top, _lower(state.low, as_good[size], face, top[-1] if len(top) == most else 0)), 1

    found: dict[tuple[ToBuys, int], int] = {}
    for state, ways in _throws(sorted(dice, reverse=True), _Shown((), ()), with_die, MOST_TO_BUY).items():
        key = _to_buy(state, points)
        found[key] = found.get(key, 0) + ways
    return found


def _lower(low: tuple[tuple[int, int], ...], size: int, face: int, floor: int) -> tuple[tuple[int, int], ...]:
    """The dice worth leaving out with one more; all faces up to the floor are as low as can be."""
    listed = list(low)
    if not listed or face < listed[-1][1]:
        listed = [each for each in listed if each[0] != size] + [(size, face)]
    high = [each for each in listed if each[1] > floor]
    return (*high, (listed[len(high)][0], 0)) if len(high) < len(listed) else tuple(high)


def _to_buy(state: _Shown, points: int) -> tuple[ToBuys, int]:
    count = len(state.top)
    bought = max(min(points, count - m.TOTAL_DICE), 0)
    sums = [0, *accumulate(state.top)]
    total = sums[min(m.TOTAL_DICE + points, count)]
    listed: list[ToBuy] = []
    for at in range(bought + 1):
        keep = m.TOTAL_DICE + at
        if keep >= count:
            listed.append(ToBuy(at, m.SMALLEST, 0))
            continue
        lost, bar = total - sums[keep], state.top[keep]
        for size, face in state.low:
            listed.append(ToBuy(at, size, lost + max(face - bar, 0)))
            if face <= bar:
                break
    return tuple(listed), total


def _rising(stake: t.Stake) -> bool:
    """Whether a larger effect die, and a success, are never worth less."""
    worths = [(stake.effect or {}).get(size, Fraction(0)) for size in m.SIZES]
    return worths == sorted(worths) and stake.success + worths[0] >= 0
