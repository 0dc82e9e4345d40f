"""Pools of mixed dice: the best of them, and the largest die left over, counted without throwing them.

Nothing here lists outcomes. The dice of one size are counted together, and what they may show is counted by products
of whole numbers, so that a dozen dice are as quick as two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod
from typing import NamedTuple, TypeAlias

from tablelight.odds.distribution import Numbers, unpack

Counts: TypeAlias = dict[int, int]


class PoolDie(NamedTuple):
    """A die as a pool reads it: its size, the faces that count, and how many faces count for nothing."""

    size: int
    faces: tuple[int, ...]
    useless: int = 0


class Group(NamedTuple):
    """Dice that are alike, and how many."""

    die: PoolDie
    dice: int


def grouped(pool: Iterable[PoolDie]) -> list[Group]:
    """Like dice together, the largest first."""
    counts: dict[PoolDie, int] = {}
    for die in pool:
        counts[die] = counts.get(die, 0) + 1
    return [Group(die, counts[die]) for die in sorted(counts, key=lambda die: (-die.size, die.faces))]


def throws(pool: Iterable[PoolDie]) -> int:
    """How many outcomes the pool has."""
    return prod(len(die.faces) + die.useless for die in pool)


# ------------------------------------------------------------------ sums side by side in one large number


Counted: TypeAlias = list[int]
"""The sums of 0, 1, 2, … dice that count, each as one number: the weight of a sum stands in its slot of bits."""


def packed_sums(group: Group, slot: int, above: int = 0, least: int = 0) -> int:
    """What one die of a group adds to a sum if it shows `least` above a bar or more."""
    return sum([1 << slot * (face - above) for face in group.die.faces if face - above >= least])


def mixture(dice: int, sums: int, others: int) -> Counted:
    """So many dice, of which some add one of `sums`; the others don't count, each in one of so many ways."""
    return [comb(dice, count) * sums**count * others ** (dice - count) for count in range(dice + 1)]


def open_group(group: Group, sums: int) -> Counted:
    """A group where each die that is not useless adds one of these sums."""
    return mixture(group.dice, sums, group.die.useless)


def times(one: Counted, other: Counted, most: int) -> Counted:
    """Two independent groups together, with no more than `most` dice that count."""
    found = [0] * min(len(one) + len(other) - 1, most + 1)
    for count, packed in enumerate(one[: most + 1]):
        if packed:
            for more, factor in enumerate(other[: len(found) - count]):
                if factor:
                    found[count + more] += packed * factor
    return found


def up_to(most: int, groups: Iterable[Counted]) -> Counted:
    """Independent groups together, with no more than `most` dice that count."""
    found = [1]
    for group in groups:
        found = times(found, group, most)
    return found


# ------------------------------------------------------------------ the highest total


def best_total(pool: Sequence[PoolDie], keep: int = 2) -> Numbers:
    """The sum of the `keep` highest dice that count; fewer where fewer count, 0 where none does."""
    if keep == 2 and pool and all(die.useless for die in pool):
        return _best_two(grouped(pool))
    return _best_few(grouped([PoolDie(0, die.faces, die.useless) for die in pool]), keep)


