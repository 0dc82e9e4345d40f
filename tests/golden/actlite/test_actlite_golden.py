"""A whole fight as readable text: what each seat reads after each step, and what it sees at the turning points.

To write the text anew, delete the .txt file and run the test once; then read what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, WATCH, Seat
from tablelight.kernel.view import Panel, Person
from tablelight.script import cases, run_case
from tablelight.script.again import AnyTable
from tablelight.script.parse import Act, Line
from tablelight.script.player import Player
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite.events import ResultsRevealed

FOLDER = Path(__file__).parent
SEATS = (GM, Seat("p1"), Seat("p2"), WATCH)
TURNS = ("initiative", "next-round", "end-initiative", "buy")
"""The commands after which each seat's view is written down."""

(FIGHT,) = cases(FOLDER / "ferry_fight.script")


def test_the_fight_goes_as_written() -> None:
    run_case(FIGHT, save_load=True).check()


def test_the_transcript_is_the_one_on_file() -> None:
    file = FOLDER / "ferry_fight.txt"
    text = "\n".join(transcript()) + "\n"
    if not file.exists():
        file.write_text(text, "utf-8")
        pytest.fail(f"{file.name} was not there; it is written now: read it and run the test again")
    assert text == file.read_text("utf-8")


def test_no_secret_is_in_what_players_get() -> None:
    """Until Osk's aid reveals it, the rolled row is in no byte that a player or a spectator is sent."""
    player = Player(SYSTEM)
    for line in FIGHT.lines:
        player.step(line.step, line.number)
        table = player.table
        if _revealed(table, 0):
            break
        for seat in SEATS[1:]:
            sent = (
                SYSTEM.view(table.game, seat),
                SYSTEM.sheets(table.game, seat),
                table.menu(seat),
                [*table.lines(seat)],
            )
            told = msgspec.json.encode(sent)
            assert b"exhaustion" not in told
            assert b"Generic" not in told
    else:
        pytest.fail("nothing was ever revealed")


# ---------------------------------------------------------------------- writing it down


def transcript() -> Iterator[str]:
    """Each command with the lines that came of it, and who could read them."""
    player = Player(SYSTEM)
    for line in FIGHT.lines:
        before = len(player.table.entries)
        player.step(line.step, line.number)
        if len(player.table.entries) > before:
            yield from _step(player.table, line, before)
        if isinstance(line.step, Act) and (line.step.key in TURNS or _revealed(player.table, before)):
            for seat in SEATS:
                yield from ("", f"    [{seat}]", *(f"    {text}" for text in shown(player.table, seat)))
            yield ""


def _revealed(table: AnyTable, since: int) -> bool:
    """Whether a secret came out after this entry."""
    entries = [entry for entry in table.entries[since:] if isinstance(entry, Did)]
    return any(isinstance(event, ResultsRevealed) for entry in entries for event in entry.events)


def _step(table: AnyTable, line: Line, before: int) -> Iterator[str]:
    yield f"> {line.text}"
    told = {seat: [one.line.text for one in table.lines(seat, before)] for seat in SEATS}
    for text in told[GM]:
        blind = [seat for seat in SEATS if text not in told[seat]]
        yield f"  {text}" + (f"  (not for {', '.join(blind)})" if blind else "")


def shown(table: AnyTable, seat: Seat) -> Iterator[str]:
    """A seat's view in words."""
    view = SYSTEM.view(table.game, seat)
    yield f"{view.title} · {view.meta}"
    for group in view.groups:
        for person in group.people:
            yield f"{group.title}: {_person(person)}"
    for panel in view.panels:
        yield from _panel(panel)


def _person(person: Person) -> str:
    counts = [f"{count.label} {count.value}" for count in person.counts]
    marks = [*(tag.text for tag in person.tags), *filter(None, (person.out, "acts now" if person.now else ""))]
    return ", ".join((person.name, *counts, *marks))


def _panel(panel: Panel) -> Iterator[str]:
    head = " · ".join(filter(None, (panel.eyebrow, panel.title, panel.text)))
    yield head + ("  (secret)" if panel.secret else "")
    if panel.zones:
        yield "  " + "; ".join(f"{zone.title} {zone.count}" for zone in panel.zones)
    if panel.grid:
        yield "  " + "; ".join(f"{token.name} {token.x},{token.y}" for token in panel.grid.tokens)
