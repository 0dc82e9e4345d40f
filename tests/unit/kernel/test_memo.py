"""What is remembered is what would be worked out anew, and is worked out only when something changed."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct
from support.toy import TOY, Sum

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Game
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Offer, Seat
from tablelight.kernel.table import Command, Table


class Thing(Struct, frozen=True):
    name: str


def test_the_same_thing_is_worked_out_once_and_an_equal_one_anew() -> None:
    seen: list[str] = []

    @remembered(10)
    def words(thing: Thing, seat: str) -> str:
        seen.append(thing.name)
        return f"{thing.name} {seat}"

    one, other = Thing("lamp"), Thing("lamp")
    assert words(one, "gm") == words(one, "".join(("g", "m"))) == words(other, "gm") == "lamp gm"
    assert words(one, "p1") == "lamp p1"
    assert len(seen) == 3


def test_no_more_is_remembered_than_allowed_and_nothing_is_mistaken_for_another() -> None:
    @remembered(4)
    def name(thing: Thing) -> str:
        return thing.name

    for number in range(1000):
        assert name(Thing(f"thing {number}")) == f"thing {number}"


def test_offers_are_worked_out_again_when_what_they_depend_on_changes() -> None:
    seen: list[str] = []

    def offer(game: Game[Sum], seat: Seat) -> Offer:
        seen.append(seat)
        return Offer("mark", f"Mark, with {game.state.total}")

    actions = (TOY.actions[0], replace(TOY.actions[1], offer=offer))
    table = Table(replace(TOY, actions=actions, offers_from=lambda state: (state.total,)), plain_dice(1))
    first = table.menu(GM).also
    assert table.menu(GM).also is first
    table.do(Command(GM, "mark"), 0.0)
    seen.clear()
    assert table.menu(GM).also is first
    assert seen == []
    table.do(Command(GM, "play"), 0.0)
    assert [offer.key for offer in table.menu(GM).also] == ["mark"]  # while a question is open
    table.do(Command(GM, "keep"), 0.0)
    assert table.menu(GM).also[1].label == f"Mark, with {table.state.total}"
    seen.clear()
    table.do(Command(GM, "option", {"option": "size", "value": "large"}), 0.0)
    table.menu(GM)
    assert seen == [GM]


def test_talk_leaves_the_moment_as_it_is_and_a_step_does_not() -> None:
    table = Table(TOY, plain_dice(1))
    before = table.moment
    table.do(Command(GM, "say", {"text": "Hello"}), 0.0)
    assert all(a is b for a, b in zip(before, table.moment, strict=True))
    table.do(Command(GM, "mark"), 0.0)
    assert any(a is not b for a, b in zip(before, table.moment, strict=True))
    before = table.moment
    table.do(Command(GM, "play"), 0.0)
    assert len(table.moment) == len(before) + 1
