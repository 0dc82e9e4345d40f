"""The map as movement and areas see it: ways with their price in feet, and who stands where."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from tablelight.kernel.grid import WAYS, Board, Body, Spot, cells, line, within
from tablelight.kernel.memo import remembered
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Area
from tablelight.systems.forgelight.flows.common import ForgeGame, body
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


# ------------------------------------------------------------------ ways

_Place: TypeAlias = tuple[int, int, int]
"""A tile, and whether the next diagonal step there is the dear one (option grid-diagonals = alternating)."""


class Ways:
    """Every tile that a being can reach for so many feet, and the cheapest way to each (forgelight/speed-grid)."""

    def __init__(self, game: ForgeGame, who: str, budget: int, diagonals: int = 0) -> None:
        self._found: dict[_Place, tuple[int, _Place | None]] = {}
        start, ground = body(game.state.beings[who]), board(game.state)
        if start and ground:
            pricing = game.options["grid-diagonals"]
            tiles = _Tiles(ground, start, others_on_map(game.state, who))
            first = diagonals % 2 if pricing == "alternating" else 0
            self._search(tiles, (start.at.x, start.at.y, first), budget, pricing)
        self._best = self._cheapest()

    def _search(self, tiles: _Tiles, start: _Place, budget: int, pricing: str) -> None:
        found = self._found
        found[start] = 0, None
        prices = {(slow, diagonal, odd): m.tile_cost(slow, diagonal, odd, pricing) for slow, diagonal, odd in _KINDS}
        queue = [(0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > found[here][0]:
                continue
            x, y, odd = here
            for to_x, to_y, slow, diagonal in tiles.around(x, y):
                further = cost + prices[slow, diagonal, odd]
                to = (to_x, to_y, odd ^ diagonal if pricing == "alternating" else 0)
                if further <= budget and (to not in found or further < found[to][0]):
                    found[to] = further, here
                    heapq.heappush(queue, (further, to))

    def _cheapest(self) -> dict[Spot, _Place]:
        best: dict[Spot, _Place] = {}
        for place, (cost, _) in self._found.items():
            spot = Spot(place[0], place[1])
            if spot not in best or cost < self._found[best[spot]][0]:
                best[spot] = place
        return best

    @property
    def costs(self) -> dict[Spot, int]:
        """What each tile costs in feet; one's own costs nothing."""
        return {spot: self._found[place][0] for spot, place in self._best.items()}

    def to(self, spot: Spot) -> tuple[Spot, ...]:
        """The tiles of the way to one that can be reached, without the first; a KeyError for any other."""
        way: list[Spot] = []
        place: _Place | None = self._best[spot]
        while place is not None:
            way.append(Spot(place[0], place[1]))
            place = self._found[place][1]
        return tuple(reversed(way[:-1]))


_KINDS = tuple((slow, diagonal, odd) for slow in (False, True) for diagonal in (False, True) for odd in (0, 1))
_STEPS = tuple((way.x, way.y, bool(way.x and way.y)) for way in WAYS)


class _Tiles:
    """The map for one mover: which tiles have room for it, which are slow; each looked at once."""

    def __init__(self, ground: Board, mover: Body, others: Iterable[Body]) -> None:
        self.ground = ground
        self.size = mover.size
        self.taken = {(cell.x, cell.y) for other in others for cell in cells(other)}
        self.taken |= {(cell.x, cell.y) for cell in ground.blocked}
        self.rough = {(cell.x, cell.y) for cell in ground.rough}
        self._known: dict[tuple[int, int], tuple[bool, bool]] = {}

    def around(self, x: int, y: int) -> Iterator[tuple[int, int, bool, bool]]:
        """The tiles next to one with room for the mover: where, whether slow, whether the step is diagonal."""
        known = self._known
        for step_x, step_y, diagonal in _STEPS:
            to = (x + step_x, y + step_y)
            looked = known.get(to)
            if looked is None:
                looked = known[to] = self._look(*to)
            if looked[0]:
                yield *to, looked[1], diagonal

    def _look(self, x: int, y: int) -> tuple[bool, bool]:
        """Whether there is room at a tile, and whether it is slow."""
        size = self.size
        if not (0 <= x <= self.ground.width - size and 0 <= y <= self.ground.height - size):
            return False, False
        covered = {(x + across, y + down) for across in range(size) for down in range(size)}
        room = covered.isdisjoint(self.taken)
        return room, room and not covered.isdisjoint(self.rough)


# ------------------------------------------------------------------ ways that nobody counts


def anywhere(state: ForgeState, who: str) -> tuple[Spot, ...] | None:
    """Where somebody can go while nobody counts feet; None where that is not so simple.

    What is free falls into parts with no way from one to another. Whoever stands alone on one tile can reach the parts
    next to it; all who can reach the same ones get the very same tiles, so that they are worked out and shown once.
    """
    one, ground = state.beings[who], board(state)
    alone = one.size == 1 and not one.hidden and not one.mounted and not state.rider_of(who)
    if ground is None or one.at is None or not alone:
        return None
    parts = _parts(ground, _on_map(state.beings, one.height))
    around = {parts.get((one.at.x + x, one.at.y + y), 0) for x, y, _ in _STEPS}
    return _in_parts(parts, sum(around))


@remembered(16)
def _parts(ground: Board, bodies: tuple[tuple[str, Body], ...]) -> dict[tuple[int, int], int]:
    """The part to which each free tile belongs; parts are numbered 1, 2, 4, 8 and so on."""
    tiles = _Tiles(ground, Body(Spot(0, 0)), (there for _, there in bodies))
    parts: dict[tuple[int, int], int] = {}
    number = 1
    for y in range(ground.height):
        for x in range(ground.width):
            if (x, y) not in parts and (x, y) not in tiles.taken:
                _fill(tiles, (x, y), number, parts)
                number *= 2
    return parts


def _fill(tiles: _Tiles, start: tuple[int, int], number: int, parts: dict[tuple[int, int], int]) -> None:
    parts[start] = number
    open_ones = [start]
    while open_ones:
        for x, y, _, _ in tiles.around(*open_ones.pop()):
            if (x, y) not in parts:
                parts[x, y] = number
                open_ones.append((x, y))


@remembered(64)
def _in_parts(parts: dict[tuple[int, int], int], numbers: int) -> tuple[Spot, ...]:
    return tuple(sorted(Spot(x, y) for (x, y), number in parts.items() if number & numbers))


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
