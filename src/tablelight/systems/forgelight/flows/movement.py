"""Moving: on foot, climbing, swimming, flying, riding, falling (forgelight/turn-move-and-act)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from tablelight.kernel.flow import Flow
from tablelight.kernel.grid import Body, Spot, adjacent, clear, has_room, read_spot
from tablelight.kernel.grid import cells as cells_of
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight import figures
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows import ground, harm, play, reach, reactions, turns
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    body,
    foes_of,
    lib,
    number_field,
    own,
    pick,
    refuse,
    who_field,
)
from tablelight.systems.forgelight.flows.speed import ANYWHERE, feet_left
from tablelight.systems.forgelight.state import Being, ForgeState

GROUP = "Move"
STRAIGHT = 500
"""The most feet that anybody goes up or down at once."""

FARTHER = 30
"""How many feet beyond what is left the map still says that a cell is too far."""


def movers(game: ForgeGame, seat: Seat) -> list[str]:
    """Those of a seat who may move now: on their turn, or outside a fight."""
    return [
        who
        for who in own(game.state, seat)
        if being(game, who).up and (game.state.turn(who) or (not game.state.fight and being(game, who).kind != "foe"))
    ]


def mapped(game: ForgeGame, who: str) -> bool:
    """Whether a being stands on a map."""
    return being(game, who).at is not None and game.state.scene.ground is not None


def held(game: ForgeGame, who: str) -> Refused | None:
    """What keeps a being from moving at all."""
    word = figures.held_by(lib(game), being(game, who), "move")
    return refuse("status-effect-model", "held", f"{being(game, who).name} is {word} and can't move.") if word else None


# ------------------------------------------------------------------ on foot


def _offer_move(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(_move(game, who) for who in movers(game, seat) if game.state.fight or mapped(game, who))


def _move(game: ForgeGame, who: str) -> Offer:
    left = feet_left(game.state, who)
    fields = _cells(game, who, left) if mapped(game, who) else _feet(game, who, left)
    return Offer(
        f"move:{who}",
        f"Move {being(game, who).name}",
        fields,
        "forgelight/turn-move-and-act",
        cost="" if left == ANYWHERE else f"{left} ft left",
        group=GROUP,
        refused=held(game, who) or _too_far(game, who, left, m.TILE),
    )


def _too_far(game: ForgeGame, who: str, left: int, feet: int) -> Refused | None:
    if feet <= left:
        return None
    rule = "mount-movement" if being(game, who).mounted else "speed-per-turn"
    return refuse(rule, "speed", f"{feet} ft asked, {left} ft left.")


def _diagonals(game: ForgeGame, who: str) -> int:
    turn = game.state.turn(who)
    return turn.diagonals if turn else 0


def _cells(game: ForgeGame, who: str, left: int) -> tuple[Field, ...]:
    """Where one can go; cells that are too far say so (forgelight/speed-grid)."""
    if left == ANYWHERE:
        free = reach.anywhere(_field(game, who), _here(game, who))
        return (Field("cell", "Where to", "cell", ground.choices_of(free)),)
    most = max(left, 0) + FARTHER
    refused = {feet: _too_far(game, who, left, feet) for feet in range(0, most + 1, m.TILE)}
    prices = _reach(game, who, most).prices()
    choices = tuple([Choice(spot.key, spot.key, f"{feet} ft", refused=refused[feet]) for feet, spot in prices])
    return (Field("cell", "Where to", "cell", choices),)


def _field(game: ForgeGame, who: str) -> reach.Field:
    board = ground.board(game.state)
    assert board
    return reach.field(board, being(game, who).size, ground.others_on_map(game.state, who))


def _here(game: ForgeGame, who: str) -> Spot:
    here = being(game, who).at
    assert here is not None
    return here


def _reach(game: ForgeGame, who: str, budget: int) -> reach.Reach:
    pricing = game.options["grid-diagonals"]
    return reach.Reach(_field(game, who), _here(game, who), budget, _diagonals(game, who), pricing)


def _feet(game: ForgeGame, who: str, left: int) -> tuple[Field, ...]:
    """Without a map: how far, and from whom one walks away."""
    near = [key for key in foes_of(game.state, who) if not being(game, key).hidden or who in own(game.state, GM)]
    choices = tuple(Choice(key, being(game, key).name) for key in near)
    return (
        number_field("feet", "Feet", m.TILE, STRAIGHT, m.TILE),
        Field("away", "Walking away from", "many", choices, least=0, most=len(choices), default=()),
    )


def _check_move(game: ForgeGame, answer: Answer) -> Refused | None:
    who = answer.key.partition(":")[2]
    if "feet" not in answer.args:
        return None
    return _too_far(game, who, feet_left(game.state, who), answer.number("feet"))


def _begin_move(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.key.partition(":")[2]
    if "cell" in answer.args:
        way = _reach(game, who, feet_left(game.state, who)).way(read_spot(answer.text("cell")))
        yield from walk(game, who, way)
    else:
        yield from play.walking_away(game, who, answer.many("away"))
        if _goes_on(game, who):
            one = being(game, who)
            feet = answer.number("feet")
            game.record(_moved(game, who, feet, None, one.height, flying=one.flying))
    yield from turns.settled(game)


def walk(game: ForgeGame, who: str, cells: Sequence[Spot]) -> Flow[None]:
    """Leg by leg: whoever's reach is left may react while the mover is in it (forgelight/reaction-attack-card)."""
    leg: list[Spot] = []
    for to in cells:
        here = leg[-1] if leg else being(game, who).at
        if here is not None and _watched(game, who, here, to):
            _go(game, who, leg)
            leg = []
            yield from play.walking_away(game, who, reactions.leaving(game, who, here, to))
            if not _goes_on(game, who):
                return
        leg.append(to)
    _go(game, who, leg)


