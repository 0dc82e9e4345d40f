"""A likely evening for the benchmarks: people talk, act, and answer what they are asked, all through real offers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tablelight.kernel.offers import GM, Field, Offer, Seat
from tablelight.kernel.table import Applied, Command, Table

TALK = 0.25
"""How often somebody just says something."""

MAIN = 0.8
"""How often the expected answer is given, and a suggested one."""

OFTEN = 0.9
"""How often one of the usual things is begun, where they are known."""

USUAL = {
    "torchlite": ("act-", "pp-asset", "share", "grant", "hand-out", "limit", "end-scene", "scene", "order", "next"),
    "rogue-spire": ("act", "treat", "next-round", "quick-rest", "strain", "time"),
    "actlite": (),
    "forgelight": (),
}
"""What people do all evening, by the beginnings of the keys; what they do once in a while is left to chance."""

NEVER = ("end-session", "start-session", "pause", "undo")
TRIES = 40


def likely(table: Table[Any], chance: random.Random, at: float) -> Command | None:
    """Carry out one likely command and give it; None if nothing can be done."""
    seats = [place.seat for place in table.room.places]
    if chance.random() < TALK:
        said = Command(chance.choice(seats), "say", {"text": _words(chance)})
        return said if isinstance(table.do(said, at), Applied) else None
    for command in _ideas(table, chance, seats):
        if isinstance(table.do(command, at), Applied):
            return command
    return None


def _ideas(table: Table[Any], chance: random.Random, seats: list[Seat]) -> Iterator[Command]:
    waiting = table.menu(GM).waiting
    for _ in range(TRIES):
        seat = chance.choice(waiting or seats)
        menu = table.menu(seat)
        offers = menu.asked if waiting else _usual(menu.also, table.system.id, chance)
        good = [offer for offer in offers if not offer.refused and offer.key not in NEVER]
        main = [offer for offer in good if offer.main]
        if good:
            offer = chance.choice(main if main and chance.random() < MAIN else good)
            yield Command(seat, offer.key, _filled(offer, chance), prompt=menu.prompt if waiting else None)


def _usual(offers: tuple[Offer, ...], system: str, chance: random.Random) -> tuple[Offer, ...]:
    usual = USUAL.get(system, ())
    found = tuple(offer for offer in offers if offer.key.startswith(usual) and not offer.refused) if usual else ()
    return found if found and chance.random() < OFTEN else offers


def _filled(offer: Offer, chance: random.Random) -> dict[str, object]:
    args: dict[str, object] = {}
    if offer.suggestions and chance.random() < MAIN:
        args |= chance.choice(offer.suggestions).args
    for field in offer.fields:
        if field.name not in args and (field.default is None or chance.random() < 0.3):
            args[field.name] = _value(field, chance)
    return args


def _value(field: Field, chance: random.Random) -> object:
    keys = [choice.key for choice in field.choices if not choice.refused]
    match field.kind:
        case "text":
            return _words(chance)[: field.most]
        case "number":
            return field.default if field.default is not None else field.least
        case "many":
            return chance.sample(keys, min(len(keys), max(field.least, min(field.most, 3))))
        case _:
            return chance.choice(keys) if keys else None


WORDS = ("gate", "guard", "turns", "runs", "rain", "beats", "old", "stones", "under", "torch", "half", "burnt", "away")


def _words(chance: random.Random) -> str:
    return " ".join(chance.sample(WORDS, 5)).capitalize()
