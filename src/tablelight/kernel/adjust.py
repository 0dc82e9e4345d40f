"""Setting any value of a state by its path: the GM is above the rules.

A path names fields, keys and positions from the state downwards, separated by dots: `characters.derra.pp`. The new
value is checked against the type of the place it goes to; `None` takes an entry out of a mapping.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

from tablelight.kernel.flow import Event, Game, at_once
from tablelight.kernel.offers import Answer, Field, Offer, Refused
from tablelight.kernel.system import Action

S = TypeVar("S")
RULE = "table/adjust"


class Adjusted(Event, frozen=True):
    """The GM set a value by hand. `value` is JSON; `reason` is the GM's own word for it."""

    path: str
    value: str
    reason: str = ""


def put(state: S, path: str, value: str) -> S | Refused:
    """The state with the JSON `value` at `path`, or what is wrong with it."""
    try:
        new: Any = msgspec.json.decode(value)
    except msgspec.DecodeError:
        new = value  # plain words need no quotes
    raw = _plain(state)
    wrong = _set(raw, path.split("."), new)
    if wrong:
        return Refused(RULE, "bad-path", f"{path}: {wrong}")
    try:
        changed = msgspec.convert(raw, type(state), str_keys=True)
    except msgspec.ValidationError as error:
        return Refused(RULE, "bad-value", f"{path}: {error}")
    if new is not None and not _stands(changed, path):
        return Refused(RULE, "bad-path", f"{path}: there is no {path.rpartition('.')[2]!r}")
    return changed


def _plain(state: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state))  # lists for tuples, texts for every key


def _stands(state: object, path: str) -> bool:
    try:
        look(state, path)
    except KeyError:
        return False
    return True


def look(state: object, path: str) -> object:
    """The value at a path as plain lists, mappings, texts and numbers; KeyError where there is none."""
    here = _plain(state)
    for key in path.split("."):
        if isinstance(here, list):
            here = cast("list[Any]", here)
            if not key.isdigit() or int(key) >= len(here):
                raise KeyError(path)
            here = here[int(key)]
        elif isinstance(here, dict) and key in here:
            here = cast("dict[str, Any]", here)[key]
        else:
            raise KeyError(path)
    return here


def _set(raw: Any, way: list[str], new: Any) -> str:
    """Put `new` into nested plain data; gives what was wrong, or nothing."""
    here: Any = raw
    for depth, key in enumerate(way):
        last = depth == len(way) - 1
        if isinstance(here, dict):
            mapping = cast("dict[str, Any]", here)
            if last and new is None:
                mapping.pop(key, None)
                return ""
            if last:
                mapping[key] = new
                return ""
            if key not in mapping:
                return f"there is no {key!r}"
            here = mapping[key]
        elif isinstance(here, list):
            items = cast("list[Any]", here)
            if not key.isdigit() or int(key) >= len(items):
                return f"there is no item {key!r}"
            if last:
                items[int(key)] = new
                return ""
            here = items[int(key)]
        else:
            return f"nothing lies below {way[depth - 1]!r}"
    return "the path is empty"


@at_once
def _adjust(game: Game[Any], answer: Answer) -> None:
    path, value, reason = answer.text("path"), answer.text("value"), answer.text("reason")
    game.record(Adjusted(path=path, value=value, reason=reason, rule=RULE))


ADJUST_OFFER = Offer(
    "adjust",
    "Set a value by hand",
    (
        Field("path", "What", "text", least=1, most=200),
        Field("value", "New value", "text", most=4000),
        Field("reason", "Reason", "text", most=200, default=""),
    ),
    RULE,
)
ADJUST: Action[Any] = Action("adjust", lambda game, seat: ADJUST_OFFER, _adjust, anytime=True)
