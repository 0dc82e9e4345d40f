"""Pools of mixed dice: the best of them, and every way to read them, counted without throwing them.

Nothing here lists outcomes. The dice of one size are counted together, and what they may show is counted by products
of whole numbers, so that a dozen dice are as quick as two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod
from typing import NamedTuple, TypeAlias

from tablelight.odds.distribution import Numbers, unpack
from tablelight.odds.work import bound

Counts: TypeAlias = dict[int, int]


class PoolDie(NamedTuple):
    """A die as a pool reads it: its size, the faces that count, and how many faces count for nothing."""

    size: int
    faces: tuple[int, ...]
    useless: int = 0


class Reading(NamedTuple):
    """One way to read a throw: the sum of the dice in the total, and the size of the largest die left, 0 if none."""

    sum: int
    left: int


Readings: TypeAlias = tuple[Reading, ...]
"""The readings of one throw worth a thought: sizes left fall, sums rise; the last one has the highest sum."""


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
    packed = 0
    few: Counts = {}
    for readings, ways in _few(groups, keep - 1).items():
        few[readings[-1].sum] = few.get(readings[-1].sum, 0) + ways
    for bar in range(1, most + 1):
        packed += _last_shows(groups, keep, bar, slot)
    for at, ways in unpack(packed, slot):
        few[at] = few.get(at, 0) + ways
    return Numbers(few)


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


# ------------------------------------------------------------------ every way to read a throw


def all_readings(pool: Sequence[PoolDie], keep: int = 2) -> dict[Readings, int]:
    """How many outcomes leave each choice between a high total and a large die left over.

    `keep` dice make the total, or all that count if there are not more; then no die is left. The sums are exact for
    the largest die left and for every smaller one that allows more.
    """
    groups = grouped(pool)
    found = _few(groups, keep)
    for bar in sorted({face for group in groups for face in group.die.faces}):
        _count_at(groups, keep, bar, found)
        bound(len(found), "different choices in this pool", 2_000_000)
    return found


def _few(groups: Sequence[Group], keep: int) -> dict[Readings, int]:
    """Outcomes in which no more than `keep` dice count."""
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for group in groups:
        sums = _sums(group.die.faces, min(keep, group.dice))
        step: dict[tuple[int, int], int] = {}
        for (used, total), ways in states.items():
            for count in range(min(keep - used, group.dice) + 1):
                rest = comb(group.dice, count) * group.die.useless ** (group.dice - count)
                if not rest:
                    continue
                for more, inner in sums[count].items():
                    key = used + count, total + more
                    step[key] = step.get(key, 0) + ways * rest * inner
        states = step
    found: dict[Readings, int] = {}
    for (_, total), ways in states.items():
        found[(Reading(total, 0),)] = found.get((Reading(total, 0),), 0) + ways
    return found


def _sums(faces: Sequence[int], most: int) -> list[Counts]:
    """The sums of 0, 1, … dice with these faces."""
    found: list[Counts] = [{0: 1}]
    for _ in range(most):
        step: Counts = {}
        for total, ways in found[-1].items():
            for face in faces:
                step[total + face] = step.get(total + face, 0) + ways
        found.append(step)
    return found


_NONE, _LOW = -1, 0
"""How a group may stand to the bar: no die of it counts, or one at or below the bar does. Else: its lowest face."""


class _Part(NamedTuple):
    """What the dice of one group may do to the bar: dice above it, dice at it, the sum above, how it stands."""

    above: int
    equal: int
    sum: int
    stands: int
    ways: int


def _parts(group: Group, keep: int, bar: int) -> list[_Part]:
    high = [face for face in group.die.faces if face > bar]
    equal = group.die.faces.count(bar)
    low = len(group.die.faces) - len(high) - equal
    found: dict[tuple[int, int, int, int], int] = {}
    for above, sums in enumerate(_sums_with_lowest(high, min(keep, group.dice))):
        if not sums:
            continue
        rest = group.dice - above
        for at in range(rest + 1 if equal else 1):
            ways = comb(group.dice, above) * comb(rest, at) * equal**at
            beyond = rest - at
            unseen = group.die.useless**beyond if not at else 0
            for stands_low, count in ((True, (low + group.die.useless) ** beyond - unseen), (False, unseen)):
                if not count:
                    continue
                for (total, lowest), inner in sums.items():
                    key = above, min(at, keep + 1 - above), total, _LOW if stands_low else lowest
                    found[key] = found.get(key, 0) + ways * count * inner
    return [_Part(*key, ways) for key, ways in found.items()]


def _sums_with_lowest(faces: Sequence[int], most: int) -> list[dict[tuple[int, int], int]]:
    found: list[dict[tuple[int, int], int]] = [{(0, _NONE): 1}]
    for _ in range(most):
        step: dict[tuple[int, int], int] = {}
        for (total, lowest), ways in found[-1].items():
            for face in faces:
                key = total + face, face if lowest == _NONE else min(lowest, face)
                step[key] = step.get(key, 0) + ways
        found.append(step)
    return found


_Path: TypeAlias = tuple[tuple[int, int], ...]


def _count_at(groups: Sequence[Group], keep: int, bar: int, found: dict[Readings, int]) -> None:
    """Add the outcomes in which the die after the `keep` highest shows `bar`.

    A die of some size set aside costs the total what it shows above that next die. So only the lowest face of each
    size matters, and nothing more once some size has a die at or below the bar: it costs nothing.
    """
    states: dict[tuple[int, int, int, _Path], int] = {(0, 0, 0, ()): 1}
    for group in groups:
        parts = _parts(group, keep, bar)
        blind = _blind(parts)
        step: dict[tuple[int, int, int, _Path], int] = {}
        for (above, equal, total, path), ways in states.items():
            closed = bool(path) and path[-1][1] == bar
            for more, at, added, stands, inner in blind if closed else parts:
                if above + more <= keep:
                    longer = path if closed else _longer(path, group.die.size, stands, bar)
                    key = above + more, min(equal + at, keep + 1 - above - more), total + added, longer
                    step[key] = step.get(key, 0) + ways * inner
        states = step
        bound(len(states) * len(groups), "states of this pool", 3_000_000)
    for (above, equal, total, path), ways in states.items():
        if above + equal > keep:
            whole = total + (keep + 1 - above) * bar
            readings = tuple(Reading(whole - shows, size) for size, shows in path)
            found[readings] = found.get(readings, 0) + ways


def _blind(parts: Sequence[_Part]) -> list[_Part]:
    """The same without how the group stands to the bar, for when a larger die is left at no cost."""
    found: dict[tuple[int, int, int], int] = {}
    for part in parts:
        key = part.above, part.equal, part.sum
        found[key] = found.get(key, 0) + part.ways
    return [_Part(*key, _NONE, ways) for key, ways in found.items()]


def _longer(path: _Path, size: int, stands: int, bar: int) -> _Path:
    if stands == _NONE:
        return path
    shows = bar if stands == _LOW else stands
    return path if path and path[-1][1] <= shows else (*path, (size, shows))


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
