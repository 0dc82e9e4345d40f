"""Where somebody can go and by which way, for all tiles of the map at once.

A set of tiles is one number with a bit for each tile, so that a step in one direction is a shift of the whole number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tablelight.kernel.grid import WAYS, Board, Body, Spot, cells
from tablelight.kernel.memo import remembered
from tablelight.systems.forgelight import mechanics as m

STRAIGHT_FIRST = sorted(WAYS, key=lambda way: bool(way.x and way.y))


class Field(Struct, frozen=True, gc=False):
    """The map for one mover: from bit to bit of a row is one tile, each row has a bit more than tiles.

    A bit stands for the mover's left and top tile. `free`: where it has room; `slow`: where that is dear.
    """

    board: Board
    row: int
    free: int
    slow: int

    def bit(self, spot: Spot) -> int:
        """The number that holds one tile."""
        return 1 << spot.y * self.row + spot.x

    def holds(self, tiles: int, spot: Spot) -> bool:
        """Whether a tile is among these; beyond the edge there are none."""
        return spot.x >= 0 and spot.y >= 0 and bool(tiles & self.bit(spot))

    def straight(self, tiles: int) -> int:
        """The free tiles beside some tiles."""
        return (tiles << 1 | tiles >> 1 | tiles << self.row | tiles >> self.row) & self.free

    def slanting(self, tiles: int) -> int:
        """The free tiles at the corners of some tiles."""
        beside = tiles << 1 | tiles >> 1
        return (beside << self.row | beside >> self.row) & self.free


def field(board: Board, size: int, others: Iterable[Body]) -> Field:
    """The map for a mover of this size, with everybody else in its way."""
    plain, rough, row = _ground(board)
    for other in others:
        for cell in cells(other):
            plain &= ~(1 << cell.y * row + cell.x)
    free, slow = plain, rough
    for x in range(size):
        for y in range(size):
            free &= plain >> y * row + x
            slow |= rough >> y * row + x
    return Field(board, row, free, slow)


@remembered(64)
def _ground(board: Board) -> tuple[int, int, int]:
    """The tiles without a wall, the slow ones, and the length of a row."""
    row = board.width + 1
    rows = sum(((1 << board.width) - 1) << y * row for y in range(board.height))
    blocked = sum(1 << spot.y * row + spot.x for spot in board.blocked)
    return rows & ~blocked, sum(1 << spot.y * row + spot.x for spot in board.rough), row


def anywhere(on: Field, start: Spot) -> tuple[Spot, ...]:
    """Every tile that can be reached from one, itself left out; all who can reach the same get the very same tiles."""
    reached = on.bit(start)
    while True:
        more = reached | on.straight(reached) | on.slanting(reached)
        if more == reached:
            return _spots(on.board, reached & ~on.bit(start))
        reached = more


@remembered(64)
def _spots(board: Board, tiles: int) -> tuple[Spot, ...]:
    return tuple(_each(board.width + 1, tiles))


def _each(row: int, tiles: int) -> Iterator[Spot]:
    while tiles:
        at = (tiles & -tiles).bit_length() - 1
        tiles &= tiles - 1
        yield Spot(at % row, at // row)


class Reach:
    """Every tile that can be reached for so many feet, with its cheapest price (forgelight/speed-grid).

    `diagonals`: the slanting steps taken before; with grid-diagonals = alternating every second one is dear.
    """

    def __init__(self, on: Field, start: Spot, budget: int, diagonals: int, pricing: str) -> None:
        self._on, self._pricing = on, pricing
        self._start, self._first = start, diagonals % 2 if pricing == "alternating" else 0
        self._levels: dict[int, list[int]] = {}  # what is reached first for a price, by whether a slant is dear next
        self._search(budget)

    def _search(self, budget: int) -> None:
        ahead = {0: [0, 0]}
        ahead[0][self._first] = self._on.bit(self._start)
        done = [0, 0]
        for price in range(0, budget + 1, m.TILE):
            if not ahead:
                return
            new = [tiles & ~done[odd] for odd, tiles in enumerate(ahead.pop(price, (0, 0)))]
            if any(new):
                self._levels[price] = new
                done = [done[odd] | new[odd] for odd in (0, 1)]
                self._step(price, new, ahead)

    def _step(self, price: int, new: list[int], ahead: dict[int, list[int]]) -> None:
        """Put all that is one step further among what is still to come."""
        on = self._on
        for odd, tiles in enumerate(new):
            for diagonal, to in ((False, on.straight(tiles)), (True, on.slanting(tiles))):
                for slow, entered in ((False, to & ~on.slow), (True, to & on.slow)):
                    if entered:
                        then, dearer = self._after(odd, diagonal), price + self._price(slow, diagonal, odd)
                        ahead.setdefault(dearer, [0, 0])[then] |= entered

    def _after(self, odd: int, diagonal: bool) -> int:
        return odd ^ diagonal if self._pricing == "alternating" else 0

    def _price(self, slow: bool, diagonal: bool, odd: int) -> int:
        return m.tile_cost(slow, diagonal, odd, self._pricing)

    def prices(self) -> Iterator[tuple[int, Spot]]:
        """Each tile but one's own with its price in feet, from the cheapest on."""
        told = self._on.bit(self._start)
        for price, (even, odd) in self._levels.items():
            yield from ((price, spot) for spot in _each(self._on.row, (even | odd) & ~told))
            told |= even | odd

    def way(self, to: Spot) -> tuple[Spot, ...]:
        """The tiles of a cheapest way without the first, straight where it can be; a KeyError where there is none."""
        bit = self._on.bit(to)
        found = ((price, odd) for price, level in self._levels.items() for odd in (0, 1) if level[odd] & bit)
        here = next(found, None)
        if here is None:
            raise KeyError(to)
        back, at = [to], to
        while at != self._start:
            at, here = self._before(at, *here)
            back.append(at)
        return tuple(reversed(back[:-1]))

    def _before(self, at: Spot, price: int, odd: int) -> tuple[Spot, tuple[int, int]]:
        """The tile from which one came for this price."""
        slow = bool(self._on.slow & self._on.bit(at))
        for way in STRAIGHT_FIRST:
            diagonal = bool(way.x and way.y)
            spot = at.stepped(way, -1)
            for was in (0, 1):
                less = price - self._price(slow, diagonal, was)
                there = self._levels.get(less, (0, 0))[was]
                if self._after(was, diagonal) == odd and self._on.holds(there, spot):
                    return spot, (less, was)
        raise KeyError(at)
