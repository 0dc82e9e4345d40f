"""The map as movement and areas see it: ways with their price in feet, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator

from tablelight.kernel.grid import Board, Body, Spot, cells, line, within
from tablelight.kernel.memo import remembered
from tablelight.kernel.offers import Choice
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Area
from tablelight.systems.forgelight.flows.common import body
from tablelight.systems.forgelight.state import Being, ForgeState, Ground


def board(state: ForgeState) -> Board | None:
    """The scene's map for the kernel's grid."""
    return _board(state.scene.ground) if state.scene.ground else None


@remembered(64)
def _board(ground: Ground) -> Board:
    return Board(ground.width, ground.height, frozenset(ground.walls), frozenset(ground.slow))


def others_on_map(state: ForgeState, who: str) -> list[Body]:
    """Whoever stands in the way of a being at its height; its own mount or rider doesn't, nor the hidden."""
    mine = {who, state.beings[who].mounted, state.rider_of(who)}
    height = state.beings[who].height
    return [here for key, here in _on_map(state.beings, height) if key not in mine]


@remembered(64)
def _on_map(beings: dict[str, Being], height: int) -> tuple[tuple[str, Body], ...]:
    """Everyone who takes up room at a height, but for the hidden."""
    return tuple(
        (key, Body(one.at, one.size))
        for key, one in beings.items()
        if one.at is not None and one.present and not one.hidden and abs(one.height - height) < m.TILE
    )


# ------------------------------------------------------------------ areas


def covered_cells(state: ForgeState, who: str, area: Area, aim: Spot | None) -> frozenset[Spot]:
    """The cells of an area: a burst around the aim, around its user, or a line from the user towards the aim."""
    ground, here = board(state), body(state.beings[who])
    if ground is None or here is None:
        return frozenset()
    steps = area.feet // m.TILE
    if area.shape == "around":
        return frozenset(within(here, steps, ground))
    if aim is None:
        return frozenset()
    if area.shape == "burst":
        return frozenset(within(Body(aim), steps, ground))
    return frozenset(_ray(ground, here.at, aim, steps))


def _ray(ground: Board, start: Spot, aim: Spot, steps: int) -> Iterator[Spot]:
    """Cells from the user through the aim, up to a wall."""
    x, y = aim.x - start.x, aim.y - start.y
    length = max(abs(x), abs(y))
    if not length:
        return
    end = Spot(start.x + round(x * steps / length), start.y + round(y * steps / length))
    for cell in line(start, end)[1 : steps + 1]:
        if cell in ground.blocked or not (0 <= cell.x < ground.width and 0 <= cell.y < ground.height):
            return
        yield cell


def inside(state: ForgeState, who: str, area: Area, aim: Spot | None) -> list[str]:
    """Everyone in an area, its user too (forgelight/aoe-hits-everyone)."""
    covered = covered_cells(state, who, area, aim)
    found: list[str] = []
    for key, one in state.beings.items():
        here = body(one)
        if here and not (one.dead or one.out or one.fled) and any(cell in covered for cell in cells(here)):
            found.append(key)
    return [key for key in found if not (area.shape == "line" and key == who)]


def spared(state: ForgeState, who: str, area: Area, target: str) -> bool:
    """Whom the card itself leaves out."""
    same = state.beings[target].side == state.beings[who].side
    return {"": False, "self": target == who, "allies": same, "enemies": not same}[area.spares]


def in_range(state: ForgeState, who: str, feet: int) -> Iterator[Spot]:
    """Cells at most so far from a being."""
    ground, here = board(state), body(state.beings[who])
    if ground and here:
        yield from within(here, feet // m.TILE, ground)


# ------------------------------------------------------------------ cells to choose from


@remembered(64)
def choices_of(spots: tuple[Spot, ...]) -> tuple[Choice, ...]:
    """A choice for each cell."""
    return tuple([Choice(spot.key, spot.key) for spot in spots])


@remembered(64)
def choices_within(board: Board, at: Spot, size: int, feet: int) -> tuple[Choice, ...]:
    """A choice for each cell at most so far from whoever stands there."""
    return choices_of(tuple(within(Body(at, size), feet // m.TILE, board)))
