"""Exact distributions: whole-number weights over a common denominator, fractions out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from tablelight.odds.work import OddsError, bound

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


class Distribution(Generic[T]):
    """What can come, and how likely each is: `weights[x] / total` is the chance of x, exactly.

    Values may be anything that can be a key. Values without weight are not kept, so a chance of 0 or 1 is exact.
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        if any(weight < 0 for weight in weights.values()):
            raise OddsError("A weight is below 0.")
        self.weights: dict[T, int] = {value: weight for value, weight in weights.items() if weight}
        self.total = sum(self.weights.values())
        if not self.total:
            raise OddsError("Nothing can come: there is no weight.")

    def __repr__(self) -> str:
        return f"Distribution({self.weights!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.chances() == cast("Distribution[object]", other).chances()

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    # -------------------------------------------------------------- questions

    def exactly(self, value: T) -> Fraction:
        """The chance of just this value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that something holds."""
        return Fraction(sum(weight for value, weight in self.weights.items() if holds(value)), self.total)

    def chances(self) -> dict[T, Fraction]:
        """Each value with its chance."""
        return {value: Fraction(weight, self.total) for value, weight in self.weights.items()}

    def expect(self, worth: Callable[[T], int | Fraction]) -> Fraction:
        """The mean of what each value is worth."""
        summed = sum((worth(value) * weight for value, weight in self.weights.items()), Fraction(0))
        return Fraction(summed) / self.total

    # -------------------------------------------------------------- new ones

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of what each value becomes."""
        found: dict[U, int] = {}
        for value, weight in self.weights.items():
            new = change(value)
            found[new] = found.get(new, 0) + weight
        return Distribution(found)

    def combine(self, other: Distribution[U], join: Callable[[T, U], V]) -> Distribution[V]:
        """What comes of this and of another, independent one."""
        bound(len(self) * len(other), "pairs of values to combine")
        found: dict[V, int] = {}
        for one, first in self.weights.items():
            for two, second in other.weights.items():
                value = join(one, two)
                found[value] = found.get(value, 0) + first * second
        return Distribution(found)

    def then(self, follows: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """What comes after each value."""
        return mixed([(weight, follows(value)) for value, weight in self.weights.items()])

    def given(self, holds: Callable[[T], bool]) -> Distribution[T]:
        """Only what holds, counted anew. An OddsError if nothing does."""
        return Distribution({value: weight for value, weight in self.weights.items() if holds(value)})


def mixed(parts: Iterable[tuple[int, Distribution[U]]]) -> Distribution[U]:
    """One of several distributions, each with a weight."""
    listed = [(weight, part) for weight, part in parts]
    common = lcm(*(part.total for _, part in listed))
    found: dict[U, int] = {}
    for weight, part in listed:
        scale = weight * (common // part.total)
        for value, inner in part.weights.items():
            found[value] = found.get(value, 0) + inner * scale
    return lowest_terms(found)


def lowest_terms(weights: dict[U, int]) -> Distribution[U]:
    """The same chances with the smallest whole weights."""
    shared = gcd(*weights.values()) or 1
    return Distribution({value: weight // shared for value, weight in weights.items()})


def sure(value: T) -> Distribution[T]:
    """What comes in any case."""
    return Distribution({value: 1})


def yes_or_no(chance: Fraction) -> Distribution[bool]:
    """True with this chance, else False."""
    return Distribution({True: chance.numerator, False: chance.denominator - chance.numerator})


class Numbers(Distribution[int]):
    """A distribution over whole numbers."""

    __slots__ = ()

    @staticmethod
    def of(values: Distribution[int]) -> Numbers:
        """Any distribution over whole numbers as one that can be asked for its mean."""
        return values if isinstance(values, Numbers) else Numbers(values.weights)

    def at_least(self, least: int) -> Fraction:
        """The chance of this or more."""
        return self.chance(lambda value: value >= least)

    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def variance(self) -> Fraction:
        """The mean square of the distance from the mean."""
        squares = Fraction(sum(value * value * weight for value, weight in self.weights.items()), self.total)
        return squares - self.mean() ** 2

    def spread(self) -> float:
        """The standard deviation, in the unit of the values."""
        return sqrt(self.variance())

    def plus(self, number: int) -> Numbers:
        """Every value moved by a fixed number."""
        return Numbers({value + number: weight for value, weight in self.weights.items()})

    def add(self, other: Distribution[int]) -> Numbers:
        """The sum of this and of another, independent one."""
        bound(len(self) * len(other), "pairs of values to add")
        if len(self) > _FEW < len(other) and _dense(self) and _dense(other):
            return self._add_packed(Numbers.of(other))
        found: dict[int, int] = {}
        for one, first in self.weights.items():
            for two, second in other.weights.items():
                found[one + two] = found.get(one + two, 0) + first * second
        return Numbers(found)

    def _add_packed(self, other: Numbers) -> Numbers:
        """The same, the weights side by side in one large number each: one multiplication adds them up."""
        slot = (self.total * other.total).bit_length() + 1
        low, more = min(self), min(other)
        one = pack([self.weights.get(value, 0) for value in range(low, max(self) + 1)], slot)
        two = pack([other.weights.get(value, 0) for value in range(more, max(other) + 1)], slot)
        return Numbers({low + more + at: weight for at, weight in unpack(one * two, slot)})

    def times(self, count: int) -> Numbers:
        """The sum of `count` independent ones, 0 or more.

        The weights stand side by side in one large number, so that one multiplication adds them all up.
        """
        low, high = min(self.weights), max(self.weights)
        slot = self.total.bit_length() * count + 1
        bound(slot * ((high - low) * count + 1), "bits of exact weights", 16_000_000)
        packed = pack([self.weights.get(value, 0) for value in range(low, high + 1)], slot) ** count
        return Numbers({low * count + at: weight for at, weight in unpack(packed, slot)})

    def to_numpy(self) -> tuple[object, object]:
        """Values and chances as two numpy arrays, ascending. An ImportError that says so if numpy is not installed."""
        try:
            numpy: ModuleType = import_module("numpy")
        except ImportError as error:
            missing = "to_numpy() gives arrays of numpy, which is not installed; chances() gives the same without it."
            raise ImportError(missing, name="numpy") from error
        values = sorted(self.weights)
        return numpy.array(values), numpy.array([self.weights[value] / self.total for value in values])


_FEW = 20


def _dense(numbers: Distribution[int]) -> bool:
    """Whether most values between the lowest and the highest can come."""
    return max(numbers) - min(numbers) < 2 * len(numbers)


def pack(numbers: Sequence[int], slot: int) -> int:
    """Numbers of at most `slot` bits side by side in one, the first one lowest."""
    return int("".join([f"{number:0{slot}b}" for number in reversed(numbers)]), 2)


def unpack(packed: int, slot: int) -> Iterator[tuple[int, int]]:
    """The numbers of `slot` bits that stand side by side in one, lowest first, without the zeros."""
    text = f"{packed:b}"
    for at in range(-(-len(text) // slot)):
        end = len(text) - at * slot
        weight = int(text[max(end - slot, 0) : end], 2)
        if weight:
            yield at, weight


def die(sides: int) -> Numbers:
    """One fair die."""
    if sides < 1:
        raise OddsError(f"There is no die with {sides} sides.")
    return Numbers(dict.fromkeys(range(1, sides + 1), 1))


def total_of(dice: Iterable[int]) -> Numbers:
    """The sum of dice of these sizes; 0 without dice."""
    counts: dict[int, int] = {}
    for sides in dice:
        counts[sides] = counts.get(sides, 0) + 1
    found = Numbers({0: 1})
    for sides, count in counts.items():
        found = found.add(die(sides).times(count))
    return found
