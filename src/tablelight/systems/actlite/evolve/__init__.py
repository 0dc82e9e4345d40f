"""How each event changes the state. Folding rolls nothing, refuses nothing and runs no rule."""

from __future__ import annotations

from tablelight.kernel.flow import Event
from tablelight.systems.actlite.evolve import acting, cards, growth, health, hexes, own, people
from tablelight.systems.actlite.evolve.changes import CHANGES
from tablelight.systems.actlite.state import ActState

PARTS = (people, health, acting, cards, growth, hexes, own)
"""The modules that hold the changes, in the order of the book."""


def evolve(state: ActState, event: Event) -> ActState:
    """The state after an event; events that only tell something change nothing."""
    change = CHANGES.find(event)
    return change(state, event) if change else state
