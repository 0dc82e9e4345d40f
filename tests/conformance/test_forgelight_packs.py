"""Packs at random that pass every check are played at random: what the checks let through, the rules can carry out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.tables import demo_table, do

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.offers import GM, Seat
from tablelight.kernel.packs import Document, Packs, Part, read_document
from tablelight.kernel.table import Command, Table
from tablelight.kernel.vocabulary import (
    Maybe,
    Named,
    OneOf,
    Pairs,
    Record,
    Shape,
    Some,
    Variants,
    Whole,
    Words,
    Yes,
)
from tablelight.script.again import checked_reload
from tablelight.systems.forgelight import SYSTEM
from tablelight.systems.forgelight.packs import PACKS
from tablelight.systems.forgelight.state import ForgeState
from tablelight.walk import take_all_back, walk

WRITTEN = {"damage": ("1d6 fire", "2d4+1 ice + 1d4 venom", "7 sharp"), "dice": ("1d6", "2d4+2", "5")}
ENTRIES = {"statuses": 4, "traits": 6, "cards": 24, "gear": 6, "foes": 6, "races": 2, "crystals": 1, "companions": 2}


class Writer:
    """Writes entries that are right by the vocabulary, most fields of them small or left out."""

    def __init__(self, chance: Random, packs: Packs, document: Document) -> None:
        self.chance = chance
        self.packs = packs
        self.document = document

    def value(self, shape: Shape) -> Any:
        chance = self.chance
        match shape:
            case Yes():
                return chance.random() < 0.3
            case Whole(least=least, most=most):
                return chance.randint(max(least, -5), min(most, 12))
            case Words(notation=notation):
                return chance.choice(WRITTEN[notation]) if notation else f"Word {chance.randint(1, 99)}"
            case OneOf(words=words):
                return chance.choice(words)
            case Named(parts=parts, also=also):
                known = self.packs.known(self.document)
                return chance.choice([*also, *(key for part in parts for key in known[part])])
            case Maybe(of=inner):
                return self.value(inner) if chance.random() < 0.5 else None
            case Record():
                return self.record(shape)
            case Variants(kinds=kinds):
                return self.record(kinds[chance.choice(list(kinds))])
            case Some(of=inner, exactly=exactly):
                return [self.value(inner) for _ in range(exactly or chance.randint(0, 3))]
            case Pairs(key=key, value=value):
                return {str(self.value(key)): self.value(value) for _ in range(chance.randint(0, 2))}

    def record(self, shape: Record, *wanted: str) -> dict[str, Any]:
        found: dict[str, Any] = {shape.tag[0]: shape.tag[1]} if shape.tag else {}
        for slot in shape.slots:
            if slot.required or slot.name in wanted or self.chance.random() < 0.3:
                found[slot.name] = self.value(slot.shape)
        return found


def a_pack(chance: Random) -> Document:
    """A pack in which everything is right: entries that have problems are thrown away and written anew."""
    document: Document = {"system": "forgelight", "id": "odd", "title": "Odd"}
    writer = Writer(chance, PACKS, document)
    for key, count in ENTRIES.items():
        part = PACKS.part(key)
        assert part
        document[key] = {}
        for _ in range(80 * count):
            if len(document[key]) == count:
                break
            entry = an_entry(writer, part)
            name = f"odd-{len(document[key])}"
            if not PACKS.try_entry(PACKS.look(document), part, name, entry).problems:
                document[key][name] = entry
        assert document[key], f"no {key} passed"
    assert PACKS.problems(document) == ()
    return document


def an_entry(writer: Writer, part: Part) -> dict[str, Any]:
    """Cards are cheap, so that they are played, and two in three of them do something; foes hold cards of the pack."""
    chance = writer.chance
    wanted = chance.choice((("effects", "target"), ("effects", "attack", "target"), ("area", "damage", "effects")))
    entry = writer.record(part.shape, *(wanted if part.key == "cards" and chance.random() < 0.7 else ()))
    if part.key == "cards":
        entry |= {"ap": chance.randint(0, 2), "stamina": chance.randint(0, 1)}
    if part.key == "foes":
        own = list(writer.document["cards"])
        entry |= {"cards": chance.sample(own, min(4, len(own))), "figures": {"health": 60}}
    return entry


def a_table(document: Document, chance: Random) -> Table[ForgeState]:
    """The demo with the pack, its foes, and heroes that hold its cards and traits."""
    table = demo_table(SYSTEM, plain_dice(chance.randint(0, 999)), PACKS.added(PACKS.typed(document)))
    for foe in document["foes"]:
        do(table, "gm", "foe", foe=foe, count=1, hidden=chance.choice(("yes", "no")))
    for trait in document["traits"]:
        who = chance.choice(("osk", "maro", "wren"))
        table.do(Command(GM, "give-trait", {"who": who, "trait": trait}), 0.0)  # refused where it needs another class
    cards = list(document["cards"])
    for who in ("osk", "maro", "wren"):
        hand = (*table.state.beings[who].hand, *chance.sample(cards, 5))
        do(table, "gm", "adjust", path=f"beings.{who}.hand", value=str(list(dict.fromkeys(hand))).replace("'", '"'))
    do(table, "gm", "fight", who=tuple(key for key, one in table.state.beings.items() if one.kind != "companion"))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_passes_the_checks_can_be_played(seed: int) -> None:
    chance = Random(seed)
    document = a_pack(chance)
    assert PACKS.problems(read_document(PACKS.write(document))) == ()
    table = a_table(document, chance)
    done = walk(table, chance, 250, seats=(GM, Seat("p1"), Seat("p2"), Seat("p3")))
    assert done.steps == 250
    for who in ("gm", "p1"):
        SYSTEM.view(table.game, Seat(who))
    checked_reload(table)
    take_all_back(table)
