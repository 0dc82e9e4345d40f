"""The starter pack: weapons, armor, archetype tables, hexes, cards, prices and people, typed and checked when loaded.

A pack of a table's own has the same form: a folder of TOML files, one for each part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from msgspec import Struct

from tablelight.kernel.data import read_entries
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.state import (
    DEFENSIVE,
    SUBTYPES,
    Archetype,
    Armor,
    ConsequenceTable,
    Effect,
    Good,
    Hex,
    Item,
    PartyTable,
    Skill,
    SpecialCard,
    Weapon,
)

T = TypeVar("T")
_DICE = re.compile(r"([1-9]\d?)d([1-9]\d?)")
NEEDS_CONDITION = ("inflict", "remove")


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A CASH level with typical goods."""

    level: int
    name: str
    goods: str


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """A character as the pack writes one down; weapons, skills and hexes by their ids in the pack."""

    name: str
    about: str = ""
    crit: int = m.DEFAULT_CRIT
    standard: int = m.DEFAULT_STANDARD
    speed: int = m.DEFAULT_SPEED
    size: int = 0
    cards: int = m.CARDS
    scores: dict[str, int] = {}
    lacks: tuple[str, ...] = ()
    right: str = ""
    left: str = ""
    both: str = ""
    belt: tuple[str, ...] = ()
    armor: str = ""
    items: tuple[Item, ...] = ()
    skills: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    cash: int = 7
    xp: int = 0
    notes: str = ""


class Pack(Struct, frozen=True):
    """Everything of a pack, by id."""

    weapons: Mapping[str, Weapon]
    armors: Mapping[str, Armor]
    archetypes: Mapping[str, Archetype]
    hexes: Mapping[str, Hex]
    specials: Mapping[str, SpecialCard]
    tables: Mapping[str, ConsequenceTable]
    parties: Mapping[str, PartyTable]
    goods: Mapping[str, Good]
    levels: tuple[Level, ...]
    opponents: Mapping[str, Person]
    people: Mapping[str, Person]

    def skill(self, name: str) -> Skill:
        """A skill of any archetype table; KeyError if there is none of this name."""
        for archetype in self.archetypes.values():
            for skill in archetype.skills:
                if skill.name == name:
                    return skill
        raise KeyError(name)


@cache
def starter_pack() -> Pack:
    """The pack that comes with the game."""
    return load_pack(files("tablelight.systems.actlite.content") / "pack")


def load_pack(folder: Traversable) -> Pack:
    """A pack from its folder; a ValueError names the file, the key and what was expected."""
    pack = Pack(
        weapons=_read(folder, "weapons", Weapon),
        armors=_read(folder, "armor", Armor),
        archetypes=_read(folder, "archetypes", Archetype),
        hexes=_read(folder, "hexes", Hex),
        specials=_read(folder, "cards", SpecialCard),
        tables=_read(folder, "consequences", ConsequenceTable),
        parties=_read(folder, "parties", PartyTable),
        goods=_read(folder, "goods", Good),
        levels=tuple(_read(folder, "levels", Level).values()),
        opponents=_read(folder, "opponents", Person),
        people=_read(folder, "people", Person),
    )
    for problem in _problems(pack):
        raise ValueError(problem)
    return pack


def _read(folder: Traversable, name: str, kind: type[T]) -> dict[str, T]:
    return read_entries(folder / f"{name}.toml", kind)


# ------------------------------------------------------------------ what types can't tell


def _problems(pack: Pack) -> Iterator[str]:
    yield from _weapon_problems(pack)
    yield from _skill_problems(pack)
    yield from _hex_problems(pack)
    yield from _table_problems(pack)
    yield from _good_problems(pack)
    for file, people in (("opponents", pack.opponents), ("people", pack.people)):
        yield from _people_problems(pack, file, people)


def _weapon_problems(pack: Pack) -> Iterator[str]:
    for key, weapon in pack.weapons.items():
        for strike in weapon.strikes:
            where = f"weapons.toml: {key}, {strike.name or 'its attack'}"
            if strike.damage and not _DICE.fullmatch(strike.damage):
                yield f"{where}: damage {strike.damage!r} should be dice such as 1d6"
            if strike.type not in (*"BPS", *SUBTYPES):
                yield f"{where}: type {strike.type!r} should be B, P, S or one of {', '.join(SUBTYPES)}"
            for trigger in strike.triggers:
                yield from _effect_problems(where, trigger.effect)
    for key, armor in pack.armors.items():
        if armor.reduces != armor.new:
            yield f"armor.toml: {key}: `new` and `reduces` should be the same to begin with"


