"""The log in words: a line for each event, with the numbers behind it."""

from __future__ import annotations

from tablelight.kernel.flow import Event
from tablelight.kernel.view import Line
from tablelight.systems.actlite.state import ActState
from tablelight.systems.actlite.tell import acting, cards, growth, health, hexes, own, people
from tablelight.systems.actlite.tell.words import TELLINGS, Names

PARTS = (people, health, acting, cards, growth, hexes, own)
"""The modules that hold the tellings, in the order of the book."""


def tell(state: ActState, event: Event) -> Line | None:
    """The line an event puts into the log; None for events that show elsewhere."""
    telling = TELLINGS.find(event)
    if not telling:
        return None
    text, why, tone, *dice = telling(Names(state), event)
    if not text:
        return None
    return Line(text, event.rule, why, tone, event.seen_by is not None, dice[0] if dice else ())
