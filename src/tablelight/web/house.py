"""What all pages work with: the tables, who may sit where, the open pages, the limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from litestar import Request

from tablelight.kernel.log import Aside
from tablelight.kernel.offers import WATCH, Seat
from tablelight.kernel.room import SeatRemoved
from tablelight.store import NoSuchTableError
from tablelight.store.keeper import Keeper, Live
from tablelight.web.access import COOKIE, AccessBook, is_secret
from tablelight.web.desk import Desk
from tablelight.web.errors import NoSeatError, TurnedDownError
from tablelight.web.forms import BadFormError, Form
from tablelight.web.hub import Hub
from tablelight.web.limits import Limits, OneAtATime
from tablelight.web.trust import Connection, at_this_machine, client_address, host_of

AnyRequest = Request[Any, Any, Any]

COUNTING = 2
"""How many chances are worked out at once; others wait, so that play goes on beside them."""


@dataclass
class House:
    """Everything that the handlers share.

    `lan_address` is what others on the network reach this server by, as "host:port", if anything. `anyone_may_create`
    lets people set up tables who don't sit at this machine. `sums` are odds that take their time. `drawing` is the turn
    of the table whose pages are brought up to date.
    """

    keeper: Keeper
    access: AccessBook
    limits: Limits
    lan_address: str = ""
    anyone_may_create: bool = False
    hubs: dict[str, Hub] = field(default_factory=dict[str, Hub])
    counting: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(COUNTING))
    sums: OneAtATime = field(default_factory=OneAtATime)
    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    tasks: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])

    async def hub(self, table_id: str) -> Hub:
        """The table's open pages; opens the table. Raises TurnedDownError."""
        try:
            live = await self.keeper.open(table_id)
        except NoSuchTableError as error:
            raise TurnedDownError(404, "There is no such table here.") from error
        hub = self.hubs.get(table_id)
        if hub is None or hub.live is not live:
            hub = self.hubs[table_id] = Hub(live, self.drawing)
            await self._turn_out_strays(hub)
            live.listeners.append(self._removed_seats(hub))
        return hub

    async def _turn_out_strays(self, hub: Hub) -> None:
        """Nobody keeps a seat that was removed while nobody looked."""
        seats = {place.seat for place in hub.live.table.room.places} | {WATCH}
        for seat in self.access.strays(hub.live.id, seats):
            await self.access.withdraw(hub.live.id, seat)

    def _removed_seats(self, hub: Hub) -> Callable[[Live], None]:
        """Watches a table for seats that go, so that whoever held one loses it."""
        seen = len(hub.live.table.entries)

        def look(live: Live) -> None:
            nonlocal seen
            for entry in live.table.entries[seen:]:
                events = entry.events if isinstance(entry, Aside) else ()
                for event in events:
                    if isinstance(event, SeatRemoved):
                        self.later(self.withdraw(hub, event.seat))
            seen = len(live.table.entries)

        return look

    async def withdraw(self, hub: Hub, seat: Seat, keep: str | None = None) -> None:
        """Take a seat from everyone but the browser `keep`; their open pages close."""
        work = asyncio.ensure_future(self.access.withdraw(hub.live.id, seat, keep))
        hub.turn_out(seat, keep)
        await work

    def later(self, work: Any) -> None:
        """Let something run beside what goes on."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def may_create(self, connection: Connection) -> bool:
        """Whether this person may set up tables here."""
        return self.anyone_may_create or at_this_machine(connection)

    def link_base(self, request: AnyRequest) -> str:
        """The beginning of an address that others can open, too."""
        if self.lan_address and at_this_machine(request):
            return f"http://{self.lan_address}"
        return f"{request.scope['scheme']}://{host_of(request)}"


def house_of(connection: Connection) -> House:
    """The house that this request came to."""
    return cast("House", connection.app.state["house"])


def browser_of(connection: Connection) -> str | None:
    """The browser's secret, if its cookie has the form of one."""
    secret = connection.cookies.get(COOKIE)
    return secret if is_secret(secret) else None


def require_seat(connection: Connection, table_id: str, seat: str) -> Seat:
    """The seat, if this browser holds it now. Raises NoSeatError."""
    if not house_of(connection).access.holds(browser_of(connection), table_id, seat):
        raise NoSeatError()
    return Seat(seat)


async def desk_of(connection: Connection, table_id: str) -> Desk:
    """The place of the seat that the address names, or of the first that this browser holds."""
    house = house_of(connection)
    hub = await house.hub(table_id)
    held = house.access.seats(browser_of(connection), table_id)
    wanted = connection.query_params.get("seat")
    if not held or (wanted is not None and wanted not in held):
        raise NoSeatError("This browser holds no seat here. Ask the game master for a link.")
    async with hub.live.lock:
        return hub.desk(Seat(wanted) if wanted else held[0], held)


def spend(connection: Connection, known: bool) -> None:
    """Count a request against its browser's limit, or its address's while the browser isn't `known`.

    Raises TurnedDownError.
    """
    browser = browser_of(connection) if known else None
    key = sha256(browser.encode()).hexdigest() if browser else client_address(connection)
    if not house_of(connection).limits.allow(key):
        raise TurnedDownError(429, "That was too quick. Wait a moment and try again.")


async def read_form(request: AnyRequest) -> Form:
    """The posted form. Raises TurnedDownError."""
    try:
        return Form(await request.body())
    except BadFormError as error:
        raise TurnedDownError(400, str(error)) from error
