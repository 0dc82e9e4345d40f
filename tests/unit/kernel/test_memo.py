"""What is remembered is what would be worked out anew, and is worked out only when something changed."""

from __future__ import annotations

from msgspec import Struct
from support.toy import TOY, Sum

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Game
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Offer, Seat
from tablelight.kernel.system import Action
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
    seen: list[Seat] = []

    def offer(game: Game[Sum], seat: Seat) -> Offer:
        seen.append(seat)
        return Offer("look", f"Look at {game.state.total}")

    action: Action[Sum] = Action("look", offer, TOY.actions[1].begin, reads=("total",))
    game = Game(Sum(total=1000), {}, TOY.evolve)
    first = action.offers(game, GM)
    assert action.offers(game, GM) is first
    game.state = Sum(game.state.total, marks={"p1": 1})
    assert action.offers(game, GM) is first
    assert action.offers(game, Seat("p1")) == first
    game.state = Sum(2000)
    assert action.offers(game, GM)[0].label == "Look at 2000"
    game.options = {"size": "large"}
    action.offers(game, GM)
    assert seen == [GM, "p1", GM, GM]


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
