"""Changes of what a table has of its own beside the pack."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import on
from tablelight.systems.actlite.state import ActState


@on(e.WeaponMade)
def _(state: ActState, event: e.WeaponMade) -> ActState:
    return replace(state, weapons={**state.weapons, event.key: event.weapon})


@on(e.ArmorMade)
def _(state: ActState, event: e.ArmorMade) -> ActState:
    return replace(state, armors={**state.armors, event.key: event.armor})


@on(e.ThingMade)
def _(state: ActState, event: e.ThingMade) -> ActState:
    return replace(state, things={**state.things, event.key: event.item})


@on(e.GoodMade)
def _(state: ActState, event: e.GoodMade) -> ActState:
    return replace(state, goods={**state.goods, event.key: event.good})


@on(e.PersonMade)
def _(state: ActState, event: e.PersonMade) -> ActState:
    return replace(state, people={**state.people, event.key: event.character})


@on(e.ArchetypeMade)
def _(state: ActState, event: e.ArchetypeMade) -> ActState:
    return replace(state, archetypes={**state.archetypes, event.key: event.archetype})


@on(e.HexMade)
def _(state: ActState, event: e.HexMade) -> ActState:
    return replace(state, hexes={**state.hexes, event.key: event.hex})


@on(e.SpecialCardMade)
def _(state: ActState, event: e.SpecialCardMade) -> ActState:
    return replace(state, specials={**state.specials, event.key: event.card})


@on(e.ConsequenceTableMade)
def _(state: ActState, event: e.ConsequenceTableMade) -> ActState:
    return replace(state, tables={**state.tables, event.key: event.table})
