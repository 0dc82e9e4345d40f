"""Saving a table, loading it again, and telling whether anybody could notice."""

from __future__ import annotations

from typing import Any, TypeAlias

from tablelight.kernel.offers import WATCH
from tablelight.kernel.room import Room
from tablelight.kernel.table import Table
from tablelight.script.differs import DiffersError

AnyTable: TypeAlias = Table[Any]


def reload(table: AnyTable, room: Room | None = None) -> AnyTable:
    """A new table made from what the log of this one looks like in the store. `room`: as the table began."""
    again: AnyTable = Table(table.system, table.dice, room)
    again.load([table.codec.decode(table.codec.encode(entry)) for entry in table.entries], at=0.0)
    return again


def checked_reload(table: AnyTable, room: Room | None = None) -> AnyTable:
    """The table after saving and loading; raises unless state, room, questions, offers and logs are the same."""
    again = reload(table, room)
    for name, before, after in zip(_PARTS, everything(table), everything(again), strict=True):
        if before != after:
            raise DiffersError(f"the same {name} after save and load: {before!r}", repr(after))
    return again


_PARTS = ("number of entries", "state", "room", "question", "options", "menus", "logs", "views")


def everything(table: AnyTable) -> tuple[object, ...]:
    """All that people can see of a table."""
    seats = [place.seat for place in table.room.places]
    return (
        len(table.entries),
        table.state,
        table.room,
        table.pending,
        table.game.options,
        [(table.menu(seat), table.house_menu(seat)) for seat in seats],
        [list(table.lines(seat)) for seat in seats],
        [(table.system.view(table.game, seat), table.system.sheets(table.game, seat)) for seat in (*seats, WATCH)],
    )
