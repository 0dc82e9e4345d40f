"""Draws the pages on which packs are written: pure functions from frozen values to text, as everything in `render`."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from tablelight.kernel.packs import Document, Packs, Preview
from tablelight.kernel.vocabulary import Problem
from tablelight.web.drawing import draw
from tablelight.web.packs.form import Input


class PackCard(Struct, frozen=True):
    """A pack in the library; `problems` is how much is wrong with it."""

    system: str
    id: str
    title: str
    about: str
    problems: int = 0


class Shelf(Struct, frozen=True):
    """The packs of one system."""

    system: str
    title: str
    packs: tuple[PackCard, ...]


class Wrong(Struct, frozen=True):
    """A problem in words: the field it is shown at (`slot`), that field's label, what is wrong; a link to it."""

    slot: str
    place: str
    text: str
    link: str = ""


class Entry(Struct, frozen=True):
    """An entry in a pack's list."""

    key: str
    title: str
    problems: int = 0


class Section(Struct, frozen=True):
    """One part of a pack; `base` are the entries that come along, as (key, title)."""

    key: str
    title: str
    one: str
    about: str
    entries: tuple[Entry, ...]
    base: tuple[tuple[str, str], ...]


class TablePack(Struct, frozen=True):
    """A pack at a table or in the library; `can_come` if bringing it would change the table."""

    id: str
    title: str
    about: str
    here: bool
    can_come: bool
    unready: int = 0


class PackPage(Struct, frozen=True):
    """A pack with all of its entries. `title` is as its author wrote it, `name` is never empty."""

    system: str
    system_title: str
    id: str
    name: str
    title: str
    author: str
    sections: tuple[Section, ...]
    wrong: tuple[Wrong, ...] = ()
    notice: str = ""
    saved: str = ""  # the entry that was just saved, as part.key


class EntryPage(Struct, frozen=True):
    """An entry's form. A new one has no `key` yet; `was` marks what the entry was when the form was made."""

    system: str
    pack: str
    pack_title: str
    part: str
    part_title: str
    one: str
    key: str
    new_key: str
    title: str
    inputs: tuple[Input, ...]
    wrong: tuple[Wrong, ...]
    preview: Markup | None
    was: str
    notice: str = ""


def told(problem: Problem) -> str:
    """A problem in words, for its place."""
    return f"{problem.what[:1].upper()}{problem.what[1:]}. Right would be: {problem.right}."


def counted(packs: Packs, document: Document) -> str:
    """How much there is in a pack, in words."""
    counts = [(part, len(document.get(part.key) or {})) for part in packs.parts]
    words = [f"{count} {part.title.lower() if count != 1 else part.one}" for part, count in counts if count]
    return ", ".join(words) or "nothing in it yet"


def slots(inputs: tuple[Input, ...]) -> dict[str, str]:
    """Every place at which a problem can be shown, with its label in words."""
    return dict(_slots(inputs, ()))


def _slots(inputs: tuple[Input, ...], within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for one in inputs:
        labels = (*within, one.label) if one.label else within
        yield slot(one), " › ".join(labels)
        yield from _slots(one.inputs, labels)


def slot(value: Input) -> str:
    """The place at which a field's problems are shown: a row of pairs stands for its key."""
    return f"{value.path.rpartition('.')[0]}.{value.value}" if value.tag == "pair" else value.path


def preview(value: Preview) -> Markup:
    """How the table will show an entry."""
    return draw("parts/preview.html", preview=value)


def fields(inputs: tuple[Input, ...], wrong: tuple[Wrong, ...] = ()) -> Markup:
    """The fields of an entry, each with what is wrong with it."""
    return draw("parts/packfields.html", inputs=inputs, wrong=_by_slot(wrong), slot_of=slot)


def _by_slot(wrong: tuple[Wrong, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in wrong:
        found[one.slot] = f"{found[one.slot]} {one.text}" if one.slot in found else one.text
    return found


def packs_page(shelves: tuple[Shelf, ...]) -> str:
    """The library."""
    return draw("packs.html", shelves=shelves)


def pack_page(page: PackPage) -> str:
    """One pack."""
    return draw("pack.html", page=page)


def entry_page(page: EntryPage) -> str:
    """One entry."""
    return draw("packentry.html", page=page, fields=fields(page.inputs, page.wrong))


def table_packs(table: str, packs: tuple[TablePack, ...], library: bool) -> Markup:
    """The packs of a table, for its GM."""
    return draw("parts/tablepacks.html", table=table, packs=packs, library=library)


def refused_file(why: str, problems: tuple[Problem, ...]) -> str:
    """A file that is no pack, with all that is wrong with it."""
    wrong = tuple(Wrong("", one.place, told(one)) for one in problems[:50])
    return draw("packrefused.html", why=why, wrong=wrong)
