"""Changes of characters, what they carry, and the map."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.kernel.people import fold_people
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import CHANGES, changed, on, without
from tablelight.systems.actlite.state import ActState, Armor, with_character

fold_people(CHANGES)


@on(e.CharacterJoined)
def _(state: ActState, event: e.CharacterJoined) -> ActState:
    return with_character(state, event.who, event.character)


@on(e.WeaponGained)
def _(state: ActState, event: e.WeaponGained) -> ActState:
    return changed(state, event.who, weapons={**state.characters[event.who].weapons, event.key: event.weapon})


@on(e.WeaponMoved)
def _(state: ActState, event: e.WeaponMoved) -> ActState:
    weapons = state.characters[event.who].weapons
    moved = replace(weapons[event.key], where=event.where)
    return changed(state, event.who, weapons={**weapons, event.key: moved})


@on(e.ArmorWorn)
def _(state: ActState, event: e.ArmorWorn) -> ActState:
    return changed(state, event.who, armor=event.armor)


@on(e.ArmorRent)
def _(state: ActState, event: e.ArmorRent) -> ActState:
    armor = state.characters[event.who].armor
    return changed(state, event.who, armor=replace(armor, reduces={**armor.reduces, event.damage: event.left}))


@on(e.ItemGained)
def _(state: ActState, event: e.ItemGained) -> ActState:
    return changed(state, event.who, items={**state.characters[event.who].items, event.key: event.item})


@on(e.ItemFound)
def _(state: ActState, event: e.ItemFound) -> ActState:
    items = state.characters[event.who].items
    return changed(state, event.who, items={**items, event.key: replace(items[event.key], place="hand")})


@on(e.ItemUsed)
def _(state: ActState, event: e.ItemUsed) -> ActState:
    items = state.characters[event.who].items
    if not event.left:
        return changed(state, event.who, items=without(items, event.key))
    return changed(state, event.who, items={**items, event.key: replace(items[event.key], count=event.left)})


@on(e.PartyRobbed)
def _(state: ActState, event: e.PartyRobbed) -> ActState:
    taken: list[str] = list(state.stash)
    for key in event.who:
        who = state.characters[key]
        things = [*(w.name for w in who.weapons.values()), *(i.name for i in who.items.values())]
        things += [who.armor.name or "armor"] if who.armor != Armor() else []
        taken += [f"{thing} ({who.name})" for thing in things]
        state = changed(state, key, weapons={}, items={}, armor=Armor())
    written = {key: one for key, one in state.written.items() if one.bearer not in event.who}
    taken += [
        f"a written hex ({state.characters[w.bearer].name})" for w in state.written.values() if w.bearer in event.who
    ]
    return replace(state, stash=tuple(taken), written=written)


@on(e.SceneSet)
def _(state: ActState, event: e.SceneSet) -> ActState:
    return replace(state, scene=event.text)


@on(e.MapLaid)
def _(state: ActState, event: e.MapLaid) -> ActState:
    return replace(state, ground=event.ground)


@on(e.Placed)
def _(state: ActState, event: e.Placed) -> ActState:
    return changed(state, event.who, at=event.at)
