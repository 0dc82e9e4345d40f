"""Forgelight, a d20 fantasy game played with cards. The whole system is this folder."""

from __future__ import annotations

from tablelight.kernel.kinds import event_kinds
from tablelight.kernel.system import System
from tablelight.systems.forgelight import events
from tablelight.systems.forgelight.content.starts import starts
from tablelight.systems.forgelight.evolve import adjusted, evolve
from tablelight.systems.forgelight.flows import (
    bonding,
    builder,
    checks,
    fight,
    gear,
    levels,
    movement,
    people,
    playing,
    rests,
    turns,
    world,
)
from tablelight.systems.forgelight.packs import PACKS
from tablelight.systems.forgelight.rulebook import rules
from tablelight.systems.forgelight.secret import hides
from tablelight.systems.forgelight.state import ForgeState
from tablelight.systems.forgelight.tell import tell
from tablelight.systems.forgelight.view import sheet_of, view


def offers_from(state: ForgeState) -> tuple[object, ...]:
    """What the offers of actions depend on: all but the open check and the clock."""
    return (state.beings, state.fight, state.scene, state.drafts, state.packs)


SYSTEM: System[ForgeState] = System(
    id="forgelight",
    title="Forgelight",
    about="Heroic fantasy with one d20, Ability Cards and Action Points.",
    new=ForgeState,
    evolve=evolve,
    events=event_kinds(events),
    actions=(
        *playing.ACTIONS,
        *movement.ACTIONS,
        *turns.ACTIONS,
        *fight.ACTIONS,
        *checks.ACTIONS,
        *gear.ACTIONS,
        *rests.ACTIONS,
        *builder.ACTIONS,
        *levels.ACTIONS,
        *bonding.ACTIONS,
        *world.ACTIONS,
        *people.ACTIONS,
    ),
    view=view,
    sheet=sheet_of,
    tell=tell,
    rules=rules,
    starts=starts,
    hides=hides,
    adjusted=adjusted,
    offers_from=offers_from,
    packs=PACKS,
)
