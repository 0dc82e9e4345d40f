"""Links to seats: the GM makes and withdraws them, others sit down by them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.offers import GM, WATCH, Seat
from tablelight.kernel.table import Command
from tablelight.web import answers, desk, render
from tablelight.web.access import COOKIE
from tablelight.web.errors import TurnedDownError
from tablelight.web.house import (
    AnyRequest,
    House,
    browser_of,
    house_of,
    read_form,
    require_seat,
    spend,
)
from tablelight.web.hub import Hub

A_YEAR = 365 * 24 * 3600
NAME_LIMIT = 60
_NOT_GOOD = "This link is not good any more. Ask the game master for a new one."


@get("/table/{table_id:str}/invites")
async def show_invites(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """Each seat's link, for the GM."""
    hub = await house_of(request).hub(table_id)
    require_seat(request, table_id, GM)
    return answers.html(_drawn(request, hub))


@post("/table/{table_id:str}/invite", status_code=200)
async def change_invite(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The GM makes a link to a seat, or takes the seat from whoever holds it."""
    house = house_of(request)
    hub = await house.hub(table_id)
    require_seat(request, table_id, GM)
    spend(request, known=True)
    form = await read_form(request)
    seat = Seat(form.text("for"))
    if seat not in dict(desk.seats_to_invite(hub.live.table.room)):
        raise TurnedDownError(404, "There is no such seat.")
    if form.text("op") == "revoke":
        await house.withdraw(hub, seat, keep=browser_of(request) if seat == GM else None)
    else:
        await house.access.invite(table_id, seat)
    if answers.by_htmx(request):
        return answers.html(render.oob("invites", _drawn(request, hub)))
    return Redirect(f"/table/{table_id}?seat={GM}", status_code=303)


def _drawn(request: AnyRequest, hub: Hub) -> str:
    seats = desk.seats_to_invite(hub.live.table.room)
    return render.invites(tuple(_invite(request, hub, seat, name) for seat, name in seats), hub.live.id)


def _invite(request: AnyRequest, hub: Hub, seat: Seat, name: str) -> render.Invite:
    house = house_of(request)
    taken_by = ", ".join(house.access.names(hub.live.id, seat))
    token = house.access.link(hub.live.id, seat)
    if not token:
        return render.Invite(seat, name, taken_by)
    picture = f"/table/{hub.live.id}/qr/{seat}?v={token[:6]}"
    return render.Invite(seat, name, taken_by, f"{house.link_base(request)}/join/{token}", picture)


@get("/table/{table_id:str}/qr/{seat:str}")
async def show_qr(request: AnyRequest, table_id: FromPath[str], seat: FromPath[str]) -> Response[Any]:
    """The picture of a seat's link, for phones to read."""
    require_seat(request, table_id, GM)
    house = house_of(request)
    token = house.access.link(table_id, Seat(seat))
    if not token:
        raise TurnedDownError(404, "There is no link to this seat.")
    picture = BytesIO()
    code = segno.make(f"{house.link_base(request)}/join/{token}", micro=False)
    code.save(picture, kind="svg", scale=4, border=3, light="white", svgclass=None, lineclass=None)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@get("/join/{token:str}")
async def show_join(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
    """What an invited person sees first."""
    spend(request, known=False)
    found = house_of(request).access.find_link(token)
    if not found:
        return answers.html(render.message("This link leads nowhere", _NOT_GOOD), 404)
    hub = await house_of(request).hub(found[0])
    return answers.html(render.join(_join_page(hub, token, found[1])))


def _join_page(hub: Hub, token: str, seat: Seat) -> render.JoinPage:
    room = hub.live.table.room
    host = room.place(GM)
    return render.JoinPage(
        token, room.name, hub.live.system.title, host.name if host and seat != GM else "", watching=seat == WATCH
    )


@post("/join/{token:str}", status_code=200)
async def take_seat(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
    """The invited person sits down; the browser holds the seat from now on."""
    spend(request, known=False)
    house = house_of(request)
    found = house.access.find_link(token)
    if not found:
        return answers.html(render.message("This link leads nowhere", _NOT_GOOD), 404)
    table_id, seat = found
    hub = await house.hub(table_id)
    name = " ".join((await read_form(request)).text("name").split())
    if not 1 <= len(name) <= NAME_LIMIT:
        page = _join_page(hub, token, seat)
        return answers.html(render.join(page, f"A name has 1 to {NAME_LIMIT} characters."), 422)
    cookie = await sit_down(request, house, table_id, (seat,), name)
    if seat != WATCH:
        await house.keeper.submit(table_id, Command(seat, "name-seat", {"seat": seat, "name": name}))
    return Redirect(f"/table/{table_id}?seat={seat}", status_code=303, cookies=cookie)


async def sit_down(
    request: AnyRequest, house: House, table_id: str, seats: tuple[Seat, ...], name: str = ""
) -> list[Cookie]:
    """Let this browser hold these seats; gives the cookie to set, if it has none yet."""
    known = browser_of(request)
    browser = known or house.access.new_secret()
    for seat in seats:
        await house.access.grant(browser, table_id, seat, name)
    if known:
        return []
    secure = request.scope["scheme"] == "https"
    return [Cookie(COOKIE, value=browser, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)]
