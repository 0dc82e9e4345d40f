"""Values inside a state, found by a path and compared with what a script says."""

from __future__ import annotations

from typing import cast

import msgspec

from tablelight.kernel.adjust import look
from tablelight.script.differs import DiffersError, differ_if
from tablelight.script.parse import ScriptError, Then

NOTHING = object()


def find_value(state: object, path: str) -> object:
    """The value at a path, or NOTHING. `.` is the whole state; `*` gathers what lies below every entry as a list."""
    plain = msgspec.json.decode(msgspec.json.encode(state))
    return plain if path == "." else _below(plain, path)


def _below(here: object, path: str) -> object:
    before, star, after = _split_star(path)
    if not star:
        return _looked(here, path)
    found = _looked(here, before) if before else here
    if isinstance(found, dict):
        children = list(cast("dict[str, object]", found).values())
    elif isinstance(found, list):
        children = cast("list[object]", found)
    else:
        return NOTHING
    values = [_below(child, after) if after else child for child in children]
    return [value for value in values if value is not NOTHING]


def _split_star(path: str) -> tuple[str, bool, str]:
    keys = path.split(".")
    if "*" not in keys:
        return path, False, ""
    at = keys.index("*")
    return ".".join(keys[:at]), True, ".".join(keys[at + 1 :])


def _looked(here: object, path: str) -> object:
    try:
        return look(here, path)
    except KeyError:
        return NOTHING


def check_value(state: object, then: Then) -> None:
    """Compare a value of the state as a script demands it."""
    found = find_value(state, then.path)
    if found is NOTHING:
        raise DiffersError(f"{then.path} {then.test} {_json(then.value)}", _nearest(state, then.path))
    fits = _holds(found, then)
    differ_if(not fits, f"{then.test} {_json(then.value)}".removeprefix("= "), _json(found))


def _holds(found: object, then: Then) -> bool:
    match then.test:
        case "=":
            return found == then.value and isinstance(found, bool) == isinstance(then.value, bool)
        case "!=":
            return found != then.value
        case "has":
            return _has(found, then.value)
        case "has no":
            return not _has(found, then.value)
        case "<" | ">" | "<=" | ">=":
            return _compared(found, then.test, then.value)


def _compared(found: object, test: str, value: object) -> bool:
    if not isinstance(found, int | float) or not isinstance(value, int | float):
        raise ScriptError(f"{test} compares numbers")
    return {"<": found < value, ">": found > value, "<=": found <= value, ">=": found >= value}[test]


def _has(found: object, value: object) -> bool:
    """A text has a part, a mapping has a key or all the given entries, a list has an item."""
    if isinstance(found, str):
        return str(value) in found
    if isinstance(found, dict):
        mapping = cast("dict[str, object]", found)
        return _covers(mapping, cast("object", value)) if isinstance(value, dict) else value in mapping
    if isinstance(found, list):
        return any(_covers(item, value) for item in cast("list[object]", found))
    return False


def _covers(found: object, value: object) -> bool:
    if isinstance(found, dict) and isinstance(value, dict):
        mapping = cast("dict[str, object]", found)
        wanted = cast("dict[str, object]", value)
        return all(key in mapping and _covers(mapping[key], part) for key, part in wanted.items())
    return found == value


def _nearest(state: object, path: str) -> str:
    keys = path.split(".")
    for stop in range(len(keys) - 1, -1, -1):
        found = find_value(state, ".".join(keys[:stop]) or ".")
        if isinstance(found, dict):
            there = ", ".join(cast("dict[str, object]", found)) or "nothing"
            return f"no {keys[stop]!r} in {'.'.join(keys[:stop]) or 'the state'}; there are: {there}"
        if found is not NOTHING:
            return f"{'.'.join(keys[:stop])} is {_json(found)}"
    return "nothing"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
