"""Moving, getting up, and the map."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel import grid
from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.actlite import events as e
from tablelight.systems.actlite.flows.common import (
    MOVE,
    ActGame,
    bodies,
    held,
    may_act,
    name,
    number_field,
    offer_for,
    own,
    price_tag,
    refuse,
    rule,
    text_field,
    who_field,
)
from tablelight.systems.actlite.flows.declaring import declare, end
from tablelight.systems.actlite.flows.ending import act
from tablelight.systems.actlite.state import (
    ActState,
    Character,
    speed,
)

# ------------------------------------------------------------------ moving


def _no_move(game: ActGame, key: str) -> Refused | None:
    stopped = may_act(game, key, 1, "a move")
    if not stopped and speed(game.state.characters[key]) == 0:
        return refuse("movement-speed", "no-speed", f"{name(game.state, key)} has a speed of 0 and can't move.")
    return stopped


def reach(state: ActState, key: str) -> dict[grid.Spot, int]:
    """Where a move can end, with the spaces it takes (actlite/movement-speed)."""
    who = state.characters[key]
    if not state.ground or not who.body:
        return {}
    return grid.reachable(state.ground.board, who.body, speed(who), bodies(state, key))


def _offer_move(game: ActGame, seat: Seat) -> Offer | None:
    def fields(able: list[tuple[str, Character]]) -> Iterator[Field]:
        spots = {spot: steps for key, _ in able for spot, steps in reach(game.state, key).items() if steps}
        if spots:
            choices = tuple(Choice(spot.key, spot.name, f"{steps} spaces") for spot, steps in spots.items())
            yield Field("to", "Where to", "cell", choices)
        else:
            most = max(speed(who) for _, who in able)
            yield number_field("spaces", "Spaces", min(1, most), most, most)
        yield text_field("text", "How", 120)

    return offer_for(
        game,
        seat,
        "move",
        "Move",
        lambda key: _no_move(game, key),
        fields,
        name="movement-speed",
        group=MOVE,
        cost="1 AP",
    )


def _check_move(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("who")
    if "to" in answer.args:
        if grid.read_spot(answer.text("to")) not in reach(game.state, key):
            return refuse("movement-speed", "too-far", f"{name(game.state, key)} can't reach that space.")
    elif answer.number("spaces") > speed(game.state.characters[key]):
        return refuse("movement-speed", "too-far", f"The speed is {speed(game.state.characters[key])}.")
    return None


def _move(game: ActGame, answer: Answer) -> Flow[None]:
    """Up to the speed for 1 AP; unused spaces are gone (actlite/movement-speed)."""
    key = answer.text("who")
    if not (yield from declare(game, key, "a move", 1, lambda: _no_move_now(game, answer))):
        return
    if "to" in answer.args:
        spot = grid.read_spot(answer.text("to"))
        spaces = reach(game.state, key)[spot]
        game.record(e.Moved(who=key, spaces=spaces, at=spot, text=answer.text("text"), rule=rule("movement-speed")))
    else:
        spaces = answer.number("spaces")
        game.record(e.Moved(who=key, spaces=spaces, text=answer.text("text"), rule=rule("movement-speed")))
    end(game, key)


def _no_move_now(game: ActGame, answer: Answer) -> Refused | None:
    key = answer.text("who")
    if held(game.state, key):
        return refuse("grapple-restricts", "grappled", f"{name(game.state, key)} is grappled now.")
    if speed(game.state.characters[key]) == 0:
        return refuse("movement-speed", "no-speed", f"{name(game.state, key)} can't move any more.")
    return _check_move(game, answer)


def _offer_stand(game: ActGame, seat: Seat) -> Offer | None:
    if not any(who.conditions.prone for _, who in own(game.state, seat)):
        return None

    def gate(key: str) -> Refused | None:
        if not game.state.characters[key].conditions.prone:
            return refuse("status-prone", "not-prone", f"{name(game.state, key)} is not prone.")
        return may_act(game, key, 1, "getting up")

    mine = [(key, who) for key, who in own(game.state, seat) if who.conditions.prone]
    able = [(key, who) for key, who in mine if not gate(key)]
    return Offer(
        "stand",
        "Get up",
        (who_field(able or mine[:1]),),
        rule("status-prone"),
        price_tag(game, "1 AP"),
        group=MOVE,
        refused=None if able else gate(mine[0][0]),
    )


def _stand(game: ActGame, answer: Answer) -> Flow[None]:
    key = answer.text("who")
    if (yield from declare(game, key, "getting up", 1, name="status-prone")):
        game.record(e.GotUp(who=key, rule=rule("status-prone")))
        end(game, key)


# ------------------------------------------------------------------ the map


def _offer_place(game: ActGame, seat: Seat) -> Offer | None:
    state = game.state
    people = list(state.here())
    if seat != GM or not state.ground or not people:
        return None
    board = state.ground.board
    spots = tuple(
        Choice(grid.Spot(x, y).key, grid.Spot(x, y).name)
        for y in range(board.height)
        for x in range(board.width)
        if grid.Spot(x, y) not in board.blocked
    )
    fields = (who_field(people), Field("to", "Where", "cell", spots))
    return Offer("place-token", "Put somebody on the map", fields, rule("movement-speed"), group=MOVE)


def _check_place(game: ActGame, answer: Answer) -> Refused | None:
    state = game.state
    key, spot = answer.text("who"), grid.read_spot(answer.text("to"))
    assert state.ground
    body = grid.Body(spot, max(1, state.characters[key].size + 1))
    if not grid.has_room(state.ground.board, body, bodies(state, key)):
        return refuse("movement-speed", "no-room", "There is no room.")
    return None


def _place(game: ActGame, answer: Answer) -> None:
    spot = grid.read_spot(answer.text("to"))
    game.record(e.Placed(who=answer.text("who"), at=spot, rule=rule("movement-speed")))


def _offer_map(game: ActGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    fields = (
        number_field("width", "Spaces wide; 0 for no map", 0, 60, 12),
        number_field("height", "Spaces high", 1, 60, 8),
        text_field("blocked", "Blocked spaces, such as “D5 D6”", 2000),
        text_field("rough", "Rough spaces, which cost 2", 2000),
    )
    return Offer("map", "Lay a map", fields, rule("movement-speed"), group=MOVE)


def _check_map(game: ActGame, answer: Answer) -> Refused | None:
    for field in ("blocked", "rough"):
        for word in answer.text(field).split():
            try:
                grid.read_spot(word)
            except ValueError as error:
                return refuse("movement-speed", "bad-space", str(error))
    return None


def _map(game: ActGame, answer: Answer) -> None:
    width, height = answer.number("width"), answer.number("height")
    for key, who in game.state.characters.items():
        if who.at and (who.at.x + who.size >= width or who.at.y + who.size >= height):
            game.record(e.Placed(who=key, at=None, rule=rule("movement-speed")))
    blocked, rough = (tuple(grid.read_spot(word) for word in answer.text(one).split()) for one in ("blocked", "rough"))
    ground = e.Ground(width, height, blocked, rough) if width else None
    game.record(e.MapLaid(ground=ground, rule=rule("movement-speed")))


ACTIONS: tuple[Action[ActState], ...] = (
    act("move", _offer_move, _move, _check_move, anytime=True),
    act("stand", _offer_stand, _stand, anytime=True),
    act("map", _offer_map, at_once(_map), _check_map),
    act("place-token", _offer_place, at_once(_place), _check_place, anytime=True),
)
