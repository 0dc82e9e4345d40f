"""`tablelight walk`"""

from __future__ import annotations

import random
import sys
from typing import Annotated

import typer

from tablelight.cli.data import AnyTable, game
from tablelight.cli.say import fail, say
from tablelight.kernel.dice import plain_dice
from tablelight.kernel.offers import Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.system import AnySystem
from tablelight.kernel.table import Table
from tablelight.script import record
from tablelight.walk import walk


def command(
    system: Annotated[str, typer.Argument(help="A game, such as torchlite.")],
    steps: Annotated[int, typer.Option(min=1, help="How many steps.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same number gives the same game.")] = 1,
    start: Annotated[str, typer.Option(help="A ready beginning; 'none' for an empty table.")] = "",
    seat: Annotated[str, typer.Option(help="Whose log is shown.")] = "gm",
    as_script: Annotated[bool, typer.Option("--script", help="Print the game as a script.")] = False,
) -> None:
    """Let a game play itself at random, by its rules, and print its log. The first ready beginning is taken."""
    table = _begun(game(system), seed, start)
    if not table.room.place(Seat(seat)):
        fail(f"There is no seat {seat!r}; there are: {', '.join(place.seat for place in table.room.places)}.", 2)
    walk(table, random.Random(seed), steps, talk=0, wrong=0)
    if as_script:
        sys.stdout.write(record(table, f"walk-{seed}"))
        return
    for logged in table.lines(Seat(seat)):
        say(logged.line.text, {"good": "green", "bad": "red", "cool": "cyan"}.get(logged.line.tone, ""))


def _begun(system: AnySystem, seed: int, start: str) -> AnyTable:
    table: AnyTable = Table(system, plain_dice(seed))
    starts = {each.key: each for each in system.starts()}
    if start not in ("", "none", *starts):
        fail(f"{system.title} has no beginning {start!r}; there are: {', '.join(starts) or 'none'}.", 2)
    key = start or next(iter(starts), "none")
    if key in starts:
        ready = starts[key]
        table.record_aside(0.0, *(SeatPlaced(seat=p.seat, name=p.name, kind=p.kind) for p in ready.places))
        table.record_start(0.0, *ready.events)
    else:
        table.record_aside(0.0, *(SeatPlaced(seat=Seat(f"p{n}"), name=f"Player {n}") for n in (1, 2, 3)))
    return table
