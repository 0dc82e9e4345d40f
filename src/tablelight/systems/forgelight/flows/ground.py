"""The map as movement and areas see it: ways with their price in feet, and who stands where."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from msgspec import Struct

from tablelight.kernel.grid import WAYS, Board, Body, Spot, cells, line, within
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.content.model import Area
from tablelight.systems.forgelight.flows.common import ForgeGame, body
from tablelight.systems.forgelight.state import ForgeState


class Path(Struct, frozen=True):
    """A way over the map: what it costs in feet, its cells after the first, how many steps are diagonal."""

    cost: int
    cells: tuple[Spot, ...] = ()
    diagonals: int = 0


def board(state: ForgeState) -> Board | None:
    """The scene's map for the kernel's grid."""
    ground = state.scene.ground
    return Board(ground.width, ground.height, frozenset(ground.walls), frozenset(ground.slow)) if ground else None


def others_on_map(state: ForgeState, who: str) -> list[Body]:
    """Whoever stands in the way of a being at its height; its own mount or rider doesn't, nor the hidden."""
    mine = {who, state.beings[who].mounted, state.rider_of(who)}
    height = state.beings[who].height
    found: list[Body] = []
    for key, one in state.beings.items():
        here = body(one)
        if here and key not in mine and one.present and not one.hidden and abs(one.height - height) < m.TILE:
            found.append(here)
    return found


# ------------------------------------------------------------------ ways


class _Tiles:
    """The map for one mover: which tiles have room for it, which are slow; each looked at once."""

    def __init__(self, ground: Board, mover: Body, others: Iterable[Body]) -> None:
        self.ground = ground
        self.mover = mover
        self.taken = ground.blocked.union(*(cells(other) for other in others))
        self._known: dict[Spot, tuple[bool, bool]] = {}

    def look(self, at: Spot) -> tuple[bool, bool]:
        """Whether there is room at a tile, and whether it is slow."""
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._look(at)
        return known

    def _look(self, at: Spot) -> tuple[bool, bool]:
        size = self.mover.size
        if not (0 <= at.x <= self.ground.width - size and 0 <= at.y <= self.ground.height - size):
            return False, False
        covered = tuple(cells(Body(at, size)))
        room = not any(cell in self.taken for cell in covered)
        return room, room and any(cell in self.ground.rough for cell in covered)


def ways(game: ForgeGame, who: str, budget: int, diagonals: int = 0) -> dict[Spot, Path]:
    """Every cell that a being can reach for so many feet, with the cheapest way there (forgelight/speed-grid)."""
    start, ground = body(game.state.beings[who]), board(game.state)
    if start is None or ground is None:
        return {}
    pricing = game.options["grid-diagonals"]
    tiles = _Tiles(ground, start, others_on_map(game.state, who))
    first = diagonals % 2 if pricing == "alternating" else 0
    found: dict[tuple[Spot, int], Path] = {(start.at, first): Path(0)}
    queue = [(0, start.at, first)]
    while queue:
        cost, at, odd = heapq.heappop(queue)
        here = found[(at, odd)]
        if cost > here.cost:
            continue
        for to, price, diagonal in _steps(tiles, at, odd, pricing):
            further = cost + price
            key = (to, odd ^ diagonal if pricing == "alternating" else 0)
            if further <= budget and (key not in found or further < found[key].cost):
                found[key] = Path(further, (*here.cells, to), here.diagonals + diagonal)
                heapq.heappush(queue, (further, *key))
    return _cheapest(found)


def _steps(tiles: _Tiles, at: Spot, odd: int, pricing: str) -> Iterator[tuple[Spot, int, int]]:
    """The tiles next to one, what each costs, and whether the step is diagonal."""
    for way in WAYS:
        to = at.stepped(way)
        room, slow = tiles.look(to)
        if room:
            diagonal = int(bool(way.x and way.y))
            yield to, m.tile_cost(slow, bool(diagonal), odd, pricing), diagonal


def _cheapest(found: dict[tuple[Spot, int], Path]) -> dict[Spot, Path]:
    best: dict[Spot, Path] = {}
    for (spot, _), path in found.items():
        if spot not in best or path.cost < best[spot].cost:
            best[spot] = path
    return best


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
