"""From a posted form to a command. Nothing is decided here: the table checks every command against its offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import parse_qsl

from tablelight.kernel.offers import Field, Offer, Refused, Seat, find
from tablelight.kernel.room import Room
from tablelight.kernel.table import Command
from tablelight.web.look import Look

MOST_FIELDS = 500
_ID = re.compile(r"[A-Za-z0-9_-]{0,64}")


class BadFormError(ValueError):
    """The body is no form of ours; the message is for the person who sent it."""


class Form:
    """The fields of a posted form, in order."""

    def __init__(self, body: bytes) -> None:
        """Raises BadFormError."""
        try:
            pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
        except ValueError as error:
            raise BadFormError("This form can't be read.") from error
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self._values.setdefault(name, []).append(value)

    def text(self, name: str) -> str:
        """The field's last value, or nothing."""
        return self._values.get(name, [""])[-1]

    def many(self, name: str) -> list[str]:
        """All values of a field."""
        return self._values.get(name, [])

    def number(self, name: str) -> int | None:
        """A whole number that is not negative, if the field holds one."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None

    def starting(self, prefix: str) -> list[str]:
        """The names that begin with this, without it."""
        return [name.removeprefix(prefix) for name in self._values if name.startswith(prefix)]


def command_id(form: Form) -> str:
    """The client's own id for a command. Raises BadFormError."""
    text = form.text("command")
    if not _ID.fullmatch(text):
        raise BadFormError("A command's id has at most 64 letters and digits.")
    return text


Build: TypeAlias = Callable[[Room, Look, Seat, Form], Command | Refused | None]
"""Makes the command out of a form, given the room and what the seat sees; None when there is nothing to do."""


NEW = "new"
"""What a form says in place of a question's number when it answers none, but begins something."""


def build_do(room: Room, look: Look, seat: Seat, form: Form) -> Command | Refused:
    """An offer that was taken. A page answers the question that it shows, or begins something; never both."""
    key, at = form.text("key"), form.number("at") or None
    asked = find(look.menu.asked, key)
    if asked and form.text("at") == NEW:
        return Refused("table/stale", "stale-prompt", "Something was asked meanwhile; look at the table again.")
    answers = at is not None and (asked is not None or at != look.menu.prompt)
    offer = asked if answers else find((*look.menu.also, *look.house), key)
    return Command(seat, key, args_of(offer, form), command_id(form), at if answers else None)


def args_of(offer: Offer | None, form: Form) -> dict[str, object]:
    """What a form says about the fields of an offer, unchecked."""
    names = form.starting("f.")
    fields = {field.name: field for field in offer.fields} if offer else {}
    args: dict[str, object] = {name: form.text(f"f.{name}") for name in names if name not in fields}
    for field in fields.values():
        value = _field(field, form)
        if value is not None:
            args[field.name] = value
    return args


def _field(field: Field, form: Form) -> object:
    name = f"f.{field.name}"
    values = form.many(name)
    if field.kind == "many":
        return values
    if not values or (not values[-1] and not _may_be_empty(field)):
        return None  # left out: the field's default, or a refusal that says what is missing
    if field.kind == "number":
        return _whole(values[-1])
    return values[-1]


def _may_be_empty(field: Field) -> bool:
    return field.kind == "text" or any(choice.key == "" for choice in field.choices)


def _whole(text: str) -> object:
    """The whole number that a text writes, or the text itself, for the table to refuse."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text


def _plain(key: str) -> Build:
    return lambda room, look, seat, form: Command(seat, key, {}, command_id(form))


def _text(key: str) -> Build:
    return lambda room, look, seat, form: Command(seat, key, {"text": _lines(form.text("text"))}, command_id(form))


def _build_adjust(room: Room, look: Look, seat: Seat, form: Form) -> Command:
    args = {name: form.text(name) for name in ("path", "value", "reason")}
    return Command(seat, "adjust", args, command_id(form))


def _build_option(room: Room, look: Look, seat: Seat, form: Form) -> Command:
    args = {"option": form.text("id"), "value": form.text("value")}
    return Command(seat, "option", args, command_id(form))


def _build_real_dice(room: Room, look: Look, seat: Seat, form: Form) -> Command | None:
    place = room.place(seat)
    wanted = form.text("on") == "yes"
    return None if place and place.real_dice == wanted else Command(seat, "real-dice", {}, command_id(form))


def _build_roll(room: Room, look: Look, seat: Seat, form: Form) -> Command:
    faces = form.many("face")
    args = {f"die{i + 1}": _whole(face) for i, face in enumerate(faces)}
    return Command(seat, "faces" if faces else "table-rolls", args, command_id(form), form.number("at") or 0)


def _build_safety(room: Room, look: Look, seat: Seat, form: Form) -> Command | None:
    """One more line or veil, or one less."""
    which = "veils" if form.text("kind") == "veil" else "lines"
    text = " ".join(form.text("text").split())
    before = listed(room.veils if which == "veils" else room.lines)
    without = [each for each in before if each != text]
    after = [*without, text] if form.text("op") == "add" and text else without
    if after == before:
        return None
    args = {"lines": room.lines, "veils": room.veils, which: "\n".join(after)}
    return Command(seat, "safety", args, command_id(form))


def listed(text: str) -> list[str]:
    """What the group wrote down, one to a line."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")  # as browsers send them


COMMANDS: Mapping[str, Build] = {
    "do": build_do,
    "undo": _plain("undo"),
    "redo": _plain("redo"),
    "pause": _plain("pause"),
    "resume": _plain("resume"),
    "say": _text("say"),
    "notes": _text("note"),
    "adjust": _build_adjust,
    "option": _build_option,
    "real-dice": _build_real_dice,
    "roll": _build_roll,
    "safety": _build_safety,
}
"""What may be posted to a table, by the last part of the address."""
