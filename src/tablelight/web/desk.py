"""From the kernel's values to what the page draws, for one seat: the parts that move, the log, the whole page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from markupsafe import Markup
from msgspec import Struct

from tablelight.kernel.offers import GM, WATCH, Offer, Refused, Seat, find
from tablelight.kernel.room import Room
from tablelight.kernel.rules import TableOption
from tablelight.kernel.table import Menu
from tablelight.kernel.telling import LogLine
from tablelight.kernel.view import Die
from tablelight.store.keeper import AnyTable, Live
from tablelight.web import render
from tablelight.web.forms import listed
from tablelight.web.look import Look

TAIL = 60
"""How many lines of the log a page begins with, and how many older ones come at once."""

STRIDE = 10_000
"""A line's number on the page is its entry's number times this, and its event's number."""

REVEAL = Offer(
    "reveal-dice",
    "Reveal the dice seed",
    note="Everyone can check all rolls so far; a new secret seed is used from now on.",
)
_IN_THE_FOLD = ("name-table", "place", "name-seat", "remove-seat", "dice-word")  # the others have their own places


class Desk(Struct, frozen=True):
    """One seat's place at a table: the table, the seat, all seats that the same browser holds, and what it sees."""

    live: Live
    seat: Seat
    held: tuple[Seat, ...]
    look: Look

    @property
    def table(self) -> AnyTable:
        return self.live.table

    @property
    def room(self) -> Room:
        return self.table.room

    @property
    def gm(self) -> bool:
        return self.seat == GM

    def offer(self, key: str, at: str | None) -> Offer | Refused:
        """What this seat is offered now: as an answer to the question `at`, or, without one, to begin something."""
        menu = self.look.menu
        if at is not None and at != str(menu.prompt or 0):
            return Refused("table/stale", "stale-prompt", "This question is no longer open; look at the table again.")
        found = find((*menu.also, *_house_offers(self)) if at is None else menu.asked, key)
        if not found:
            return Refused("table/offers", "not-offered", "This can't be done now; look at the table again.")
        return found.refused or found


# ---------------------------------------------------------------------- the parts that move


class Part(Struct, frozen=True):
    """A part that follows the game: how it is drawn, and out of what. The same values always give the same text."""

    draw: Callable[..., Markup]
    values: tuple[Any, ...]

    def html(self) -> Markup:
        """The part, drawn."""
        return self.draw(*self.values)


Parts: TypeAlias = dict[render.PartId, Part]


def parts(desk: Desk) -> Parts:
    """Every part that follows the game and is the same for all pages at this seat."""
    here = (desk.live.id, desk.seat)
    turn = _turn(desk)
    return {
        "bar": Part(render.bar, (_bar(desk),)),
        "paused": Part(render.paused, (desk.room.paused, *here)),
        "party": Part(render.party, (desk.look.view.groups, desk.gm)),
        "scene": Part(render.scene, (desk.look.view.panels,)),
        "asked": Part(render.asked, (render.asked_of(turn),)),
        "also": Part(render.also, (render.also_of(turn),)),
        "house": Part(render.house, (render.house_of(turn), turn.anytime)),
        "whynot": Part(render.whynot, (render.refused_of(turn),)),
        "safety": Part(render.safety, (_safety(desk.room), *here)),
        "options": Part(_draw_options, (desk.table.option_list, desk.table.game.options, *here, desk.gm)),
    }


def _draw_options(
    listed: Mapping[str, TableOption], chosen: Mapping[str, str], table: str, seat: str, gm: bool
) -> Markup:
    return render.options(drawn_options(listed, chosen), table, seat, gm)


def own_parts(desk: Desk) -> Parts:
    """The parts that also tell of the other seats which the same browser holds."""
    held = _held_seats(desk) if len(desk.held) > 1 else ()
    waits = not desk.room.paused and all(each.refused for each in desk.look.menu.asked)
    asked = tuple(each for each in held if each.asked and each.seat != desk.seat) if waits else ()
    return {
        "seats": Part(render.seats, (desk.live.id, desk.seat, held)),
        "goto": Part(render.goto, (desk.live.id, asked)),
    }


def _bar(desk: Desk) -> render.Bar:
    view = desk.look.view
    meta = " · ".join(part for part in (desk.live.system.title, view.meta) if part)
    return render.Bar(
        table=desk.live.id,
        title=desk.room.name or view.title,
        meta=meta,
        seat=desk.seat,
        seat_name=seat_name(desk.room, desk.seat),
        gm=desk.gm,
        can_undo=_may(desk, "undo"),
        can_redo=_may(desk, "redo"),
        paused=desk.room.paused,
    )


def _may(desk: Desk, key: str) -> bool:
    offer = find(desk.look.house, key)
    return bool(offer and not offer.refused)


def _turn(desk: Desk) -> render.Turn:
    menu = desk.look.menu
    dice = _wanted_faces(menu)
    return render.Turn(
        table=desk.live.id,
        seat=desk.seat,
        seat_name=seat_name(desk.room, desk.seat),
        question=menu.question,
        at=menu.prompt or 0,
        asked=() if dice else menu.asked,
        also=menu.also,
        house=_house_offers(desk),
        waiting=_names(desk.room, tuple(seat for seat in menu.waiting if seat != desk.seat)),
        paused=desk.room.paused,
        dice=dice,
        seats=_held_seats(desk),
        system=desk.live.system.id,
    )


