"""Writing a real table's log down as a script, for bug reports and golden games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import msgspec

from tablelight.kernel.flow import Event
from tablelight.kernel.log import Aside, Did, Entry, Redone, RolledBack, Throw, Undone
from tablelight.kernel.offers import GM, NOBODY, Seat, Value
from tablelight.kernel.room import (
    DiceWordSet,
    OptionSet,
    Paused,
    RealDiceSet,
    Resumed,
    SafetyAgreed,
    Said,
    SeatPlaced,
    SeatRemoved,
    TableNamed,
)
from tablelight.script.again import AnyTable

_PLAIN = re.compile(r'[^\s",#:]+')


def record(table: AnyTable, name: str = "", *, sees: bool = False, check: bool = True) -> str:
    """The table's whole log as a script of one case.

    `sees` writes down what each seat reads after each step; `check` ends with the state and the open question as
    they are now. Private notes are left out: a script may be shown to others.
    """
    lines = [f"system {table.system.id}", "", f"== {name or 'recorded'}"]
    for number, entry in enumerate(table.entries):
        lines += _entry(table, entry)
        if sees and isinstance(entry, Did):
            lines += _seen(table, number)
    if check:
        lines += ["", *_now(table)]
    return "\n".join(lines) + "\n"


def _entry(table: AnyTable, entry: Entry) -> Iterator[str]:
    match entry:
        case Did(key="start", answered=False):
            yield _start(table, entry.events)
        case Did():
            yield from _dice(entry.throws)
            yield _command(entry.seat, entry.key, entry.args)
        case Aside(seat=seat, events=events):
            for event in events:
                yield from _house(seat, event)
        case Undone(seat=seat):
            yield _command(seat, "undo")
        case Redone(seat=seat):
            yield _command(seat, "redo")
        case RolledBack(steps=steps, reason=reason):
            yield f"# newer rules dropped {steps} unfinished steps: {' '.join(reason.split())}"
            yield from ["undo"] * steps


def _start(table: AnyTable, events: tuple[Event, ...]) -> str:
    for start in table.system.starts():
        if start.events == events:
            return f"start {quoted(start.key)}"
    return f"facts {_json(events)}"


def _dice(throws: Iterable[Throw]) -> Iterator[str]:
    rolls = [
        " ".join(f"d{size}={face}" for size, face in zip(throw.dice, throw.faces, strict=True))
        for throw in throws
        if not throw.real
    ]
    if rolls:
        yield f"dice {' / '.join(rolls)}"


def _command(seat: Seat, key: str, args: dict[str, Value] | None = None) -> str:
    fields = [f"{quoted(name)}={_value(value)}" for name, value in (args or {}).items()]
    return " ".join((f"{quoted(seat)}:", quoted(key), *fields))


def _house(seat: Seat, event: Event) -> Iterator[str]:
    writer = _HOUSE.get(type(event))
    if writer:
        yield writer(seat if seat != NOBODY else GM, event)


def _sit(seat: Seat, event: Any) -> str:
    placed = cast("SeatPlaced", event)
    watching = " watching" if placed.kind == "watch" else ""
    return f"seat {quoted(placed.seat)} {quoted(placed.name)}{watching}"


_HOUSE: dict[type[Event], Callable[[Seat, Any], str]] = {
    SeatPlaced: _sit,
    TableNamed: lambda seat, e: _command(GM, "name-table", {"name": e.name}),
    SeatRemoved: lambda seat, e: _command(GM, "remove-seat", {"seat": e.seat}),
    RealDiceSet: lambda seat, e: _command(e.seat, "real-dice"),
    OptionSet: lambda seat, e: f"option {quoted(e.option)} {quoted(e.value)}",
    Paused: lambda seat, e: _command(GM, "pause"),  # who it was is recorded nowhere
    Resumed: lambda seat, e: _command(GM, "resume"),
    SafetyAgreed: lambda seat, e: _command(GM, "safety", {"lines": e.lines, "veils": e.veils}),
    Said: lambda seat, e: _command(e.seat, "say", {"text": e.text}),
    DiceWordSet: lambda seat, e: _command(seat, "dice-word", {"word": e.word}),
}


def _seen(table: AnyTable, number: int) -> Iterator[str]:
    for place in table.room.places:
        for logged in table.lines(place.seat, number, number + 1):
            yield f"{quoted(place.seat)} sees {_json(logged.line.text)}"


def _now(table: AnyTable) -> Iterator[str]:
    plain = msgspec.json.decode(msgspec.json.encode(table.state))
    for name, value in cast("dict[str, Any]", plain).items():
        yield f"then {name} = {_json(value)}"
    waiting = table.menu(GM).waiting
    if table.pending and waiting:
        yield f"ask only {' '.join(quoted(seat) for seat in waiting)} {_json(table.pending[0])}"
    elif not table.pending:
        yield "ask nobody"


def quoted(text: str) -> str:
    """A word as it is, or in quotes where a script would read it as something else."""
    return text if _PLAIN.fullmatch(text) else _json(text)


def _value(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(quoted(item) for item in value)
    return str(value) if isinstance(value, int) else quoted(value)


def _json(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    # Signs at which text is cut into lines stay escaped, so that one step is one line.
    return re.sub(r"[\x7f\x85\u2028\u2029]", lambda sign: f"\\u{ord(sign.group()):04x}", text)
