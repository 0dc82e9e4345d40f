"""Action order: rounds in which everyone has one turn, and whoever has gone chooses who goes next."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.flow import Flow, ask, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.torchlite import events as e
from tablelight.systems.torchlite.flows.common import TorchGame, controller
from tablelight.systems.torchlite.state import TorchState

GROUP = "Scene"
LEAVE = Offer("leave-order", "Leave action order", rule="torchlite/action-order-optional-use", group=GROUP)


def participants(state: TorchState) -> list[str]:
    """Everyone who gets a turn: characters in play, GMCs that are known to be there
    (torchlite/round, torchlite/gm-turns)."""
    return [key for key, who in state.here() if who.plays and who.kind != "extra"]


def still_to_go(state: TorchState) -> list[str]:
    """The participants who have had no turn in this round (torchlite/one-turn-per-round)."""
    acted = state.order.acted if state.order else ()
    return [key for key in participants(state) if key not in acted]


def not_their_turn(state: TorchState, who: str) -> Refused | None:
    """Why a character can't act in action order, if so."""
    if not state.order or state.order.current == who:
        return None
    current = state.characters.get(state.order.current)
    text = f"It is {current.name}'s turn." if current else "Nobody has been chosen to go next."
    return Refused("torchlite/one-turn-per-round", "not-their-turn", text)


# ------------------------------------------------------------------ starting and ending


def _offer_begin(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.order:
        return None
    people = tuple(Choice(key, game.state.characters[key].name) for key in participants(game.state))
    nobody = Refused("torchlite/first-turn", "nobody", "Nobody is in the scene.") if not people else None
    return Offer(
        "order",
        "Go into action order",
        (Field("first", "Who goes first", "choice", people),),
        "torchlite/action-order-optional-use",
        group=GROUP,
        refused=nobody,
    )


@at_once
def _begin(game: TorchGame, answer: Answer) -> None:
    game.record(e.RoundBegan(round=1, rule="torchlite/action-order-optional-use"))
    game.record(e.TurnBegan(who=answer.text("first"), rule="torchlite/first-turn"))


def _offer_end(game: TorchGame, seat: Seat) -> Offer | None:
    if seat != GM or not game.state.order:
        return None
    return Offer("end-order", "Leave action order", rule="torchlite/action-order-optional-use", group=GROUP)


@at_once
def _end(game: TorchGame, answer: Answer) -> None:
    game.record(e.OrderEnded(rule="torchlite/action-order-optional-use"))


# ------------------------------------------------------------------ turns


def _offer_pass(game: TorchGame, seat: Seat) -> Offer | None:
    order = game.state.order
    if not order or not order.current:
        return None
    if controller(game.state, order.current) != seat and seat != GM:
        return None
    current = game.state.characters.get(order.current)
    whose = f"{current.name}'s turn" if current else "the turn"
    return Offer("end-turn", f"End {whose}", rule="torchlite/next-turn", note="without a roll", group=GROUP, main=True)


def _pass(game: TorchGame, answer: Answer) -> Flow[None]:
    order = game.state.order
    assert order
    yield from after_turn(game, order.current)


def after_turn(game: TorchGame, who: str) -> Flow[None]:
    """A turn is over: choose who goes next, or who opens the next round
    (torchlite/next-turn, torchlite/last-chooses-first)."""
    order = game.state.order
    if not order or order.current != who:
        return
    game.record(e.TurnEnded(who=who, rule="torchlite/one-turn-per-round"))
    left = still_to_go(game.state)
    if len(left) == 1:
        game.record(e.TurnBegan(who=left[0], rule="torchlite/next-turn"))
    elif left:
        yield from _choose_next(game, who, "Who goes next?", "torchlite/next-turn")
    else:
        yield from _next_round(game, who)


def _next_round(game: TorchGame, last: str) -> Flow[None]:
    order = game.state.order
    assert order
    rule = "torchlite/last-chooses-first"
    everyone = participants(game.state)
    game.record(e.RoundBegan(round=order.round + 1, rule="torchlite/round"))
    if everyone:
        yield from _choose_next(game, last, f"Who opens round {order.round + 1}?", rule)


def _choose_next(game: TorchGame, who: str, question: str, rule: str) -> Flow[None]:
    """Let whoever has just gone name the next; if nobody is left by then, the GM leaves action order."""
    seat = controller(game.state, who)

    def menu() -> Iterator[tuple[Seat, Offer]]:
        for key, one in game.state.here():
            if one.kind != "extra":
                yield seat, Offer(key, one.name, rule=rule, main=True, refused=_skipped(game.state, key))
        if not still_to_go(game.state):
            yield GM, LEAVE

    answer = yield from ask(question, menu)
    if answer.key == LEAVE.key:
        game.record(e.OrderEnded(rule=LEAVE.rule))
    else:
        game.record(e.TurnBegan(who=answer.key, rule=rule))


def _skipped(state: TorchState, key: str) -> Refused | None:
    name = state.characters[key].name
    if state.characters[key].out:
        return Refused("torchlite/taken-out-meaning", "taken-out", f"{name} is taken out and has no turns.")
    if key not in still_to_go(state):
        return Refused("torchlite/next-turn", "has-acted", f"{name} has had a turn in this round.")
    return None


ACTIONS: tuple[Action[TorchState], ...] = (
    Action("order", _offer_begin, _begin),
    Action("end-turn", _offer_pass, _pass),
    Action("end-order", _offer_end, _end),
)
