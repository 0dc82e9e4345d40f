"""The form of one entry of a pack: checked while it is typed, redrawn when rows come and go, saved."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from tablelight.kernel.packs import KEY_WORDS, Document, Part, Preview, is_key, key_for, title_of
from tablelight.kernel.vocabulary import Problem
from tablelight.store import TooLargeError
from tablelight.web import answers
from tablelight.web.errors import TurnedDownError
from tablelight.web.forms import Form
from tablelight.web.house import AnyRequest, read_form
from tablelight.web.packs import pages
from tablelight.web.packs.form import Drawing, Input, changed_rows, entry_of
from tablelight.web.packs.shelf import Shelf, change_pack, part_of, shelf_of


@get("/packs/{system_id:str}/{pack_id:str}/edit/{part_key:str}")
async def show_entry(
    request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str], part_key: FromPath[str]
) -> Response[Any]:
    """The form of an entry: one that is there (`key`), a copy of one (`copy`, or `base`), or an empty one."""
    shelf = shelf_of(request, system_id, pack_id)
    part = part_of(shelf, part_key)
    asked = request.query_params
    here, base = shelf.entries(part), shelf.packs.base_document.get(part.key, {})
    key = asked.get("key", "")
    if key:
        if key not in here:
            raise TurnedDownError(404, f"There is no such {part.one} in this pack.")
        return answers.html(_entry_page(shelf, part, key, here[key], checked=True))
    entry: Any = here.get(asked.get("copy", "")) or base.get(asked.get("base", "")) or {}
    return answers.html(
        _entry_page(shelf, part, "", entry, checked=bool(entry), new_key=asked.get("base", "") if entry else "")
    )


@post("/packs/{system_id:str}/{pack_id:str}/edit/{part_key:str}", status_code=200)
async def change_entry(
    request: AnyRequest, system_id: FromPath[str], pack_id: FromPath[str], part_key: FromPath[str]
) -> Response[Any]:
    """Check, redraw, save or delete an entry as the form holds it."""
    shelf = shelf_of(request, system_id, pack_id)
    part = part_of(shelf, part_key)
    form = await read_form(request)
    key = form.text("key")
    if key and not is_key(key):
        raise TurnedDownError(422, f"{key[:40]!r} is no key. Right would be: {KEY_WORDS}.")
    match form.text("op"):
        case "check":
            return answers.data(_checked(shelf, part, form))
        case "save":
            return await _saved(shelf, part, key, form)
        case "delete":
            await change_pack(shelf, lambda document: _without(document, part, key))
            return Redirect(f"{shelf.path}#{part.key}", status_code=303)
        case change:
            entry = changed_rows(part, form, change)
            if answers.wants_data(request):
                known = shelf.looked.known
                return answers.data({"fields": str(pages.fields(Drawing(shelf.packs, known).inputs(part, entry)))})
            return answers.html(
                _entry_page(shelf, part, key, entry, checked=True, new_key=form.text("new_key"), was=form.text("was"))
            )


def _checked(shelf: Shelf, part: Part, form: Form) -> dict[str, Any]:
    """What is wrong with an entry as it is being typed, and how it will look."""
    entry = entry_of(part, form)
    inputs = Drawing(shelf.packs, shelf.looked.known).inputs(part, entry)
    _, wrong, preview = _tried(shelf, part, form.text("key"), form.text("new_key").strip(), entry)
    said = _wrongs(inputs, wrong)
    return {
        "problems": [{"slot": one.slot, "place": one.place, "text": one.text} for one in said],
        "preview": str(pages.preview(preview)) if preview else None,
    }


def _tried(
    shelf: Shelf, part: Part, key: str, new_key: str, entry: dict[str, Any]
) -> tuple[str, list[Problem], Preview | None]:
    """An entry's key in the pack, what is wrong with it there, and how it will look."""
    here = shelf.entries(part)
    wrong: list[Problem] = []
    at = key
    if not at:
        if new_key and not is_key(new_key):
            wrong.append(Problem((part.key, "", "new_key"), f"{new_key[:40]!r} is no key", KEY_WORDS))
        elif new_key in here:
            wrong.append(
                Problem((part.key, "", "new_key"), f"there is a {part.one} {new_key!r} already", "another key")
            )
        free = not wrong and new_key
        at = new_key if free else key_for(title_of(entry, part.one), here)
    tried = shelf.packs.try_entry(shelf.looked, part, at, entry)
    whole = {**shelf.document, part.key: {**here, at: entry}}
    too_large = [one for one in shelf.packs.wrong_head(whole) if not one.path]
    return at, [*wrong, *tried.problems, *too_large], tried.preview


