"""The pages around the tables: home, a new table, the rules, and a sign of life."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.offers import GM, Refused, Seat
from tablelight.kernel.packs import Packs
from tablelight.kernel.system import AnySystem
from tablelight.store import PackRecord
from tablelight.store.library import Library
from tablelight.web import answers, desk, render
from tablelight.web.access import AccessBook
from tablelight.web.errors import TurnedDownError
from tablelight.web.forms import Form
from tablelight.web.house import AnyRequest, House, browser_of, house_of, read_form, spend
from tablelight.web.invites import sit_down
from tablelight.web.packs.pages import counted
from tablelight.web.rulebook import find_rule, search_rules
from tablelight.web.trust import at_this_machine

MOST_QUERY = 200


@get("/")
async def show_home(request: AnyRequest) -> Response[Any]:
    """The tables of this browser; at this machine, all of them."""
    house = house_of(request)
    browser, here = browser_of(request), at_this_machine(request)
    cards: list[render.TableCard] = []
    for record in reversed(house.keeper.records()):
        held = house.access.seats(browser, record.id)
        if held or here:
            title = house.keeper.systems[record.system].title
            cards.append(render.TableCard(record.id, record.name, title, seat_name=_seat_words(house.access, held)))
    made_here = house.keeper.systems.values() if house.may_create(request) else ()
    systems = tuple(_system_card(each, house.keeper.library) for each in made_here)
    return answers.html(render.home(tuple(cards), systems))


def _seat_words(access: AccessBook, held: tuple[Seat, ...]) -> str:
    if GM in held:
        return "you are the GM"
    return "you have a seat" if held else ""


def _system_card(system: AnySystem, library: Library) -> render.SystemCard:
    starts = tuple(render.Beginning(start.key, start.title, start.about) for start in system.starts())
    options = desk.drawn_options(system.rules().options, {})
    packs = tuple(_pack(system.packs, library, record) for record in library.records(system.id) if system.packs)
    return render.SystemCard(system.id, system.title, system.about, starts, options, packs, bool(system.packs))


def _pack(packs: Packs, library: Library, record: PackRecord) -> render.Beginning:
    about = counted(packs, library.document(record))
    return render.Beginning(record.id, record.title, about, unready=len(library.problems(record)))


@post("/tables", status_code=200)
async def create_table(request: AnyRequest) -> Response[Any]:
    """A new table; whoever makes it is its GM."""
    form = await _form_of_creator(request)
    system = form.text("system")
    chosen = f"o.{system}."
    options = {name: form.text(chosen + name) for name in form.starting(chosen)}
    start = form.text("start") or form.text(f"start.{system}")
    packs = form.many(f"pack.{system}")
    return await _create(request, system, form.text("name"), start, options, packs)


@post("/demo", status_code=200)
async def create_demo(request: AnyRequest) -> Response[Any]:
    """A table with the system's first ready beginning, all of its seats in this browser's hands."""
    house = house_of(request)
    form = await _form_of_creator(request)
    system = house.keeper.systems.get(form.text("system"))
    starts = system.starts() if system else ()
    if not system or not starts:
        raise TurnedDownError(404, "There is no demo of this game.")
    return await _create(request, system.id, starts[0].title, starts[0].key, {}, all_seats=True)


async def _form_of_creator(request: AnyRequest) -> Form:
    spend(request, known=False)
    if not house_of(request).may_create(request):
        raise TurnedDownError(403, "New tables are set up at the machine that serves them.")
    return await read_form(request)


async def _create(
    request: AnyRequest,
    system: str,
    name: str,
    start: str,
    options: dict[str, str],
    packs: list[str] | None = None,
    *,
    all_seats: bool = False,
) -> Response[Any]:
    house = house_of(request)
    table_id = await house.keeper.create(system, name, start, options, packs or ())
    if isinstance(table_id, Refused):
        return answers.to_done(request, table_id, "/")
    seats = await _seats_of(house, table_id) if all_seats else (GM,)
    cookie = await sit_down(request, house, table_id, seats)
    return Redirect(f"/table/{table_id}?seat={seats[-1]}", status_code=303, cookies=cookie)


async def _seats_of(house: House, table_id: str) -> tuple[Seat, ...]:
    """All seats of a ready table, the one to begin with last: the first player's."""
    hub = await house.hub(table_id)
    seats = [place.seat for place in hub.live.table.room.places]
    return (*seats[2:], *seats[:2])


@get("/rules/{system_id:str}")
async def show_rules(request: AnyRequest, system_id: FromPath[str]) -> Response[Any]:
    """The searchable reference of one system."""
    system = _system(request, system_id)
    query = request.query_params.get("q", "")[:MOST_QUERY]
    return answers.html(render.rules_page(system.id, system.title, search_rules(system, query), query))


@get("/rules/{system_id:str}/find")
async def find_rules(request: AnyRequest, system_id: FromPath[str]) -> Response[Any]:
    """What a search in the rules found."""
    query = request.query_params.get("q", "")[:MOST_QUERY]
    return answers.html(render.rules_found(search_rules(_system(request, system_id), query), query))


@get("/rules/{system_id:str}/{rule_id:str}")
async def show_rule(request: AnyRequest, system_id: FromPath[str], rule_id: FromPath[str]) -> Response[Any]:
    """One rule: a fragment for the page, or a page of its own."""
    systems = house_of(request).keeper.systems
    found = find_rule(systems.values(), unquote(f"{system_id}/{rule_id}"))
    if not found:
        raise TurnedDownError(404, "There is no such rule.")
    if answers.by_htmx(request):
        return answers.html(render.rule(found))
    title = systems[system_id].title if system_id in systems else "The table"
    return answers.html(render.rules_page(system_id, title, (found,), found.title))


def _system(request: AnyRequest, system_id: str) -> AnySystem:
    system = house_of(request).keeper.systems.get(system_id)
    if not system:
        raise TurnedDownError(404, "There is no such game here.")
    return system


@get("/health", sync_to_thread=False)
def health(request: AnyRequest) -> Response[bytes]:
    """A sign of life."""
    return answers.data({"alive": True, "tables": len(house_of(request).hubs)})
