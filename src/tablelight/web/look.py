"""What one seat sees at one moment, worked out once however many ask."""

from __future__ import annotations

from msgspec import Struct

from tablelight.kernel.offers import Offer, Seat
from tablelight.kernel.table import Menu
from tablelight.kernel.view import TableView
from tablelight.store.keeper import AnyTable, Live


class Look(Struct, frozen=True):
    """A seat's view of the game, and what it may do in the game and about the table."""

    view: TableView
    menu: Menu
    house: tuple[Offer, ...]


class Looks:
    """The looks of one table, each kept until the table changes."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._at: tuple[AnyTable, int] | None = None
        self._looks: dict[Seat, Look] = {}

    def of(self, seat: Seat) -> Look:
        """What this seat sees now."""
        table = self._live.table
        now = (table, len(table.entries))
        if self._at != now:
            self._at = now
            self._looks = {}
        look = self._looks.get(seat)
        if look is None:
            look = self._looks[seat] = _look(table, seat)
        return look


def _look(table: AnyTable, seat: Seat) -> Look:
    view = table.system.view(table.game, seat)
    menu = table.menu(seat)
    if table.room.place(seat):
        return Look(view, menu, table.house_menu(seat))
    return Look(view, Menu(menu.question, None, menu.waiting, (), ()), ())  # somebody who only watches
