"""The log in words: the AP cards, windows, moves and grapples."""

from __future__ import annotations

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.tell.words import Names, Told, on, some


@on(e.InitiativeBegan)
def _(names: Names, event: e.InitiativeBegan) -> Told:
    return f"Initiative: {names.all(tuple(event.piles))}.", "", "cool"


@on(e.DeckShuffled)
def _(names: Names, event: e.DeckShuffled) -> Told:
    return f"{some(event.cards, 'card')} shuffled into the deck.", "", "plain"


@on(e.RoundBegan)
def _(names: Names, event: e.RoundBegan) -> Told:
    return f"Round {event.round} begins.", "", "cool"


@on(e.RoundEnded)
def _(names: Names, event: e.RoundEnded) -> Told:
    return f"Round {event.round} is over.", "", "cool"


@on(e.CardDealt)
def _(names: Names, event: e.CardDealt) -> Told:
    return f"{names.who(event.who)} is dealt a card" + (" (a real one)." if event.real else "."), "", "plain"


@on(e.SpecialCardDrawn)
def _(names: Names, event: e.SpecialCardDrawn) -> Told:
    return f"{event.name}: {event.text}", "", "cool"


@on(e.StunAte)
def _(names: Names, event: e.StunAte) -> Told:
    what = "the card" if event.card else "a temp AP"
    return f"{names.who(event.who)} is stunned: {what} is discarded.", "", "bad"


@on(e.WindowClosed)
def _(names: Names, event: e.WindowClosed) -> Told:
    gone = f", {event.temp_gone} temp AP gone" if event.temp_gone else ""
    return f"{names.who(event.who)} is done{gone}.", "", "plain"


@on(e.WindowsOrdered)
def _(names: Names, event: e.WindowsOrdered) -> Told:
    return f"{names.who(event.who)} goes first.", "", "plain"


@on(e.Interrupted)
def _(names: Names, event: e.Interrupted) -> Told:
    return f"{names.who(event.who)} interrupts!", "", "cool"


@on(e.ApSpent)
def _(names: Names, event: e.ApSpent) -> Told:
    paid = event.cards + event.temp + (event.credit if not event.cards and not event.temp else 0)
    return (f"{names.who(event.who)} spends {paid} AP on {event.what}." if paid else ""), "", "plain"


@on(e.ApLost)
def _(names: Names, event: e.ApLost) -> Told:
    return f"{names.who(event.who)} loses {event.hand + event.discard + event.deck} AP.", "", "bad"


@on(e.ApRegained)
def _(names: Names, event: e.ApRegained) -> Told:
    why = " after a round without spending" if event.idle else ""
    return f"{names.who(event.who)} regains {event.cards} AP{why}.", "", "good"


@on(e.TempApGained)
def _(names: Names, event: e.TempApGained) -> Told:
    return f"{names.who(event.who)} gets {event.ap} temp AP.", "", "good"


@on(e.CardsReturned)
def _(names: Names, event: e.CardsReturned) -> Told:
    return f"{some(event.cards, 'card')} of {names.who(event.who)} go to the discard, unspent.", "", "plain"


@on(e.CardsJoined)
def _(names: Names, event: e.CardsJoined) -> Told:
    return f"{names.who(event.who)} joins; the cards come in with the next round.", "", "plain"


@on(e.CardsRemoved)
def _(names: Names, event: e.CardsRemoved) -> Told:
    return f"The AP cards of {names.who(event.who)} leave the game.", "", "plain"


@on(e.Passed)
def _(names: Names, event: e.Passed) -> Told:
    return f"{names.who(event.who)} passes.", "", "plain"


@on(e.InitiativeEnded)
def _(names: Names, event: e.InitiativeEnded) -> Told:
    return "Initiative is over; everyone takes all their cards back.", "", "cool"


@on(e.Moved)
def _(names: Names, event: e.Moved) -> Told:
    to = f" to {event.at.name}" if event.at else ""
    how = f": {event.text}" if event.text else ""
    return f"{names.who(event.who)} moves {some(event.spaces, 'space')}{to}{how}.", "", "plain"


@on(e.GotUp)
def _(names: Names, event: e.GotUp) -> Told:
    return f"{names.who(event.who)} gets up.", "", "plain"


@on(e.GrappleBegan)
def _(names: Names, event: e.GrappleBegan) -> Told:
    return f"{names.who(event.who)} is grappling {names.who(event.target)}.", "", "bad"


@on(e.GrappleEnded)
def _(names: Names, event: e.GrappleEnded) -> Told:
    return f"{names.who(event.who)} no longer holds {names.who(event.target)}: {event.why}.", "", "plain"
