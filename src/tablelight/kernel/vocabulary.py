"""The checked vocabulary in which a system's content is written: what each field of an entry may say.

A system writes its content as frozen structs; their fields, literals and bounds are read here into shapes. The same
shapes check a file word by word, and draw the form in which people type an entry in. The bounds stand in the types as
marks (`between`, `names`, `written`, `upto`) that only this check heeds, so that a log is read as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

SHORT, LONG = 80, 2000
MOST_ROWS = 40
"""The most things in a list that is typed in row by row."""

MOST_SAID = 12
"""The most possible words that a problem names."""

Path: TypeAlias = tuple[str, ...]
Known: TypeAlias = Mapping[str, Mapping[str, str]]
"""The entries that can be named: by part, each key with its title."""


class Notation(Struct, frozen=True):
    """A way of writing something: `read` raises a ValueError for what is not written so, `right` says what would be."""

    read: Callable[[str], object]
    right: str


# ------------------------------------------------------------------ marks in the types


def between(least: int, most: int) -> Meta:
    """A whole number within bounds."""
    return Meta(extra={"least": least, "most": most})


def names(*parts: str, also: tuple[str, ...] = ()) -> Meta:
    """The key of an entry of one of these parts, or one of the words in `also`."""
    return Meta(extra={"names": parts, "also": also})


def written(notation: str) -> Meta:
    """A text in one of the system's notations."""
    return Meta(extra={"written": notation})


def upto(most: int) -> Meta:
    """A text of at most so many characters."""
    return Meta(extra={"most": most})


# ------------------------------------------------------------------ shapes


class Whole(Struct, frozen=True):
    """A whole number."""

    least: int = -999
    most: int = 9999


class Words(Struct, frozen=True):
    """A text; `notation` names how it must be written."""

    most: int = SHORT
    notation: str = ""


class Yes(Struct, frozen=True):
    """Yes or no."""


class OneOf(Struct, frozen=True):
    """One of these words; an empty one means none."""

    words: tuple[str, ...]


class Named(Struct, frozen=True):
    """The key of an entry of one of these parts, or another word."""

    parts: tuple[str, ...]
    also: tuple[str, ...] = ()


class Some(Struct, frozen=True):
    """Several of a kind, in order; with `exactly`, that many."""

    of: Shape
    exactly: int = 0


class Pairs(Struct, frozen=True):
    """Something for each of several keys."""

    key: Shape
    value: Shape


class Slot(Struct, frozen=True):
    """One field of a record; `default` is what it says when it is left out."""

    name: str
    shape: Shape
    required: bool = False
    default: Any = None


class Record(Struct, frozen=True):
    """Named fields; `kind` is the type's name, `tag` the field that tells it from others, if any, and its word."""

    kind: str
    slots: tuple[Slot, ...]
    tag: tuple[str, str] | None = None


class Maybe(Struct, frozen=True):
    """A record, or nothing."""

    of: Record


class Variants(Struct, frozen=True):
    """A record of one of several kinds, told apart by the word in the field `tag`."""

    tag: str
    kinds: dict[str, Record]


Shape: TypeAlias = Whole | Words | Yes | OneOf | Named | Some | Pairs | Record | Maybe | Variants


def record_of(kind: type[Struct]) -> Record:
    """The shape of a struct's entries. A TypeError names a type that no form could show."""
    config = kind.__struct_config__
    about = {one.name: one for one in fields(kind)}
    hints = get_type_hints(kind, include_extras=True)
    slots = tuple(
        Slot(name, _shape(hint, {}), about[name].required, None if about[name].required else _default(about[name]))
        for name, hint in hints.items()
        if name in about
    )
    return Record(kind.__name__, slots, (config.tag_field, str(config.tag)) if config.tag_field else None)


def _shape(hint: Any, marks: Mapping[str, Any]) -> Shape:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shape(args[0], next(mark.extra or {} for mark in args[1:] if isinstance(mark, Meta)))
    if hint is bool:
        return Yes()
    if hint is int:
        return Whole(marks.get("least", -999), marks.get("most", 9999))
    if hint is str:
        if "names" in marks:
            return Named(marks["names"], marks["also"])
        return Words(marks.get("most", SHORT), marks.get("written", ""))
    if origin is Literal:
        return OneOf(args)
    if origin is tuple:
        return Some(_shape(args[0], {}), exactly=0 if args[-1] is ... else len(args))
    if origin is dict:
        return Pairs(_shape(args[0], {}), _shape(args[1], {}))
    if origin in (Union, UnionType):
        return _union([one for one in args if one is not NoneType], NoneType in args)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return record_of(hint)
    raise TypeError(f"{hint} has no place in a vocabulary")


