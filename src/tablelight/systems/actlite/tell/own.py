"""The log in words: what a table has of its own beside the pack."""

from __future__ import annotations

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.cash import level_name
from tablelight.systems.actlite.flows.dying import mix, rows_words
from tablelight.systems.actlite.tell.words import Names, Told, on


@on(e.WeaponMade)
def _(names: Names, event: e.WeaponMade) -> Told:
    return f"A weapon of this table: {event.weapon.name}.", "", "plain"


@on(e.ArmorMade)
def _(names: Names, event: e.ArmorMade) -> Told:
    return f"Armor of this table: {event.armor.name}.", "", "plain"


@on(e.ThingMade)
def _(names: Names, event: e.ThingMade) -> Told:
    return f"A thing of this table: {event.item.name}.", "", "plain"


@on(e.GoodMade)
def _(names: Names, event: e.GoodMade) -> Told:
    return f"On the price list: {event.good.name} (level {level_name(event.good.level)}).", "", "plain"


@on(e.PersonMade)
def _(names: Names, event: e.PersonMade) -> Told:
    what = "An opponent" if event.character.kind == "npc" else "A ready character"
    return f"{what} of this table: {event.character.name}.", "", "plain"


@on(e.ArchetypeMade)
def _(names: Names, event: e.ArchetypeMade) -> Told:
    what = "skills" if event.archetype.skills else "hexes"
    return f"An archetype table: {event.archetype.name}, {event.archetype.size} {what}.", "", "plain"


@on(e.HexMade)
def _(names: Names, event: e.HexMade) -> Told:
    what = "A modifier" if event.hex.modifier else "A hex"
    return f"{what} of this table: {event.hex.name}.", "", "plain"


@on(e.SpecialCardMade)
def _(names: Names, event: e.SpecialCardMade) -> Told:
    return f"A special card: {event.card.name}.", "", "plain"


@on(e.ConsequenceTableMade)
def _(names: Names, event: e.ConsequenceTableMade) -> Told:
    return f"A consequence table: {event.table.name}, d{event.table.die}. {mix(event.table)}.", "", "plain"


@on(e.PartyTableMade)
def _(names: Names, event: e.PartyTableMade) -> Told:
    return f"A party table: {event.table.name}, d{event.table.die}. {rows_words(event.table)}", "", "plain"


@on(e.OwnRemoved)
def _(names: Names, event: e.OwnRemoved) -> Told:
    return f"Not of this table any more: {event.name}.", "", "plain"


@on(e.LimitSet)
def _(names: Names, event: e.LimitSet) -> Told:
    if not event.limit:
        return f"{names.who(event.who)}: nothing limits {event.attribute} any more.", "", "plain"
    return f"{names.who(event.who)}: {event.limit.words(event.attribute)}.", event.limit.source, "plain"
