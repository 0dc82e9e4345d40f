"""Characters out of the pack: what a person of the pack is at the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec.structs import replace

from tablelight.systems.actlite.content.pack import Pack, Person, starter_pack
from tablelight.systems.actlite.state import (
    DEFENSIVE,
    Armor,
    Character,
    Item,
    Scrivening,
    Weapon,
    Where,
    slug,
)


def character(pack: Pack, person: Person, kind: str) -> Character:
    """A character at full health with all that the person carries."""
    base = {attribute: 0 for attribute in DEFENSIVE if attribute not in person.lacks}
    items: dict[str, Item] = {}
    for item in person.items:
        items[slug(item.name, items)] = item
    return Character(
        name=person.name,
        kind="pc" if kind == "pc" else "npc",
        about=person.about,
        max_crit=person.crit,
        max_standard=person.standard,
        crit=person.crit,
        standard=person.standard,
        speed=person.speed,
        size=person.size,
        cards=person.cards,
        scores={**base, **person.scores},
        weapons=_weapons(pack, person),
        armor=pack.armors[person.armor] if person.armor else Armor(),
        items=items,
        skills={slug(name, ()): pack.skill(name) for name in person.skills},
        scrivening=Scrivening(known=person.hexes),
        cash=person.cash,
        xp=person.xp,
        notes=person.notes,
    )


@cache
def pack_people(kind: Literal["pc", "npc"]) -> Mapping[str, Character]:
    """The pack's ready characters, or its opponents."""
    pack = starter_pack()
    people = pack.people if kind == "pc" else pack.opponents
    return {key: character(pack, one, kind) for key, one in people.items()}


def _weapons(pack: Pack, person: Person) -> dict[str, Weapon]:
    belt: list[tuple[str, Where]] = [(key, "belt") for key in person.belt]
    hands: list[tuple[str, Where]] = [(person.right, "right"), (person.left, "left"), (person.both, "both")]
    weapons: dict[str, Weapon] = {}
    for key, where in (*hands, *belt):
        if key:
            weapons[slug(pack.weapons[key].name, weapons)] = replace(pack.weapons[key], where=where)
    return weapons
