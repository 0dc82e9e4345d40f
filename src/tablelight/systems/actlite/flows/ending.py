"""What is looked at after every action: exhaustion that fells, grapples and windows that end, the party down."""

from __future__ import annotations

from collections.abc import Callable

from tablelight.kernel.flow import Flow
from tablelight.kernel.offers import Answer, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows import dying
from tablelight.systems.actlite.flows.common import ActGame, near, rule
from tablelight.systems.actlite.state import ActState, Character, Window, ap, speed, tired

Begin = Callable[[ActGame, Answer], Flow[None]]


def act(
    key: str,
    offer: Callable[[ActGame, Seat], Offer | None],
    begin: Begin,
    check: Callable[[ActGame, Answer], Refused | None] | None = None,
    *,
    anytime: bool = False,
) -> Action[ActState]:
    """An action that is followed by what its end brings about."""

    def whole(game: ActGame, answer: Answer) -> Flow[None]:
        yield from begin(game, answer)
        yield from aftermath(game)

    return Action(key, offer, whole, check, anytime)


def aftermath(game: ActGame) -> Flow[None]:
    """What follows from the state as it is now."""
    _weigh_exhaustion(game)
    end_grapples(game)
    yield from dying.look_at_party(game)
    tidy_windows(game)


def _weigh_exhaustion(game: ActGame) -> None:
    """Speed brought to 0 by exhaustion fells; enough rest brings back (actlite/status-exhaustion)."""
    for key, who in game.state.characters.items():
        causes = who.conditions.unconscious
        if not (who.conditions.exhaustion or "exhaustion" in causes) or who.dead:
            continue
        worn = tired(who).speed > 0 and speed(who) == 0
        if worn and "exhaustion" not in causes:
            game.record(e.FellUnconscious(who=key, cause="exhaustion", rule=rule("status-exhaustion")))
        elif not worn and "exhaustion" in causes:
            game.record(e.CameTo(who=key, cause="exhaustion", rule=rule("status-exhaustion")))


def end_grapples(game: ActGame) -> None:
    """A grapple ends when one of the two is out or they are no longer side by side (actlite/grapple-ends)."""
    for grappler, target in game.state.grapples.items():
        why = _grapple_over(game.state, grappler, target)
        if why:
            game.record(e.GrappleEnded(who=grappler, target=target, why=why, rule=rule("grapple-ends")))


def _grapple_over(state: ActState, grappler: str, target: str) -> str:
    for key in (grappler, target):
        who = state.characters.get(key)
        if not who or not who.present:
            return "one of them is gone"
        if who.out:
            return f"{who.name} is out"
    return "" if near(state, grappler, target) else "they are no longer side by side"


def tidy_windows(game: ActGame) -> None:
    """Close the open window of somebody who can't act any more, or has no AP left and nothing at hand to use."""
    while game.state.initiative and game.state.initiative.open:
        window = game.state.initiative.open
        if window.level != game.state.depth or _has_use(game.state, window):
            return
        game.record(e.WindowClosed(who=window.who, temp_gone=window.temp, rule=rule("act-when-dealt")))


def _has_use(state: ActState, window: Window) -> bool:
    who = state.characters.get(window.who)
    if not who or not who.acts:
        return False
    return ap(state, window.who) > 0 or _holds_hex(state, window.who, who)


def _holds_hex(state: ActState, key: str, who: Character) -> bool:
    return any(
        written.bearer == key and written.where in ("hand", "wrapped") and written.usable and not written.unpaid
        for written in state.written.values()
    )
