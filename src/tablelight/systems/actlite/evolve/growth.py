"""Changes of growth, the clock and money."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import changed, conditions, on, scrivening, secrets_without, without
from tablelight.systems.actlite.state import ActState, TableRoll

# ------------------------------------------------------------------ growth


@on(e.XpEarned)
def _(state: ActState, event: e.XpEarned) -> ActState:
    return changed(state, event.who, xp=state.characters[event.who].xp + event.xp)


@on(e.AttributeRaised)
def _(state: ActState, event: e.AttributeRaised) -> ActState:
    who = state.characters[event.who]
    return changed(state, event.who, scores={**who.scores, event.attribute: event.score}, xp=who.xp - event.xp)


@on(e.AttributeGranted)
def _(state: ActState, event: e.AttributeGranted) -> ActState:
    who = state.characters[event.who]
    return changed(state, event.who, scores={**who.scores, event.attribute: event.score})


@on(e.ArchetypeRolled)
def _(state: ActState, event: e.ArchetypeRolled) -> ActState:
    who = state.characters[event.who]
    rolls = {**who.rolls, event.table: who.rolls.get(event.table, 0) + 1}
    state = replace(state, rolled=TableRoll(event.who, event.table, event.face, event.entry, event.known))
    return changed(state, event.who, rolls=rolls, xp=who.xp - event.xp)


@on(e.SkillGained)
def _(state: ActState, event: e.SkillGained) -> ActState:
    return changed(state, event.who, skills={**state.characters[event.who].skills, event.key: event.skill})


@on(e.LimitSet)
def _(state: ActState, event: e.LimitSet) -> ActState:
    limits = without(state.characters[event.who].limits, event.attribute)
    return changed(state, event.who, limits={**limits, event.attribute: event.limit} if event.limit else limits)


# ------------------------------------------------------------------ time, rest, money


@on(e.TimePassed)
def _(state: ActState, event: e.TimePassed) -> ActState:
    return replace(state, clock=state.clock + event.minutes, rolled=None)


@on(e.HourRested)
def _(state: ActState, event: e.HourRested) -> ActState:
    if event.hour > 1:
        return state
    who = state.characters[event.who]
    rested = conditions(state, event.who, doomed=False)
    rested = changed(rested, event.who, secrets=secrets_without(who, "doomed"))
    return scrivening(rested, event.who, written=0)


@on(e.CashSet)
def _(state: ActState, event: e.CashSet) -> ActState:
    return changed(state, event.who, cash=event.level)
