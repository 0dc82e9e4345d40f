"""People who are taken, given back, moved and let go, in a game of nothing else."""

from __future__ import annotations

from msgspec import Struct

from tablelight.kernel.flow import Game
from tablelight.kernel.kinds import Changes
from tablelight.kernel.offers import GM, NOBODY, Answer, Choice, Seat
from tablelight.kernel.people import (
    CharacterLeft,
    CharacterMoved,
    NotesWritten,
    fold_people,
    giving_back,
    offer_giving_back,
    offer_taking,
    taking,
)

ANN, BO = Seat("p1"), Seat("p2")
RULE = "toy/people"


class Person(Struct, frozen=True):
    name: str
    kind: str = "pc"
    seat: Seat = NOBODY
    present: bool = True
    hidden: bool = False
    notes: str = ""


class Crowd(Struct, frozen=True):
    characters: dict[str, Person] = {}


CHANGES: Changes[Crowd] = Changes()
fold_people(CHANGES)
offer_take, offer_give = offer_taking(RULE, "Sheet"), offer_giving_back(RULE, "Sheet")


def crowd() -> Game[Crowd]:
    people = {"ash": Person("Ash"), "wren": Person("Wren", seat=BO), "wolf": Person("Wolf", kind="foe")}
    return Game(Crowd(people), {}, CHANGES.evolve)


def whom(game: Game[Crowd], seat: Seat) -> dict[str, tuple[Choice, ...]]:
    """The characters that a seat may take and may give back."""
    offers = [offer for offer in (offer_take(game, seat), offer_give(game, seat)) if offer]
    return {offer.key: offer.fields[0].choices for offer in offers}


def test_a_free_character_is_taken_and_given_back() -> None:
    game = crowd()
    assert whom(game, ANN) == {"take-character": (Choice("ash", "Ash"),)}
    assert whom(game, BO) == {
        "take-character": (Choice("ash", "Ash"),),
        "give-up": (Choice("wren", "Wren"),),
    }
    assert whom(game, GM) == {}
    list(taking(RULE)(game, Answer(ANN, "take-character", {"who": "ash"})))
    assert game.state.characters["ash"].seat == ANN
    assert whom(game, ANN) == {"give-up": (Choice("ash", "Ash"),)}
    list(giving_back(RULE)(game, Answer(ANN, "give-up", {"who": "ash"})))
    assert game.state == crowd().state
    assert [event.rule for event in game.recorded] == [RULE, RULE]


def test_a_single_character_is_chosen_already() -> None:
    game = crowd()
    offer = offer_take(game, ANN)
    assert offer
    assert offer.fields[0].default == "ash"
    list(giving_back(RULE)(game, Answer(BO, "give-up", {"who": "wren"})))
    offer = offer_take(game, ANN)
    assert offer
    assert offer.fields[0].default is None


def test_people_move_leave_and_are_written_about() -> None:
    game = crowd()
    game.record(CharacterMoved(who="wolf", present=False, hidden=True), NotesWritten(who="wolf", notes="hungry"))
    assert game.state.characters["wolf"] == Person("Wolf", "foe", present=False, hidden=True, notes="hungry")
    game.record(CharacterLeft(who="wolf"))
    assert list(game.state.characters) == ["ash", "wren"]
