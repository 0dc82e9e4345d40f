"""How a group types in content of its own: a form, begun from what is there, and read with a check of each field."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Event, at_once
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Answer, Field, Offer, Refused, Seat, Suggestion, Value
from tablelight.kernel.system import Action
from tablelight.systems.actlite.content.typed import parts_of
from tablelight.systems.actlite.flows.common import OWN, ActGame, is_on, refuse, rule
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import OWN_PARTS, ActState, slug

MOST_OF_A_KIND = 200


class Named(Protocol):
    """Whatever has a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def nothing_against(game: ActGame, entry: Named) -> Refused | None:
    """For kinds that no rule refuses."""
    return None


class Making(Struct, Generic[T], frozen=True):
    """One kind of content that a group can type in.

    `part` is the field of the state that holds a table's own, `there` gives the pack's as well.
    `fields` are the form's, from the content that is there; `read` makes the entry of an answer, or raises a ValueError
    that names the field, what is wrong and what would be right; `write` gives the answer that would make an entry.
    `option` names the table option without which the kind is not used; `refuses` says what a rule has against it.
    """

    key: str
    label: str
    rule: str
    part: str
    there: Callable[[ActState], Mapping[str, T]]
    fields: Callable[[ActState], tuple[Field, ...]]
    read: Callable[[ActGame, Answer], T]
    write: Callable[[ActState, T], dict[str, Value]]
    made: Callable[[str, T], Event]
    note: str = ""
    option: str = ""
    refuses: Callable[[ActGame, T], Refused | None] = nothing_against

    def own(self, state: ActState) -> Mapping[str, T]:
        """What this table has of it beside the pack."""
        return getattr(state, self.part)

    @property
    def kind(self) -> str:
        """What it is, such as `weapon`."""
        return self.key.removeprefix("make-").replace("-", " ")


AnyMaking: TypeAlias = "Making[Any]"


def action(making: AnyMaking) -> Action[ActState]:
    """The GM's action that makes such an entry, or changes the one of the same name."""

    def offer(game: ActGame, seat: Seat) -> Offer | None:
        if seat != GM or (making.option and not is_on(game, making.option)):
            return None
        return _form(making, *own_parts(game.state))

    def check(game: ActGame, answer: Answer) -> Refused | None:
        try:
            entry = making.read(game, answer)
        except ValueError as error:
            return refuse(making.rule, "bad-content", _sentence(str(error)))
        there = making.there(game.state)
        if len(there) >= MOST_OF_A_KIND and key_of(there, entry.name) not in there:
            return refuse(making.rule, "full", f"There can be at most {MOST_OF_A_KIND}; change one that is there.")
        return making.refuses(game, entry)

    def make(game: ActGame, answer: Answer) -> None:
        entry = making.read(game, answer)
        made = making.made(key_of(making.there(game.state), entry.name), entry)
        # it is the GM's until it comes into play
        game.record(replace(made, rule=made.rule or rule(making.rule), seen_by=(GM,)))

    return act(making.key, offer, at_once(make), check)


@remembered(128)
def _form(making: AnyMaking, *parts: dict[str, Any]) -> Offer:
    """The form, which depends on nothing but what a table has of its own."""
    own = ActState(**dict(zip(OWN_PARTS, parts, strict=True)))
    beginnings = tuple(Suggestion(entry.name, making.write(own, entry)) for entry in making.there(own).values())
    return Offer(
        making.key, making.label, making.fields(own), rule(making.rule), note=making.note, group=OWN,
        beginnings=beginnings,
    )  # fmt: skip


def own_parts(state: ActState) -> tuple[dict[str, Any], ...]:
    """What a table has of its own, part by part."""
    return tuple(getattr(state, part) for part in OWN_PARTS)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "”")) else text + "."


# ------------------------------------------------------------------ reading


def key_of(there: Mapping[str, Named], name: str) -> str:
    """The key of the entry of this name, which is changed, or a new one."""
    wanted = name.casefold()
    same = (key for key, one in there.items() if one.name.casefold() == wanted)
    return next(same, None) or slug(name, there)


@contextmanager
def field(label: str) -> Generator[None]:
    """What is wrong in here is said to be wrong in this field."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{label}: {error}") from error


def read_names(text: str, there: Mapping[str, Named], what: str, separators: str = ",") -> tuple[str, ...]:
    """The keys of entries given by name, each once."""
    found: list[str] = []
    for piece in parts_of(text, separators):
        key = _named(piece, there, what)
        if key in found:
            raise ValueError(f"{piece} is there twice")
        found.append(key)
    return tuple(found)


def _named(name: str, there: Mapping[str, Named], what: str) -> str:
    by_name = {one.name.casefold(): key for key, one in there.items()}
    if name.casefold() in by_name:
        return by_name[name.casefold()]
    close = difflib.get_close_matches(name.casefold(), by_name, 3, 0.5)
    names = [there[by_name[one]].name for one in close] or [one.name for one in list(there.values())[:12]]
    right = f"; perhaps {' or '.join(names)}" if close else f"; there are {', '.join(names)}" if names else ""
    raise ValueError(f"there is no {what} “{name}”{right}")


def write_names(keys: Iterator[str] | tuple[str, ...], there: Mapping[str, Named], between: str = ", ") -> str:
    """The same as text."""
    return between.join(there[key].name for key in keys if key in there)
