"""The log in words: hexes written and known."""

from __future__ import annotations

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.tell.words import Names, Told, on, some


@on(e.HexWritten)
def _(names: Names, event: e.HexWritten) -> Told:
    if event.found:
        return f"{names.who(event.written.bearer)} has a written hex: {names.hexes(event.written.parts)}.", "", "plain"
    return f"{names.who(event.written.author)} writes {names.hexes(event.written.parts)}.", "", "plain"


@on(e.HexFinished)
def _(names: Names, event: e.HexFinished) -> Told:
    return f"The hex {names.written(event.key)} is complete.", "", "plain"


@on(e.HexPaid)
def _(names: Names, event: e.HexPaid) -> Told:
    return (f"{event.unpaid} AP of writing are left." if event.unpaid else ""), "", "plain"


@on(e.HexActivated)
def _(names: Names, event: e.HexActivated) -> Told:
    result = "goes off" if event.effect else "is destroyed without effect"
    return f"A hex of {names.who(event.who)} {result} ({event.why}).", "", "cool"


@on(e.HexGone)
def _(names: Names, event: e.HexGone) -> Told:
    return f"A hex is gone without effect: {event.why}.", "", "plain"


@on(e.HexExpired)
def _(names: Names, event: e.HexExpired) -> Told:
    return f"{names.written(event.key)} can't be used any more: {event.why}.", "", "plain"


@on(e.PaletteCast)
def _(names: Names, event: e.PaletteCast) -> Told:
    return f"{names.who(event.who)} casts {names.hexes(event.hexes)} from {event.palette}.", "", "cool"


@on(e.PaletteMade)
def _(names: Names, event: e.PaletteMade) -> Told:
    return f"{names.who(event.who)} has a palette {event.name}.", "", "plain"


@on(e.HexStudied)
def _(names: Names, event: e.HexStudied) -> Told:
    text = f"{names.who(event.who)} studies {names.hexes(event.hexes)} for {some(event.hours, 'hour')}."
    return text, "", "plain"


@on(e.HexLearned)
def _(names: Names, event: e.HexLearned) -> Told:
    return f"{names.who(event.who)} learns {names.hexes(event.hexes)}.", "", "good"


@on(e.KeyFound)
def _(names: Names, event: e.KeyFound) -> Told:
    return f"{names.who(event.who)} has a key for {names.hexes((event.hex,))}.", "", "good"


@on(e.SignatureChosen)
def _(names: Names, event: e.SignatureChosen) -> Told:
    return f"{names.who(event.who)} has a hex signature for good.", "", "plain"


@on(e.SignatureSeen)
def _(names: Names, event: e.SignatureSeen) -> Told:
    whose = f"the work of {event.owner}" if event.owner else "an unknown hand, or one known before"
    return f"{names.who(event.who)} sees the signature {event.signature}: {whose}.", "", "plain"
