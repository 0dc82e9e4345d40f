"""Packs: content that a group writes itself, in the vocabulary of its system, kept in files that can be shared.

A pack file is JSON or TOML: the system's id, the pack's own id, its title and author, and a table of entries for each
part (cards, traits, foes …). While a pack is being written it is a document: plain values, perhaps with problems. Only
a document without problems becomes a pack of the system's own type, and only such a pack comes to a table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.kernel.view import Card, Section
from tablelight.kernel.vocabulary import (
    SHORT,
    Check,
    Known,
    Notation,
    Path,
    Problem,
    Record,
    Words,
    record_of,
    without_defaults,
)

Document: TypeAlias = dict[str, Any]

MOST_BYTES = 256 * 1024
"""The largest pack, as UTF-8 text without needless space. With its text it has to fit into one entry of a log."""

MOST_ENTRIES = 500
"""The most entries in one part of a pack."""

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_KEY = 40
KEY_WORDS = f"at most {MOST_KEY} of a to z, 0 to 9 and hyphens between them"
HEAD = ("id", "title", "author")


class PackError(ValueError):
    """A pack that may not come to a table: everything that is wrong with it, and the file if it came out of one."""

    def __init__(self, problems: Iterable[Problem], file: str = "pack") -> None:
        self.problems = tuple(problems)
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        first = next(iter(self.problems))
        super().__init__(f"{file}: {first.text}{more}")


class Label(Struct, frozen=True):
    """What a field is called where it is typed in; `choices` puts its possible words into plainer ones."""

    text: str = ""
    note: str = ""
    choices: Mapping[str, str] = {}


class Preview(Struct, frozen=True):
    """How the table will show an entry: the cards as they are drawn, and what it does in words."""

    cards: tuple[Card, ...] = ()
    sections: tuple[Section, ...] = ()


class Looked(Struct, frozen=True):
    """A document as far as the vocabulary goes: what can be named, what is wrong, a pack of the entries that are right.

    An entry in which single fields are wrong is in the pack without them.
    """

    known: Known
    wrong: tuple[Problem, ...]
    sound: Any


class Tried(Struct, frozen=True):
    """One entry as it would be in a pack: what is wrong with it, and how it will look if there is enough to draw."""

    problems: tuple[Problem, ...]
    preview: Preview | None


@dataclass(frozen=True)
class Part:
    """A part of a pack: entries of one type under their keys. `one` is what a single one is called."""

    key: str
    title: str
    one: str
    about: str
    type: type[Struct]

    @cached_property
    def shape(self) -> Record:
        """What an entry may say."""
        return record_of(self.type)


@dataclass(frozen=True)
class Packs:
    """What a system gives so that groups can write packs for it.

    `pack` is the type of a whole pack: id, title, author, and a dictionary for each of the `parts`. `base` is the pack
    that comes along. `rules` finds what the vocabulary alone can't: it gets a pack of all entries that are right by
    the vocabulary. `preview` draws one entry of such a pack. `added` is the event by which a pack comes to a table,
    `action` the key of the offer that takes a pack's text in play; `brought` finds the packs in a state. `labels` say
    what fields are called, by `Type.field` or `field`.
    """

    system: str
    pack: type[Struct]
    parts: tuple[Part, ...]
    base: Callable[[], Any]
    rules: Callable[[Any], Iterable[Problem]]
    preview: Callable[[Any, str, str], Preview]
    added: Callable[[Any], Event]
    action: str
    brought: Callable[[Any], tuple[Any, ...]]
    notations: Mapping[str, Notation] = field(default_factory=dict[str, Notation])
    labels: Mapping[str, Label] = field(default_factory=dict[str, Label])

    def part(self, key: str) -> Part | None:
        """The part of this key."""
        return next((part for part in self.parts if part.key == key), None)

    @cached_property
    def base_document(self) -> Document:
        """The pack that comes along, as a document."""
        return self.document(self.base())

    def document(self, pack: Any) -> Document:
        """A pack as a document."""
        return {"system": self.system, **msgspec.json.decode(msgspec.json.encode(pack), type=dict[str, Any])}

    def known(self, document: Document) -> Known:
        """Everything that an entry can name: the entries that come along, and the document's own."""
        return {part.key: {**_titles(self.base_document, part), **_titles(document, part)} for part in self.parts}

    # ------------------------------------------------------------------ checking

    def problems(self, document: Document) -> tuple[Problem, ...]:
        """Everything that is wrong with a document; empty for one that may come to a table."""
        looked = self.look(document)
        return (*self.wrong_head(document), *looked.wrong, *self._more(looked.sound, looked.wrong))

    def _more(self, sound: Any, wrong: Sequence[Problem]) -> Iterator[Problem]:
        """What doesn't go together, where nothing worse is told of the same place."""
        told = {one.path for one in wrong}
        return (one for one in self.rules(sound) if not any(one.path[:n] in told for n in range(len(one.path) + 1)))

    def try_entry(self, looked: Looked, part: Part, key: str, entry: Any) -> Tried:
        """One entry in the place of what a document has under its key, while all the others stay as they are."""
        titles = {**looked.known[part.key], key: title_of(entry, key)}
        check = Check({**looked.known, part.key: titles}, self.notations)
        wrong = tuple(check.problems(part.shape, entry, (part.key, key)))
        paths = [one.path[2:] for one in wrong]
        sound = _with_entry(looked.sound, part, key, _mended(check, part, entry, paths) if wrong else entry)
        more = [one for one in self._more(sound, wrong) if one.path[:2] == (part.key, key)]
        drawn = _with_entry(looked.sound, part, key, _drawable(check, part, entry, paths) if wrong else entry)
        return Tried((*wrong, *more), self._drawn(drawn, part, key))

    def _drawn(self, sound: Any, part: Part, key: str) -> Preview | None:
        if key not in getattr(sound, part.key):
            return None
        try:
            return self.preview(sound, part.key, key)
        except (LookupError, ValueError):
            return None  # it names something that has problems itself

    def wrong_head(self, document: Document) -> Iterator[Problem]:
        """What is wrong with a document apart from its entries."""
        if document.get("system", self.system) != self.system:
            yield Problem(("system",), f"it is a pack for {document['system']!r}", repr(self.system))
        check = Check({}, {})
        for name in HEAD:
            if name not in document and name != "author":
                yield Problem((name,), "it is missing", f"1 to {SHORT} characters")
            yield from check.problems(Words(), document.get(name, ""), (name,))
        if document.get("title") == "":
            yield Problem(("title",), "it is empty", f"1 to {SHORT} characters")
        if "id" in document and not is_key(document["id"]):
            yield Problem(("id",), f"{str(document['id'])[:MOST_KEY]!r} is no id", KEY_WORDS)
        named = {"system", *HEAD, *(part.key for part in self.parts)}
        for name in document:
            if name not in named:
                yield Problem((name[:60],), "there is no such part", f"one of {', '.join(sorted(named))}")
        size = len(msgspec.json.encode(document))
        if size > MOST_BYTES:
            yield Problem((), f"the pack has {size} bytes", f"the limit is {MOST_BYTES}")

    def look(self, document: Document) -> Looked:
        """Hold every entry against the vocabulary."""
        check = Check(self.known(document), self.notations)
        wrong: list[Problem] = []
        sound: Document = {"id": "pack", "title": "Pack"}
        for part in self.parts:
            entries = document.get(part.key, {})
            if not isinstance(entries, dict):
                wrong.append(Problem((part.key,), "it is no table of entries", f"each {part.one} under its key"))
                continue
            found = cast("dict[str, Any]", entries)
            if len(found) > MOST_ENTRIES:
                wrong.append(Problem((part.key,), f"there are {len(found)} entries", f"at most {MOST_ENTRIES}"))
            sound[part.key] = {}
            for key, value in found.items():
                faults = [*_wrong_key(part, key), *check.problems(part.shape, value, (part.key, key))]
                wrong += faults
                mended = _mended(check, part, value, [one.path[2:] for one in faults]) if faults else value
                if mended is not None:
                    sound[part.key][key] = mended
        return Looked(check.known, tuple(wrong), msgspec.convert(sound, self.pack, strict=False, str_keys=True))

    def typed(self, document: Document, file: str = "pack") -> Any:
        """The pack that a document is. Raises PackError with everything that is wrong."""
        wrong = self.problems(document)
        if wrong:
            raise PackError(wrong, file)
        plain = {key: value for key, value in document.items() if key != "system"}
        return msgspec.convert(plain, self.pack, strict=False, str_keys=True)

    def show(self, document: Document, part: Part, key: str) -> Preview | None:
        """How an entry will look; None while what is wrong with it leaves nothing to draw."""
        return self.try_entry(self.look(document), part, key, document[part.key][key]).preview

    # ------------------------------------------------------------------ files

    def read(self, text: str, file: str = "pack") -> Any:
        """The pack in a text. Raises PackError."""
        return self.typed(read_document(text, file), file)

    def ordered(self, document: Document) -> Document:
        """A document with its parts in their order, entries that are right without what need not be said."""
        check = Check(self.known(document), self.notations)
        found: Document = {"system": self.system} | {name: document[name] for name in HEAD if document.get(name)}
        for part in self.parts:
            entries: dict[str, Any] = document.get(part.key) or {}
            if entries:
                found[part.key] = {
                    key: value if any(check.problems(part.shape, value, ())) else without_defaults(part.shape, value)
                    for key, value in entries.items()
                }
        return found

    def write(self, document: Document) -> str:
        """The document as a file's text."""
        return msgspec.json.format(msgspec.json.encode(self.ordered(document)), indent=2).decode() + "\n"


