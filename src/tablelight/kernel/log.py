"""The log of a table: entries that are only ever added. State is a fold over their events.

One entry is one acknowledged command with all that came of it, so that nothing is ever half applied.
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar, Union

import msgspec
from msgspec import Struct

from tablelight.kernel.flow import Event
from tablelight.kernel.offers import Seat, Value

E = TypeVar("E")


class Throw(Struct, frozen=True, gc=False, omit_defaults=True):
    """Dice that were thrown: sizes, faces, the roll's number at this table, and whether they were real dice."""

    number: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    real: bool = False


class Did(Struct, Generic[E], frozen=True, gc=False, tag=True, omit_defaults=True):
    """A seat began an action, or answered what the open flow asked (`answered`).

    `command` is the client's own id for it; `open` counts the flows that were unfinished afterwards.
    """

    at: float
    seat: Seat
    key: str
    command: str = ""
    args: dict[str, Value] = {}
    answered: bool = False
    open: int = 0
    throws: tuple[Throw, ...] = ()
    events: tuple[E, ...] = ()


class Undone(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The last step was taken back."""

    at: float
    seat: Seat
    command: str = ""


class Redone(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """The step taken back last was done again, just as it had been."""

    at: float
    seat: Seat
    command: str = ""


class Aside(Struct, Generic[E], frozen=True, gc=False, tag=True, omit_defaults=True):
    """Something about the table rather than the game: seats, options, talk, a pause. Undo leaves it alone."""

    at: float
    seat: Seat
    command: str = ""
    events: tuple[E, ...] = ()


class RolledBack(Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Unfinished steps were dropped because the rules, newer by now, would have made something else of them."""

    at: float
    steps: int
    reason: str


Entry: TypeAlias = Did[Event] | Undone | Redone | Aside[Event] | RolledBack


class Codec:
    """Writes entries as JSON and reads them back, given the kinds of events that may occur."""

    def __init__(self, events: tuple[type[Event], ...]) -> None:
        kinds = Union[events]  # noqa: UP007 - the kinds are known only at run time
        self._decoder = msgspec.json.Decoder(Did[kinds] | Undone | Redone | Aside[kinds] | RolledBack)
        self._encoder = msgspec.json.Encoder()

    def encode(self, entry: Entry) -> bytes:
        """One line of JSON."""
        return self._encoder.encode(entry)

    def decode(self, body: bytes) -> Entry:
        """The entry; a `msgspec.ValidationError` names the place and what was expected there."""
        return self._decoder.decode(body)
