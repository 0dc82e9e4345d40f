"""The toll bridge, and what each seat saw of it.

`TABLELIGHT_GOLDEN=write pytest tests/golden` writes toll_bridge.txt anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tablelight.kernel.offers import WATCH, Seat
from tablelight.script import cases, run_case
from tablelight.script.again import AnyTable
from tablelight.script.parse import Act, Begin, Case
from tablelight.script.player import Player
from tablelight.systems.forgelight import SYSTEM

SCRIPT = Path(__file__).with_name("toll_bridge.script")
GOLDEN = Path(__file__).with_name("toll_bridge.txt")
SHOWN_AFTER = ("end-turn", "end-fight", "complete", "risk-it-all")
"""The people are shown to every seat after these."""


def toll_bridge() -> Case:
    (case,) = cases(SCRIPT)
    return case


def transcript(case: Case) -> str:
    """Play a case and write down what everybody sees."""
    player = Player(SYSTEM)
    lines = [case.name, "=" * len(case.name)]
    for line in case.lines:
        before = len(player.table.entries)
        player.step(line.step, line.number)
        if isinstance(line.step, Begin):
            lines += _people(player.table)
        if isinstance(line.step, Act):
            lines += ["", f"> {line.text}", *_news(player.table, before)]
            if line.step.key.partition(":")[0] in SHOWN_AFTER:
                lines += _people(player.table)
    return "\n".join(lines) + "\n"


def _seats(table: AnyTable) -> tuple[Seat, ...]:
    return (*(place.seat for place in table.room.places), WATCH)


def _readers(readers: list[Seat], seats: tuple[Seat, ...]) -> str:
    return "all" if len(readers) == len(seats) else " ".join(readers)


def _news(table: AnyTable, since: int) -> Iterator[str]:
    """The new lines of the log; those that not everybody reads say who does."""
    seats = _seats(table)
    read = {seat: {(one.entry, one.event): one.line for one in table.lines(seat, since)} for seat in seats}
    for place in sorted({place for lines in read.values() for place in lines}):
        readers = [seat for seat in seats if place in read[seat]]
        line = read[readers[0]][place]
        yield f"  {_readers(readers, seats)}: {line.text}" + (f" [{line.why}]" if line.why else "")


def _people(table: AnyTable) -> Iterator[str]:
    """Everyone as each seat sees them."""
    seats = _seats(table)
    seen = {seat: list(_seen(table, seat)) for seat in seats}
    for text in dict.fromkeys(line for seat in seats for line in seen[seat]):
        readers = [seat for seat in seats if text in seen[seat]]
        yield f"  | {_readers(readers, seats)}: {text}"


def _seen(table: AnyTable, seat: Seat) -> Iterator[str]:
    for group in table.system.view(table.game, seat).groups:
        for person in group.people:
            counts = [f"{count.label} {count.value}" for count in person.counts]
            words = [person.name, *counts, *(tag.text for tag in person.tags), person.out]
            yield ", ".join(word for word in words if word)


def test_the_toll_bridge_plays() -> None:
    run_case(toll_bridge(), {"forgelight": SYSTEM}.__getitem__, save_load=True).check()


def test_every_seat_sees_what_it_saw() -> None:
    told = transcript(toll_bridge())
    if os.environ.get("TABLELIGHT_GOLDEN") == "write":
        GOLDEN.write_text(told, "utf-8")
    assert told == GOLDEN.read_text("utf-8")
