"""A map of square cells: who stands where, how far, what can be reached, which way is straight away.

An optional part for systems that play on a map. All values are frozen and all functions pure. A diagonal step is as
long as a straight one, so distances are those of a chess king; `unit` in the view says what one cell is.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterator

from msgspec import Struct


class Spot(Struct, frozen=True, order=True):
    """One cell, counted from 0: `x` to the right, `y` downwards."""

    x: int
    y: int

    @property
    def key(self) -> str:
        """The cell as an offer's field of the kind `cell` names it."""
        return f"{self.x},{self.y}"

    @property
    def name(self) -> str:
        """The cell as maps name it: its column in letters, its row from 1, such as `G5`."""
        letters, left = "", self.x + 1
        while left > 0:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.y + 1}"

    def stepped(self, way: Way, steps: int = 1) -> Spot:
        """The cell so many steps further that way."""
        return Spot(self.x + way.x * steps, self.y + way.y * steps)


class Way(Struct, frozen=True, order=True):
    """One of the eight directions: each part is -1, 0 or 1."""

    x: int
    y: int


WAYS: tuple[Way, ...] = tuple(Way(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
"""The eight directions, row by row."""


class Body(Struct, frozen=True):
    """Somebody or something on the map: its left and top cell, and how many cells it is wide and high."""

    at: Spot
    size: int = 1

    def moved(self, at: Spot) -> Body:
        """The same body at another place."""
        return Body(at, self.size)


class Board(Struct, frozen=True):
    """The ground: its size, cells nobody can enter, and cells that cost more to enter."""

    width: int
    height: int
    blocked: frozenset[Spot] = frozenset()
    rough: frozenset[Spot] = frozenset()


def read_spot(key: str) -> Spot:
    """The cell that a key such as `6,4` or a name such as `G5` says; a ValueError for anything else."""
    named = re.fullmatch(r"([A-Za-z]{1,2})([1-9]\d{0,2})", key)
    if named:
        return Spot(_column(named[1].upper()), int(named[2]) - 1)
    x, comma, y = key.partition(",")
    if not comma:
        raise ValueError(f"{key!r} is no cell; write x,y or a name such as G5")
    return Spot(int(x), int(y))


def _column(letters: str) -> int:
    """Which column letters name, from 0."""
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - ord("A") + 1
    return found - 1


# ------------------------------------------------------------------ cells and distance


def cells(body: Body) -> Iterator[Spot]:
    """All cells that a body covers, row by row."""
    for y in range(body.at.y, body.at.y + body.size):
        for x in range(body.at.x, body.at.x + body.size):
            yield Spot(x, y)


def distance(one: Body, other: Body) -> int:
    """Steps between the nearest cells of two bodies: 1 side by side, 0 where they overlap."""
    return max(_apart(one.at.x, one.size, other.at.x, other.size), _apart(one.at.y, one.size, other.at.y, other.size))


def _apart(one: int, size: int, other: int, other_size: int) -> int:
    return max(other - (one + size - 1), one - (other + other_size - 1), 0)


def adjacent(one: Body, other: Body) -> bool:
    """Whether two bodies stand side by side, corners included."""
    return distance(one, other) == 1


def within(body: Body, steps: int, board: Board) -> Iterator[Spot]:
    """All cells of the board at most so many steps from a body, its own included, walls or not."""
    for y in range(max(body.at.y - steps, 0), min(body.at.y + body.size + steps, board.height)):
        for x in range(max(body.at.x - steps, 0), min(body.at.x + body.size + steps, board.width)):
            yield Spot(x, y)


# ------------------------------------------------------------------ room and movement


def has_room(board: Board, body: Body, others: Collection[Body] = ()) -> bool:
    """Whether a body lies on the board, off blocked cells and off everybody else."""
    inside = (
        body.at.x >= 0
        and body.at.y >= 0
        and body.at.x + body.size <= board.width
        and body.at.y + body.size <= board.height
    )
    if not inside or any(cell in board.blocked for cell in cells(body)):
        return False
    return all(distance(body, other) > 0 for other in others)


def reachable(
    board: Board, body: Body, budget: int, others: Collection[Body] = (), *, rough_cost: int = 2
) -> dict[Spot, int]:
    """Where a body can go for at most `budget`, each place with the cheapest cost, its own place at 0.

    A step costs 1, or `rough_cost` where any cell it enters is rough. Nobody moves through walls or other bodies.
    """
    costs = {body.at: 0}
    queue = [(0, body.at)]
    while queue:
        cost, at = heapq.heappop(queue)
        if cost > costs[at]:
            continue
        for way in WAYS:
            to = body.moved(at.stepped(way))
            further = cost + _step_cost(board, to, rough_cost)
            if further <= budget and further < costs.get(to.at, budget + 1) and has_room(board, to, others):
                costs[to.at] = further
                heapq.heappush(queue, (further, to.at))
    return costs


def _step_cost(board: Board, to: Body, rough_cost: int) -> int:
    return rough_cost if board.rough and any(cell in board.rough for cell in cells(to)) else 1


# ------------------------------------------------------------------ directions


def away(source: Body, target: Body) -> Way:
    """The direction straight away from the source, as seen by the target: the nearest of the eight.

    Bodies with the same middle have none; then it is downwards.
    """
    x, y = _from_middle(source, target)
    if not x and not y:
        return Way(0, 1)
    return Way(_lean(x, y), _lean(y, x))


def _from_middle(source: Body, target: Body) -> tuple[int, int]:
    """From middle to middle, in half cells."""
    x = 2 * target.at.x + target.size - 2 * source.at.x - source.size
    y = 2 * target.at.y + target.size - 2 * source.at.y - source.size
    return x, y


def _lean(part: int, other: int) -> int:
    """The sign of one part of a direction, or 0 where the other outweighs it (more than about 67 degrees)."""
    return 0 if abs(part) * 12 < abs(other) * 5 else (part > 0) - (part < 0)


def shifted(board: Board, body: Body, way: Way, steps: int, others: Collection[Body] = ()) -> Body:
    """A body after being moved that way until the steps are used up or something is in the way."""
    for _ in range(steps):
        to = body.moved(body.at.stepped(way))
        if not has_room(board, to, others):
            break
        body = to
    return body


def opposite(one: Body, other: Body, target: Body) -> bool:
    """Whether two bodies next to the target stand on opposite sides or corners of it (flanking)."""
    if not (adjacent(one, target) and adjacent(other, target)):
        return False
    (x1, y1), (x2, y2) = _side(one, target), _side(other, target)
    return (x1, y1) == (-x2, -y2) and (x1, y1) != (0, 0)


def _side(body: Body, target: Body) -> tuple[int, int]:
    def side(at: int, size: int, target_at: int, target_size: int) -> int:
        return -1 if at + size <= target_at else 1 if at >= target_at + target_size else 0

    return (
        side(body.at.x, body.size, target.at.x, target.size),
        side(body.at.y, body.size, target.at.y, target.size),
    )


# ------------------------------------------------------------------ lines


def line(start: Spot, end: Spot) -> tuple[Spot, ...]:
    """The cells on the straight line between two cells, both included; the same ones in both directions."""
    if end < start:
        return tuple(reversed(line(end, start)))
    steps = max(abs(end.x - start.x), abs(end.y - start.y))
    return tuple(
        Spot(_between(start.x, end.x, at, steps), _between(start.y, end.y, at, steps)) for at in range(steps + 1)
    )


def _between(start: int, end: int, at: int, steps: int) -> int:
    return start + (2 * (end - start) * at + steps) // (2 * steps) if steps else start


def clear(board: Board, one: Body, other: Body) -> bool:
    """Whether some line from a cell of one body to a cell of the other crosses no blocked cell."""
    return any(
        not any(cell in board.blocked for cell in line(start, end)) for start in cells(one) for end in cells(other)
    )