def is_key(value: object) -> bool:
    """Whether this may be the key of an entry, or a pack's id."""
    return isinstance(value, str) and len(value) <= MOST_KEY and bool(KEY.fullmatch(value))


def key_for(name: str, taken: Iterable[str]) -> str:
    """A readable key for a name that is not taken yet."""
    base = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:MOST_KEY].strip("-") or "unnamed"
    there = set(taken)
    short = base[: MOST_KEY - 5].strip("-")
    return next(key for key in (base, *(f"{short}-{n}" for n in range(2, 10_000))) if key not in there)


def read_document(text: str, file: str = "pack") -> Document:
    """The document in a text of JSON or TOML; what it says is not checked yet. Raises PackError."""
    try:
        raw: object = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        size = len(msgspec.json.encode(raw))
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError, UnicodeEncodeError, ValueError, TypeError) as error:
        raise PackError([Problem((), f"it can't be read: {error}", "a pack is JSON or TOML")], file) from error
    except RecursionError as error:
        raise PackError([Problem((), "it is nested too deep", "a pack is JSON or TOML")], file) from error
    if size > MOST_BYTES:
        raise PackError([Problem((), f"the pack has {size} bytes", f"the limit is {MOST_BYTES}")], file)
    # What TOML knows beside JSON, such as dates, becomes the text that JSON would have.
    return cast("Document", msgspec.json.decode(msgspec.json.encode(raw)))


