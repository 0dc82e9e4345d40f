"""The log in words: characters, what they carry, and the map."""

from __future__ import annotations

from tablelight.kernel.people import CharacterLeft, CharacterMoved, CharacterTaken
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.tell.words import Names, Told, on


@on(e.CharacterJoined)
def _(names: Names, event: e.CharacterJoined) -> Told:
    return f"{event.character.name} joins.", "", "plain"


@on(CharacterTaken)
def _(names: Names, event: CharacterTaken) -> Told:
    who = names.who(event.who)
    return (f"{who} has a player." if event.seat else f"{who} is free to be played."), "", "plain"


@on(CharacterMoved)
def _(names: Names, event: CharacterMoved) -> Told:
    where = "is hidden" if event.hidden else "is here" if event.present else "has left"
    return f"{names.who(event.who)} {where}.", "", "plain"


@on(CharacterLeft)
def _(names: Names, event: CharacterLeft) -> Told:
    return f"{names.who(event.who)} leaves the game.", "", "plain"


@on(e.WeaponGained)
def _(names: Names, event: e.WeaponGained) -> Told:
    return f"{names.who(event.who)} has a {event.weapon.name.lower()}.", "", "plain"


@on(e.WeaponMoved)
def _(names: Names, event: e.WeaponMoved) -> Told:
    return f"{names.who(event.who)} {event.how} the {names.weapon(event.who, event.key)}.", "", "plain"


@on(e.ArmorWorn)
def _(names: Names, event: e.ArmorWorn) -> Told:
    return f"{names.who(event.who)} wears {event.armor.name or 'armor'}.", "", "plain"


@on(e.ArmorRent)
def _(names: Names, event: e.ArmorRent) -> Told:
    return f"The armor of {names.who(event.who)} takes {event.left} off {event.damage} damage now.", "", "cool"


@on(e.ItemGained)
def _(names: Names, event: e.ItemGained) -> Told:
    return f"{names.who(event.who)} has {event.item.name}.", "", "plain"


@on(e.ItemFound)
def _(names: Names, event: e.ItemFound) -> Told:
    return f"{names.who(event.who)} has the {names.item(event.who, event.key)} at hand.", "", "plain"


@on(e.ItemUsed)
def _(names: Names, event: e.ItemUsed) -> Told:
    left = f", {event.left} left" if event.left else ""
    return f"{names.who(event.who)} uses the {names.item(event.who, event.key)}{left}.", "", "plain"


@on(e.PartyRobbed)
def _(names: Names, event: e.PartyRobbed) -> Told:
    return f"All belongings of {names.all(event.who)} are gone.", "", "bad"


@on(e.SceneSet)
def _(names: Names, event: e.SceneSet) -> Told:
    return event.text, "", "plain"


@on(e.MapLaid)
def _(names: Names, event: e.MapLaid) -> Told:
    if not event.ground:
        return "The map is put away.", "", "plain"
    return f"A map of {event.ground.width} by {event.ground.height} spaces is laid.", "", "plain"


@on(e.Placed)
def _(names: Names, event: e.Placed) -> Told:
    where = f"stands at {event.at.name}" if event.at else "is off the map"
    return f"{names.who(event.who)} {where}.", "", "plain"
