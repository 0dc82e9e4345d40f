"""The table page and what is posted from it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.offers import GM, Refused, Seat
from tablelight.kernel.table import Command
from tablelight.store.keeper import AnyTable
from tablelight.web import answers, desk, render
from tablelight.web.errors import NoSeatError, TurnedDownError
from tablelight.web.forms import COMMANDS, NEW, BadFormError, Build, Form
from tablelight.web.house import AnyRequest, browser_of, desk_of, house_of, read_form, require_seat, spend
from tablelight.web.hub import Hub
from tablelight.web.trust import at_this_machine

MOST_QUERY = 200


@get("/table/{table_id:str}")
async def show_table(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The page of the seat that this browser holds."""
    try:
        place = await desk_of(request, table_id)
    except NoSeatError:
        if not at_this_machine(request):
            raise
        return await _offer_gm_seat(request, table_id)
    return answers.html(render.table_page(desk.page(place)))


async def _offer_gm_seat(request: AnyRequest, table_id: str) -> Response[Any]:
    """Whoever sits at this machine can always come back as the GM: the table's file is theirs anyway."""
    access = house_of(request).access
    token = access.link(table_id, GM) or await access.invite(table_id, GM)
    text = "This browser holds no seat here. As you are at the machine that serves it, you may sit down as its GM."
    return answers.html(render.message("Your own table", text, f"/join/{token}", "Sit down as GM"), 403)


@post("/table/{table_id:str}/{what:str}", status_code=200)
async def act(request: AnyRequest, table_id: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """A command from a seat that this browser holds."""
    build = COMMANDS.get(what)
    if not build:
        raise TurnedDownError(404, "Nothing of that name can be done at a table.")
    hub, seat, form = await receive(request, table_id)
    keeper = house_of(request).keeper
    back = f"/table/{table_id}?seat={seat}"
    if what == "do" and form.text("key") == desk.REVEAL.key and seat == GM:
        await keeper.reveal(table_id)
        return answers.to_done(request, None, back)
    try:
        done = await keeper.submit_made(table_id, partial(_make, hub, build, seat, form))
    except BadFormError as error:
        done = Refused("table/offers", "bad-field", str(error))
    return answers.to_done(request, done, back)


def _make(hub: Hub, build: Build, seat: Seat, form: Form, table: AnyTable) -> Command | Refused | None:
    return build(table.room, hub.looks.of(seat), seat, form)


async def receive(request: AnyRequest, table_id: str, seat: Seat | None = None) -> tuple[Hub, Seat, Form]:
    """The posted form and the seat it names (or the one given), once it is clear that this browser holds it."""
    hub = await house_of(request).hub(table_id)
    form = await read_form(request)
    try:
        held = require_seat(request, table_id, seat or form.text("seat") or GM)
    except NoSeatError:
        spend(request, known=False)
        raise
    spend(request, known=True)
    return hub, held, form


@get("/table/{table_id:str}/log")
async def show_log(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """Older lines of the log, or those that hold the words searched for."""
    spend(request, known=False)
    place = await desk_of(request, table_id)
    query = request.query_params.get("q")
    if query is not None:
        return answers.html(render.lines(desk.search(place.table, place.seat, query[:MOST_QUERY]), place.gm))
    before = request.query_params.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    lines, older = desk.tail(place.table, place.seat, number)
    return answers.html(render.older_lines(lines, place.gm, table_id, place.seat, older))


@get("/table/{table_id:str}/sheet/{person_id:str}")
async def show_sheet(request: AnyRequest, table_id: FromPath[str], person_id: FromPath[str]) -> Response[Any]:
    """Somebody's sheet, as far as this seat may read it."""
    place = await desk_of(request, table_id)
    people = (person for group in place.look.view.groups for person in group.people)
    person = next((person for person in people if person.id == person_id), None)
    if not person:
        raise TurnedDownError(404, "Nobody of that name is at this table.")
    return answers.html(render.sheet(person, place.look.sheet(person_id), place.gm))


@get("/table/{table_id:str}/offer")
async def show_offer(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The form of something that this seat may do now: for the page that unfolds it, or as a page of its own."""
    spend(request, known=True)
    place = await desk_of(request, table_id)
    at = request.query_params.get("at", "")
    offer = place.offer(request.query_params.get("key", ""), None if at == NEW else at)
    if isinstance(offer, Refused):
        return answers.refused(request, offer)
    where = render.Place(table_id, place.seat, 0 if at == NEW else place.look.menu.prompt or 0, place.live.system.id)
    return answers.html(render.form(offer, where) if answers.by_htmx(request) else render.form_page(offer, where))


@get("/table/{table_id:str}/export")
async def export(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The whole table as one file for the GM; for everybody else the log as they saw it."""
    spend(request, known=False)
    place = await desk_of(request, table_id)
    if not place.gm:
        return _download(desk.own_copy(place).encode(), f"{table_id}.txt", "text/plain; charset=utf-8")
    with TemporaryDirectory() as folder:
        out = Path(folder) / "table"
        await house_of(request).keeper.export(table_id, out)
        return _download(out.read_bytes(), f"{table_id}.tablelight", "application/gzip")


def _download(body: bytes, name: str, kind: str) -> Response[bytes]:
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/table/{table_id:str}/leave", status_code=200)
async def leave(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """This browser gives a seat up; others that hold it keep it."""
    hub, seat, _ = await receive(request, table_id)
    browser = browser_of(request)
    if browser:
        await house_of(request).access.leave(browser, table_id, seat)
        for page in hub.pages:
            if page.browser == browser:
                page.close(1012)
    return Redirect("/", status_code=303)
