"""What a question about odds is answered with: exact figures, and tables of what can come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from tablelight.odds.distribution import Distribution, Numbers
from tablelight.odds.work import bound

Unit: TypeAlias = Literal["chance", "mean"]


class Figure(NamedTuple):
    """One exact number with its name: a chance from 0 to 1, or a mean in the unit that the name says."""

    name: str
    value: Fraction
    unit: Unit = "chance"


class Row(NamedTuple):
    """One thing that can come, and its chance."""

    label: str
    chance: Fraction


class Table(NamedTuple):
    """All that can come of something, in a sensible order."""

    title: str
    rows: tuple[Row, ...]


class Answer(NamedTuple):
    """Figures and tables. `objective` says in words what a best choice is best at, where one is made.

    `main` is the distribution that `at least` and `exactly` ask about, `counts` what it counts.
    """

    figures: tuple[Figure, ...]
    tables: tuple[Table, ...] = ()
    objective: str = ""
    main: Numbers | None = None
    counts: str = ""

    def figure(self, name: str) -> Fraction:
        """The figure of this name; a KeyError that lists the names if there is none."""
        for figure in self.figures:
            if figure.name == name:
                return figure.value
        raise KeyError(f"no figure {name!r}; there are: {', '.join(figure.name for figure in self.figures)}")


def chance(name: str, value: Fraction) -> Figure:
    """A chance."""
    return Figure(name, value)


def mean(name: str, value: Fraction) -> Figure:
    """A mean, not a chance."""
    return Figure(name, value, "mean")


MOST_ROWS = 20_000


def number_table(title: str, numbers: Distribution[int]) -> Table:
    """A table of numbers, ascending. An OddsError if there are too many to list."""
    bound(len(numbers), "different values to list", MOST_ROWS)
    return Table(title, tuple(Row(str(value), numbers.exactly(value)) for value in sorted(numbers)))


def word_table(title: str, chances: Mapping[str, Fraction], order: Sequence[str] = ()) -> Table:
    """A table of words: first those in `order`, then the others as they come."""
    listed = [word for word in order if word in chances] + [word for word in chances if word not in order]
    return Table(title, tuple(Row(word, chances[word]) for word in listed))


# ------------------------------------------------------------------ in words


def exact(value: Fraction) -> str:
    """Numerator and denominator, also of whole numbers."""
    return f"{value.numerator}/{value.denominator}"


def percent(value: Fraction) -> str:
    """A chance for people; 0 and 100 % only where they are exact."""
    if value in (0, 1):
        return f"{value.numerator * 100} %"
    shown = f"{float(value * 100):.1f} %"
    return {"0.0 %": "under 0.1 %", "100.0 %": "over 99.9 %"}.get(shown, shown)


def shown(figure: Figure) -> str:
    """A figure for people: a chance in percent, else a number with up to three places."""
    if figure.unit == "chance":
        return percent(figure.value)
    return f"{float(figure.value):.3f}".rstrip("0").rstrip(".")