def read_bytes(body: bytes, file: str = "pack") -> Document:
    """As `read_document`, from a file's bytes."""
    try:
        return read_document(body.decode("utf-8-sig"), file)
    except UnicodeDecodeError as error:
        raise PackError(
            [Problem((), f"it is no UTF-8 text: {error.reason}", "a pack is JSON or TOML")], file
        ) from error


def _titles(document: Document, part: Part) -> dict[str, str]:
    entries = document.get(part.key)
    if not isinstance(entries, dict):
        return {}
    found = cast("dict[str, Any]", entries)
    return {key: title_of(value, key) for key, value in found.items()}


def title_of(entry: Any, key: str) -> str:
    """What an entry is called: its name if it has one, else its key."""
    name = cast("dict[str, Any]", entry).get("name") if isinstance(entry, dict) else None
    return name[:SHORT] if isinstance(name, str) and name.strip() else key


def _wrong_key(part: Part, key: object) -> Iterator[Problem]:
    if not is_key(key):
        yield Problem((part.key, str(key)[:60]), "the key is not written so", KEY_WORDS)


def _mended(check: Check, part: Part, value: Any, paths: list[Path]) -> Any:
    """An entry without the fields that are wrong; None if it is nothing without them.

    Lists keep their places: what follows from a field in them is told at its own.
    """
    if not all(paths) or any(step.isdecimal() for path in paths for step in path):
        return None
    return _drawable(check, part, value, paths)


def _drawable(check: Check, part: Part, value: Any, paths: list[Path]) -> Any:
    """An entry without all that is wrong, whole list items too; None if it is nothing without them."""
    left = {"name": f"Unnamed {part.one}", **_without(value, paths)}
    return None if any(check.problems(part.shape, left, ())) else left


def _with_entry(pack: Any, part: Part, key: str, entry: Any) -> Any:
    """The pack with one entry put in its place, or taken out if it is None."""
    others = {name: one for name, one in getattr(pack, part.key).items() if name != key}
    mine = {} if entry is None else {key: msgspec.convert(entry, part.type, strict=False, str_keys=True)}
    return replace(pack, **{part.key: {**others, **mine}})


def _without(value: Any, paths: list[Path]) -> Any:
    """A value without what lies at these paths; what lies in a list takes its whole list item away."""
    if () in paths:
        return {}
    if isinstance(value, dict):
        found = cast("dict[str, Any]", value)
        gone = {path[0] for path in paths if len(path) == 1}
        return {
            key: _without(one, [path[1:] for path in paths if path[0] == key])
            for key, one in found.items()
            if key not in gone
        }
    if isinstance(value, list):
        listed = cast("list[Any]", value)
        bad = {path[0] for path in paths}
        return [one for at, one in enumerate(listed) if str(at) not in bad]
    return value
