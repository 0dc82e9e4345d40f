"""Changes of what a table has of its own beside the pack: each entry stands under its key in its part of the state."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import on, without
from tablelight.systems.actlite.state import ActState

MADE: dict[type[Event], tuple[str, str]] = {
    e.WeaponMade: ("weapons", "weapon"),
    e.ArmorMade: ("armors", "armor"),
    e.ThingMade: ("things", "item"),
    e.GoodMade: ("goods", "good"),
    e.PersonMade: ("people", "character"),
    e.ArchetypeMade: ("archetypes", "archetype"),
    e.HexMade: ("hexes", "hex"),
    e.SpecialCardMade: ("specials", "card"),
    e.ConsequenceTableMade: ("tables", "table"),
    e.PartyTableMade: ("parties", "table"),
}
"""For each kind of event that made an entry: the part of the state it goes to, and the event's field that holds it."""


def _made(part: str, field: str) -> Callable[[ActState, Event], ActState]:
    key_and_entry = attrgetter("key", field)

    def change(state: ActState, event: Event) -> ActState:
        key, entry = key_and_entry(event)
        return replace(state, **{part: {**getattr(state, part), key: entry}})

    return change


for _kind, (_part, _field) in MADE.items():
    on(_kind)(_made(_part, _field))


@on(e.OwnRemoved)
def _(state: ActState, event: e.OwnRemoved) -> ActState:
    return replace(state, **{event.part: without(getattr(state, event.part), event.key)})
