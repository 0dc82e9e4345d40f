"""The random walker: legal steps only, and a watch for what may never happen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.pool import POOL
from support.toy import TOY

from tablelight.kernel.dice import plain_dice
from tablelight.kernel.flow import Flow, Game, ask
from tablelight.kernel.log import Did
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat, Suggestion
from tablelight.kernel.room import SeatPlaced
from tablelight.kernel.system import Action, AnySystem, System
from tablelight.kernel.table import Command, Table
from tablelight.kernel.view import TableView
from tablelight.script.again import checked_reload
from tablelight.walk import WalkError, take_all_back, walk


def table(system: AnySystem, seed: int = 1) -> Table[Any]:
    new: Table[Any] = Table(system, plain_dice(seed))
    for seat in ("p1", "p2"):
        new.record_aside(0.0, SeatPlaced(seat=Seat(seat), name=seat))
    return new


@pytest.mark.parametrize("system", [TOY, POOL], ids=lambda system: system.id)
def test_ten_thousand_steps_break_nothing_and_all_can_be_taken_back(system: AnySystem) -> None:
    steps = 0
    for seed in range(50):
        t = table(system, seed)
        before = t.state
        done = walk(t, random.Random(seed), 200)
        steps += done.steps
        assert done.tried > 0
        take_all_back(t)
        assert (t.state, t.pending) == (before, None)
    assert steps == 10_000


@pytest.mark.parametrize("system", [TOY, POOL], ids=lambda system: system.id)
def test_saving_and_loading_after_each_step_changes_nothing(system: AnySystem) -> None:
    for seed in range(4):
        walk(table(system, seed), random.Random(seed), 60, lambda t, _: checked_reload(t) and None)


def test_every_kind_of_step_comes_up() -> None:
    seen: set[str] = set()
    texts: set[object] = set()
    for seed in range(20):
        t = table(POOL, seed)
        seen |= set(walk(t, random.Random(seed), 100, talk=0.3).keys)
        texts |= {e.args.get("text") for e in t.entries if isinstance(e, Did)}
    assert seen >= {"throw", "take", "give-up", "write", "hide", "say", "note", "undo", "redo", "pause", "resume"}
    assert seen >= {"faces", "table-rolls", "safety", "dice-word", "name-seat", "real-dice"}
    assert any(isinstance(text, str) and not text.isascii() for text in texts)


def test_the_same_chance_gives_the_same_walk() -> None:
    def entries(seed: int) -> list[bytes]:
        t = table(POOL)
        walk(t, random.Random(seed), 80)
        return [t.codec.encode(entry) for entry in t.entries]

    assert entries(5) == entries(5)
    assert entries(5) != entries(6)


def test_a_check_that_fails_names_the_step() -> None:
    def check(t: Table[Any], command: Command) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no") as told:
        walk(table(TOY), random.Random(1), 10, check)
    assert any("at the step" in note for note in told.value.__notes__)


def asking(offer: Offer) -> AnySystem:
    def begin(game: Game[int], answer: Answer) -> Flow[None]:
        yield from ask("Well?", lambda: [(GM, offer)])

    return System(
        id="ask",
        title="",
        about="",
        new=lambda: 0,
        evolve=lambda state, event: state,
        events=(),
        actions=(Action("go", lambda game, seat: Offer("go", "Go"), begin),),
        view=lambda game, seat: TableView("", "", (), ()),
        tell=lambda state, event: None,
        rules=TOY.rules,
        starts=lambda: (),
    )


def test_a_question_that_nobody_can_answer_is_found() -> None:
    refused = Refused("ask/no", "no", "no")
    offer = Offer("yes", "Yes", (Field("what", "What", "choice", (Choice("a", "a", refused=refused),)),))
    with pytest.raises(WalkError, match="nobody can answer 'Well\\?'; tried gm: yes"):
        walk(table(asking(offer)), random.Random(1), 10, talk=0, wrong=0)


def test_a_suggestion_that_is_not_legal_is_found() -> None:
    fields = (Field("why", "Why", "text", most=5),)
    offer = Offer("yes", "Yes", fields, suggestions=(Suggestion("too long", {"why": "x" * 500}),))
    with pytest.raises(WalkError, match="a suggestion of yes is not legal"):
        walk(table(asking(offer)), random.Random(1), 20, talk=0, wrong=0)


def test_a_game_in_which_nothing_can_be_done_ends_early() -> None:
    t = table(asking(Offer("yes", "Yes")))
    done = walk(t, random.Random(1), 10, seats=[Seat("p9")], talk=0, wrong=0)
    assert done.steps == 0
