"""What a group types in: each form can begin from everything that is there, and makes the very same entry of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablelight.kernel.flow import Game
from tablelight.kernel.log import Codec, Did
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat, Suggestion, fill
from tablelight.kernel.view import Die
from tablelight.systems.actlite import SYSTEM
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.own import MAKINGS
from tablelight.systems.actlite.flows.own.making import AnyMaking, key_of
from tablelight.systems.actlite.state import OWN_PARTS, ActState, Character

OPTIONS = {option.id: option.default for option in SYSTEM.rules().options.values()} | {
    "cash": "on", "hexes": "on", "permanent-debuffs": "on",
}  # fmt: skip
GAME = Game(ActState(), OPTIONS, SYSTEM.evolve)


def offer_of(making: AnyMaking, game: Game[ActState] = GAME, seat: Seat = GM) -> Offer | None:
    (offer,) = SYSTEM.by_key[making.key].offers(game, seat) or (None,)
    return offer


def answer_of(offer: Offer, begun: Suggestion) -> Answer:
    args = fill(offer, begun.args)
    assert not isinstance(args, Refused), args
    return Answer(GM, offer.key, args)


@pytest.mark.parametrize("making", MAKINGS, ids=lambda making: making.key)
def test_every_beginning_makes_the_very_same_entry(making: AnyMaking) -> None:
    offer = offer_of(making)
    assert offer
    there = making.there(GAME.state)
    assert [begun.label for begun in offer.beginnings] == [entry.name for entry in there.values()]
    for begun, entry in zip(offer.beginnings, there.values(), strict=True):
        made = making.read(GAME, answer_of(offer, begun))
        if isinstance(entry, Character):  # where weapons and things are carried is not typed in
            assert [each.name for each in made.weapons.values()] == [each.name for each in entry.weapons.values()]
            assert list(made.items) == list(entry.items)
            made, entry = replace(made, weapons={}, items={}), replace(entry, weapons={}, items={})
        assert made == entry


@pytest.mark.parametrize("making", MAKINGS, ids=lambda making: making.key)
def test_what_has_the_name_of_something_takes_its_place(making: AnyMaking) -> None:
    """Also of what the pack has: a form that begins from it changes it for this table."""
    offer = offer_of(making)
    assert offer
    game = Game(ActState(), OPTIONS, SYSTEM.evolve)
    begun = offer.beginnings[-1]
    entry = making.read(game, answer_of(offer, begun))
    key = key_of(making.there(game.state), begun.label.upper())
    game.record(making.made(key, entry))
    after = offer_of(making, game)
    assert after
    assert [one.label for one in after.beginnings].count(begun.label) == 1
    assert len(after.beginnings) == len(offer.beginnings)


@pytest.mark.parametrize("making", MAKINGS, ids=lambda making: making.key)
def test_only_the_gm_may_and_only_what_the_table_uses(making: AnyMaking) -> None:
    assert offer_of(making, seat=Seat("p1")) is None
    if making.option:
        assert offer_of(making, Game(ActState(), {**OPTIONS, making.option: "off"}, SYSTEM.evolve)) is None


def test_what_was_recorded_before_party_tables_had_other_dice_still_loads() -> None:
    """A roll on the book's table, as logs held it: without its die."""
    event = b'{"type":"PartyRolled","face":3,"text":"Coins."}'
    old = b'{"type":"Did","at":0.0,"seat":"gm","key":"party-table","events":[' + event + b"]}"
    entry = Codec(SYSTEM.events).decode(old)
    assert isinstance(entry, Did)
    (rolled,) = entry.events
    assert rolled == e.PartyRolled(face=3, text="Coins.", die=6)
    assert SYSTEM.evolve(ActState(), rolled) == ActState()
    line = SYSTEM.tell(ActState(), rolled)
    assert line
    assert line.dice == (Die(6, face=3),)


@pytest.mark.parametrize("making", MAKINGS, ids=lambda making: making.key)
def test_what_is_made_is_the_tables_own_and_can_be_removed(making: AnyMaking) -> None:
    """What is removed is gone; if it stood in the place of something of the pack, that is there again."""
    game = Game(ActState(), OPTIONS, SYSTEM.evolve)
    key, entry = next(iter(making.there(game.state).items()))
    game.record(making.made(key, entry), making.made("another", entry))
    assert set(making.own(game.state)) == {key, "another"}
    game.record(e.OwnRemoved(part=making.part, key=key, name=entry.name))
    assert set(making.own(game.state)) == {"another"}
    assert key in making.there(game.state)


def test_each_part_of_the_tables_own_can_be_typed_in() -> None:
    assert {making.part for making in MAKINGS} == set(OWN_PARTS)
