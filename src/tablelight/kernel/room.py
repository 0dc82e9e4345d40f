"""The room around a game: who sits where, the options chosen, what the group agreed on, a pause.

Undo never touches the room; its events stand in the log as asides.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablelight.kernel.flow import Event
from tablelight.kernel.offers import GM, Seat

SeatKind = Literal["gm", "player", "watch"]


class Place(Struct, frozen=True):
    """A seat with its name. `real_dice` means that this seat throws dice of its own and types the faces in."""

    seat: Seat
    name: str
    kind: SeatKind = "player"
    real_dice: bool = False


class Room(Struct, frozen=True):
    """All that belongs to the table and not to the game."""

    name: str = ""
    places: tuple[Place, ...] = (Place(GM, "Game master", "gm"),)
    options: dict[str, str] = {}
    paused: bool = False
    lines: str = ""
    veils: str = ""
    notes: dict[Seat, str] = {}
    dice_word: str = ""
    dice_commitment: str = ""
    dice_seed: str = ""

    def place(self, seat: Seat) -> Place | None:
        """The seat's place, if there is such a seat."""
        return next((place for place in self.places if place.seat == seat), None)


class TableNamed(Event, frozen=True):
    name: str


class SeatPlaced(Event, frozen=True):
    """A seat was added or renamed."""

    seat: Seat
    name: str
    kind: SeatKind = "player"


class SeatRemoved(Event, frozen=True):
    seat: Seat


class RealDiceSet(Event, frozen=True):
    seat: Seat
    on: bool


class OptionSet(Event, frozen=True):
    option: str
    value: str


class Paused(Event, frozen=True):
    """Somebody asked to stop. Who it was is recorded nowhere."""


class Resumed(Event, frozen=True):
    pass


class SafetyAgreed(Event, frozen=True):
    """What the group keeps out of play (lines) and off stage (veils)."""

    lines: str
    veils: str


class Said(Event, frozen=True):
    seat: Seat
    text: str


class Noted(Event, frozen=True):
    """A seat's own notes; nobody else sees them."""

    seat: Seat
    text: str


class DiceCommitted(Event, frozen=True):
    """The hash of a fresh secret seed, published before it is used."""

    commitment: str


class DiceRevealed(Event, frozen=True):
    """The seed used so far, so that every roll with it can be checked."""

    seed: str


class DiceWordSet(Event, frozen=True):
    """A word from the players that goes into every later roll."""

    word: str


ROOM_EVENTS: tuple[type[Event], ...] = (
    TableNamed,
    SeatPlaced,
    SeatRemoved,
    RealDiceSet,
    OptionSet,
    Paused,
    Resumed,
    SafetyAgreed,
    Said,
    Noted,
    DiceCommitted,
    DiceRevealed,
    DiceWordSet,
)


def evolve_room(room: Room, event: Event) -> Room:
    """The room after an event."""
    match event:
        case TableNamed(name=name):
            return replace(room, name=name)
        case SeatPlaced():
            return replace(room, places=_placed(room, event))
        case SeatRemoved(seat=seat):
            return replace(room, places=tuple(p for p in room.places if p.seat != seat))
        case RealDiceSet(seat=seat, on=on):
            places = tuple(replace(p, real_dice=on) if p.seat == seat else p for p in room.places)
            return replace(room, places=places)
        case OptionSet(option=option, value=value):
            return replace(room, options={**room.options, option: value})
        case Paused():
            return replace(room, paused=True)
        case Resumed():
            return replace(room, paused=False)
        case SafetyAgreed(lines=lines, veils=veils):
            return replace(room, lines=lines, veils=veils)
        case Noted(seat=seat, text=text):
            return replace(room, notes={**room.notes, seat: text})
        case DiceCommitted(commitment=commitment):
            return replace(room, dice_commitment=commitment, dice_seed="")
        case DiceRevealed(seed=seed):
            return replace(room, dice_seed=seed)
        case DiceWordSet(word=word):
            return replace(room, dice_word=word)
        case _:
            return room  # talk changes nothing


def _placed(room: Room, event: SeatPlaced) -> tuple[Place, ...]:
    new = Place(event.seat, event.name, event.kind)
    if not room.place(event.seat):
        return (*room.places, new)
    return tuple(replace(p, name=event.name, kind=event.kind) if p.seat == event.seat else p for p in room.places)
