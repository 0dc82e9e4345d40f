"""A question that stands alone: while it waits, nothing else may be begun."""

from __future__ import annotations

from dataclasses import replace

from support.toy import TOY, Sum

from tablelight.kernel.dice import ScriptedDice
from tablelight.kernel.flow import Flow, Game, ask
from tablelight.kernel.offers import GM, Answer, Offer, Refused, Seat
from tablelight.kernel.room import Place, Room
from tablelight.kernel.system import Action
from tablelight.kernel.table import Applied, Command, Table

ANN = Seat("p1")
ROOM = Room(places=(Place(GM, "Game master", "gm"), Place(ANN, "Ann")))


def wait(game: Game[Sum], answer: Answer) -> Flow[None]:
    yield from ask("Alone?", lambda: [(GM, Offer("yes", "Yes"))], alone=True)


def test_nothing_steps_in_while_a_question_stands_alone() -> None:
    system = replace(TOY, actions=(*TOY.actions, Action("wait", lambda game, seat: Offer("wait", "Wait"), wait)))
    table = Table(system, ScriptedDice(), ROOM)
    assert isinstance(table.do(Command(GM, "wait"), 1.0), Applied)
    assert table.menu(ANN).also == ()
    refused = table.do(Command(ANN, "mark"), 1.0)
    assert isinstance(refused, Refused)
    assert refused.code == "flow-open"
    assert isinstance(table.do(Command(GM, "yes"), 1.0), Applied)
    assert isinstance(table.do(Command(ANN, "mark"), 1.0), Applied)