def _union(kinds: Sequence[Any], optional: bool) -> Shape:
    shapes = [_shape(one, {}) for one in kinds]
    records = [one for one in shapes if isinstance(one, Record)]
    words = [word for one in shapes if isinstance(one, OneOf) for word in one.words]
    if optional and len(records) == len(shapes) == 1:
        return Maybe(records[0])
    if records and len(records) == len(shapes) and not optional:
        tags = {one.tag[1]: one for one in records if one.tag}
        return Variants(records[0].tag[0] if records[0].tag else "", tags)
    if words and not records and not optional:
        return OneOf(tuple(dict.fromkeys(sorted(words, key=bool))))
    raise TypeError(f"{kinds} have no place in a vocabulary")


def _default(field: FieldInfo) -> Any:
    value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.decode(msgspec.json.encode(value))


# ------------------------------------------------------------------ checking


class Problem(Struct, frozen=True):
    """Something wrong in a pack: where, what, and what would be right."""

    path: Path
    what: str
    right: str

    @property
    def place(self) -> str:
        """The place in words, such as `cards.zap.effects[0].damage`."""
        return "".join(f"[{one}]" if one.isdigit() else f".{one}" for one in self.path).removeprefix(".")

    @property
    def text(self) -> str:
        """All of it in one line."""
        return f"{self.place}: {self.what}; expected {self.right}" if self.path else f"{self.what}; {self.right}"


