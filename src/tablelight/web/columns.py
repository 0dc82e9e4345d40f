"""What stands along a chart's axis: one column for each value, or for several where there would be too many."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from tablelight.odds.answer import Row

View: TypeAlias = Literal["exactly", "at-least"]

RARE = Fraction(1, 2_000)
"""Values at either end that come together less often than this share a column, but only where columns are scarce."""


class Series(NamedTuple):
    """One thing to draw: its name, and all that can come of it with its chances."""

    name: str
    rows: tuple[Row, ...]


class Column(NamedTuple):
    """One place along the axis: its name, a short one for under the axis, and each series' chance there."""

    label: str
    tick: str
    chances: tuple[Fraction, ...]


def numeric(series: Sequence[Series]) -> bool:
    """Whether all that can come are whole numbers, so that 'at least' means something."""
    return all(re.fullmatch(r"-?\d{1,15}", row.label) for each in series for row in each.rows)


def columns(series: Sequence[Series], view: View, most: int) -> list[Column]:
    """The columns of all series together, not many more than `most`. Words keep their order and have no 'at least'."""
    if not numeric(series):
        tables = [dict(each.rows) for each in series]
        labels = dict.fromkeys(label for table in tables for label in table)
        return [Column(label, label, tuple(table.get(label, Fraction(0)) for table in tables)) for label in labels]
    numbers = [_Numbers(each.rows) for each in series]
    values = sorted({value for each in numbers for value in each.values})
    bins = [_Bin(value, value) for value in values] if len(values) <= most else _bins(numbers, values, most)
    return [_at_least(numbers, each) if view == "at-least" else _within(numbers, each) for each in bins]


class _Numbers:
    """Whole numbers, ascending, and how likely it is to be below each."""

    def __init__(self, rows: Sequence[Row]) -> None:
        chances = sorted((int(row.label), row.chance) for row in rows)
        self.values = [value for value, _ in chances]
        self._below = list(accumulate((chance for _, chance in chances), initial=Fraction(0)))

    def below(self, value: int) -> Fraction:
        """The chance of less than this."""
        return self._below[bisect_left(self.values, value)]

    def least(self, value: int) -> Fraction:
        """The chance of this or more."""
        return self._below[-1] - self.below(value)


class _Bin(NamedTuple):
    low: int
    high: int
    end: Literal["", "low", "high"] = ""


def _bins(numbers: Sequence[_Numbers], values: Sequence[int], most: int) -> list[_Bin]:
    """Ranges of one round width, and the rare ends each in a bin of its own."""
    low = next(value for value in values if any(each.below(value + 1) >= RARE for each in numbers))
    high = next(value for value in reversed(values) if any(each.least(value) >= RARE for each in numbers))
    width = next(width for width in _WIDTHS if high // width - low // width < most)
    first, last = low // width * width, high // width * width + width - 1
    found = [_Bin(start, start + width - 1) for start in range(first, last, width)] if first < last else []
    found = found or [_Bin(first, last)]
    if values[0] < first:
        found.insert(0, _Bin(values[0], first - 1, "low"))
    if values[-1] > last:
        found.append(_Bin(last + 1, values[-1], "high"))
    return found


_WIDTHS = [step * 10**power for power in range(16) for step in (1, 2, 5)]


def _within(numbers: Sequence[_Numbers], each: _Bin) -> Column:
    chances = tuple(one.below(each.high + 1) - one.below(each.low) for one in numbers)
    match each.end:
        case "low":
            return Column(f"{each.high} or less", f"≤{each.high}", chances)
        case "high":
            return Column(f"{each.low} or more", f"≥{each.low}", chances)
        case "":
            one = each.low == each.high
            label = str(each.low) if one else f"{each.low} to {each.high}"
            return Column(label, str(each.low) if one else f"{each.low}–{each.high}", chances)


def _at_least(numbers: Sequence[_Numbers], each: _Bin) -> Column:
    return Column(f"{each.low} or more", str(each.low), tuple(one.least(each.low) for one in numbers))
