"""Changes of what is being done, and its rolls."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import changed, on
from tablelight.systems.actlite.state import ActState, Doing


@on(e.Declared)
def _(state: ActState, event: e.Declared) -> ActState:
    return replace(state, doing=(*state.doing, event.doing), rolled=None)


def _doing(state: ActState, doing: Doing) -> ActState:
    return replace(state, doing=(*state.doing[:-1], doing))


@on(e.WentOn)
def _(state: ActState, event: e.WentOn) -> ActState:
    return _doing(state, replace(state.doing[-1], going=True)) if state.doing else state


@on(e.Dropped)
def _(state: ActState, event: e.Dropped) -> ActState:
    return replace(state, doing=state.doing[:-1])


@on(e.Weighed)
def _(state: ActState, event: e.Weighed) -> ActState:
    return _doing(state, event.doing) if state.doing else state


@on(e.DiceRolled)
def _(state: ActState, event: e.DiceRolled) -> ActState:
    return _doing(state, event.doing)


@on(e.PairTaken)
def _(state: ActState, event: e.PairTaken) -> ActState:
    return _doing(state, replace(state.doing[-1], picked=event.picked))


@on(e.ActionEnded)
def _(state: ActState, event: e.ActionEnded) -> ActState:
    return replace(state, doing=state.doing[:-1])


@on(e.GrantGiven)
def _(state: ActState, event: e.GrantGiven) -> ActState:
    return changed(state, event.who, grants=(*state.characters[event.who].grants, event.grant))


@on(e.GrantsUsed)
def _(state: ActState, event: e.GrantsUsed) -> ActState:
    return changed(state, event.who, grants=())


@on(e.Shifted)
def _(state: ActState, event: e.Shifted) -> ActState:
    return changed(state, event.who, at=event.at) if event.at else state
