"""The library of packs: what groups write themselves, typed in with live checks, saved here, shared as files.

Whoever may set up tables here may also change packs; players at a table come to none of these pages.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.packs import Document, PackError, Packs, Part, is_key, key_for, read_bytes, title_of
from tablelight.kernel.vocabulary import Problem
from tablelight.store import BadValueError, PackRecord
from tablelight.web import answers
from tablelight.web.errors import TurnedDownError
from tablelight.web.house import AnyRequest, House, read_form
from tablelight.web.packs import pages
from tablelight.web.packs.shelf import Shelf, change_pack, house_for_packs, packs_of, shelf_of

MOST_UPLOAD = 1 << 20
"""The largest file that may be sent in; what counts is the pack in it."""


# ------------------------------------------------------------------ the library


@get("/packs")
async def show_packs(request: AnyRequest) -> Response[Any]:
    """All packs of this server, and the ways to begin one."""
    house = house_for_packs(request)
    shelves = tuple(
        pages.Shelf(
            system.id, system.title, tuple(_card(house, record) for record in house.keeper.library.records(system.id))
        )
        for system in house.keeper.systems.values()
        if system.packs
    )
    return answers.html(pages.packs_page(shelves))


def _card(house: House, record: PackRecord) -> pages.PackCard:
    packs = house.keeper.library.packs_of(record.system)
    assert packs
    library = house.keeper.library
    about = pages.counted(packs, library.document(record))
    return pages.PackCard(record.system, record.id, record.title, about, len(library.problems(record)))


@post("/packs/{system_id:str}", status_code=200)
async def create_pack(request: AnyRequest, system_id: FromPath[str]) -> Response[Any]:
    """A new pack, empty or with the entries of the pack that comes along."""
    house, packs = packs_of(request, system_id)
    form = await read_form(request)
    title = form.text("title").strip()
    head = {"id": key_for(title, ()), "title": title, "author": form.text("author").strip()}
    wrong = [one for one in packs.problems({"system": system_id, **head}) if one.path]
    if wrong:
        raise TurnedDownError(422, pages.told(wrong[0]))
    begun = packs.base_document if form.text("with") == "base" else {}
    return await _added(house, system_id, {**begun, **head}, in_place=False)


@post("/packs/{system_id:str}/upload", status_code=200, request_max_body_size=MOST_UPLOAD)
async def upload_pack(request: AnyRequest, system_id: FromPath[str]) -> Response[Any]:
    """A pack out of a file. What is wrong in its entries can be put right here; a file that is no pack is refused."""
    house, packs = packs_of(request, system_id)
    form = await request.form()
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise TurnedDownError(422, "Choose a pack file first.")
    try:
        document = read_bytes(await file.read(), file.filename[:80])
        wrong = [one for one in packs.problems(document) if not _in_an_entry(packs, one)]
        if wrong:
            raise PackError(wrong, file.filename[:80])
    except PackError as error:
        return answers.html(pages.refused_file(str(error), error.problems), 422)
    return await _added(house, system_id, document, in_place=bool(form.get("in_place")))


def _in_an_entry(packs: Packs, problem: Problem) -> bool:
    return len(problem.path) > 1 and packs.part(problem.path[0]) is not None and is_key(problem.path[1])


async def _added(house: House, system_id: str, document: Document, *, in_place: bool) -> Response[Any]:
    try:
        record = await house.keeper.library.add(system_id, document, in_place=in_place)
    except BadValueError as error:
        raise TurnedDownError(422, str(error)) from error
    other = f"?as={record.id}" if document.get("id") != record.id else ""
    return Redirect(f"/packs/{system_id}/{record.id}{other}", status_code=303)


# ------------------------------------------------------------------ one pack


@get("/packs/{system_id:str}/{pack_id:str}")
async def show_pack(request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str]) -> Response[Any]:
    """A pack's entries by kind, and everything that is wrong with them."""
    shelf = shelf_of(request, system_id, pack_id)
    problems = shelf.house.keeper.library.problems(shelf.record)
    sections = tuple(_section(shelf, part, problems) for part in shelf.packs.parts)
    notice = (
        "A pack of that id was here already; this one got an id of its own." if "as" in request.query_params else ""
    )
    document = shelf.document
    page = pages.PackPage(
        system_id,
        shelf.house.keeper.systems[system_id].title,
        pack_id,
        shelf.record.title,
        str(document.get("title", "")),
        str(document.get("author", "")),
        sections,
        tuple(pages.Wrong("", one.place, pages.told(one), _link(shelf, one)) for one in problems),
        notice,
        request.query_params.get("saved", "")[:100],
    )
    return answers.html(pages.pack_page(page))


def _section(shelf: Shelf, part: Part, problems: tuple[Problem, ...]) -> pages.Section:
    entries = tuple(
        pages.Entry(key, title_of(entry, key), sum(one.path[:2] == (part.key, key) for one in problems))
        for key, entry in shelf.entries(part).items()
    )
    base = sorted(
        ((key, title_of(one, key)) for key, one in shelf.packs.base_document.get(part.key, {}).items()),
        key=lambda one: one[1],
    )
    return pages.Section(part.key, part.title, part.one, part.about, entries, tuple(base))


def _link(shelf: Shelf, problem: Problem) -> str:
    if not _in_an_entry(shelf.packs, problem):
        return ""
    return f"{shelf.path}/edit/{problem.path[0]}?key={problem.path[1]}"


@get("/packs/{system_id:str}/{pack_id:str}/file")
async def download_pack(request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str]) -> Response[Any]:
    """The pack as a file."""
    shelf = shelf_of(request, system_id, pack_id)
    headers = {"content-disposition": f'attachment; filename="{pack_id}.pack.json"'}
    body = shelf.packs.write(shelf.document).encode()
    return Response(body, media_type="application/json; charset=utf-8", headers=headers)


@post("/packs/{system_id:str}/{pack_id:str}/head", status_code=200)
async def change_head(request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str]) -> Response[Any]:
    """The pack's title and author."""
    shelf = shelf_of(request, system_id, pack_id)
    form = await read_form(request)
    head = {"title": form.text("title").strip(), "author": form.text("author").strip()}
    wrong = [one for one in shelf.packs.problems({"id": pack_id, **head}) if one.path]
    if wrong:
        raise TurnedDownError(422, pages.told(wrong[0]))
    await change_pack(shelf, lambda document: {**document, **head})
    return Redirect(shelf.path, status_code=303)


@post("/packs/{system_id:str}/{pack_id:str}/delete", status_code=200)
async def delete_pack(request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str]) -> Response[Any]:
    """Take the pack out of the library."""
    shelf = shelf_of(request, system_id, pack_id)
    await read_form(request)
    await shelf.house.keeper.library.delete(shelf.record)
    return Redirect("/packs", status_code=303)


ROUTES = (
    show_packs,
    create_pack,
    upload_pack,
    show_pack,
    download_pack,
    change_head,
    delete_pack,
)