def _watched(game: ForgeGame, who: str, here: Spot, to: Spot) -> bool:
    on_foot = game.state.fight is not None and not being(game, who).flying
    return on_foot and bool(reactions.leaving(game, who, here, to))


def _goes_on(game: ForgeGame, who: str) -> bool:
    return being(game, who).up and held(game, who) is None and (not game.state.fight or bool(game.state.turn(who)))


def _go(game: ForgeGame, who: str, leg: Sequence[Spot]) -> None:
    """One leg of a way, with what all its tiles cost (forgelight/speed-grid, forgelight/climb-swim-half-speed)."""
    one, board = being(game, who), ground.board(game.state)
    if not leg or one.at is None or board is None:
        return
    feet, diagonals, slow_tiles = 0, 0, 0
    for here, to in pairwise((one.at, *leg)):
        diagonal = here.x != to.x and here.y != to.y
        slow = not one.flying and any(cell in board.rough for cell in cells_of(Body(to, one.size)))
        feet += m.tile_cost(slow, diagonal, _diagonals(game, who) + diagonals, game.options["grid-diagonals"])
        diagonals += diagonal
        slow_tiles += slow
    how = "climbs or swims" if slow_tiles == len(leg) else "walks"
    moved = _moved(game, who, feet, leg[-1], one.height, flying=one.flying, how=how)
    game.record(replace(moved, diagonals=diagonals))


def _moved(
    game: ForgeGame, who: str, feet: int, at: Spot | None, height: int, *, flying: bool, how: str = "walks"
) -> e.Moved:
    rules = {"walks": "turn-move-and-act", "climbs or swims": "climb-swim-half-speed", "flies": "flying-movement"}
    rule = "mount-movement" if being(game, who).mounted or game.state.rider_of(who) else rules[how]
    return e.Moved(who=who, feet=feet, at=at, height=height, flying=flying, how=how, rule=f"forgelight/{rule}")


# ------------------------------------------------------------------ climbing and swimming


