"""What is asked about an offer, and the chances that are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from tablelight.kernel.flow import Game
from tablelight.kernel.offers import Args, Offer, Seat, Value
from tablelight.odds.answer import Row, Table
from tablelight.odds.distribution import Distribution, Numbers


class Asked(NamedTuple):
    """An offer that a seat looks at: the game as it stands, the fields filled in so far, and what to assume."""

    game: Game[Any]
    seat: Seat
    offer: Offer
    args: Args = MappingProxyType({})
    settings: Mapping[str, str] = MappingProxyType({})

    def one(self, field: str) -> str | None:
        """The value of a field that takes one choice, if it is chosen."""
        value = self.args.get(field)
        return value if isinstance(value, str) else None

    def many(self, field: str) -> tuple[str, ...]:
        """The values of a field that takes several."""
        value = self.args.get(field)
        return value if isinstance(value, tuple) else ()

    def number(self, field: str) -> int | None:
        """The value of a number field, if it is filled in."""
        value = self.args.get(field)
        return value if isinstance(value, int) else None

    @property
    def tail(self) -> str:
        """What the offer's key says after its colon."""
        return self.offer.key.partition(":")[2]


class Fact(NamedTuple):
    """One exact figure with its name: a chance from 0 to 1, or a mean, perhaps with its standard deviation."""

    name: str
    value: Fraction
    unit: Literal["chance", "mean"] = "chance"
    spread: float | None = None


class Alternative(NamedTuple):
    """One way to decide: its figures, of the same names for all, and the fields that choose it. `best` by the aim."""

    label: str
    facts: tuple[Fact, ...]
    best: bool = False
    args: Mapping[str, Value] = MappingProxyType({})


class Setting(NamedTuple):
    """Something that is assumed, or a price: which of some values it has, and what they are called."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    value: str


class Chances(NamedTuple):
    """The chances of what is offered.

    `facts` come first; `tables` are all that can come, for lists and charts; `alternatives` are told where there is
    something to decide, best by `objective`. `assumed` says what the figures rest on, `settings` what else may be
    assumed. A `hint` says in a sentence why there is nothing to tell.
    """

    facts: tuple[Fact, ...] = ()
    tables: tuple[Table, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    objective: str = ""
    assumed: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()
    hint: str = ""

    def fact(self, name: str) -> Fraction:
        """The figure of this name; a KeyError that lists the names if there is none."""
        for fact in self.facts:
            if fact.name == name:
                return fact.value
        raise KeyError(f"no figure {name!r}; there are: {', '.join(fact.name for fact in self.facts)}")


Teller: TypeAlias = Callable[[Asked], Chances | None]


def chance(name: str, value: Fraction) -> Fact:
    """A chance."""
    return Fact(name, value)


def mean(name: str, numbers: Numbers) -> Fact:
    """A mean with its spread."""
    return Fact(name, numbers.mean(), "mean", numbers.spread())


def setting(asked: Asked, name: str, label: str, choices: Sequence[tuple[str, str]], default: str) -> Setting:
    """A setting at what was asked, or at its default if that was none of the choices."""
    wanted = asked.settings.get(name, default)
    return Setting(name, label, tuple(choices), wanted if any(wanted == key for key, _ in choices) else default)


def table(title: str, rows: Distribution[str], order: Iterable[str] = ()) -> Table:
    """All that can come, in words: first those in `order`, then others as they come."""
    chances = rows.chances()
    listed = [word for word in order if word in chances]
    return Table(title, tuple(Row(word, chances[word]) for word in dict.fromkeys((*listed, *chances))))


def numbers(title: str, of: Distribution[int]) -> Table:
    """All numbers that can come, ascending."""
    return Table(title, tuple(Row(str(value), of.exactly(value)) for value in sorted(of)))
