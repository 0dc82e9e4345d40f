"""The form in which an entry of a pack is typed in: drawn from the vocabulary's shapes, read back into plain values.

A field's name is its place in the entry, such as `e.effects.0.damage`. What is typed wrong is kept as it was typed, for
the check to tell; what is left empty is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct

from tablelight.kernel.packs import Label, Packs, Part
from tablelight.kernel.vocabulary import (
    MOST_ROWS,
    Known,
    Maybe,
    Named,
    OneOf,
    Pairs,
    Record,
    Shape,
    Slot,
    Some,
    Variants,
    Whole,
    Words,
    Yes,
)
from tablelight.web.forms import Form

ROOT = "e"
LONG_TEXT = 200
"""A text with more room than this is drawn as several lines."""

MOST_KEYS = 12
"""A number that is a key, with no more values than this, has a field for each of them."""

InputKind = Literal["text", "lines", "number", "yes", "select", "checks", "rows", "group", "maybe"]


class Option(Struct, frozen=True):
    """One value that a field may have."""

    value: str
    label: str
    chosen: bool = False
    group: str = ""


class Input(Struct, frozen=True):
    """One field of the form. `path` is its place in the entry; `inputs` are the fields inside it.

    `adds` are the kinds of rows that may be added, `filled` says whether there is anything in it, `row` whether it can
    be taken away, `redraws` whether its choice changes other fields.
    """

    kind: InputKind
    path: str
    label: str
    note: str = ""
    value: str = ""
    options: tuple[Option, ...] = ()
    inputs: tuple[Input, ...] = ()
    adds: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    filled: bool = False
    row: bool = False
    redraws: bool = False
    tag: str = ""

    @property
    def name(self) -> str:
        """What the browser calls it."""
        return f"{ROOT}.{self.path}"


# ------------------------------------------------------------------ drawing


class Drawing:
    """Draws the fields of one entry."""

    def __init__(self, packs: Packs, known: Known) -> None:
        self._packs = packs
        self._known = known

    def inputs(self, part: Part, entry: Any) -> tuple[Input, ...]:
        """The form's fields, filled in with whatever of the entry fits them."""
        return self._slots(part.shape, _mapping(entry), "")

    def _slots(self, record: Record, value: Mapping[str, Any], path: str) -> tuple[Input, ...]:
        return tuple(self._slot(record, slot, value, path) for slot in record.slots)

    def _slot(self, record: Record, slot: Slot, value: Mapping[str, Any], path: str) -> Input:
        label = self._label(f"{record.kind}.{slot.name}", slot.name)
        said = value.get(slot.name, slot.default)
        return self._input(slot.shape, said, _joined(path, slot.name), label, slot.required)

    def _label(self, *names: str) -> Label:
        """The first label there is, with a text made of the last name if it has none."""
        found = next((self._packs.labels[name] for name in names if name in self._packs.labels), Label())
        return Label(found.text or _words(names[-1]), found.note, found.choices)

    def _input(self, shape: Shape, value: Any, path: str, label: Label, required: bool = False) -> Input:
        match shape:
            case Yes():
                return Input("yes", path, label.text, label.note, filled=value is True)
            case Whole(least=least, most=most):
                shown = "" if value is None else str(value)
                return Input("number", path, label.text, label.note, shown, least=least, most=most)
            case Words(most=most):
                kind = "lines" if most > LONG_TEXT else "text"
                return Input(kind, path, label.text, label.note, _text(value), most=most)
            case OneOf() | Named():
                options = self._options(shape, value, label, empty=required)
                return Input("select", path, label.text, label.note, _text(value), options)
            case Record():
                found = _mapping(value)
                inputs = self._slots(shape, found, path)
                return Input("group", path, label.text, label.note, inputs=inputs, filled=bool(found))
            case Maybe(of=inner):
                inputs = self._slots(inner, _mapping(value), path)
                return Input("maybe", path, label.text, label.note, inputs=inputs, filled=value is not None)
            case Some():
                return self._list(shape, value, path, label)
            case Pairs():
                return self._pairs(shape, value, path, label)
            case Variants(tag=tag, kinds=kinds):
                kind = _text(_mapping(value).get(tag))
                title = self._label(tag).choices.get(kind, _words(kind))
                inputs = self._slots(kinds[kind], _mapping(value), path) if kind in kinds else ()
                return Input("group", path, title, value=kind, inputs=inputs, filled=True, tag=tag)

    def _options(self, shape: OneOf | Named, value: Any, label: Label, *, empty: bool = False) -> tuple[Option, ...]:
        """What may be chosen; what stands there and means nothing stays to be seen."""
        shown = _text(value)
        words = shape.words if isinstance(shape, OneOf) else shape.also
        found = [Option(word, label.choices.get(word, _words(word)), word == shown) for word in words]
        if isinstance(shape, Named):
            titles = {part.key: part.title for part in self._packs.parts}
            for key in shape.parts:
                group = titles.get(key, "") if len(shape.parts) > 1 or shape.also else ""
                entries = sorted(self._known.get(key, {}).items(), key=lambda one: one[1].lower())
                found += [Option(name, _titled(name, title), name == shown, group) for name, title in entries]
        if not any(option.chosen for option in found) and (shown or empty or isinstance(shape, Named)):
            found.insert(0, Option(shown, f"{shown} (there is none)" if shown else "Choose…", chosen=True))
        return tuple(found)

    def _list(self, shape: Some, value: Any, path: str, label: Label) -> Input:
        items = cast("list[Any]", value) if isinstance(value, list) else []
        if isinstance(shape.of, OneOf) and not shape.exactly:
            words = shape.of.words
            options = tuple(Option(one, label.choices.get(one, _words(one)), one in items) for one in words)
            return Input("checks", path, label.text, label.note, options=options, filled=bool(items))
        if isinstance(shape.of, Words):
            text = "\n".join(_text(one) for one in items)
            return Input("lines", path, label.text, label.note, text, most=MOST_ROWS * shape.of.most)
        if shape.exactly:
            items = [*items, *[""] * shape.exactly][: shape.exactly]
        rows = tuple(
            self._row(
                shape.of, one, f"{path}.{at}", Label(f"{label.text} {at + 1}", "", label.choices), not shape.exactly
            )
            for at, one in enumerate(items[:MOST_ROWS])
        )
        adds = () if shape.exactly else self._adds(shape.of)
        return Input("rows", path, label.text, label.note, inputs=rows, adds=adds, filled=bool(rows))

    def _row(self, shape: Shape, value: Any, path: str, label: Label, free: bool) -> Input:
        drawn = self._input(shape, value, path, label, required=True)
        return Input(
            drawn.kind, path, drawn.label, drawn.note, drawn.value, drawn.options, drawn.inputs, row=free, filled=True,
            tag=drawn.tag,
        )  # fmt: skip

    def _adds(self, shape: Shape) -> tuple[Option, ...]:
        if isinstance(shape, Variants):
            said = self._label(shape.tag).choices
            return tuple(Option(kind, said.get(kind, _words(kind))) for kind in shape.kinds)
        return (Option("", ""),)

    def _pairs(self, shape: Pairs, value: Any, path: str, label: Label) -> Input:
        found = _mapping(value)
        keys = fixed_keys(shape.key)
        if keys is not None:
            inputs = tuple(
                self._input(
                    self._may_be_empty(shape.value),
                    found.get(key),
                    f"{path}.{key}",
                    Label(label.choices[key]) if key in label.choices else self._label(key),
                )
                for key in keys
            )
            return Input("group", path, label.text, label.note, inputs=inputs, filled=bool(found))
        rows = tuple(self._pair(shape, key, one, path, at) for at, (key, one) in enumerate(found.items()))
        return Input("rows", path, label.text, label.note, inputs=rows, adds=self._adds(shape.value), filled=bool(rows))

    def _may_be_empty(self, shape: Shape) -> Shape:
        return Named(shape.parts, ("", *shape.also)) if isinstance(shape, Named) else shape

    def _pair(self, shape: Pairs, key: str, value: Any, path: str, at: int) -> Input:
        assert isinstance(shape.key, Named)
        options = self._options(shape.key, key, Label())
        choice = Input("select", f"{path}.{at}.key", "Which", value=key, options=options, redraws=True)
        amount = self._input(shape.value, value, f"{path}.{at}.value", Label("How much"))
        return Input("group", f"{path}.{at}", "", inputs=(choice, amount), row=True, filled=True, tag="pair", value=key)


