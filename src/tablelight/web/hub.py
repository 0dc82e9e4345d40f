"""One table's open pages: what each kind of page holds, and how a change comes to all of them.

Pages with the same rights hold the same parts. After a change each kind is drawn once, compared with what it has,
and the difference goes to all its pages as one text.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping

from markupsafe import Markup
from msgspec import Struct

from tablelight.kernel.log import Aside, Did
from tablelight.kernel.offers import GM, Seat
from tablelight.store.keeper import AnyTable, Live
from tablelight.web import desk, render
from tablelight.web.desk import Desk, Part
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
    """All pages with the same rights, and what the parts they hold were drawn from."""

    def __init__(self, table: AnyTable, parts: Mapping[render.PartId, Part]) -> None:
        self.table = table
        self.parts = parts
        self.told = len(table.entries)
        self.pages: set[Page] = set()


class Hub:
    """The open pages of one table."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.looks = Looks(live)
        self._kinds: dict[Rights, _Kind] = {}
        live.listeners.append(self._refresh)

    def desk(self, seat: Seat, held: tuple[Seat, ...]) -> Desk:
        """The place of one seat, as it is now."""
        return Desk(self.live, seat, held, self.looks.of(seat))

    @property
    def pages(self) -> list[Page]:
        """All open pages."""
        return [page for kind in self._kinds.values() for page in kind.pages]

    def join(self, page: Page, version: int) -> bool:
        """Let a page follow the table; `version` is how much of it the page has. False when the table is full."""
        if len(self.pages) >= MOST_PAGES:
            return False
        table = self.live.table
        kind = self._kinds.get(page.rights)
        if kind is None:
            kind = self._kinds[page.rights] = _Kind(table, desk.parts(self._desk(page.rights)))
        kind.pages.add(page)
        if version != len(table.entries):
            parts = [render.oob(name, part.html()) for name, part in kind.parts.items()]
            page.put("".join((*parts, *self._tail(page.rights.seat))))
        return True

    def leave(self, page: Page) -> None:
        """A page is gone."""
        kind = self._kinds.get(page.rights)
        if kind:
            kind.pages.discard(page)
            if not kind.pages:
                del self._kinds[page.rights]

    def turn_out(self, seat: Seat, keep: str | None = None) -> None:
        """Close every page at this seat, and those that could switch to it, but not those of the browser `keep`.

        A page that held other seats as well comes back with what is left to it.
        """
        for page in self.pages:
            if page.browser != keep and seat in (page.rights.seat, *page.rights.held):
                page.close(NO_MORE_YOURS if seat == page.rights.seat else RESTARTING)

    def _desk(self, rights: Rights) -> Desk:
        return self.desk(rights.seat, rights.held)

    def _refresh(self, live: Live) -> None:
        """After a change: bring every kind of page up to date."""
        for rights, kind in self._kinds.items():
            try:
                text = self._catch_up(rights, kind)
            except Exception:  # a fault in drawing one seat's view must not stop the others
                _log.exception("the view of seat %s can't be drawn", rights.seat)
                continue
            if text:
                for page in kind.pages:
                    page.put(text)

    def _catch_up(self, rights: Rights, kind: _Kind) -> str:
        """What the pages of this kind lack, as one text."""
        table = self.live.table
        now = desk.parts(self._desk(rights))
        changed = [render.oob(name, part.html()) for name, part in now.items() if kind.parts[name] != part]
        whole = kind.table is not table or any(not isinstance(e, Did | Aside) for e in table.entries[kind.told :])
        changed += self._tail(rights.seat) if whole else self._new_lines(rights.seat, kind.told)
        kind.parts, kind.table, kind.told = now, table, len(table.entries)
        return "".join(changed)

    def _tail(self, seat: Seat) -> list[Markup]:
        """The end of the log anew, in place of all lines that a page has."""
        lines, older = desk.tail(self.live.table, seat)
        button = render.older(self.live.id, seat, older)
        return [render.oob("log-lines", render.lines(lines, seat == GM)), render.oob("older", button)]

    def _new_lines(self, seat: Seat, told: int) -> list[Markup]:
        lines = tuple(desk.draw_line(line) for line in self.live.table.lines(seat, told))
        return [render.oob("log-lines", render.lines(lines, seat == GM), "beforeend")] if lines else []
