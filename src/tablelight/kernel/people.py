"""The people of a game: taken by a seat, in the scene or away, known or hidden, with the GM's notes on them.

For games whose state keeps its people in `characters`, by key, each with a `name`, a `kind` ("pc" for a player's), a
`seat`, `present`, `hidden` and `notes`. How somebody comes into the game is the game's own affair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from tablelight.kernel.flow import Event, Flow, Game, at_once
from tablelight.kernel.kinds import Changes
from tablelight.kernel.offers import GM, NOBODY, Answer, Choice, Field, Offer, RuleId, Seat

Peopled: TypeAlias = Game[Any]
"""A game whose state has `characters`."""


class CharacterTaken(Event, frozen=True):
    """A seat took a character, or gave it back (an empty seat)."""

    who: str
    seat: Seat


class CharacterMoved(Event, frozen=True):
    """A character came into the scene or left it, was revealed or hidden."""

    who: str
    present: bool
    hidden: bool


class CharacterLeft(Event, frozen=True):
    """A character left the game for good."""

    who: str


class NotesWritten(Event, frozen=True):
    """The GM wrote something down about a character."""

    who: str
    notes: str


def fold_people(changes: Changes[Any]) -> None:
    """Put down how these events change a state."""

    @changes.on(CharacterTaken)
    def _(state: Any, event: CharacterTaken) -> Any:
        return _changed(state, event.who, seat=event.seat)

    @changes.on(CharacterMoved)
    def _(state: Any, event: CharacterMoved) -> Any:
        return _changed(state, event.who, present=event.present, hidden=event.hidden)

    @changes.on(CharacterLeft)
    def _(state: Any, event: CharacterLeft) -> Any:
        return replace(state, characters={key: who for key, who in state.characters.items() if key != event.who})

    @changes.on(NotesWritten)
    def _(state: Any, event: NotesWritten) -> Any:
        return _changed(state, event.who, notes=event.notes)


def _changed(state: Any, key: str, **changes: object) -> Any:
    return replace(state, characters={**state.characters, key: replace(state.characters[key], **changes)})


# ------------------------------------------------------------------ sitting down


def offer_taking(rule: RuleId, group: str) -> Callable[[Peopled, Seat], Offer | None]:
    """The offer to take a character that no seat has; the GM plays the others without."""

    def offer(game: Peopled, seat: Seat) -> Offer | None:
        free = _whose(game, NOBODY)
        if seat == GM or not free:
            return None
        return Offer("take-character", "Take a character", (_one_of(free),), rule, group=group)

    return offer


def taking(rule: RuleId) -> Callable[[Peopled, Answer], Flow[None]]:
    """What that offer does."""

    def take(game: Peopled, answer: Answer) -> None:
        game.record(CharacterTaken(who=answer.text("who"), seat=answer.seat, rule=rule))

    return at_once(take)


def offer_giving_back(rule: RuleId, group: str) -> Callable[[Peopled, Seat], Offer | None]:
    """The offer to give a character of this seat's back, for somebody else to take."""

    def offer(game: Peopled, seat: Seat) -> Offer | None:
        mine = _whose(game, seat)
        return Offer("give-up", "Give a character back", (_one_of(mine),), rule, group=group) if mine else None

    return offer


def giving_back(rule: RuleId) -> Callable[[Peopled, Answer], Flow[None]]:
    """What that offer does."""

    def give(game: Peopled, answer: Answer) -> None:
        game.record(CharacterTaken(who=answer.text("who"), seat=NOBODY, rule=rule))

    return at_once(give)


def _whose(game: Peopled, seat: Seat) -> tuple[Choice, ...]:
    people = game.state.characters.items()
    return tuple(Choice(key, who.name) for key, who in people if who.kind == "pc" and who.seat == seat)


def _one_of(people: tuple[Choice, ...]) -> Field:
    """Choose one of these; a single one is chosen already."""
    return Field("who", "Who", "choice", people, default=people[0].key if len(people) == 1 else None)
