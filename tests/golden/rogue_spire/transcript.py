"""A game as readable text: each command, what every seat reads of it, and the table as each seat sees it."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.offers import WATCH, Seat
from tablelight.kernel.system import AnySystem
from tablelight.kernel.view import DiceRow, Die, Panel, Person, TableView
from tablelight.script.again import AnyTable
from tablelight.script.parse import Act, Case
from tablelight.script.player import Player

SHOW_AFTER = ("opening", "encounter", "narrate", "choose-injury", "time", "night-rest", "complete", "take")
"""The table is shown to every seat after these."""


def transcript(system: AnySystem, case: Case) -> str:
    """Play a case and write down what everybody sees."""
    player = Player(system)
    lines = [f"{case.name}", "=" * len(case.name)]
    for line in case.lines:
        before = len(player.table.entries)
        player.step(line.step, line.number)
        if isinstance(line.step, Act):
            lines += ["", f"> {line.text}"]
            if line.step.refused:
                lines.append("  (refused)")
            lines += _news(player.table, before)
            if line.step.key in SHOW_AFTER:
                lines += _views(player.table)
    return "\n".join(lines) + "\n"


def _seats(table: AnyTable) -> tuple[Seat, ...]:
    return (*(place.seat for place in table.room.places), WATCH)


def _who(readers: list[Seat], seats: tuple[Seat, ...]) -> str:
    return "all" if len(readers) == len(seats) else " ".join(readers)


def _news(table: AnyTable, since: int) -> Iterator[str]:
    """The new lines of the log; those that not everybody reads say who does."""
    seats = _seats(table)
    read = {seat: {(one.entry, one.event): one.line for one in table.lines(seat, since)} for seat in seats}
    for place in sorted({place for lines in read.values() for place in lines}):
        readers = [seat for seat in seats if place in read[seat]]
        line = read[readers[0]][place]
        yield f"  {_who(readers, seats)}: {line.text}" + (f" [{line.why}]" if line.why else "")


def _views(table: AnyTable) -> Iterator[str]:
    """The table line by line, each with those who see it so."""
    seats = _seats(table)
    views = {seat: list(_view(table.system.view(table.game, seat))) for seat in seats}
    for text in dict.fromkeys(line for seat in seats for line in views[seat]):
        readers = [seat for seat in seats if text in views[seat]]
        yield f"  | {_who(readers, seats)}: {text}"


def _view(view: TableView) -> Iterator[str]:
    yield f"{view.title} ({view.meta})"
    for group in view.groups:
        for person in group.people:
            yield f"{group.title}: {_person(person)}"
    for panel in view.panels:
        yield from _panel(panel)


def _person(person: Person) -> str:
    dice = " ".join(_die(die) for die in person.dice)
    counts = ", ".join(f"{count.label} {count.value}" for count in person.counts)
    tags = ", ".join(tag.text for tag in person.tags)
    hidden = "(hidden)" if person.hidden else ""
    return "  ".join(filter(None, (person.name, hidden, dice, counts, person.out, tags)))


def _die(die: Die) -> str:
    name = f"{die.label} d{die.size}".strip()
    shows = f"={die.face}" if die.face is not None else ""
    return f"[{name}{shows}{': ' if die.note else ''}{die.note}]"


def _panel(panel: Panel) -> Iterator[str]:
    tags = ", ".join(tag.text for tag in panel.tags)
    yield " / ".join(filter(None, (panel.eyebrow, panel.title, panel.text, tags)))
    yield from (_row(row) for row in panel.dice)


def _row(row: DiceRow) -> str:
    return f"    {row.label}: {' '.join(_die(die) for die in row.dice)} {row.result}"
