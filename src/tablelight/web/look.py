"""What one seat sees at one moment, worked out once however many ask, and only as far as somebody asks."""

from __future__ import annotations

from functools import cached_property

from tablelight.kernel.offers import WATCH, Offer, Seat
from tablelight.kernel.table import Menu
from tablelight.kernel.view import Sheet, TableView
from tablelight.store.keeper import AnyTable, Live


class Look:
    """A seat's view of the game, and what it may do in the game and about the table."""

    def __init__(self, table: AnyTable, seat: Seat, watcher: Look | None, before: Look | None = None) -> None:
        """`watcher`: the look of all who only look on, if this seat does. `before`: an older one of the same game."""
        self._table = table
        self._seat = seat
        self._place = table.room.place(seat)
        self._watcher = watcher
        if before:
            self.__dict__ |= {name: value for name, value in before.__dict__.items() if name in ("view", "menu")}

    @cached_property
    def view(self) -> TableView:
        """What the seat sees of the game."""
        return self._watcher.view if self._watcher else self._table.system.view(self._table.game, self._seat)

    def sheet(self, person: str) -> Sheet | None:
        """Somebody's sheet, if this seat sees that person and may read it."""
        if self._watcher:
            return self._watcher.sheet(person)
        people = (one for group in self.view.groups for one in group.people)
        if not any(one.id == person and one.has_sheet for one in people):
            return None
        return self._table.system.sheet(self._table.game, self._seat, person)

    @cached_property
    def menu(self) -> Menu:
        """What the seat may do in the game; who only watches may do nothing."""
        menu = self._table.menu(self._seat)
        return menu if self._place else Menu(menu.question, None, menu.waiting, (), ())

    @cached_property
    def house(self) -> tuple[Offer, ...]:
        """What the seat may do about the table itself."""
        return self._table.house_menu(self._seat) if self._place else ()


class Looks:
    """The looks of one table, each kept until the table changes."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._at: tuple[AnyTable, int] | None = None
        self._moment: tuple[object, ...] = ()
        self._looks: dict[Seat, Look] = {}
        self._before: dict[Seat, Look] = {}

    def of(self, seat: Seat) -> Look:
        """What this seat sees now."""
        table = self._live.table
        now = (table, len(table.entries))
        if self._at != now:
            self._at = now
            self._begin(table)
        look = self._looks.get(seat)
        if look is None:
            place = table.room.place(seat)
            watches = seat != WATCH and (place is None or place.kind == "watch")
            look = self._looks[seat] = Look(table, seat, self.of(WATCH) if watches else None, self._before.get(seat))
        return look

    def _begin(self, table: AnyTable) -> None:
        """Something happened; what it left as it was, such as talk the game, is not worked out again."""
        moment = table.moment
        same = len(moment) == len(self._moment) and all(a is b for a, b in zip(moment, self._moment, strict=True))
        self._before = self._looks if same else {}
        self._moment = moment
        self._looks = {}
