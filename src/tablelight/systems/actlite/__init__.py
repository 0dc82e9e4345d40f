"""Actlite, a light 2d6 game with a shared deck of action points. The whole system is this folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelight.kernel import people as kernel_people
from tablelight.kernel.kinds import event_kinds
from tablelight.kernel.rules import RuleBook, load_rules
from tablelight.kernel.system import System
from tablelight.systems.actlite import events
from tablelight.systems.actlite.content.starts import starts
from tablelight.systems.actlite.evolve import evolve
from tablelight.systems.actlite.flows import (
    aid,
    attack,
    cards,
    cash,
    checks,
    conditions,
    deeds,
    dying,
    gear,
    grapples,
    growth,
    hexes,
    lore,
    moves,
    own,
    palettes,
    people,
    rest,
    rounds,
    skills,
    writing,
)
from tablelight.systems.actlite.secret import hides
from tablelight.systems.actlite.sheet import sheet_of
from tablelight.systems.actlite.state import ActState
from tablelight.systems.actlite.tell import tell
from tablelight.systems.actlite.view import view


@cache
def rules() -> RuleBook:
    """Actlite's rules in our own words, with the options that a table may choose."""
    return load_rules(files(__name__) / "rules.toml")


SYSTEM: System[ActState] = System(
    id="actlite",
    title="Actlite",
    about="2d6 and a shared deck of action points, with interrupts at any moment.",
    new=ActState,
    evolve=evolve,
    events=event_kinds(kernel_people, events),
    actions=(
        *attack.ACTIONS,
        *skills.ACTIONS,
        *checks.ACTIONS,
        *cards.ACTIONS,
        *moves.ACTIONS,
        *gear.ACTIONS,
        *grapples.ACTIONS,
        *deeds.ACTIONS,
        *aid.ACTIONS,
        *hexes.ACTIONS,
        *writing.ACTIONS,
        *palettes.ACTIONS,
        *lore.ACTIONS,
        *rounds.ACTIONS,
        *rest.ACTIONS,
        *growth.ACTIONS,
        *cash.ACTIONS,
        *people.ACTIONS,
        *conditions.ACTIONS,
        *dying.ACTIONS,
        *own.ACTIONS,
    ),
    view=view,
    sheet=sheet_of,
    tell=tell,
    rules=rules,
    starts=starts,
    hides=hides,
)
