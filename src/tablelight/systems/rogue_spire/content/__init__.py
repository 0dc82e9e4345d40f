"""The starter pack: traits, talents, creation, levels, opponents, ready characters and beginnings, all as data.

The book excerpt has no lists, so all of it is made up for Tablelight. Everything is checked when it is loaded: a
ValueError names the file, the key and what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.data import as_kind, read_data, read_entries
from tablelight.systems.rogue_spire.mechanics import Sides
from tablelight.systems.rogue_spire.sheet import pool
from tablelight.systems.rogue_spire.state import Character, Effect, Talent, Trait

T = TypeVar("T")
FOLDER = files(__name__)


class TalentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A talent of the list."""

    name: str
    trait: str
    about: str
    td: int = 0
    td_die: Sides | Literal[0] = 0
    effects: tuple[Effect, ...] = ()


class Package(Struct, frozen=True, forbid_unknown_fields=True):
    """A start package: which dice a new character gets."""

    name: str
    about: str
    vitality: Sides
    skill: tuple[Sides, ...]


class Creation(Struct, frozen=True, forbid_unknown_fields=True):
    """How a new character is put together."""

    limit: int
    traits: dict[str, int]
    talents: int
    package: dict[str, Package]


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """What reaching a level grants, and the Next XP limit from there on."""

    level: int
    limit: int
    talents: int = 0
    traits: int = 0
    new_die: Sides | Literal[0] = 0
    larger_dice: int = 0
    resets: bool = False


class PersonEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready character or an opponent: traits and talents by the ids of their lists."""

    name: str
    about: str
    vitality: Sides
    skill: tuple[Sides, ...] = ()
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    notes: str = ""
    limit: int = 20
    level: int = 1


class Pack(Struct, frozen=True):
    """The whole starter pack by id."""

    traits: dict[str, Trait]
    talents: dict[str, Talent]
    creation: Creation
    levels: dict[int, Level]
    opponents: dict[str, Character]
    characters: dict[str, Character]


# ------------------------------------------------------------------ reading


def load(folder: Traversable) -> Pack:
    """The pack in this folder."""
    traits = read_entries(folder / "traits.toml", Trait)
    talents = check_talents(traits, read_entries(folder / "talents.toml", TalentEntry))
    return Pack(
        traits=traits,
        talents=talents,
        creation=check_creation(traits, read_data(folder / "creation.toml", Creation)),
        levels=check_levels(read_data(folder / "levels.toml", dict[str, tuple[Level, ...]])),
        opponents=people(folder / "opponents.toml", traits, talents, "npc"),
        characters=people(folder / "characters.toml", traits, talents, "pc"),
    )


def check_talents(traits: Mapping[str, Trait], entries: Mapping[str, TalentEntry]) -> dict[str, Talent]:
    """Every talent hangs on a trait of the list, and its effects make sense (rogue-spire/talent-needs-trait)."""
    talents: dict[str, Talent] = {}
    for key, entry in entries.items():
        where = f"talents.toml: {key}"
        _known(where, "trait", entry.trait, traits)
        if entry.td and entry.td_die:
            raise ValueError(f"{where}: expected td or td_die, not both")
        for at, effect in enumerate(entry.effects):
            _check_effect(f"{where}: effects[{at}]", effect)
        raw: dict[str, Any] = msgspec.to_builtins(entry)
        talents[key] = as_kind(where, raw, Talent)
    return talents


def _check_effect(where: str, effect: Effect) -> None:
    named = effect.does in ("status", "end-status")
    if named != bool(effect.status):
        raise ValueError(f"{where}: expected a status with does = 'status' or 'end-status', and only there")
    if effect.does in ("strain", "wound") and effect.to != "target":
        raise ValueError(f"{where}: expected to = 'target', since {effect.does} goes to the die aimed at")


def _known(where: str, what: str, key: str, there: Mapping[str, object]) -> None:
    if key not in there:
        raise ValueError(f"{where}: there is no {what} {key!r}; expected one of {', '.join(there)}")


def check_creation(traits: Mapping[str, Trait], creation: Creation) -> Creation:
    """A new character's traits of each origin must exist, and there must be a package."""
    for origin, count in creation.traits.items():
        there = sum(trait.origin == origin for trait in traits.values())
        if not 0 <= count <= there:
            raise ValueError(f"creation.toml: traits.{origin}: expected 0 to {there}, not {count}")
    if not creation.package:
        raise ValueError("creation.toml: package: expected at least one")
    return creation


def check_levels(document: Mapping[str, tuple[Level, ...]]) -> dict[int, Level]:
    """Levels follow each other from 2, each with a higher limit (rogue-spire/talents-by-level)."""
    levels = document.get("level", ())
    limit = 0
    for wanted, level in enumerate(levels, 2):
        if level.level != wanted:
            raise ValueError(f"levels.toml: level {level.level}: expected level {wanted}")
        if level.limit <= limit:
            raise ValueError(f"levels.toml: level {level.level}: expected a limit over {limit}, not {level.limit}")
        limit = level.limit
    return {level.level: level for level in levels}


def people(
    file: Traversable, traits: Mapping[str, Trait], talents: Mapping[str, Talent], kind: str
) -> dict[str, Character]:
    """Characters of a file, put together out of the lists."""
    entries = read_entries(file, PersonEntry)
    return {key: person(f"{file.name}: {key}", entry, traits, talents, kind) for key, entry in entries.items()}


def person(
    where: str, entry: PersonEntry, traits: Mapping[str, Trait], talents: Mapping[str, Talent], kind: str
) -> Character:
    """One character out of the lists (rogue-spire/character-parts)."""
    for key in entry.traits:
        _known(where, "trait", key, traits)
    for key in entry.talents:
        _known(where, "talent", key, talents)
        if talents[key].trait not in entry.traits:
            raise ValueError(f"{where}: the talent {key} needs the trait {talents[key].trait}")
    raw = {"name": entry.name, "kind": kind, "about": entry.about, "notes": entry.notes, "limit": entry.limit}
    bare = as_kind(where, {**raw, "level": entry.level, "dice": _dice(entry)}, Character)
    return replace(
        bare,
        traits={key: traits[key] for key in entry.traits},
        talents={key: talents[key] for key in entry.talents},
    )


def _dice(entry: PersonEntry) -> object:
    return msgspec.to_builtins(pool(entry.vitality, entry.skill))


@cache
def pack() -> Pack:
    """The starter pack that comes with the game."""
    return load(FOLDER)
