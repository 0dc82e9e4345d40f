"""What a group types in itself: weapons, armor, things, prices, hexes, tables, cards, people, limits."""

from __future__ import annotations

from tablelight.kernel.system import Action
from tablelight.systems.actlite.flows.own import gear, magic, people, removing, tables
from tablelight.systems.actlite.flows.own.making import action
from tablelight.systems.actlite.state import ActState

MAKINGS = (
    gear.WEAPON,
    gear.ARMOR,
    gear.THING,
    people.PERSON,
    tables.ARCHETYPE,
    tables.CARD,
    tables.CONSEQUENCES,
    tables.PARTY,
    magic.HEX,
    gear.GOOD,
)
"""Every kind of content that can be typed in."""

ACTIONS: tuple[Action[ActState], ...] = (
    *(action(making) for making in MAKINGS),
    removing.action(MAKINGS),
    people.LIMITS,
)
