"""Tables to test with: the demo of a game, and commands that must succeed."""

from __future__ import annotations

from typing import TypeVar

from tablelight.kernel.dice import Dice, plain_dice
from tablelight.kernel.flow import Event
from tablelight.kernel.offers import Seat
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.system import System
from tablelight.kernel.table import Applied, Command, Table

S = TypeVar("S")


def demo_table(system: System[S], dice: Dice | None = None, *before: Event) -> Table[S]:
    """A table of the system's demo, with repeatable dice if no others are given; `before` happens even before it."""
    table = Table(system, dice or plain_dice(1))
    (start,) = (start for start in system.starts() if start.key == "demo")
    for place in start.places:
        table.record_aside(0.0, SeatPlaced(seat=place.seat, name=place.name, kind=place.kind))
    table.record_start(0.0, *before, *start.events)
    return table


def do(table: Table[S], seat: str, key: str, /, **args: object) -> None:
    """Carry out a command that must succeed."""
    done = table.do(Command(Seat(seat), key, args), 0.0)
    assert isinstance(done, Applied), (seat, key, done)
