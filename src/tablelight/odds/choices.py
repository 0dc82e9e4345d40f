"""Every way to read a throw of a pool: which die may be left out of the total, and what the total gives up for it.

The `keep` highest dice that count make the highest total, and the next one below them shows the bar. To leave out a die
of the total the bar's die takes its place, so it costs what the die shows above the bar; a die at or below the bar is
left out for nothing. Of the dice of one size only the lowest matters. So all that a throw allows is its highest total
and a short path of (size, cost), both falling, and throws that differ in nothing else are counted together.

For each bar the groups of like dice are gone through from the largest size on. The weights of all sums stand side by
side in one large number; so a group of dice is one multiplication for each number of them in the total. Where no die so
far lies at or below the bar, all that may follow has been counted once for all, and is only multiplied in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from tablelight.odds.distribution import unpack
from tablelight.odds.pools import (
    Counted,
    Group,
    PoolDie,
    grouped,
    mixture,
    open_group,
    packed_sums,
    throws,
    times,
    up_to,
)
from tablelight.odds.work import bound

MOST_PATHS = 200_000


class Left(NamedTuple):
    """A die that may be left out: its size, and what the highest total loses by it."""

    size: int
    cost: int


Path: TypeAlias = tuple[Left, ...]
"""The dice worth leaving out, sizes and costs falling; the last one costs nothing. Empty if the total takes all."""


class Choices(NamedTuple):
    """How many outcomes allow each path, and with which highest totals: weights of `slot` bits, side by side."""

    slot: int
    packed: dict[Path, int]

    def totals(self, path: Path) -> Iterator[tuple[int, int]]:
        """The highest totals that come with a path, and in how many outcomes each."""
        return unpack(self.packed[path], self.slot)


def choices(pool: Sequence[PoolDie], keep: int = 2) -> Choices:
    """All choices that a pool allows where `keep` dice make the total."""
    groups = grouped(pool)
    slot = throws(pool).bit_length() + 1
    found: dict[Path, int] = {(): sum(up_to(keep, [open_group(group, packed_sums(group, slot)) for group in groups]))}
    for bar in sorted({face for group in groups for face in group.die.faces}):
        _AtBar(groups, keep, bar, slot, found).count()
    return Choices(slot, {path: packed for path, packed in found.items() if packed})


class Reading(NamedTuple):
    """One way to read a throw: the sum of the dice in the total, and the size of the largest die left, 0 if none."""

    sum: int
    left: int


Readings: TypeAlias = tuple[Reading, ...]
"""The readings of one throw worth a thought: sizes left fall, sums rise; the last one has the highest sum."""


def all_readings(pool: Sequence[PoolDie], keep: int = 2) -> dict[Readings, int]:
    """How many outcomes leave each choice between a high total and a large die left over, each choice written out."""
    found = choices(pool, keep)
    return {
        tuple([Reading(total - cost, size) for size, cost in path or _NOTHING_LEFT]): ways
        for path in found.packed
        for total, ways in found.totals(path)
    }


_NOTHING_LEFT = (Left(0, 0),)


# ------------------------------------------------------------------ one bar


class _AtBar:
    """The outcomes in which the die after the `keep` highest shows the bar.

    They are those with at most `keep` dice above the bar, less those with at most `keep` dice at or above it.
    """

    def __init__(self, groups: Sequence[Group], keep: int, bar: int, slot: int, found: dict[Path, int]) -> None:
        self.groups = groups
        self.keep = keep
        self.shift = slot * keep * bar
        self.found = found
        self.most = max(face for group in groups for face in group.die.faces) - bar
        self.stays = [self._stays(group, bar, slot) for group in groups]
        self.ends = [[_less(*pair) for pair in pairwise(stays)] for stays in self.stays]
        self.closing = self._closing(bar, slot)

    def count(self) -> None:
        """Add them to what was found."""
        self._go(0, (), [1])

    def _stays(self, group: Group, bar: int, slot: int) -> list[Counted]:
        """For each cost up to one above the highest: every die of the group costs that or more, or doesn't count."""
        return [open_group(group, packed_sums(group, slot, bar, cost)) for cost in range(self.most + 2)]

    def _closing(self, bar: int, slot: int) -> list[Counted]:
        """For each group, and each number of dice above the bar before it: all that may come from this group on, if it
        is the first one with a die at or below the bar."""
        above, upto = [1], [1]
        found: list[Counted] = []
        for at in range(len(self.groups) - 1, -1, -1):
            group, quiet = self.groups[at], self.stays[at][1]
            sums, equal = packed_sums(group, slot, bar, 1), group.die.faces.count(bar)
            low = group.die.useless + sum([face < bar for face in group.die.faces])
            free, tight = mixture(group.dice, sums, low + equal), mixture(group.dice, sums + equal, low)
            first = times(_less(free, quiet), above, self.keep)
            second = times(_less(tight, quiet), upto, self.keep)
            found.append([sum(first[: left + 1]) - sum(second[: left + 1]) for left in range(self.keep, -1, -1)])
            above, upto = times(free, above, self.keep), times(tight, upto, self.keep)
        return found[::-1]

    def _go(self, at: int, path: Path, before: Counted) -> None:
        """All outcomes in which no die of the groups before `at` lies at or below the bar."""
        size = self.groups[at].die.size
        closed = sum([packed * rest for packed, rest in zip(before, self.closing[at], strict=False)])
        if closed:
            key = _longer(path, Left(size, 0))
            self.found[key] = self.found.get(key, 0) + (closed << self.shift)
            bound(len(self.found), "different choices in this pool", MOST_PATHS)
        if at + 1 == len(self.groups):
            return
        lowest = path[-1].cost if path else self.most + 1
        self._on(at, path, before, self.stays[at][lowest])
        for cost in range(1, lowest):
            self._on(at, _longer(path, Left(size, cost)), before, self.ends[at][cost])

    def _on(self, at: int, path: Path, before: Counted, part: Counted) -> None:
        if any(part):
            after = times(before, part, self.keep)
            if any(after):
                self._go(at + 1, path, after)


def _longer(path: Path, left: Left) -> Path:
    """A path with a die that costs less; of dice of one size only the cheapest is worth leaving out."""
    return (*path[:-1], left) if path and path[-1].size == left.size else (*path, left)


def _less(one: Counted, other: Counted) -> Counted:
    return [packed - less for packed, less in zip(one, other, strict=True)]