class Check(Struct, frozen=True):
    """What a check needs to know: the entries that can be named, and the notations."""

    known: Known
    notations: Mapping[str, Notation]

    def problems(self, shape: Shape, value: object, path: Path) -> Iterator[Problem]:
        """Everything that is wrong with a value as it stands in a file."""
        match shape:
            case Yes():
                if not isinstance(value, bool):
                    yield Problem(path, f"{_shown(value)} is there", "true or false")
            case Whole():
                yield from _wrong_number(shape, value, path)
            case Words():
                yield from self._wrong_text(shape, value, path)
            case OneOf(words=words):
                if value not in words:
                    yield Problem(path, _unknown(value), _one_of([word for word in words if word]))
            case Named():
                yield from self._wrong_name(shape, value, path)
            case Some():
                yield from self._wrong_list(shape, value, path)
            case Pairs():
                yield from self._wrong_pairs(shape, value, path)
            case Maybe(of=inner):
                if value is not None:
                    yield from self.problems(inner, value, path)
            case Record():
                yield from self._wrong_record(shape, value, path)
            case Variants():
                yield from self._wrong_variant(shape, value, path)

    def _wrong_text(self, shape: Words, value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(path, f"{_shown(value)} is there", "a text")
        elif len(value) > shape.most:
            yield Problem(path, f"{len(value)} characters are there", f"at most {shape.most}")
        elif _unclean(value):
            yield Problem(path, "there are control signs in it", "plain text")
        elif value and shape.notation:
            notation = self.notations[shape.notation]
            try:
                notation.read(value)
            except ValueError:
                yield Problem(path, f"{_shown(value)} can't be read", notation.right)

    def _wrong_name(self, shape: Named, value: object, path: Path) -> Iterator[Problem]:
        there = [*shape.also, *(key for part in shape.parts for key in self.known.get(part, {}))]
        if value not in there:
            yield Problem(path, _unknown(value), _one_of(there))

    def _wrong_list(self, shape: Some, value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, list | tuple):
            yield Problem(path, f"{_shown(value)} is there", "a list")
            return
        items = cast("Sequence[object]", value)
        if shape.exactly and len(items) != shape.exactly:
            yield Problem(path, f"{len(items)} are there", f"exactly {shape.exactly}")
        if len(items) > MOST_ROWS:
            yield Problem(path, f"{len(items)} are there", f"at most {MOST_ROWS}")
            return
        for at, one in enumerate(items):
            yield from self.problems(shape.of, one, (*path, str(at)))

    def _wrong_pairs(self, shape: Pairs, value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, f"{_shown(value)} is there", "a value for each of several keys")
            return
        for key, one in cast("dict[object, object]", value).items():
            read = int(key) if isinstance(shape.key, Whole) and isinstance(key, str) and key.isdecimal() else key
            wrong = tuple(self.problems(shape.key, read, (*path, _word(key))))
            yield from wrong or self.problems(shape.value, one, (*path, _word(key)))

    def _wrong_record(self, shape: Record, value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, f"{_shown(value)} is there", "named fields")
            return
        found = cast("dict[str, object]", value)
        slots = {slot.name: slot for slot in shape.slots}
        for name in found:
            if name not in slots and not (shape.tag and name == shape.tag[0]):
                yield Problem((*path, _word(name)), "there is no such field", _one_of(list(slots)))
        for name, slot in slots.items():
            if name in found:
                yield from self.problems(slot.shape, found[name], (*path, name))
            elif isinstance(slot.shape, Named):
                yield from self._wrong_name(slot.shape, slot.default or "", (*path, name))
            elif slot.required:
                yield Problem((*path, name), "it is missing", _right(slot.shape))
            if slot.required and found.get(name) == "" and isinstance(slot.shape, Words):
                yield Problem((*path, name), "it is empty", f"1 to {slot.shape.most} characters")

    def _wrong_variant(self, shape: Variants, value: object, path: Path) -> Iterator[Problem]:
        kind = cast("dict[str, object]", value).get(shape.tag) if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in shape.kinds:
            what = f"there is no kind {_shown(kind)}" if kind is not None else "it doesn't say what it does"
            yield Problem((*path, shape.tag), what, _one_of(list(shape.kinds)))
        else:
            yield from self._wrong_record(shape.kinds[kind], cast("object", value), path)


def _wrong_number(shape: Whole, value: object, path: Path) -> Iterator[Problem]:
    right = f"a whole number from {shape.least} to {shape.most}"
    if not isinstance(value, int) or isinstance(value, bool):
        yield Problem(path, f"{_shown(value)} is there", right)
    elif not shape.least <= value <= shape.most:
        yield Problem(path, f"{value} is out of bounds", right)


def _right(shape: Shape) -> str:
    match shape:
        case OneOf(words=words):
            return _one_of([word for word in words if word])
        case Some(exactly=exactly):
            return f"a list of {exactly}" if exactly else "a list"
        case Words(most=most):
            return f"1 to {most} characters"
        case _:
            return "a value"


def _unclean(text: str) -> bool:
    """Signs that steer a screen, or are half of another sign."""
    return any(
        (sign < " " and sign not in "\n\t") or "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" for sign in text
    )


def _unknown(value: object) -> str:
    return "nothing is chosen" if value in ("", None) else f"there is no {_shown(value)}"


def _shown(value: object) -> str:
    """A value as a problem may repeat it: short, its control signs spelled out."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _word(key: object) -> str:
    return str(key)[:60]


def _one_of(words: Sequence[str]) -> str:
    if not words:
        return "something that is written first: there is none yet"
    more = f" and {len(words) - MOST_SAID} more" if len(words) > MOST_SAID else ""
    return f"one of {', '.join(words[:MOST_SAID])}{more}"


# ------------------------------------------------------------------ putting in order


def without_defaults(shape: Shape, value: Any) -> Any:
    """A value that was found right, without what need not be said."""
    match shape:
        case Record() if isinstance(value, dict):
            found = cast("dict[str, Any]", value)
            kept = {shape.tag[0]: shape.tag[1]} if shape.tag else {}
            for slot in shape.slots:
                if slot.name in found:
                    one = without_defaults(slot.shape, found[slot.name])
                    if slot.required or one != slot.default:
                        kept[slot.name] = one
            return kept
        case Maybe(of=inner):
            return None if value is None else without_defaults(inner, value)
        case Some(of=inner):
            return [without_defaults(inner, one) for one in value]
        case Pairs(value=inner):
            return {str(key): without_defaults(inner, one) for key, one in value.items()}
        case Variants(kinds=kinds, tag=tag):
            return without_defaults(kinds[value[tag]], value)
        case _:
            return value
