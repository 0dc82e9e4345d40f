"""What a seat may do now, as data: offers with their fields, answers to them, and refusals as values.

The page, the CLI, scripts, bots and random walkers all act through offers; nobody keeps a second copy of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NewType, TypeAlias, cast

from msgspec import Struct

from tablelight.kernel.view import Card, Die

Seat = NewType("Seat", str)
"""A place at the table: "gm", a player's seat such as "p1", or "watch" for spectators."""

RuleId: TypeAlias = str
"""A rule's name with its system, such as "torchlite/test"; the kernel's own rules start with "table/"."""

GM = Seat("gm")
WATCH = Seat("watch")
NOBODY = Seat("")

TEXT_LIMIT = 2000
"""The most characters that any text typed into the table may have."""

MOST_LISTED = 12
"""The most choices that a refusal names."""

Value: TypeAlias = str | int | tuple[str, ...]
Args: TypeAlias = Mapping[str, Value]


class Refused(Struct, frozen=True, gc=False):
    """Why something may not be done: the rule, a short code for programs, and what would be right."""

    rule: RuleId
    code: str
    text: str


class Choice(Struct, frozen=True, gc=False):
    """One value a field may take. A refused choice is shown with its reason and may not be taken."""

    key: str
    label: str
    note: str = ""
    die: Die | None = None
    refused: Refused | None = None
    card: Card | None = None


FieldKind = Literal["choice", "many", "text", "number", "cell"]


class Field(Struct, frozen=True, gc=False):
    """One thing to fill in before an offer is taken.

    `choice` takes one key of `choices`; so does `cell`, whose keys are cells "x,y" of the map. `many` takes between
    `least` and `most` of them, `text` up to `most` characters, `number` a whole number from `least` to `most`. A
    field with a `default` may be left out.

    On a map, dragging a token onto a `cell` answers the offer in which another field's choices name the token's id, or
    whose key ends with ":" and the id; one's own token also answers the offer that is lit.
    """

    name: str
    label: str
    kind: FieldKind
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 200
    default: Value | None = None
    note: str = ""


class Suggestion(Struct, frozen=True, gc=False):
    """A ready answer to an offer, with what it leads to; `best` marks the best ones for a stated aim."""

    label: str
    args: dict[str, Value]
    note: str = ""
    best: bool = False

    def __hash__(self) -> int:
        return hash((self.label, self.note, self.best, tuple(self.args.items())))


class Sum(Struct, frozen=True, gc=False):
    """What the numbers in several fields must add up to; the page counts along while somebody fills them in."""

    label: str
    fields: tuple[str, ...]
    needed: int


class Offer(Struct, frozen=True, gc=False):
    """One action that a seat may take now, or may not (`refused` says why and what would make it legal).

    `group` gathers offers under a heading on the page; `main` marks the expected next step. `suggestions` are ready
    answers; `beginnings` fill the form in, for somebody to change before it is taken.
    """

    key: str
    label: str
    fields: tuple[Field, ...] = ()
    rule: RuleId = ""
    cost: str = ""
    note: str = ""
    group: str = ""
    main: bool = False
    warn: str = ""  # what it would lead to that one may not want; the page asks once more
    suggestions: tuple[Suggestion, ...] = ()
    beginnings: tuple[Suggestion, ...] = ()
    sums: tuple[Sum, ...] = ()
    refused: Refused | None = None


class Answer(Struct, frozen=True, gc=False):
    """What a seat did: the offer's key and the values of its fields, already checked against the offer."""

    seat: Seat
    key: str
    args: dict[str, Value] = {}

    def text(self, name: str) -> str:
        """The value of a text or choice field."""
        value = self.args[name]
        if not isinstance(value, str):
            raise TypeError(f"field {name} of {self.key} holds {value!r}, not a text")
        return value

    def number(self, name: str) -> int:
        """The value of a number field."""
        value = self.args[name]
        if not isinstance(value, int):
            raise TypeError(f"field {name} of {self.key} holds {value!r}, not a number")
        return value

    def many(self, name: str) -> tuple[str, ...]:
        """The values of a field that takes several."""
        value = self.args[name]
        if not isinstance(value, tuple):
            raise TypeError(f"field {name} of {self.key} holds {value!r}, not several values")
        return value


