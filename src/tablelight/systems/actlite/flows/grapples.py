"""What grappler and held opponent may do: dragging, going to the ground, letting go, breaking free."""

from __future__ import annotations

from collections.abc import Iterable

from tablelight.kernel import grid
from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.flows import effects
from tablelight.systems.actlite.flows.checks import lacks, paid_contest
from tablelight.systems.actlite.flows.common import (
    MOVE,
    ActGame,
    bodies,
    choice_field,
    held,
    may_act,
    name,
    own,
    pay,
    price_tag,
    refuse,
    rule,
    settled,
    unable,
    who_field,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import (
    ActState,
    Character,
)


def _grapplers(game: ActGame, seat: Seat) -> list[tuple[str, Character]]:
    return [(key, who) for key, who in own(game.state, seat) if key in game.state.grapples]


def _grapple_offer(
    game: ActGame, seat: Seat, key: str, label: str, name: str, cost: int, fields: Iterable[Field] = ()
) -> Offer | None:
    mine = _grapplers(game, seat)
    if not mine:
        return None

    def gate(one: str) -> Refused | None:
        if not cost:
            return unable(game.state.characters[one])
        return may_act(game, one, cost, label.lower())

    able = [(one, who) for one, who in mine if not gate(one)]
    return Offer(
        key,
        label,
        (who_field(able or mine[:1]), *fields),
        rule(name),
        price_tag(game, f"{cost} AP" if cost else "free"),
        group=MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _offer_drag(game: ActGame, seat: Seat) -> Offer | None:
    ways = [Choice(effects.WAY_NAMES[way.x, way.y], effects.WAY_NAMES[way.x, way.y]) for way in grid.WAYS]
    field = choice_field("way", "Which way", ways, "north")
    return _grapple_offer(game, seat, "drag", "Move the held opponent one space", "grapple-actions", 1, (field,))


def _drag(game: ActGame, answer: Answer) -> None:
    """The held one moves a space; the grappler moves along if needed (actlite/grapple-actions)."""
    key = answer.text("who")
    target = game.state.grapples[key]
    pay(game, key, 1, "moving the held opponent", name="grapple-actions")
    state = game.state
    way = next(way for way in grid.WAYS if effects.WAY_NAMES[way.x, way.y] == answer.text("way"))
    mover, held_one = state.characters[key], state.characters[target]
    if not state.ground or not mover.body or not held_one.body:
        game.record(e.Shifted(who=target, how="drag", rule=rule("grapple-actions")))
        return
    board, others = state.ground.board, bodies(state, key, target)
    to = held_one.body.moved(held_one.body.at.stepped(way))
    follow = mover.body.moved(mover.body.at.stepped(way))
    together = grid.has_room(board, to, others) and (
        grid.distance(to, mover.body) == 1 or (grid.has_room(board, follow, others) and grid.distance(to, follow) == 1)
    )
    game.record(
        e.Shifted(
            who=target,
            how="drag",
            at=to.at if together else held_one.at,
            blocked=not together,
            rule=rule("grapple-actions"),
        )
    )
    if together and grid.distance(to, mover.body) != 1:
        game.record(e.Moved(who=key, spaces=1, at=follow.at, rule=rule("grapple-actions")))


def _offer_ground(game: ActGame, seat: Seat) -> Offer | None:
    return _grapple_offer(game, seat, "ground", "Go to the ground together", "grapple-actions", 1)


def _ground(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    pay(game, key, 1, "going to the ground", name="grapple-actions")
    for one in (key, game.state.grapples[key]):
        if not game.state.characters[one].conditions.prone:
            game.record(e.ConditionGained(who=one, condition="prone", rule=rule("grapple-actions")))


def _offer_let_go(game: ActGame, seat: Seat) -> Offer | None:
    return _grapple_offer(game, seat, "let-go", "Let go", "grapple-ends", 0)


def _let_go(game: ActGame, answer: Answer) -> None:
    key = answer.text("who")
    target = game.state.grapples[key]
    game.record(e.GrappleEnded(who=key, target=target, why="let go", rule=rule("grapple-ends")))


def _offer_escape(game: ActGame, seat: Seat) -> Offer | None:
    mine = [(key, who) for key, who in own(game.state, seat) if held(game.state, key)]
    if not mine:
        return None

    def gate(key: str) -> Refused | None:
        who = game.state.characters[key]
        if "STR" not in who.scores:
            return lacks(who, "STR")
        return may_act(game, key, m.ESCAPE_AP, "breaking free", while_held=True)

    able = [(key, who) for key, who in mine if not gate(key)]
    return Offer(
        "escape",
        "Break free",
        (who_field(able or mine[:1]),),
        rule("grapple-escape"),
        price_tag(game, f"{m.ESCAPE_AP} AP"),
        "A STR contest; a tie holds.",
        MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _escape(game: ActGame, answer: Answer) -> Flow[None]:
    """A STR contest against the grappler; a win ends the grapple (actlite/grapple-escape)."""
    key = answer.text("who")

    def about(seat: Seat) -> tuple[Field, ...]:
        who = game.state.characters[key]
        return () if who.hidden and seat != GM else (settled("who", "Who", key, who.name),)

    going = yield from declare(
        game, key, "breaking free", m.ESCAPE_AP, lambda: _free_already(game, key), name="grapple-escape", about=about
    )
    if not going:
        return
    grappler = held(game.state, key)
    won = yield from paid_contest(game, key, grappler)
    if won:
        why = f"{name(game.state, key)} broke free"
        game.record(e.GrappleEnded(who=grappler, target=key, why=why, rule=rule("grapple-escape")))
    end(game, key)


def _free_already(game: ActGame, key: str) -> Refused | None:
    if held(game.state, key):
        return None
    return refuse("grapple-escape", "free", f"{name(game.state, key)} is free already.")


ACTIONS: tuple[Action[ActState], ...] = (
    act("drag", _offer_drag, at_once(_drag), anytime=True),
    act("ground", _offer_ground, at_once(_ground), anytime=True),
    act("escape", _offer_escape, _escape, anytime=True),
    act("let-go", _offer_let_go, at_once(_let_go), anytime=True),
)
