"""Who may sit where: links that invite to a seat, and the seats that a browser holds.

A browser has one secret in a cookie. That it holds a seat is kept as the hash of the secret, the table and the seat
together; of a link only its token's hash is kept. So nothing in the store opens a seat.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable

from tablelight.kernel.offers import GM, Seat
from tablelight.store import Access, Store

COOKIE = "tablelight"
LINK = "link"
HELD = "held:"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def is_secret(text: str | None) -> bool:
    """Whether a text has the form of our secrets; anything else was not made here."""
    return bool(text and _SECRET.fullmatch(text))


class AccessBook:
    """All links and held seats; the store's copy is changed with it. Lookups never wait."""

    def __init__(self, store: Store, clock: Callable[[], float], new_secret: Callable[[], str]) -> None:
        """`new_secret` gives 32 random bytes in URL-safe letters."""
        self.new_secret = new_secret
        self._store = store
        self._clock = clock
        self._tables: dict[str, dict[bytes, Access]] = {}
        self._links: dict[tuple[str, Seat], str] = {}  # tokens given out since the start, to be shown again

    def holds(self, browser: str | None, table: str, seat: str) -> bool:
        """Whether this browser holds this seat now."""
        return bool(browser) and _held_hash(browser or "", table, seat) in self._of(table)

    def seats(self, browser: str | None, table: str) -> tuple[Seat, ...]:
        """All seats of a table that this browser holds, the GM's first."""
        known = {access.seat for access in self._of(table).values()}
        held = (seat for seat in known if self.holds(browser, table, seat))
        return tuple(Seat(seat) for seat in sorted(held, key=_by_rank))

    def names(self, table: str, seat: Seat) -> tuple[str, ...]:
        """The names under which people took this seat."""
        labels = (access.label for access in self._of(table).values() if access.seat == seat)
        names = (label.removeprefix(HELD) for label in labels if label.startswith(HELD))
        return tuple(dict.fromkeys(name for name in names if name))

    def find_link(self, token: str) -> tuple[str, Seat] | None:
        """The table and the seat that a link invites to, while it is good."""
        access = self._store.find_access(_hash(token)) if is_secret(token) else None
        if not access or access.label != LINK or access.token_hash not in self._of(access.table_id):
            return None
        return access.table_id, Seat(access.seat)

    def link(self, table: str, seat: Seat) -> str | None:
        """The token of the seat's link, as long as it is good and was made since the start."""
        token = self._links.get((table, seat))
        return token if token and _hash(token) in self._of(table) else None

    async def invite(self, table: str, seat: Seat) -> str:
        """A new link to a seat; the one before it is good no more."""
        for access in self._links_of(table, seat):
            await self._remove(access)
        token = self.new_secret()
        await self._add(Access(_hash(token), table, seat, LINK, self._clock()))
        self._links[table, seat] = token
        return token

    async def grant(self, browser: str, table: str, seat: Seat, name: str = "") -> None:
        """Let this browser hold this seat. `name` is what the person goes by, empty for the one who made the table."""
        if not self.holds(browser, table, seat):
            await self._add(Access(_held_hash(browser, table, seat), table, seat, HELD + name, self._clock()))

    async def leave(self, browser: str, table: str, seat: Seat) -> None:
        """This browser gives the seat up."""
        access = self._of(table).get(_held_hash(browser, table, seat))
        if access:
            await self._remove(access)

    async def withdraw(self, table: str, seat: Seat, keep: str | None = None) -> None:
        """Take the seat from everyone who holds it, but not from the browser `keep`; its link is good no more."""
        kept = _held_hash(keep, table, seat) if keep else b""
        for access in tuple(self._of(table).values()):
            if access.seat == seat and access.token_hash != kept:
                await self._remove(access)
        self._links.pop((table, seat), None)

    def strays(self, table: str, seats: set[Seat]) -> set[Seat]:
        """Seats that somebody holds or is invited to, but that are not among `seats`."""
        return {Seat(access.seat) for access in self._of(table).values()} - seats

    def _of(self, table: str) -> dict[bytes, Access]:
        if table not in self._tables:
            self._tables[table] = {access.token_hash: access for access in self._store.accesses(table)}
        return self._tables[table]

    def _links_of(self, table: str, seat: Seat) -> list[Access]:
        return [access for access in self._of(table).values() if access.seat == seat and access.label == LINK]

    async def _add(self, access: Access) -> None:
        await asyncio.wrap_future(self._store.put_access(access))
        self._of(access.table_id)[access.token_hash] = access

    async def _remove(self, access: Access) -> None:
        """It is good no more from this moment on, whether or not the store takes long."""
        self._of(access.table_id).pop(access.token_hash, None)
        await asyncio.wrap_future(self._store.revoke(access.token_hash))


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _held_hash(browser: str, table: str, seat: str) -> bytes:
    return _hash(f"{browser}|{table}|{seat}")


def _by_rank(seat: str) -> tuple[bool, int, str]:
    return seat != GM, len(seat), seat
