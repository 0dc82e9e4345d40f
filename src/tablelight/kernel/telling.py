"""The log in words, as each seat may read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from tablelight.kernel.adjust import RULE as ADJUST_RULE
from tablelight.kernel.adjust import Adjusted
from tablelight.kernel.flow import Event
from tablelight.kernel.house import tell_room
from tablelight.kernel.log import Aside, Did, Entry, Redone, RolledBack, Undone
from tablelight.kernel.offers import Seat
from tablelight.kernel.room import ROOM_EVENTS, Room
from tablelight.kernel.view import Line


class LogLine(Struct, frozen=True):
    """A line of the log with its place: entry and event number, and when it was written (seconds since 1970)."""

    entry: int
    event: int
    at: float
    line: Line


def lines_of(
    number: int, entry: Entry, seat: Seat, room: Room, tell: Callable[[Event], Line | None]
) -> Iterator[LogLine]:
    """What one seat may read of an entry; `tell` puts the game's own events into words."""
    match entry:
        case Did() | Aside():
            for index, event in enumerate(entry.events):
                if event.seen_by is None or seat in event.seen_by:
                    line = _line(event, room, tell)
                    if line:
                        yield LogLine(number, index, entry.at, line)
        case Undone():
            yield LogLine(number, 0, entry.at, Line(f"{_name(room, entry.seat)} took the last step back."))
        case Redone():
            yield LogLine(number, 0, entry.at, Line(f"{_name(room, entry.seat)} put the step back."))
        case RolledBack():
            text = f"An unfinished action was dropped: {entry.reason}"
            yield LogLine(number, 0, entry.at, Line(text, tone="bad"))


def _line(event: Event, room: Room, tell: Callable[[Event], Line | None]) -> Line | None:
    if isinstance(event, Adjusted):
        reason = f" ({event.reason})" if event.reason else ""
        return Line(f"The GM set {event.path} to {event.value}{reason}.", ADJUST_RULE)
    if isinstance(event, ROOM_EVENTS):
        return tell_room(room, event)
    return tell(event)


def _name(room: Room, seat: Seat) -> str:
    place = room.place(seat)
    return place.name if place else "Someone"