def fixed_keys(shape: Shape) -> tuple[str, ...] | None:
    """The keys of pairs that each have a field of their own; None where people choose them."""
    match shape:
        case OneOf(words=words):
            return words
        case Named(parts=(), also=also):
            return also
        case Whole(least=least, most=most) if most - least < MOST_KEYS:
            return tuple(str(number) for number in range(least, most + 1))
        case _:
            return None


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _words(name: str) -> str:
    """A word of the vocabulary as people read it."""
    return name.replace("-", " ").replace("_", " ").strip().capitalize() if name else "none"


def _titled(key: str, title: str) -> str:
    return title if key.replace("-", " ") == title.lower() else f"{title} ({key})"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


# ------------------------------------------------------------------ reading back


def entry_of(part: Part, form: Form) -> dict[str, Any]:
    """The entry that a form holds, right or wrong."""
    return _read_record(part.shape, form, ROOT)


def _read_record(record: Record, form: Form, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {record.tag[0]: record.tag[1]} if record.tag else {}
    for slot in record.slots:
        value: Any = _read(slot.shape, form, f"{name}.{slot.name}")
        if slot.required and value is None and isinstance(slot.shape, Words | OneOf | Named):
            value = ""
        elif slot.required and value is None and isinstance(slot.shape, Some | Pairs):
            value = cast("Any", [] if isinstance(slot.shape, Some) else {})
        if value is not None and (slot.required or value != slot.default):
            found[slot.name] = value
    return found


def _read(shape: Shape, form: Form, name: str) -> Any:
    """What a field says; None if it says nothing."""
    match shape:
        case Yes():
            return bool(form.text(name)) or None
        case Whole():
            return _number(form.text(name).strip())
        case Words() | OneOf() | Named():
            return form.text(name).replace("\r\n", "\n").strip() or None
        case Record():
            return _read_record(shape, form, name) or None
        case Maybe(of=inner):
            return _read_record(inner, form, name) if form.text(name) else None
        case Some():
            return _read_list(shape, form, name) or None
        case Pairs():
            return _read_pairs(shape, form, name) or None
        case Variants(tag=tag, kinds=kinds):
            kind = form.text(f"{name}.{tag}")
            return _read_record(kinds[kind], form, name) if kind in kinds else {tag: kind}


def _number(text: str) -> int | str | None:
    """The whole number that a text writes, or the text itself, for the check to tell."""
    return (int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text) or (0 if text else None)


def _read_list(shape: Some, form: Form, name: str) -> list[Any]:
    if isinstance(shape.of, OneOf) and not shape.exactly:
        return list(dict.fromkeys(form.many(name)))
    if isinstance(shape.of, Words):
        return [line.strip() for line in form.text(name).splitlines() if line.strip()]
    rows = [_read(shape.of, form, f"{name}.{at}") for at in _rows(form, name)]
    return [one or "" for one in rows] if shape.exactly else [one for one in rows if one is not None]


def _rows(form: Form, name: str) -> list[int]:
    """The numbers of the rows that a list has in the form, in order."""
    firsts = {rest.partition(".")[0] for rest in form.starting(f"{name}.")}
    return sorted(int(one) for one in firsts if re.fullmatch(r"[0-9]{1,3}", one))[:MOST_ROWS]


def _read_pairs(shape: Pairs, form: Form, name: str) -> dict[str, Any]:
    keys = fixed_keys(shape.key)
    if keys is not None:
        read = {key: _read(shape.value, form, f"{name}.{key}") for key in keys}
        return {key: value for key, value in read.items() if value is not None}
    found: dict[str, Any] = {}
    for at in _rows(form, name):
        key, value = form.text(f"{name}.{at}.key"), _read(shape.value, form, f"{name}.{at}.value")
        if key or value is not None:
            found[key] = "" if value is None else value
    return found


# ------------------------------------------------------------------ rows that come and go


def changed_rows(part: Part, form: Form, change: str) -> dict[str, Any]:
    """The entry that a form holds after `add:PLACE` (its kind in the field `add.PLACE`) or `drop:PLACE.ROW`."""
    entry = entry_of(part, form)
    how, _, place = change.partition(":")
    steps = place.split(".")
    if how == "drop":
        _drop(part.shape, entry, form, steps)
    elif how == "add":
        _add(part.shape, entry, steps, form.text(f"add.{place}"))
    return entry


def _at(shape: Shape, entry: dict[str, Any], steps: list[str]) -> tuple[Slot, dict[str, Any]] | None:
    """The slot that the steps lead to, and what holds it."""
    inner = shape.of if isinstance(shape, Maybe) else shape
    slot = next((slot for slot in inner.slots if slot.name == steps[0]), None) if isinstance(inner, Record) else None
    if slot is None or len(steps) == 1:
        return (slot, entry) if slot else None
    return _at(slot.shape, cast("dict[str, Any]", entry.setdefault(slot.name, {})), steps[1:])


def _add(shape: Shape, entry: dict[str, Any], steps: list[str], kind: str) -> None:
    found = _at(shape, entry, steps)
    match found:
        case (Slot(name=name, shape=Some(of=Variants(tag=tag, kinds=kinds))), holder) if kind in kinds:
            holder.setdefault(name, []).append({tag: kind})
        case (Slot(name=name, shape=Some(of=Record())), holder):
            holder.setdefault(name, []).append({})
        case (Slot(name=name, shape=Some()), holder):
            holder.setdefault(name, []).append("")
        case (Slot(name=name, shape=Pairs()), holder):
            holder.setdefault(name, {}).setdefault("", "")
        case _:
            pass


def _drop(shape: Shape, entry: dict[str, Any], form: Form, steps: list[str]) -> None:
    found = _at(shape, entry, steps[:-1]) if len(steps) > 1 else None
    if not found or not steps[-1].isdecimal():
        return
    slot, holder = found
    at = int(steps[-1])
    if isinstance(slot.shape, Pairs):
        key = form.text(f"{ROOT}.{'.'.join(steps)}.key")
        holder.get(slot.name, {}).pop(key, None)
    elif isinstance(slot.shape, Some):
        rows: list[Any] = holder.get(slot.name, [])
        # Empty rows were left out when the form was read, so the row is counted among those that are not.
        full = [one for one in _rows(form, f"{ROOT}.{'.'.join(steps[:-1])}") if _row_says(slot.shape, form, steps, one)]
        if at in full:
            rows.pop(full.index(at))
    if not holder.get(slot.name):
        holder.pop(slot.name, None)


def _row_says(shape: Some, form: Form, steps: list[str], row: int) -> bool:
    return _read(shape.of, form, f"{ROOT}.{'.'.join(steps[:-1])}.{row}") is not None