def _wanted_faces(menu: Menu) -> tuple[Die, ...]:
    """The real dice whose faces are to be typed in, if that is what is asked."""
    typed = find(menu.asked, "faces")
    if not typed or not find(menu.asked, "table-rolls"):
        return ()
    return tuple(Die(field.most, field.label) for field in typed.fields)


def _house_offers(desk: Desk) -> tuple[Offer, ...]:
    offers = tuple(offer for offer in desk.look.house if offer.key in _IN_THE_FOLD)
    return (*offers, REVEAL) if desk.gm else offers


def _held_seats(desk: Desk) -> tuple[render.HeldSeat, ...]:
    waiting = desk.look.menu.waiting
    return tuple(render.HeldSeat(seat, seat_name(desk.room, seat), seat in waiting) for seat in desk.held)


def seat_name(room: Room, seat: Seat) -> str:
    """What a seat is called."""
    place = room.place(seat)
    return place.name if place else "Spectator"


def _names(room: Room, seats: tuple[Seat, ...]) -> str:
    names = [seat_name(room, seat) for seat in seats]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _safety(room: Room) -> render.Safety:
    return render.Safety(tuple(listed(room.lines)), tuple(listed(room.veils)))


def _options(desk: Desk) -> tuple[render.TableOption, ...]:
    return drawn_options(desk.table.option_list, desk.table.game.options)


def drawn_options(options: Mapping[str, TableOption], chosen: Mapping[str, str]) -> tuple[render.TableOption, ...]:
    """House rules as the page shows them; what isn't chosen stands at its default."""
    return tuple(
        render.TableOption(
            id=option.id,
            title=words(option.id),
            about=option.text,
            values=tuple((value, words(value)) for value in option.values),
            value=chosen.get(option.id, option.default),
            default=option.default,
            numbers="" if option.numbers_from is None else f"or a whole number from {option.numbers_from}",
        )
        for option in options.values()
    )


def words(name: str) -> str:
    """An id as words."""
    return name.replace("-", " ").capitalize()


# ---------------------------------------------------------------------- the log


def draw_line(line: LogLine) -> render.LogLine:
    """A line of the log as the page shows it, with the time of day on this machine."""
    clock = time.strftime("%H:%M", time.localtime(line.at))
    return render.LogLine(line.entry * STRIDE + min(line.event, STRIDE - 1), clock, line.line)


def tail(table: AnyTable, seat: Seat, before: int | None = None) -> tuple[tuple[render.LogLine, ...], int]:
    """The last lines (before a line's number) that this seat may read, and the number before which more may be."""
    found: list[LogLine] = []
    for line in _backwards(table, seat, before):
        found.append(line)
        if len(found) > TAIL:
            break
    shown = tuple(draw_line(line) for line in reversed(found[:TAIL]))
    return shown, shown[0].number if len(found) > TAIL else 0


def _backwards(table: AnyTable, seat: Seat, before: int | None) -> Iterator[LogLine]:
    """The log from its end, or from before a line's number, to its beginning."""
    last, event = (len(table.entries), 0) if before is None else divmod(before, STRIDE)
    for entry in range(min(last, len(table.entries) - 1), -1, -1):
        told = list(table.lines(seat, entry, entry + 1))
        yield from reversed([line for line in told if entry < last or line.event < event])


def search(table: AnyTable, seat: Seat, query: str) -> tuple[render.LogLine, ...]:
    """The last lines that this seat may read and that have all these words."""
    wanted = query.casefold().split()
    found: list[LogLine] = []
    for line in _backwards(table, seat, None) if wanted else ():
        text = f"{line.line.text} {line.line.why}".casefold()
        if all(word in text for word in wanted):
            found.append(line)
            if len(found) == TAIL:
                break
    return tuple(draw_line(line) for line in reversed(found))


# ---------------------------------------------------------------------- pages


def page(desk: Desk) -> render.TablePage:
    """The whole page for this seat."""
    view = desk.look.view
    place = desk.room.place(desk.seat)
    lines, older = tail(desk.table, desk.seat)
    yours = (person.id for group in view.groups for person in group.people if person.yours)
    return render.TablePage(
        system=desk.live.system.id,
        system_title=desk.live.system.title,
        bar=_bar(desk),
        groups=view.groups,
        panels=view.panels,
        turn=_turn(desk),
        lines=lines,
        older_than=older,
        version=len(desk.table.entries),
        yours=next(yours, ""),
        real_dice=bool(place and place.real_dice),
        safety=_safety(desk.room),
        options=_options(desk),
        notes=desk.room.notes.get(GM, "") if desk.gm else "",
        may_say=place is not None,
        takes_packs=desk.live.system.packs is not None,
    )


def seats_to_invite(room: Room) -> tuple[tuple[Seat, str], ...]:
    """Every seat that a link can be made for, with its name; the last is the spectators'."""
    return (*((place.seat, place.name) for place in room.places), (WATCH, "Spectators"))


def own_copy(desk: Desk) -> str:
    """The whole log as this seat may read it, as plain text."""
    head = f"{desk.room.name}\n{desk.live.system.title}, as {seat_name(desk.room, desk.seat)} saw it\n\n"
    lines = (draw_line(line) for line in desk.table.lines(desk.seat))
    return head + "".join(f"{line.clock}  {_flat(line.line.text)}\n" for line in lines)


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def refused_words(refused: Refused) -> str:
    """Why not, in one sentence that may stand alone."""
    return refused.text if refused.text.endswith((".", "!", "?")) else f"{refused.text}."