def _offer_climb(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            f"climb:{who}",
            f"{being(game, who).name} climbs or swims",
            (
                number_field("feet", "Feet", m.TILE, STRAIGHT, m.TILE),
                pick("way", "Which way", (("up", "up"), ("down", "down"), ("along", "along")), "up"),
            ),
            "forgelight/climb-swim-half-speed",
            note="Each foot uses 2 feet of movement.",
            group=GROUP,
            refused=held(game, who) or _too_far(game, who, feet_left(game.state, who), 2 * m.TILE),
        )
        for who in movers(game, seat)
        if game.state.fight or mapped(game, who)
    )


def _check_climb(game: ForgeGame, answer: Answer) -> Refused | None:
    who, feet = answer.key.partition(":")[2], answer.number("feet")
    if feet % m.TILE:
        return refuse("speed-grid", "whole-tiles", "Only whole tiles of 5 feet can be entered.")
    if answer.text("way") == "down" and feet > being(game, who).height:
        return refuse(
            "climb-swim-half-speed", "below-ground", f"It is {being(game, who).height} ft down to the ground."
        )
    left = feet_left(game.state, who)
    if 2 * feet > left:
        return refuse("climb-swim-half-speed", "speed", f"{feet} ft of climbing use {2 * feet} ft; {left} ft left.")
    return None