Check: TypeAlias = Callable[[Answer], Refused | None]
"""A last look at a whole answer, for what single fields can't tell (one die in two places, a price)."""


def find(offers: Iterable[Offer], key: str) -> Offer | None:
    """The first offer with this key."""
    return next((offer for offer in offers if offer.key == key), None)


def fill(offer: Offer, args: Mapping[str, object]) -> dict[str, Value] | Refused:
    """Check raw arguments against an offer's fields; give the full, typed arguments or the first thing wrong."""
    if offer.refused:
        return offer.refused
    unknown = set(args) - {field.name for field in offer.fields}
    if unknown:
        return _wrong(offer, f"{offer.label} has no field {sorted(unknown)[0]!r}")
    filled: dict[str, Value] = {}
    for field in offer.fields:
        raw = args.get(field.name)
        if raw is None:
            raw = field.default
        value = _value(offer, field, raw)
        if isinstance(value, Refused):
            return value
        filled[field.name] = value
    return filled


def filled_so_far(offer: Offer, args: Mapping[str, object]) -> dict[str, Value]:
    """Those of the fields that hold a legal value now, typed; what is missing or wrong is left out."""
    if offer.refused:
        return {}
    found: dict[str, Value] = {}
    for field in offer.fields:
        raw = args.get(field.name)
        value = _value(offer, field, field.default if raw is None else raw)
        if not isinstance(value, Refused):
            found[field.name] = value
    return found


def _wrong(offer: Offer, text: str) -> Refused:
    return Refused(offer.rule or "table/offers", "bad-field", text)


def _value(offer: Offer, field: Field, raw: object) -> Value | Refused:
    match field.kind:
        case "text":
            return _text(offer, field, raw)
        case "number":
            if not isinstance(raw, int) or isinstance(raw, bool) or not field.least <= raw <= field.most:
                return _wrong(offer, f"{field.label} must be a whole number from {field.least} to {field.most}")
            return raw
        case "choice" | "cell":
            return _choice(offer, field, raw)
        case "many":
            return _many(offer, field, raw)


def _text(offer: Offer, field: Field, raw: object) -> str | Refused:
    if not isinstance(raw, str):
        return _wrong(offer, f"{field.label} must be a text")
    text = raw.strip()
    if not field.least <= len(text) <= field.most:
        least = f"at least {field.least} and " if field.least else ""
        return _wrong(offer, f"{field.label} must have {least}at most {field.most} characters")
    return text


def _choice(offer: Offer, field: Field, raw: object) -> str | Refused:
    for choice in field.choices:
        if choice.key == raw:
            return choice.refused or choice.key
    if raw is None:
        return _wrong(offer, f"{field.label} is still to be chosen")
    return _wrong(offer, f"{raw!r} is not one of the choices for {field.label}{_listed(field.choices)}")


def _listed(choices: tuple[Choice, ...]) -> str:
    """The choices in words, unless they are too many to read."""
    return ": " + ", ".join(choice.label for choice in choices) if 0 < len(choices) <= MOST_LISTED else ""


def _many(offer: Offer, field: Field, raw: object) -> tuple[str, ...] | Refused:
    if not isinstance(raw, tuple | list):
        return _wrong(offer, f"{field.label} takes a list of choices")
    keys: list[str] = []
    for item in cast("list[object]", raw):
        key = _choice(offer, field, item)
        if isinstance(key, Refused):
            return key
        if key in keys:
            return _wrong(offer, f"{field.label} names {key!r} twice")
        keys.append(key)
    if not field.least <= len(keys) <= field.most:
        bounds = str(field.least) if field.least == field.most else f"{field.least} to {field.most}"
        return _wrong(offer, f"{field.label} takes {bounds}, not {len(keys)}")
    return tuple(keys)