async def _saved(shelf: Shelf, part: Part, key: str, form: Form) -> Response[Any]:
    """An entry is saved also while something is wrong with it; the pack then waits for it to be put right."""
    entry = entry_of(part, form)
    at, wrong, _ = _tried(shelf, part, key, form.text("new_key").strip(), entry)
    refused = [one for one in wrong if len(one.path) < 2 or one.path[1] == ""]
    mark, now = form.text("was"), _mark(shelf.entries(part).get(key))
    notice = ""
    if key and mark != now:
        notice = f"Somebody changed this {part.one} meanwhile. Save again to put what you typed in place of theirs."
    elif refused:
        notice = pages.told(refused[0])
    if notice:
        page = _entry_page(shelf, part, key, entry, checked=True, new_key=form.text("new_key"), notice=notice)
        return answers.html(page, 409)

    def put(document: Document) -> Document:
        here = _entries(document, part)
        return {**document, part.key: {**here, at if key or at not in here else key_for(at, here): entry}}

    try:
        await change_pack(shelf, put)
    except TooLargeError as error:
        raise TurnedDownError(413, str(error)) from error
    return Redirect(f"{shelf.path}?saved={part.key}.{at}#{part.key}", status_code=303)


def _entry_page(
    shelf: Shelf,
    part: Part,
    key: str,
    entry: dict[str, Any],
    *,
    checked: bool,
    new_key: str = "",
    notice: str = "",
    was: str = "",
) -> str:
    inputs = Drawing(shelf.packs, shelf.looked.known).inputs(part, entry)
    _, wrong, shown = _tried(shelf, part, key, new_key, entry)
    page = pages.EntryPage(
        shelf.record.system,
        shelf.record.id,
        shelf.record.title,
        part.key,
        part.title,
        part.one,
        key,
        new_key,
        title_of(entry, key) if key else f"A new {part.one}",
        inputs,
        _wrongs(inputs, wrong) if checked else (),
        pages.preview(shown) if shown else None,
        was or _mark(shelf.entries(part).get(key)),
        notice,
    )
    return pages.entry_page(page)


def _mark(entry: object) -> str:
    """A short mark of an entry as it is, to notice that somebody changed it meanwhile."""
    return blake2b(msgspec.json.encode(entry, order="sorted"), digest_size=8).hexdigest()


def _wrongs(inputs: tuple[Input, ...], problems: list[Problem]) -> tuple[pages.Wrong, ...]:
    """Each problem with the field nearest to its place."""
    slots = pages.slots(inputs) | {"new_key": "Key"}
    found: list[pages.Wrong] = []
    for problem in problems:
        steps = problem.path[2:]
        nearest = next((".".join(steps[:n]) for n in range(len(steps), 0, -1) if ".".join(steps[:n]) in slots), "")
        label = slots.get(nearest, "")
        found.append(pages.Wrong(nearest, label, pages.told(problem)))
    return tuple(found)


def _entries(document: Document, part: Part) -> dict[str, Any]:
    return document.get(part.key) or {}


def _without(document: Document, part: Part, key: str) -> Document:
    return {**document, part.key: {name: one for name, one in _entries(document, part).items() if name != key}}


ROUTES = (show_entry, change_entry)