def _begin_climb(game: ForgeGame, answer: Answer) -> Flow[None]:
    who, feet = answer.key.partition(":")[2], answer.number("feet")
    rise = {"up": feet, "down": -feet, "along": 0}[answer.text("way")]
    one = being(game, who)
    game.record(_moved(game, who, 2 * feet, None, one.height + rise, flying=False, how="climbs or swims"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ flying


def _offer_fly(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(_fly(game, who) for who in movers(game, seat) if _has_wings(game, who))


def _has_wings(game: ForgeGame, who: str) -> bool:
    flyer = being(game, who).mounted or who
    return any(gives.flies for _, gives in figures.given(lib(game), being(game, flyer)))


def _fly(game: ForgeGame, who: str) -> Offer:
    flyer = being(game, who).mounted or who
    fields: tuple[Field, ...] = (number_field("height", "To which height, in feet", 0, STRAIGHT, 0),)
    if mapped(game, who):
        cells = _air(game, who, feet_left(game.state, who))
        here = being(game, who).at
        fields = (Field("cell", "Above which tile", "cell", cells, default=here.key if here else None), *fields)
    else:
        fields = (*fields, number_field("along", "And how far along, in feet", 0, STRAIGHT, 0))
    return Offer(
        f"fly:{who}",
        f"{being(game, who).name} flies",
        fields,
        "forgelight/flying-movement",
        group=GROUP,
        refused=figures.flight(lib(game), being(game, flyer)) or held(game, who),
    )


def _air(game: ForgeGame, who: str, left: int) -> tuple[Choice, ...]:
    here, board = body(being(game, who)), ground.board(game.state)
    return ground.choices_within(board, here.at, here.size, min(left, 60 * m.TILE)) if here and board else ()


def _flown(game: ForgeGame, answer: Answer) -> tuple[int, Spot | None]:
    """Feet flown in any direction, up and down at the normal price (forgelight/flying-movement)."""
    one = being(game, answer.key.partition(":")[2])
    rise = abs(answer.number("height") - one.height)
    if "cell" not in answer.args or one.at is None:
        return max(rise, answer.number("along")), None
    to = read_spot(answer.text("cell"))
    return max(rise, m.TILE * max(abs(to.x - one.at.x), abs(to.y - one.at.y))), to


def _check_fly(game: ForgeGame, answer: Answer) -> Refused | None:
    who = answer.key.partition(":")[2]
    feet, to = _flown(game, answer)
    if answer.number("height") % m.TILE:
        return refuse("speed-grid", "whole-tiles", "Heights are whole tiles of 5 feet.")
    if not feet:
        return refuse("flying-movement", "nowhere", "That is where it is.")
    return _blocked(game, who, to, answer.number("height")) or _too_far(game, who, feet_left(game.state, who), feet)


def _blocked(game: ForgeGame, who: str, to: Spot | None, height: int) -> Refused | None:
    one, board = being(game, who), ground.board(game.state)
    here = body(one)
    if to is None or here is None or board is None:
        return None
    there = Body(to, one.size)
    others = [body(other) for key, other in game.state.beings.items() if key != who and other.height == height]
    crowded = any(other and other.at == to for other in others) and to != here.at
    inside = to.x + one.size <= board.width and to.y + one.size <= board.height
    if crowded or not inside or not clear(board, here, there):
        return refuse("flying-movement", "blocked", "Something is in the way.")
    return None


def _begin_fly(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.key.partition(":")[2]
    feet, to = _flown(game, answer)
    height = answer.number("height")
    game.record(_moved(game, who, feet, to, height, flying=height > 0, how="flies"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ falling, by the GM's word


def _offer_fall(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.present]
    if seat != GM or not people:
        return None
    fields = (who_field(game, people), number_field("feet", "How many feet", 1, 1000))
    return Offer("fall", "Somebody falls", fields, "forgelight/falling-damage", group="The world")


def _begin_fall(game: ForgeGame, answer: Answer) -> Flow[None]:
    yield from harm.fall(game, answer.text("who"), answer.number("feet"))
    yield from turns.settled(game)


# ------------------------------------------------------------------ riding


def mountable(game: ForgeGame, who: str) -> bool:
    """Whether a companion's data call it mountable (forgelight/mount-riding)."""
    return any(lib(game).traits[taken.trait].mountable for taken in being(game, who).traits)


def _offer_mount(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    for who in movers(game, seat):
        one, mount = being(game, who), game.state.companion_of(who)
        if one.mounted:
            offers.append(Offer(f"dismount:{who}", f"{one.name} gets off", rule="forgelight/mount-riding", group=GROUP))
        elif mount and being(game, mount).present:
            offers.append(_mount(game, who, mount))
    return tuple(offers)


def _mount(game: ForgeGame, who: str, mount: str) -> Offer:
    one, beast = being(game, who), being(game, mount)
    here, there = body(one), body(beast)
    refused = None
    if not mountable(game, mount):
        refused = refuse("mount-riding", "not-mountable", f"{beast.name} can't be ridden.")
    elif here and there and not adjacent(here, there):
        refused = refuse("mount-riding", "not-adjacent", f"{beast.name} must be next to {one.name}.")
    elif one.height != beast.height:
        refused = refuse("mount-riding", "not-adjacent", f"{beast.name} is at another height.")
    return Offer(
        f"mount:{who}", f"{one.name} mounts {beast.name}", rule="forgelight/mount-riding", group=GROUP, refused=refused
    )


def _begin_mount(game: ForgeGame, answer: Answer) -> Flow[None]:
    key, _, who = answer.key.partition(":")
    if key == "mount":
        game.record(e.Mounted(who=who, mount=game.state.companion_of(who), rule="forgelight/mount-riding"))
    else:
        one = being(game, who)
        game.record(
            e.Dismounted(who=who, at=_beside(game, who, one), flying=one.flying, rule="forgelight/mount-riding")
        )
    yield from turns.settled(game)


def _beside(game: ForgeGame, who: str, one: Being) -> Spot | None:
    """A free cell next to the mount, if the map has one."""
    mount, board = body(being(game, one.mounted)), ground.board(game.state)
    if mount is None or board is None:
        return None
    taken = [*ground.others_on_map(game.state, who), mount]
    for spot in ground.in_range(game.state, one.mounted, m.TILE):
        if has_room(board, Body(spot, one.size), taken):
            return spot
    return None


def _offer_dismount(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(offer for offer in _offer_mount(game, seat) if offer.key.startswith("dismount"))


def _offer_mount_only(game: ForgeGame, seat: Seat) -> tuple[Offer, ...]:
    return tuple(offer for offer in _offer_mount(game, seat) if offer.key.startswith("mount"))


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("move", _offer_move, _begin_move, _check_move),
    Action("climb", _offer_climb, _begin_climb, _check_climb),
    Action("fly", _offer_fly, _begin_fly, _check_fly),
    Action("mount", _offer_mount_only, _begin_mount),
    Action("dismount", _offer_dismount, _begin_mount),
    Action("fall", _offer_fall, _begin_fall),
)
