"""What is free, and any other action for AP."""

from __future__ import annotations

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import Answer, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import (
    ActGame,
    may_act,
    number_field,
    offer_for,
    rule,
    text_field,
    unable,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import (
    ActState,
)


def _offer_free(game: ActGame, seat: Seat) -> Offer | None:
    def gate(key: str) -> Refused | None:
        return unable(game.state.characters[key])

    return offer_for(
        game,
        seat,
        "free",
        "Do something simple",
        gate,
        lambda able: (text_field("text", "What, such as talking", 400, least=1),),
        name="free-actions",
        cost="free",
    )


def _free(game: ActGame, answer: Answer) -> None:
    game.record(e.Did(who=answer.text("who"), text=answer.text("text"), rule=rule("free-actions")))


def _offer_other(game: ActGame, seat: Seat) -> Offer | None:
    return offer_for(
        game,
        seat,
        "other",
        "Do something else",
        lambda key: may_act(game, key, 1, "an action"),
        lambda able: (text_field("text", "What", 400, least=1), number_field("ap", "AP", 1, 6, 1)),
        name="action-cost-default",
        cost="1 AP",
        note="Unless something says otherwise.",
    )


def _check_other(game: ActGame, answer: Answer) -> Refused | None:
    return may_act(game, answer.text("who"), answer.number("ap"), "this action")


def _other(game: ActGame, answer: Answer) -> Flow[None]:
    key, cost = answer.text("who"), answer.number("ap")
    if (yield from declare(game, key, answer.text("text"), cost)):
        game.record(e.Did(who=key, text=answer.text("text"), rule=rule("action-cost-default")))
        end(game, key)


ACTIONS: tuple[Action[ActState], ...] = (
    act("free", _offer_free, at_once(_free), anytime=True),
    act("other", _offer_other, _other, _check_other, anytime=True),
)
