"""What a written field value means: the key of a choice, its label, or the die it stands for."""

from __future__ import annotations

import re

from tablelight.kernel.offers import Choice, Field, Offer
from tablelight.script.parse import Fields, ScriptError, items, unquote

_DIE = re.compile(r"d(\d+)(?:=(\d+))?")


def resolve(offer: Offer, fields: Fields, *, loose: bool = False) -> dict[str, object]:
    """Raw arguments for a command. `loose` hands on what fits nothing, for a command that must be refused."""
    used: set[str] = set()
    args: dict[str, object] = {}
    for name, raw in fields.items():
        field = _field(offer, name)
        if field:
            args[field.name] = _meant(field, raw, used, loose)
        elif loose:
            args[name] = unquote(raw)
        else:
            has = ", ".join(f.name for f in offer.fields) or "none"
            raise ScriptError(f"{offer.key!r} has no field {name!r}; its fields: {has}")
    return args


def _field(offer: Offer, name: str) -> Field | None:
    named = [f for f in offer.fields if f.name == name]
    labelled = [f for f in offer.fields if f.label.casefold() == name.casefold()]
    return (named or labelled or [None])[0]


def _meant(field: Field, raw: str, used: set[str], loose: bool) -> object:
    match field.kind:
        case "text":
            return unquote(raw)
        case "number":
            return _number(field, unquote(raw), loose)
        case "choice" | "cell":
            return _pick(field, unquote(raw), used, loose)
        case "many":
            return tuple(_pick(field, item, used, loose) for item in items(raw))


def _number(field: Field, text: str, loose: bool) -> object:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if loose:
        return text
    raise ScriptError(f"{field.name} must be a whole number, not {text!r}")


def _pick(field: Field, text: str, used: set[str], loose: bool) -> str:
    """The key of the choice that is meant; among dice that are all alike, one not used in this command yet."""
    again = text in used and _DIE.fullmatch(text)
    if not again and any(choice.key == text for choice in field.choices):
        used.add(text)
        return text
    meant = _candidates(field, text)
    if not loose:
        meant = [choice for choice in meant if not choice.refused] or meant
    if len({_looks(choice) for choice in meant}) > 1:
        keys = ", ".join(_shown(choice) for choice in meant)
        raise ScriptError(f"{field.name}={text} may mean any of: {keys}; give the key")
    if not meant:
        if loose:
            return text
        keys = ", ".join(_shown(choice) for choice in field.choices) or "none"
        raise ScriptError(f"{field.name} has no choice {text!r}; there are: {keys}")
    key = next((choice.key for choice in meant if choice.key not in used), meant[0].key)
    used.add(key)
    return key


def _candidates(field: Field, text: str) -> list[Choice]:
    same = [choice for choice in field.choices if choice.label == text]
    alike = same or [choice for choice in field.choices if choice.label.casefold() == text.casefold()]
    die = _DIE.fullmatch(text)
    if alike or not die:
        return alike
    size, face = int(die.group(1)), int(die.group(2)) if die.group(2) else None
    dice = [choice for choice in field.choices if choice.die and choice.die.size == size]
    return [choice for choice in dice if choice.die and face in (None, choice.die.face)]


def _looks(choice: Choice) -> tuple[object, ...]:
    if choice.die:
        return choice.die.size, choice.die.face, choice.refused is None
    return choice.label, choice.note, choice.refused is None


def _shown(choice: Choice) -> str:
    return choice.key if choice.key == choice.label else f"{choice.key} ({choice.label})"
