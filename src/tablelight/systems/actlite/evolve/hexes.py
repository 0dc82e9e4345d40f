"""Changes of hexes written and known."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import added, on, scrivening, without
from tablelight.systems.actlite.state import ActState


@on(e.HexWritten)
def _(state: ActState, event: e.HexWritten) -> ActState:
    return replace(state, written={**state.written, event.key: event.written})


@on(e.HexPaid)
def _(state: ActState, event: e.HexPaid) -> ActState:
    paid = replace(state.written[event.key], unpaid=event.unpaid)
    return replace(state, written={**state.written, event.key: paid})


@on(e.HexFinished)
def _(state: ActState, event: e.HexFinished) -> ActState:
    written = replace(state.written[event.key], unpaid=0, since=state.clock)
    state = replace(state, written={**state.written, event.key: written})
    author = state.characters[written.author].scrivening
    return scrivening(state, written.author, written=author.written + event.count)


@on(e.HexChanged)
def _(state: ActState, event: e.HexChanged) -> ActState:
    return replace(state, written={**state.written, event.key: event.written})


@on(e.HexActivated)
def _(state: ActState, event: e.HexActivated) -> ActState:
    return replace(state, written=without(state.written, event.key))


@on(e.HexGone)
def _(state: ActState, event: e.HexGone) -> ActState:
    return replace(state, written=without(state.written, event.key))


@on(e.HexExpired)
def _(state: ActState, event: e.HexExpired) -> ActState:
    expired = replace(state.written[event.key], usable=False)
    return replace(state, written={**state.written, event.key: expired})


@on(e.PaletteMade)
def _(state: ActState, event: e.PaletteMade) -> ActState:
    palettes = state.characters[event.who].scrivening.palettes
    return scrivening(state, event.who, palettes={**palettes, event.name: event.hexes})


@on(e.HexStudied)
def _(state: ActState, event: e.HexStudied) -> ActState:
    tried = state.characters[event.who].scrivening.tried
    return scrivening(state, event.who, tried={**tried, "+".join(sorted(event.hexes)): event.day})


@on(e.HexLearned)
def _(state: ActState, event: e.HexLearned) -> ActState:
    known = state.characters[event.who].scrivening.known
    return scrivening(state, event.who, known=added(known, *event.hexes))


@on(e.KeyFound)
def _(state: ActState, event: e.KeyFound) -> ActState:
    keys = state.characters[event.who].scrivening.keys
    return scrivening(state, event.who, keys=added(keys, event.hex))


@on(e.SignatureChosen)
def _(state: ActState, event: e.SignatureChosen) -> ActState:
    return scrivening(state, event.who, signature=event.signature)


@on(e.SignatureSeen)
def _(state: ActState, event: e.SignatureSeen) -> ActState:
    seen = state.characters[event.who].scrivening.seen
    owner = event.owner or seen.get(event.signature, "")
    return scrivening(state, event.who, seen={**seen, event.signature: owner})
