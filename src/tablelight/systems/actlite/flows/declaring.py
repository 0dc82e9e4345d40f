"""An action is declared, others may interrupt, it is paid and goes on, or is dropped if it can't be done any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tablelight.kernel.flow import Flow, ask
from tablelight.kernel.offers import GM, Field, Offer, Refused, Seat
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import ActGame, controller, name, pay, refuse, rule, shown, unable
from tablelight.systems.actlite.state import ActState, Doing, ap, holders

About: TypeAlias = Callable[[Seat], tuple[Field, ...]]
"""What a seat is told that an action is about."""


def untold(seat: Seat) -> tuple[Field, ...]:
    """No more than the question says."""
    return ()


def interruptible(game: ActGame, key: str, question: str, about: About = untold) -> Flow[None]:
    """Before it is paid and rolled, everybody else with AP may interrupt (actlite/interrupt).

    It goes on when all of them let it, or when the GM says so.
    """
    let: set[Seat] = set()

    def menu() -> Iterator[tuple[Seat, Offer]]:
        if _somebody_acts(game.state):
            return
        for seat in _could(game.state, key):
            if seat not in let and seat != GM:
                yield seat, Offer("let", "Let it happen", about(seat), rule("interrupt"), main=True)
        yield GM, Offer("go-on", "Nobody interrupts: go on", about(GM), rule("interrupt"), main=True)

    while any(seat not in let for seat in _could(game.state, key)):
        answer = yield from ask(question, menu)
        if answer.key == "go-on":
            return
        let.add(answer.seat)


def _could(state: ActState, key: str) -> list[Seat]:
    """The seats of those who could still interrupt."""
    return list(dict.fromkeys(controller(state, one) for one in holders(state) if one != key))


def _somebody_acts(state: ActState) -> bool:
    window = state.initiative.open if state.initiative else None
    return bool(window and window.level >= state.depth)


def possible() -> Refused | None:
    """Nothing but the AP can come in between."""
    return None


def declare(
    game: ActGame,
    key: str,
    what: str,
    cost: int,
    impossible: Callable[[], Refused | None] = possible,
    *,
    name: str = "action-cost-default",
    use: str = "",
    target: str = "",
    about: About = untold,
) -> Flow[bool]:
    """Declare an action and pay for it; gives whether it goes on (actlite/interrupt, actlite/pay-from-hand).

    Whoever goes on records `ActionEnded` when it is done. A dropped action costs nothing.
    """
    game.record(e.Declared(doing=Doing(key, what, target), rule=rule(name)))
    if cost:
        yield from interruptible(game, key, f"{shown(game.state, key)}: {what}", about)
    stopped = unable(game.state.characters[key]) or unpaid(game, key, cost) or impossible()
    if stopped:
        game.record(e.Dropped(who=key, why=stopped.text, rule=rule("interrupt")))
        return False
    game.record(e.WentOn(who=key, rule=rule(name)))
    if cost:
        pay(game, key, cost, what, use, name)
    return True


def unpaid(game: ActGame, key: str, cost: int) -> Refused | None:
    """Whether the AP of a declared action has gone meanwhile."""
    if game.state.initiative and ap(game.state, key) < cost:
        return refuse("pay-from-hand", "no-ap", f"{name(game.state, key)} can't pay any more.")
    return None


def end(game: ActGame, key: str) -> None:
    """The declared action is over."""
    game.record(e.ActionEnded(who=key, rule=rule("action-cost-default")))