def _effect_problems(where: str, effect: Effect) -> Iterator[str]:
    if (effect.condition is None) == (effect.do in NEEDS_CONDITION):
        yield f"{where}: {effect.do} {'needs a' if effect.do in NEEDS_CONDITION else 'has no'} condition"
    if effect.dice and not _DICE.fullmatch(effect.dice):
        yield f"{where}: {effect.dice!r} should be dice such as 2d4"
    if effect.do == "say" and not effect.text:
        yield f"{where}: what a person must judge needs a text"


def _skill_problems(pack: Pack) -> Iterator[str]:
    names: set[str] = set()
    for key, archetype in pack.archetypes.items():
        if bool(archetype.skills) == bool(archetype.hexes):
            yield f"archetypes.toml: {key}: should have skills or hexes"
        for name in archetype.hexes:
            if name not in pack.hexes:
                yield f"archetypes.toml: {key}: there is no hex {name!r}"
        for skill in archetype.skills:
            where = f"archetypes.toml: {key}, {skill.name}"
            if skill.name in names:
                yield f"{where}: there is a skill of this name already"
            names.add(skill.name)
            effects = [*skill.effects, *(t.effect for t in (*skill.triggers, *skill.check_triggers))]
            for effect in effects:
                yield from _effect_problems(where, effect)
            if not skill.judged and any(effect.do == "say" for effect in effects):
                yield f"{where}: a person must judge this, so it should be marked judged"


def _hex_problems(pack: Pack) -> Iterator[str]:
    for key, one in pack.hexes.items():
        for effect in one.effects:
            yield from _effect_problems(f"hexes.toml: {key}", effect)
        for partner in one.partners:
            if partner not in pack.hexes:
                yield f"hexes.toml: {key}: there is no hex {partner!r}"
    for key, card in pack.specials.items():
        for effect in card.effects:
            yield from _effect_problems(f"cards.toml: {key}", effect)


def _table_problems(pack: Pack) -> Iterator[str]:
    for file, tables in (("consequences", pack.tables), ("parties", pack.parties)):
        for key, table in tables.items():
            wrong = m.rows_cover([(row.least, row.most) for row in table.rows], table.die)
            if wrong:
                yield f"{file}.toml: {key}: {wrong}"


def _good_problems(pack: Pack) -> Iterator[str]:
    levels = [level.level for level in pack.levels]
    if levels != list(range(m.LOWEST_CASH, m.HIGHEST_CASH + 1)):
        yield f"levels.toml: there should be the levels {m.LOWEST_CASH} to {m.HIGHEST_CASH} in order"
    for good in pack.goods.values():
        if good.level not in levels:
            yield f"goods.toml: {good.name}: there is no level {good.level}"
        yield from _known(f"goods.toml: {good.name}", "weapon", (good.weapon,), pack.weapons)
        yield from _known(f"goods.toml: {good.name}", "armor", (good.armor,), pack.armors)


def _people_problems(pack: Pack, file: str, people: Mapping[str, Person]) -> Iterator[str]:
    for key, person in people.items():
        where = f"{file}.toml: {key}"
        weapons = (person.right, person.left, person.both, *person.belt)
        yield from _known(where, "weapon", weapons, pack.weapons)
        yield from _known(where, "armor", (person.armor,), pack.armors)
        yield from _known(where, "hex", person.hexes, pack.hexes)
        yield from _unknown(where, "skill", person.skills, pack.skill)
        for lacking in person.lacks:
            if lacking not in DEFENSIVE:
                yield f"{where}: {lacking!r} is none of {', '.join(DEFENSIVE)}"


def _known(where: str, what: str, keys: Iterable[str], there: Mapping[str, object]) -> Iterator[str]:
    for key in keys:
        if key and key not in there:
            yield f"{where}: there is no {what} {key!r}"


def _unknown(where: str, what: str, keys: Iterable[str], find: Callable[[str], object]) -> Iterator[str]:
    for key in keys:
        try:
            find(key)
        except KeyError:
            yield f"{where}: there is no {what} {key!r}"


def dice_of(text: str) -> tuple[int, ...]:
    """The dice that a text such as `2d4` means; none for an empty text."""
    match = _DICE.fullmatch(text)
    return (int(match[2]),) * int(match[1]) if match else ()
