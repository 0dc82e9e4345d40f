"""Ways over the map: all tiles at once come to the same prices as tile after tile, and the way costs what it says."""

from __future__ import annotations

import heapq
import random
from itertools import pairwise

import pytest

from tablelight.kernel.grid import WAYS, Board, Body, Spot, cells, has_room, reachable
from tablelight.systems.forgelight import mechanics as m
from tablelight.systems.forgelight.flows import reach

SEEDS = range(60)


def some_map(chance: random.Random) -> tuple[Board, Body, list[Body]]:
    """A map with walls, slow tiles and others in the way, and a mover that has room."""
    width, height = chance.randint(1, 12), chance.randint(1, 10)
    spots = [Spot(x, y) for x in range(width) for y in range(height)]
    board = Board(
        width,
        height,
        frozenset(chance.sample(spots, len(spots) // chance.randint(3, 9))),
        frozenset(chance.sample(spots, len(spots) // chance.randint(2, 9))),
    )
    others = [Body(chance.choice(spots), chance.randint(1, 2)) for _ in range(chance.randint(0, 4))]
    movers = [Body(spot, size) for spot in spots for size in (1, 2) if has_room(board, Body(spot, size), others)]
    return board, chance.choice(movers) if movers else Body(Spot(0, 0)), others


def reach_of(board: Board, mover: Body, others: list[Body], budget: int, diagonals: int, pricing: str) -> reach.Reach:
    return reach.Reach(reach.field(board, mover.size, others), mover.at, budget, diagonals, pricing)


def prices_tile_by_tile(
    board: Board, mover: Body, others: list[Body], budget: int, diagonals: int, pricing: str
) -> dict[Spot, int]:
    """The cheapest price of each tile, one tile after the other."""
    best = {(mover.at, diagonals % 2): 0}
    queue = [(0, mover.at, diagonals % 2)]
    while queue:
        price, at, odd = heapq.heappop(queue)
        if price > best[at, odd]:
            continue
        for way in WAYS:
            to, slant = at.stepped(way), bool(way.x and way.y)
            if not has_room(board, Body(to, mover.size), others):
                continue
            slow = any(cell in board.rough for cell in cells(Body(to, mover.size)))
            dearer, key = price + m.tile_cost(slow, slant, odd, pricing), (to, odd ^ slant)
            if dearer <= budget and dearer < best.get(key, budget + 1):
                best[key] = dearer
                heapq.heappush(queue, (dearer, *key))
    return {at: min(best.get((at, odd), budget + 1) for odd in (0, 1)) for at, _ in best if at != mover.at}


@pytest.mark.rule("forgelight/speed-grid")
@pytest.mark.parametrize("pricing", ["flat", "alternating"])
def test_all_tiles_at_once_cost_what_they_cost_tile_by_tile(pricing: str) -> None:
    for seed in SEEDS:
        chance = random.Random(seed)
        board, mover, others = some_map(chance)
        budget, diagonals = chance.randrange(0, 60, 5), chance.randint(0, 3)
        found = reach_of(board, mover, others, budget, diagonals, pricing)
        told = list(found.prices())
        assert [price for price, _ in told] == sorted(price for price, _ in told)
        prices = {spot: price for price, spot in told}
        assert prices == prices_tile_by_tile(board, mover, others, budget, diagonals, pricing), seed
        for spot, price in prices.items():
            assert paid(board, mover, found.way(spot), diagonals, pricing) == price, (seed, spot)


def paid(board: Board, mover: Body, way: tuple[Spot, ...], diagonals: int, pricing: str) -> int:
    """What a way costs step by step; each step goes to a tile beside the one before."""
    feet = 0
    for here, to in pairwise((mover.at, *way)):
        assert max(abs(here.x - to.x), abs(here.y - to.y)) == 1
        slant = here.x != to.x and here.y != to.y
        slow = any(cell in board.rough for cell in cells(Body(to, mover.size)))
        feet += m.tile_cost(slow, slant, diagonals, pricing)
        diagonals += slant
    return feet


def test_where_nobody_counts_feet_every_tile_with_a_way_to_it_is_reached() -> None:
    for seed in SEEDS:
        board, mover, others = some_map(random.Random(seed))
        found = reach.anywhere(reach.field(board, mover.size, others), mover.at)
        assert set(found) == set(reachable(board, mover, 10_000, others)) - {mover.at}, seed


def test_all_who_can_reach_the_same_tiles_share_them() -> None:
    board = Board(6, 6)
    one, other = Body(Spot(0, 0)), Body(Spot(5, 5))
    reached = [reach.anywhere(reach.field(board, 1, [body]), mine.at) for mine, body in ((one, other), (other, one))]
    assert reached[0] is reached[1]


def test_a_way_is_straight_where_it_can_be() -> None:
    found = reach_of(Board(7, 7), Body(Spot(3, 3)), [], 30, 0, "flat")
    assert found.way(Spot(6, 3)) == (Spot(4, 3), Spot(5, 3), Spot(6, 3))
    with pytest.raises(KeyError):
        reach_of(Board(7, 7), Body(Spot(3, 3)), [], 5, 0, "flat").way(Spot(6, 3))
