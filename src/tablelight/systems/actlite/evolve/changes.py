"""The table of changes, one for each kind of event, and what they are written with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from tablelight.kernel.kinds import Changes
from tablelight.systems.actlite.state import ActState, Character, Secret, with_character

T = TypeVar("T")

CHANGES: Changes[ActState] = Changes()
on = CHANGES.on


def without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    """The same mapping without one key."""
    return {one: value for one, value in mapping.items() if one != key}


def lessened(causes: tuple[str, ...], cause: str) -> tuple[str, ...]:
    """Without this cause."""
    return tuple(one for one in causes if one != cause)


def added(items: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """With these as well, each once."""
    return tuple(dict.fromkeys((*items, *more)))


def changed(state: ActState, key: str, **changes: object) -> ActState:
    """One character with other values."""
    return with_character(state, key, replace(state.characters[key], **changes))


def conditions(state: ActState, key: str, **changes: object) -> ActState:
    """One character with other conditions."""
    return changed(state, key, conditions=replace(state.characters[key].conditions, **changes))


def scrivening(state: ActState, key: str, **changes: object) -> ActState:
    """One character who knows or wrote other hexes."""
    return changed(state, key, scrivening=replace(state.characters[key].scrivening, **changes))


def secret_too(who: Character, secret: Secret) -> tuple[Secret, ...]:
    """A character's secrets with one more."""
    return who.secrets if secret in who.secrets else (*who.secrets, secret)


def secrets_without(who: Character, *gone: Secret) -> tuple[Secret, ...]:
    """A character's secrets without these."""
    return tuple(secret for secret in who.secrets if secret not in gone)
