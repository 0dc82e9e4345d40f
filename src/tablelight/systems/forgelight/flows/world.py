"""The world around: scenes with their light and map, the clock, who stands where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from tablelight.kernel.flow import Flow, at_once
from tablelight.kernel.grid import Body, Spot, has_room, read_spot
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import GM, Answer, Choice, Field, Offer, Refused, Seat
from tablelight.kernel.system import Action
from tablelight.systems.forgelight import events as e
from tablelight.systems.forgelight.content.packs import parts_of
from tablelight.systems.forgelight.flows import death, ground, harm, statuses, turns
from tablelight.systems.forgelight.flows.common import (
    ForgeGame,
    being,
    gain_stamina,
    lib,
    number_field,
    pick,
    refuse,
    text_field,
    who_field,
    yes_no,
)
from tablelight.systems.forgelight.state import ForgeState, Ground, Light, Scene

GROUP = "The world"
LIGHTS = (("normal", "normal light"), ("dim", "dim light"), ("darkness", "darkness"))
UNITS = {"minutes": 60, "hours": 3600, "days": 86400}


# ------------------------------------------------------------------ scenes, light, map


def _offer_scene(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM:
        return None
    scene = game.state.scene
    ground_ = scene.ground
    fields = (
        text_field("title", "Title", 80, default=scene.title),
        text_field("text", "What is read out", 2000, default=scene.text),
        pick("light", "Light", LIGHTS, scene.light),
        number_field("width", "Map: tiles across (0: no map)", 0, 60, ground_.width if ground_ else 0),
        number_field("height", "Map: tiles down", 0, 60, ground_.height if ground_ else 0),
    )
    return Offer("scene", "Set the scene", fields, "forgelight/light-levels", group=GROUP)


def _begin_scene(game: ForgeGame, answer: Answer) -> Flow[None]:
    width, height = answer.number("width"), answer.number("height")
    old = game.state.scene.ground
    same = old and (old.width, old.height) == (width, height)
    new = old if same else Ground(width, height) if width and height else None
    light = cast("Light", answer.text("light"))
    scene = Scene(answer.text("title"), answer.text("text"), light, new)
    game.record(e.SceneSet(scene=scene, rule="forgelight/light-levels"))
    for key, one in list(game.state.beings.items()):
        if one.at is not None and not same:
            game.record(e.Placed(who=key, at=None))
    yield from turns.settled(game)


def _offer_paint(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.scene.ground is None:
        return None
    kinds = (
        ("plain", "plain ground"),
        ("walls", "a wall"),
        ("slow", "to climb or swim"),
        ("lit", "lit"),
        ("dim", "dim light"),
        ("dark", "darkness"),
    )
    fields = (
        pick("kind", "What it is", kinds),
        Field("from", "From", "cell", _cells(game)),
        Field("to", "To", "cell", _cells(game)),
    )
    return Offer("paint", "Change tiles of the map", fields, "forgelight/light-levels", group=GROUP)


def _cells(game: ForgeGame) -> tuple[Choice, ...]:
    here = game.state.scene.ground
    assert here
    return _all_cells(here.width, here.height)


@remembered(16)
def _all_cells(width: int, height: int) -> tuple[Choice, ...]:
    return ground.choices_of(tuple([Spot(x, y) for y in range(height) for x in range(width)]))


@at_once
def _begin_paint(game: ForgeGame, answer: Answer) -> None:
    here = game.state.scene.ground
    assert here
    start, stop = read_spot(answer.text("from")), read_spot(answer.text("to"))
    xs = range(min(start.x, stop.x), max(start.x, stop.x) + 1)
    area = frozenset(Spot(x, y) for x in xs for y in range(min(start.y, stop.y), max(start.y, stop.y) + 1))
    scene = replace(game.state.scene, ground=painted(here, area, answer.text("kind")))
    game.record(e.SceneSet(scene=scene, rule="forgelight/light-levels"))


def painted(here: Ground, area: Iterable[Spot], kind: str) -> Ground:
    """The map with some tiles changed; each tile has one light level (forgelight/light-levels)."""
    spots = frozenset(area)

    def changed(old: tuple[Spot, ...], name: str, clears: tuple[str, ...]) -> tuple[Spot, ...]:
        kept = frozenset(old) - spots if kind in clears else frozenset(old)
        return tuple(sorted(kept | spots if kind == name else kept))

    return replace(
        here,
        walls=changed(here.walls, "walls", ("plain", "slow")),
        slow=changed(here.slow, "slow", ("plain", "walls")),
        dim=changed(here.dim, "dim", ("lit", "dark")),
        dark=changed(here.dark, "dark", ("lit", "dim")),
    )


def _offer_place(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.scene.ground is None or not game.state.beings:
        return None
    fields = (who_field(game, game.state.beings), Field("cell", "Where", "cell", _cells(game)))
    return Offer("put", "Put somebody on the map", fields, "forgelight/speed-grid", group=GROUP)


def _check_place(game: ForgeGame, answer: Answer) -> Refused | None:
    who, at = answer.text("who"), read_spot(answer.text("cell"))
    here = ground.board(game.state)
    assert here
    if has_room(here, Body(at, being(game, who).size), ground.others_on_map(game.state, who)):
        return None
    return refuse("speed-grid", "no-room", "There is no room.")


@at_once
def _begin_place(game: ForgeGame, answer: Answer) -> None:
    at = read_spot(answer.text("cell"))
    game.record(e.Placed(who=answer.text("who"), at=at, rule="forgelight/speed-grid"))


# ------------------------------------------------------------------ the clock


def _offer_time(game: ForgeGame, seat: Seat) -> Offer | None:
    if seat != GM or game.state.fight:
        return None
    fields = (
        number_field("amount", "How much", 1, 1000, 1),
        pick("unit", "Of what", ((unit, unit) for unit in UNITS), "minutes"),
    )
    return Offer("time", "Time passes", fields, "forgelight/unconscious-hour-death", group=GROUP)


def _begin_time(game: ForgeGame, answer: Answer) -> Flow[None]:
    death.pass_time(game, answer.number("amount") * UNITS[answer.text("unit")])
    yield from turns.settled(game)


# ------------------------------------------------------------------ statuses and pools, by the GM's word


def _offer_status(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if one.present]
    if seat != GM or not people:
        return None
    kinds = [(key, kind.name) for key, kind in lib(game).statuses.items()]
    fields = (
        who_field(game, people),
        pick("status", "Status effect", kinds),
        number_field("lasts", "For how long (0: as it says)", 0, 99, 0),
        yes_no("ends", "It ends instead"),
    )
    return Offer("status", "Give a status effect", fields, "forgelight/status-effect-model", group=GROUP)


def _begin_status(game: ForgeGame, answer: Answer) -> Flow[None]:
    who, status = answer.text("who"), answer.text("status")
    if answer.text("ends") == "yes":
        statuses.end(game, who, status)
    else:
        statuses.give(game, who, status, answer.number("lasts"))
    yield from turns.settled(game)


def _offer_damage(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if not one.dead]
    if seat != GM or not people:
        return None
    fields = (who_field(game, people), text_field("amount", "How much, such as 7 fire + 1d4 ice", 60, least=1))
    return Offer("damage", "Somebody takes damage", fields, "forgelight/damage-order", group=GROUP)


def _check_damage(game: ForgeGame, answer: Answer) -> Refused | None:
    try:
        parts_of(answer.text("amount"))
    except ValueError as error:
        return refuse("damage-types", "bad-damage", str(error))
    return None


def _begin_damage(game: ForgeGame, answer: Answer) -> Flow[None]:
    """One event with one or several parts, without an Attack Roll (forgelight/damage-same-type-total)."""
    who = answer.text("who")
    parts = yield from harm.roll_damage(game, who, parts_of(answer.text("amount")), False)
    harm.hurt(game, who, parts)
    yield from turns.settled(game)


def _offer_heal(game: ForgeGame, seat: Seat) -> Offer | None:
    people = [key for key, one in game.state.beings.items() if not one.dead]
    if seat != GM or not people:
        return None
    fields = (
        who_field(game, people),
        number_field("health", "Health back", 0, 999, 0),
        number_field("stamina", "Stamina back", 0, 99, 0),
    )
    return Offer("heal", "Somebody recovers", fields, "forgelight/health-sources-of-recovery", group=GROUP)


def _begin_heal(game: ForgeGame, answer: Answer) -> Flow[None]:
    who = answer.text("who")
    if answer.number("health"):
        yield from death.heal(game, who, answer.number("health"), "forgelight/health-sources-of-recovery")
    if answer.number("stamina"):
        gain_stamina(game, who, answer.number("stamina"), "forgelight/stamina-recovery")
    yield from turns.settled(game)


ACTIONS: tuple[Action[ForgeState], ...] = (
    Action("scene", _offer_scene, _begin_scene),
    Action("paint", _offer_paint, _begin_paint),
    Action("put", _offer_place, _begin_place, _check_place),
    Action("time", _offer_time, _begin_time),
    Action("status", _offer_status, _begin_status),
    Action("damage", _offer_damage, _begin_damage, _check_damage),
    Action("heal", _offer_heal, _begin_heal),
)