def _best_two(groups: Sequence[Group]) -> Numbers:
    """Sums of two by how many outcomes stay at or below each: one die may be high if all others are low enough."""
    most = max(max(group.die.faces, default=0) for group in groups)
    upto = [
        [group.die.useless + sum(face <= y for face in group.die.faces) for y in range(most + 1)] for group in groups
    ]
    everyone = [
        prod(counts[y] ** group.dice for counts, group in zip(upto, groups, strict=True)) for y in range(most + 1)
    ]
    one_high = [_one_at(groups, [counts[y] for counts in upto], everyone[y], most) for y in range(most + 1)]
    found: Counts = {}
    before = 0
    for goal in range(2 * most + 1):
        now = everyone[min(goal // 2, most)]
        for high in range(goal // 2 + 1, min(goal, most) + 1):
            now += one_high[goal - high][high]
        if now != before:
            found[goal] = now - before
            before = now
    return Numbers(found)


def _best_few(groups: Sequence[Group], keep: int) -> Numbers:
    """Sums of any number of dice: for each face the outcomes in which the last die of the total shows it.

    The weights of all sums stand side by side in one large number, so that adding a die is a few multiplications.
    """
    most = max([max(group.die.faces, default=0) for group in groups], default=0)
    slot = throws(group.die for group in groups for _ in range(group.dice)).bit_length() + 1
    packed = sum(up_to(keep - 1, [open_group(group, packed_sums(group, slot)) for group in groups]))
    for bar in range(1, most + 1):
        packed += _last_shows(groups, keep, bar, slot)
    return Numbers(dict(unpack(packed, slot)))


def _last_shows(groups: Sequence[Group], keep: int, bar: int, slot: int) -> int:
    """Sums of the outcomes in which the die number `keep`, counted from the highest, shows `bar`."""
    states: dict[tuple[int, int], int] = {(0, 0): 1}  # dice above the bar, at or above it: the packed sums
    for group in groups:
        high = sum([1 << slot * face for face in group.die.faces if face > bar])
        equal = group.die.faces.count(bar)
        low = len(group.die.faces) + group.die.useless - equal - sum([face > bar for face in group.die.faces])
        for _ in range(group.dice):
            step: dict[tuple[int, int], int] = {}
            for (above, upto), sums in states.items():
                if low:
                    step[above, upto] = step.get((above, upto), 0) + sums * low
                if equal:
                    key = above, min(upto + 1, keep)
                    step[key] = step.get(key, 0) + sums * equal
                if high and above + 1 < keep:
                    key = above + 1, min(upto + 1, keep)
                    step[key] = step.get(key, 0) + sums * high
            states = step
    return sum([sums << slot * bar * (keep - above) for (above, upto), sums in states.items() if upto >= keep])


def _one_at(groups: Sequence[Group], low: Sequence[int], everyone: int, most: int) -> list[int]:
    """For each face: outcomes in which one die shows it and all others are among their `low` faces."""
    found = [0] * (most + 1)
    for group, few in zip(groups, low, strict=True):
        ways = group.dice * (everyone // few)
        for face in group.die.faces:
            found[face] += ways
    return found


# ------------------------------------------------------------------ the largest die left over a fixed total


def largest_left(pool: Sequence[PoolDie], goal: int) -> dict[int | None, int]:
    """How many outcomes let two dice beat `goal` with this size as the largest die left, 0 for none left.

    None stands for the outcomes in which no two dice beat it. For one fixed total this is far quicker than
    `all_readings`. Every die needs at least one useless face.
    """
    dice = sorted(pool, key=lambda die: -die.size)
    ladders = {die: _ladders(die) for die in set(dice)}
    whole = throws(dice)
    win = whole - _two_at_most([ladders[die][0] for die in dice], goal)
    found: dict[int | None, int] = {None: whole - win}
    above = 0
    for size in sorted({die.size for die in dice}, reverse=True):
        ways = _spare(dice, ladders, size, goal)
        found[size] = ways - above
        above = ways
    found[0] = win - above
    return {size: ways for size, ways in found.items() if ways}


_HIGHEST = 24
"""Ladders reach beyond any face, so that none needs to be asked for its length."""

_Ladder: TypeAlias = list[int]
"""For each y from 0 on: how many faces show at most y. A useless face shows 0."""


def _ladders(die: PoolDie) -> list[_Ladder]:
    """The ladder of a die, then those of the die without its countable faces below 1, 2, 3, …"""
    top = max(die.faces, default=0)
    reach = max(2 * top, _HIGHEST) + 1
    return [[die.useless + sum(low <= face <= y for face in die.faces) for y in range(reach)] for low in range(top + 2)]


def _two_at_most(dice: Sequence[_Ladder], goal: int) -> int:
    """Outcomes whose two highest dice add up to at most `goal`."""
    half = goal // 2
    found = prod([ladder[half] for ladder in dice])
    for rest in range(goal - half):
        high = goal - rest
        exact = [(ladder[high] - ladder[high - 1], ladder[rest]) for ladder in dice if ladder[high] != ladder[high - 1]]
        if exact:
            everyone = prod([ladder[rest] for ladder in dice])
            found += sum([count * (everyone // few) for count, few in exact])
    return found


def _spare(dice: Sequence[PoolDie], ladders: dict[PoolDie, list[_Ladder]], size: int, goal: int) -> int:
    """Outcomes in which the lowest die of at least this size can be left out while two others beat the goal."""
    found = 0
    small = [ladders[die][0] for die in dice if die.size < size]
    large = [ladders[die] for die in dice if die.size >= size]
    useless = [die.useless for die in dice]
    for out in range(len(large)):
        unseen = useless[:out] + useless[out + 1 :]
        for face in dice[out].faces:
            rest = [ladder[min(face + 1, len(ladder) - 1)] for ladder in large[:out]]
            rest += [ladder[min(face, len(ladder) - 1)] for ladder in large[out + 1 :]]
            found += _pairs_above(rest + small, unseen, goal)
    return found


def _pairs_above(dice: Sequence[_Ladder], useless: Sequence[int], goal: int) -> int:
    """Outcomes in which two dice that count beat the goal; one die alone is no pair."""
    unseen = prod(useless)
    alone = sum([unseen // none * (ladder[-1] - ladder[goal]) for ladder, none in zip(dice, useless, strict=True)])
    return prod([ladder[-1] for ladder in dice]) - _two_at_most(dice, goal) - alone


# ------------------------------------------------------------------ dice one against another


def beats(actor: Numbers, opposed: Numbers, *, ties: bool) -> tuple[int, int]:
    """How often the actor's total is higher (or equal, where ties are won), of how many."""
    found = 0
    upto = 0
    mine = sorted(actor.weights)
    theirs = sorted(opposed.weights)
    at = 0
    for total in mine:
        while at < len(theirs) and (theirs[at] < total or (ties and theirs[at] == total)):
            upto += opposed.weights[theirs[at]]
            at += 1
        found += actor.weights[total] * upto
    return found, actor.total * opposed.total
