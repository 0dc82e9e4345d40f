"""Finding what a script names on a table: a seat, an offer, a rule."""

from __future__ import annotations

from collections.abc import Sequence

from tablelight.kernel.adjust import ADJUST_OFFER
from tablelight.kernel.offers import GM, WATCH, Offer, Refused, Seat, find
from tablelight.script.again import AnyTable
from tablelight.script.parse import ScriptError


def seat_of(table: AnyTable, name: str) -> Seat:
    """The seat of this id or name."""
    places = table.room.places
    for place in places:
        if name == place.seat or name.casefold() == place.name.casefold():
            return place.seat
    if name == WATCH:
        return WATCH
    there = ", ".join(f"{place.seat} ({place.name})" for place in places)
    raise ScriptError(f"there is no seat {name!r}; there are: {there}")


def offer_of(table: AnyTable, seat: Seat, key: str) -> tuple[Offer | None, int | None]:
    """The offer that a key or a label means, with the prompt it answers: the open question before anything else."""
    menu = table.menu(seat)
    asked = _named(menu.asked, key)
    if asked:
        return asked, menu.prompt
    others = (*menu.also, *table.house_menu(seat), *((ADJUST_OFFER,) if seat == GM else ()))
    return _named(others, key), None


def _named(offers: Sequence[Offer], key: str) -> Offer | None:
    labelled = [offer for offer in offers if offer.label.casefold() == key.casefold()]
    return find(offers, key) or (labelled[0] if len(labelled) == 1 else None)


def rule_of(table: AnyTable, rule: str) -> str:
    """A rule's full name; a script may leave the game's out."""
    return rule if not rule or "/" in rule else f"{table.system.id}/{rule}"


def may(table: AnyTable, seat: Seat) -> str:
    """What a seat may do now, in words, for a message."""
    menu = table.menu(seat)
    keys = [offer.key for offer in (*menu.asked, *menu.also) if not offer.refused]
    asked = f"; asked: {menu.question!r} of {', '.join(menu.waiting)}" if menu.question else ""
    return f"{seat} may: {', '.join(keys) or 'nothing'}{asked}"


def told(refused: object) -> str:
    """A refusal in words, for a message."""
    if not isinstance(refused, Refused):
        return "it may be done"
    return f"refused by {refused.rule} ({refused.code}): {refused.text}"
