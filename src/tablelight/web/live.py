"""The socket of an open page: everything goes down, nothing comes up."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tablelight.kernel.offers import Seat
from tablelight.web.errors import NoSeatError
from tablelight.web.house import House, browser_of, house_of, require_seat
from tablelight.web.hub import NO_MORE_YOURS, Hub, Page, Rights

AnySocket = WebSocket[Any, Any, Any]

FULL = 1013
TALKS_TOO_MUCH = 1008
MOST_MESSAGES = 100
"""A page has nothing to say here; after this many messages it is no page of ours."""


@websocket("/table/{table_id:str}/live")
async def follow(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Keep one page up to date until it goes or loses its seat."""
    house = house_of(socket)
    hub = await house.hub(table_id)
    await socket.accept()
    try:
        seat = require_seat(socket, table_id, socket.query_params.get("seat", ""))
    except NoSeatError:
        await socket.close(NO_MORE_YOURS)
        return
    page = Page(_rights(house, socket, table_id, seat), browser_of(socket) or "")
    async with hub.live.lock:
        joined = hub.join(page, _version(socket))
    if not joined:
        await socket.close(FULL)
        return
    await _serve(socket, hub, page)


def _rights(house: House, socket: AnySocket, table_id: str, seat: Seat) -> Rights:
    return Rights(seat, house.access.seats(browser_of(socket), table_id))


def _version(socket: AnySocket) -> int:
    text = socket.query_params.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1


async def _serve(socket: AnySocket, hub: Hub, page: Page) -> None:
    """Send beside a reader: only the reader notices that a browser has gone."""
    sender = asyncio.create_task(_send(socket, page))
    try:
        await _read(socket, page)
    finally:
        hub.leave(page)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send(socket: AnySocket, page: Page) -> None:
    while (text := await page.next()) is not None:
        await socket.send_text(text)
    await socket.close(page.close_code or 1000)


async def _read(socket: AnySocket, page: Page) -> None:
    heard = 0
    try:
        while True:
            await socket.receive_data(mode="text")
            heard += 1
            if heard > MOST_MESSAGES:
                page.close(TALKS_TOO_MUCH)
    except WebSocketDisconnect:
        return
