"""Packs at a table that is being played: what it has, and what the GM brings to it out of the library.

The library belongs to whoever sets up the tables here; a GM from elsewhere sees what the table has, and nothing more.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.offers import GM, Refused
from tablelight.kernel.packs import Packs
from tablelight.kernel.table import Command
from tablelight.store.library import Library
from tablelight.web import answers, render
from tablelight.web.errors import TurnedDownError
from tablelight.web.forms import command_id
from tablelight.web.house import AnyRequest, house_of, read_form, require_seat, spend
from tablelight.web.hub import Hub
from tablelight.web.packs import pages
from tablelight.web.packs.shelf import TURNED_AWAY


@get("/table/{table_id:str}/packs")
async def show_table_packs(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The packs of this table and of the library, for the GM."""
    hub = await _hub(request, table_id)
    return answers.html(_drawn(request, hub))


@get("/table/{table_id:str}/packs/{pack_id:str}")
async def download_table_pack(request: AnyRequest, table_id: FromPath[str], pack_id: FromPath[str]) -> Response[Any]:
    """A pack as this table has it, as a file."""
    hub = await _hub(request, table_id)
    packs = _packs(hub)
    pack = next((one for one in packs.brought(hub.live.table.state) if one.id == pack_id), None)
    if pack is None:
        raise TurnedDownError(404, "This table has no such pack.")
    headers = {"content-disposition": f'attachment; filename="{pack_id}.pack.json"'}
    body = packs.write(packs.document(pack)).encode()
    return Response(body, media_type="application/json; charset=utf-8", headers=headers)


@post("/table/{table_id:str}/pack", status_code=200)
async def bring_pack(request: AnyRequest, table_id: FromPath[str]) -> Response[Any]:
    """The GM brings a pack to the table as it is in the library now."""
    hub = await _hub(request, table_id)
    house, packs = house_of(request), _packs(hub)
    if not house.may_create(request):
        raise TurnedDownError(403, TURNED_AWAY)
    form = await read_form(request)
    record = house.keeper.library.find(packs.system, form.text("pack"))
    if not record:
        raise TurnedDownError(404, "There is no such pack here.")
    command = Command(GM, packs.action, {"pack": record.body.decode()}, command_id(form))
    done = await house.keeper.submit(table_id, command)
    if isinstance(done, Refused):
        return answers.refused(request, done)
    if answers.by_htmx(request):
        return answers.html(render.oob("packs-here", _drawn(request, hub)))
    return Redirect(f"/table/{table_id}?seat={GM}", status_code=303)


async def _hub(request: AnyRequest, table_id: str) -> Hub:
    hub = await house_of(request).hub(table_id)
    require_seat(request, table_id, GM)
    spend(request, known=True)
    return hub


def _packs(hub: Hub) -> Packs:
    packs = hub.live.system.packs
    if not packs:
        raise TurnedDownError(404, "This game takes no packs.")
    return packs


def _drawn(request: AnyRequest, hub: Hub) -> str:
    house, packs = house_of(request), _packs(hub)
    here = {pack.id: packs.document(pack) for pack in packs.brought(hub.live.table.state)}
    library = house.keeper.library if house.may_create(request) else None
    return pages.table_packs(hub.live.id, tuple(_cards(packs, library, here)), bool(library))


def _cards(packs: Packs, library: Library | None, here: dict[str, Any]) -> list[pages.TablePack]:
    found: list[pages.TablePack] = []
    records = {record.id: record for record in library.records(packs.system)} if library else {}
    for key, document in here.items():
        kept = library.document(records[key]) if library and key in records else document
        newer = packs.ordered(kept) != packs.ordered(document)
        unready = len(packs.problems(kept)) if newer else 0
        found.append(pages.TablePack(key, document["title"], pages.counted(packs, document), True, newer, unready))
    for key, record in records.items():
        if library and key not in here:
            document = library.document(record)
            about, unready = pages.counted(packs, document), len(packs.problems(document))
            found.append(pages.TablePack(key, record.title, about, False, True, unready))
    return found


ROUTES = (show_table_packs, download_table_pack, bring_pack)
