"""One table's open pages: what the pages of each seat hold, and how a change comes to all of them.

All pages at a seat hold the same parts, but for those that tell of other seats which their browser holds as well.
After a change each seat is worked out once, compared with what its pages have, and the difference goes to them as one
text. Whoever sent the command has its answer before; changes that come quickly one after another are drawn together.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from markupsafe import Markup
from msgspec import Struct

from tablelight.kernel.log import Aside, Did
from tablelight.kernel.offers import GM, Seat
from tablelight.store.keeper import AnyTable, Live
from tablelight.web import desk, render
from tablelight.web.desk import Desk, Parts
from tablelight.web.look import Looks

MOST_WAITING = 64
MOST_WAITING_LETTERS = 2_000_000
"""What may wait for a slow page before it is dropped; it comes back and gets everything anew."""

MOST_PAGES = 200
"""Open pages at one table."""

TOO_SLOW = 1013
NO_MORE_YOURS = 4403
RESTARTING = 1012

_log = logging.getLogger(__name__)


class Rights(Struct, frozen=True):
    """What decides what a page holds: its seat, and the seats that its browser can switch to."""

    seat: Seat
    held: tuple[Seat, ...]


class Page:
    """One open page: the texts that wait to be sent to it, and a reason to close it once there is one."""

    def __init__(self, rights: Rights, browser: str) -> None:
        self.rights = rights
        self.browser = browser
        self.close_code: int | None = None
        self._waiting: deque[str] = deque()
        self._news = asyncio.Event()

    def put(self, text: str) -> None:
        """Let a text wait to be sent."""
        if len(self._waiting) >= MOST_WAITING or sum(map(len, self._waiting)) > MOST_WAITING_LETTERS:
            self.close(TOO_SLOW)
        if self.close_code is None:
            self._waiting.append(text)
            self._news.set()

    def close(self, code: int) -> None:
        """Send nothing more, and close with this code."""
        if self.close_code is None:
            self.close_code = code
            self._waiting.clear()
            self._news.set()

    async def next(self) -> str | None:
        """The next text to send; None when the page is to be closed."""
        while not self._waiting:
            if self.close_code is not None:
                return None
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


class _Kind:
    """All pages with the same rights, and what the parts of their own were drawn from."""

    def __init__(self, rights: Rights, parts: Parts) -> None:
        self.rights = rights
        self.parts = parts
        self.pages: set[Page] = set()


class _Seat:
    """All pages at one seat, and what the parts they hold were drawn from."""

    def __init__(self, seat: Seat, table: AnyTable, parts: Parts) -> None:
        self.seat = seat
        self.table = table
        self.parts = parts
        self.told = len(table.entries)
        self.kinds: dict[Rights, _Kind] = {}


class Hub:
    """The open pages of one table."""

    def __init__(self, live: Live, drawing: asyncio.Lock) -> None:
        """`drawing`: the turn of whoever draws, one for all tables of the server."""
        self.live = live
        self.looks = Looks(live)
        self._drawing = drawing
        self._seats: dict[Seat, _Seat] = {}
        self._task: asyncio.Task[None] | None = None
        live.listeners.append(self._changed)

    def desk(self, seat: Seat, held: tuple[Seat, ...]) -> Desk:
        """The place of one seat, as it is now."""
        return Desk(self.live, seat, held, self.looks.of(seat))

    @property
    def pages(self) -> list[Page]:
        """All open pages."""
        return [page for seat in self._seats.values() for kind in seat.kinds.values() for page in kind.pages]

    def join(self, page: Page, version: int) -> bool:
        """Let a page follow the table; `version` is how much of it the page has. False when the table is full.

        Whoever calls this holds the table's lock.
        """
        if len(self.pages) >= MOST_PAGES:
            return False
        seat, kind = self._home(page.rights)
        kind.pages.add(page)
        if version != seat.told:
            every = (*kind.parts.items(), *seat.parts.items())
            parts = [render.oob(name, part.html()) for name, part in every]
            page.put("".join((*parts, *self._tail(page.rights.seat))))
        return True

    def _home(self, rights: Rights) -> tuple[_Seat, _Kind]:
        """Where the pages with these rights are kept, brought up to date."""
        table = self.live.table
        seat = self._seats.get(rights.seat)
        if seat is None:
            seat = _Seat(rights.seat, table, desk.parts(self.desk(rights.seat, ())))
            self._seats[rights.seat] = seat
        elif seat.table is not table or seat.told != len(table.entries):
            self._catch_up(seat)
        kind = seat.kinds.get(rights)
        if kind is None:
            kind = seat.kinds[rights] = _Kind(rights, self._own_parts(rights))
        return seat, kind

    def leave(self, page: Page) -> None:
        """A page is gone."""
        seat = self._seats.get(page.rights.seat)
        kind = seat.kinds.get(page.rights) if seat else None
        if seat and kind:
            kind.pages.discard(page)
            if not kind.pages:
                del seat.kinds[page.rights]
            if not seat.kinds:
                del self._seats[page.rights.seat]

    def turn_out(self, seat: Seat, keep: str | None = None) -> None:
        """Close every page at this seat, and those that could switch to it, but not those of the browser `keep`.

        A page that held other seats as well comes back with what is left to it.
        """
        for page in self.pages:
            if page.browser != keep and seat in (page.rights.seat, *page.rights.held):
                page.close(NO_MORE_YOURS if seat == page.rights.seat else RESTARTING)

    def _own_parts(self, rights: Rights) -> Parts:
        return desk.own_parts(self.desk(rights.seat, rights.held))

    def _changed(self, live: Live) -> None:
        """After a change: have all pages brought up to date, unless that is about to happen."""
        if self._seats and not self._task:
            self._task = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        """Bring all pages up to date; between seats, others may go on.

        But no other table is drawn meanwhile: of two that take turns both would be late, and so one is not.
        """
        async with self._drawing, self.live.lock:
            self._task = None
            for seat in tuple(self._seats.values()):
                try:
                    self._catch_up(seat)
                except Exception:  # a fault in drawing one seat's view must not stop the others
                    _log.exception("the view of seat %s can't be drawn", seat.seat)
                await asyncio.sleep(0)

    def _catch_up(self, seat: _Seat) -> None:
        """Send the pages at a seat what they lack."""
        table = self.live.table
        now = desk.parts(self.desk(seat.seat, ()))
        changed = _differences(seat.parts, now)
        whole = seat.table is not table or any(not isinstance(e, Did | Aside) for e in table.entries[seat.told :])
        changed += self._tail(seat.seat) if whole else self._new_lines(seat.seat, seat.told)
        seat.parts, seat.table, seat.told = now, table, len(table.entries)
        for rights, kind in seat.kinds.items():
            own = self._own_parts(rights)
            text = "".join((*_differences(kind.parts, own), *changed))
            kind.parts = own
            if text:
                for page in kind.pages:
                    page.put(text)

    def _tail(self, seat: Seat) -> list[Markup]:
        """The end of the log anew, in place of all lines that a page has."""
        lines, older = desk.tail(self.live.table, seat)
        button = render.older(self.live.id, seat, older)
        return [render.oob("log-lines", render.lines(lines, seat == GM)), render.oob("older", button)]

    def _new_lines(self, seat: Seat, told: int) -> list[Markup]:
        lines = tuple(desk.draw_line(line) for line in self.live.table.lines(seat, told))
        return [render.oob("log-lines", render.lines(lines, seat == GM), "beforeend")] if lines else []


def _differences(before: Parts, now: Parts) -> list[Markup]:
    """The parts that are no longer what they were, drawn."""
    return [render.oob(name, part.html()) for name, part in now.items() if before[name] != part]
