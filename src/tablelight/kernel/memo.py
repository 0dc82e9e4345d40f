"""Remembering what was worked out from things that never change: from step to step most parts of a state stay."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

Ts = TypeVarTuple("Ts")
R = TypeVar("R")

_PLAIN = (str, int, type(None))


def remembered(most: int) -> Callable[[Callable[[*Ts], R]], Callable[[*Ts], R]]:
    """Remember up to `most` results of a pure function of frozen values.

    Texts and numbers are told apart by value, everything else by which object it is: that is quick however large it
    is, and what is remembered holds on to it, so that nothing else can pass for it.
    """

    def decorate(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
        known: dict[tuple[object, ...], tuple[object, R]] = {}

        @wraps(function)
        def recall(*args: *Ts) -> R:
            key = tuple([value if isinstance(value, _PLAIN) else id(value) for value in args])
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[key] = (args, function(*args))
            return found[1]

        return recall

    return decorate
