"""What may be done about the table itself, in every game: seats, options, talk, notes, safety, the dice word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablelight.kernel.flow import Event
from tablelight.kernel.offers import GM, NOBODY, TEXT_LIMIT, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.room import (
    DiceWordSet,
    Noted,
    OptionSet,
    Paused,
    RealDiceSet,
    Resumed,
    Room,
    SafetyAgreed,
    Said,
    SeatPlaced,
    SeatRemoved,
    TableNamed,
)
from tablelight.kernel.rules import TableOption
from tablelight.kernel.view import Line

MOST_SEATS = 16

PLAYER_UNDO = TableOption(
    id="player-undo",
    values=("off", "on"),
    default="off",
    text="on: a player may take back a step of their own while nothing else has happened since.",
)
HOUSE_OPTIONS = {PLAYER_UNDO.id: PLAYER_UNDO}


@dataclass(frozen=True)
class HouseAction:
    """Something done to the room: offered to a seat, and what happens when it is taken."""

    key: str
    offer: Callable[[Room, Seat], Offer | None]
    happen: Callable[[Room, Answer], Event]


def _text(name: str, label: str, most: int, default: str | None = None, least: int = 0) -> Field:
    return Field(name=name, label=label, kind="text", least=least, most=most, default=default)


def _offer_say(room: Room, seat: Seat) -> Offer | None:
    if not room.place(seat):
        return None
    return Offer("say", "Say", (_text("text", "What you say", TEXT_LIMIT, least=1),))


def _offer_note(room: Room, seat: Seat) -> Offer | None:
    if not room.place(seat):
        return None
    return Offer("note", "Keep notes", (_text("text", "Your notes; nobody else sees them", 20_000, ""),))


def _offer_pause(room: Room, seat: Seat) -> Offer | None:
    if not room.place(seat):
        return None
    stopped = Refused("table/pause", "paused", "Play is paused already.") if room.paused else None
    note = "Play stops for everyone. Nobody learns who asked."
    return Offer("pause", "Pause", rule="table/pause", note=note, refused=stopped)


def _offer_resume(room: Room, seat: Seat) -> Offer | None:
    if seat != GM or not room.paused:
        return None
    return Offer("resume", "Go on playing", rule="table/pause")


def _offer_safety(room: Room, seat: Seat) -> Offer | None:
    if not room.place(seat):
        return None
    fields = (
        _text("lines", "Lines: what stays out of play", TEXT_LIMIT, room.lines),
        _text("veils", "Veils: what happens off stage", TEXT_LIMIT, room.veils),
    )
    return Offer("safety", "Lines and veils", fields)


def _offer_word(room: Room, seat: Seat) -> Offer | None:
    place = room.place(seat)
    if not place or place.kind != "player":
        return None
    return Offer("dice-word", "Set the dice word", (_text("word", "A word that goes into every roll", 80, ""),))


def _offer_real_dice(room: Room, seat: Seat) -> Offer | None:
    place = room.place(seat)
    if not place:
        return None
    label = "Let the table roll for me" if place.real_dice else "Roll real dice and type them in"
    return Offer("real-dice", label)


def _offer_name_table(room: Room, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    return Offer("name-table", "Rename the table", (_text("name", "Name", 80, least=1),))


def _offer_place(room: Room, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    full = Refused("table/seats", "full", f"A table has at most {MOST_SEATS} seats.")
    too_many = full if len(room.places) > MOST_SEATS else None
    return Offer("place", "Add a player's seat", (_text("name", "Name", 80, least=1),), refused=too_many)


def _seats(room: Room) -> tuple[Choice, ...]:
    return tuple(Choice(p.seat, p.name) for p in room.places)


def _offer_name_seat(room: Room, seat: Seat) -> Offer | None:
    if not room.place(seat):
        return None
    choices = _seats(room) if seat == GM else tuple(c for c in _seats(room) if c.key == seat)
    fields = (
        Field("seat", "Seat", "choice", choices, default=seat),
        _text("name", "Name", 80, least=1),
    )
    return Offer("name-seat", "Rename a seat", fields)


def _offer_remove(room: Room, seat: Seat) -> Offer | None:
    players = tuple(c for c in _seats(room) if c.key != GM)
    if seat != GM or not players:
        return None
    return Offer("remove-seat", "Remove a seat", (Field("seat", "Seat", "choice", players),))


def _place(room: Room, answer: Answer) -> Event:
    taken = {place.seat for place in room.places}
    seat = next(f"p{n}" for n in range(1, MOST_SEATS + 2) if f"p{n}" not in taken)
    return SeatPlaced(seat=Seat(seat), name=answer.text("name"))


def _name_seat(room: Room, answer: Answer) -> Event:
    place = room.place(Seat(answer.text("seat")))
    assert place  # the offer lists only places
    return SeatPlaced(seat=place.seat, name=answer.text("name"), kind=place.kind)


def _real_dice(room: Room, answer: Answer) -> Event:
    place = room.place(answer.seat)
    return RealDiceSet(seat=answer.seat, on=not (place and place.real_dice))


HOUSE_ACTIONS: dict[str, HouseAction] = {
    action.key: action
    for action in (
        HouseAction("say", _offer_say, lambda r, a: Said(seat=a.seat, text=a.text("text"))),
        HouseAction("note", _offer_note, lambda r, a: Noted(seat=a.seat, text=a.text("text"), seen_by=(a.seat,))),
        HouseAction("pause", _offer_pause, lambda r, a: Paused(rule="table/pause")),
        HouseAction("resume", _offer_resume, lambda r, a: Resumed(rule="table/pause")),
        HouseAction("safety", _offer_safety, lambda r, a: SafetyAgreed(lines=a.text("lines"), veils=a.text("veils"))),
        HouseAction("dice-word", _offer_word, lambda r, a: DiceWordSet(word=a.text("word"))),
        HouseAction("real-dice", _offer_real_dice, _real_dice),
        HouseAction("name-table", _offer_name_table, lambda r, a: TableNamed(name=a.text("name"))),
        HouseAction("place", _offer_place, _place),
        HouseAction("name-seat", _offer_name_seat, _name_seat),
        HouseAction("remove-seat", _offer_remove, lambda r, a: SeatRemoved(seat=Seat(a.text("seat")))),
    )
}


def signs(key: str, seat: Seat) -> Seat:
    """Which seat the log may name for a house action: nobody for a pause or a change of what was agreed."""
    return NOBODY if key in ("pause", "safety") else seat


def set_option(options: dict[str, TableOption], option: str, value: str) -> OptionSet | Refused:
    """The event that chooses a table option, or what is wrong with it."""
    known = options.get(option)
    if not known:
        return Refused("table/options", "no-option", f"There is no table option {option!r}.")
    if not known.allows(value):
        return Refused("table/options", "bad-value", f"{option} is one of {known.wanted}, not {value!r}.")
    return OptionSet(option=option, value=value, rule="table/options")


def tell_room(room: Room, event: Event) -> Line | None:
    """The line that a room's event puts into the log."""

    def name(seat: Seat) -> str:
        place = room.place(seat)
        return place.name if place else str(seat)

    secret = event.seen_by is not None
    match event:
        case TableNamed(name=table):
            text = f"This table is called {table}."
        case SeatPlaced(name=who):
            text = f"{who} has a seat."
        case SeatRemoved(seat=seat):
            text = f"{name(seat)} left the table."
        case RealDiceSet(seat=seat, on=on):
            text = f"{name(seat)} rolls real dice." if on else f"The table rolls for {name(seat)}."
        case OptionSet(option=option, value=value):
            text = f"Table option {option}: {value}."
        case Paused():
            text = "Play is paused."
        case Resumed():
            text = "Play goes on."
        case SafetyAgreed():
            text = "Lines and veils were written down anew."
        case Said(seat=seat, text=words):
            text = f"{name(seat)}: {words}"
        case DiceWordSet(word=word):
            text = f"The dice word is now {word!r}." if word else "The dice word was taken away."
        case _:
            return None
    return Line(text, event.rule, secret=secret)
