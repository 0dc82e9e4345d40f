"""Changes of the AP cards, windows, moves and grapples."""

from __future__ import annotations

from msgspec.structs import replace

from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.evolve.changes import added, changed, conditions, on, without
from tablelight.systems.actlite.state import ActState, Initiative, Pile, Window


def _initiative(state: ActState, **changes: object) -> ActState:
    if not state.initiative:
        return state
    return replace(state, initiative=replace(state.initiative, **changes))


def _pile(state: ActState, who: str, **changes: int) -> ActState:
    """Move cards of one pile: each change is a number that is added."""
    if not state.initiative:
        return state
    old = state.initiative.piles[who]
    new = Pile(
        old.deck + changes.get("deck", 0),
        old.hand + changes.get("hand", 0),
        old.discard + changes.get("discard", 0),
        old.lost + changes.get("lost", 0),
    )
    return _initiative(state, piles={**state.initiative.piles, who: new})


def _windows(state: ActState, windows: tuple[Window, ...]) -> ActState:
    return _initiative(state, windows=windows)


@on(e.InitiativeBegan)
def _(state: ActState, event: e.InitiativeBegan) -> ActState:
    return replace(state, initiative=Initiative(piles=event.piles, special=event.special), rolled=None)


@on(e.DeckShuffled)
def _(state: ActState, event: e.DeckShuffled) -> ActState:
    if not state.initiative:
        return state
    piles = {
        who: replace(pile, deck=pile.deck + pile.discard, discard=0) for who, pile in state.initiative.piles.items()
    }
    special = {key: "deck" if zone == "discard" else zone for key, zone in state.initiative.special.items()}
    return _initiative(state, piles=piles, special=special)


@on(e.RoundBegan)
def _(state: ActState, event: e.RoundBegan) -> ActState:
    if not state.initiative:
        return replace(state, rounds=event.round)
    return _initiative(state, round=event.round, spent=(), joined=(), passed=(), uses={}, begun=False)


@on(e.RoundOpened)
def _(state: ActState, event: e.RoundOpened) -> ActState:
    return _initiative(state, begun=True)


@on(e.CardDealt)
def _(state: ActState, event: e.CardDealt) -> ActState:
    return _pile(state, event.who, deck=-1, hand=1)


@on(e.SpecialCardDrawn)
def _(state: ActState, event: e.SpecialCardDrawn) -> ActState:
    if not state.initiative:
        return state
    return _initiative(state, special={**state.initiative.special, event.key: event.to})


@on(e.StunAte)
def _(state: ActState, event: e.StunAte) -> ActState:
    stun = state.characters[event.who].conditions.stun
    eaten = conditions(state, event.who, stun=max(0, stun - 1))
    if event.card:
        eaten = _pile(eaten, event.who, hand=-1, discard=1)
    return _spent(eaten, event.who) if event.spent else eaten


def _spent(state: ActState, who: str) -> ActState:
    if not state.initiative or who in state.initiative.spent:
        return state
    return _initiative(state, spent=(*state.initiative.spent, who))


@on(e.WindowOpened)
def _(state: ActState, event: e.WindowOpened) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    return _windows(state, (*windows[: event.at], event.window, *windows[event.at :]))


@on(e.WindowClosed)
def _(state: ActState, event: e.WindowClosed) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    last = max((at for at, window in enumerate(windows) if window.who == event.who), default=len(windows))
    return _windows(state, (*windows[:last], *windows[last + 1 :]))


@on(e.WindowsOrdered)
def _(state: ActState, event: e.WindowsOrdered) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    first = [window for window in windows if window.who == event.who and window.kind == "interrupt"]
    rest = [window for window in windows if window not in first]
    return _windows(state, (*rest, *first))


@on(e.Interrupted)
def _(state: ActState, event: e.Interrupted) -> ActState:
    return _initiative(state, passed=())


@on(e.ApSpent)
def _(state: ActState, event: e.ApSpent) -> ActState:
    if not state.initiative:
        return state
    old = state.initiative.piles[event.who]
    pile = Pile(old.deck, old.hand - event.cards, old.discard + event.cards, old.lost)
    windows = state.initiative.windows
    if event.temp or event.credit:
        top = windows[-1]
        windows = (*windows[:-1], replace(top, temp=top.temp - event.temp, credit=top.credit - event.credit))
    spent = state.initiative.spent
    if event.who not in spent and (event.cards or event.temp):
        spent = (*spent, event.who)
    uses = state.initiative.uses
    if event.use:
        uses = {**uses, event.use: uses.get(event.use, 0) + 1}
    piles = {**state.initiative.piles, event.who: pile}
    return _initiative(state, piles=piles, windows=windows, spent=spent, uses=uses)


@on(e.ApLost)
def _(state: ActState, event: e.ApLost) -> ActState:
    lost = event.hand + event.discard + event.deck
    return _pile(state, event.who, hand=-event.hand, discard=-event.discard, deck=-event.deck, lost=lost)


@on(e.ApRegained)
def _(state: ActState, event: e.ApRegained) -> ActState:
    return _pile(state, event.who, lost=-event.cards, discard=event.cards)


@on(e.TempApGained)
def _(state: ActState, event: e.TempApGained) -> ActState:
    windows = state.initiative.windows if state.initiative else ()
    if not windows or windows[-1].who != event.who:
        return state
    return _windows(state, (*windows[:-1], replace(windows[-1], temp=windows[-1].temp + event.ap)))


@on(e.CardsReturned)
def _(state: ActState, event: e.CardsReturned) -> ActState:
    return _pile(state, event.who, hand=-event.cards, discard=event.cards)


@on(e.CardsJoined)
def _(state: ActState, event: e.CardsJoined) -> ActState:
    if not state.initiative:
        return state
    piles = {**state.initiative.piles, event.who: Pile(discard=event.cards)}
    return _initiative(state, piles=piles, joined=(*state.initiative.joined, event.who))


@on(e.CardsRemoved)
def _(state: ActState, event: e.CardsRemoved) -> ActState:
    if not state.initiative:
        return state
    windows = tuple(window for window in state.initiative.windows if window.who != event.who)
    return _initiative(state, piles=without(state.initiative.piles, event.who), windows=windows)


@on(e.Passed)
def _(state: ActState, event: e.Passed) -> ActState:
    passed = state.initiative.passed if state.initiative else ()
    return _initiative(state, passed=added(passed, event.who))


@on(e.InitiativeEnded)
def _(state: ActState, event: e.InitiativeEnded) -> ActState:
    return replace(state, initiative=None, rounds=0)


@on(e.Moved)
def _(state: ActState, event: e.Moved) -> ActState:
    return changed(state, event.who, at=event.at) if event.at else state


@on(e.GotUp)
def _(state: ActState, event: e.GotUp) -> ActState:
    return conditions(state, event.who, prone=False)


@on(e.GrappleBegan)
def _(state: ActState, event: e.GrappleBegan) -> ActState:
    return replace(state, grapples={**state.grapples, event.who: event.target})


@on(e.GrappleEnded)
def _(state: ActState, event: e.GrappleEnded) -> ActState:
    return replace(state, grapples=without(state.grapples, event.who))
