"""The map of squares: distances, moves, pushes, flanking, lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.kernel.grid import (
    WAYS,
    Board,
    Body,
    Spot,
    Way,
    adjacent,
    away,
    cells,
    clear,
    distance,
    has_room,
    line,
    opposite,
    reachable,
    read_spot,
    shifted,
    within,
)

ROOM = Board(5, 4)
bodies = st.builds(Body, st.builds(Spot, st.integers(0, 12), st.integers(0, 12)), st.integers(min_value=1, max_value=3))
spots = st.builds(Spot, st.integers(-9, 9), st.integers(-9, 9))


def body(x: int, y: int, size: int = 1) -> Body:
    return Body(Spot(x, y), size)


def test_a_cell_is_named_by_its_key() -> None:
    assert read_spot("3,14") == Spot(3, 14)
    assert Spot(3, 14).key == "3,14"


@pytest.mark.parametrize(("name", "spot"), [("A1", Spot(0, 0)), ("G5", Spot(6, 4)), ("AB12", Spot(27, 11))])
def test_a_cell_has_the_name_that_maps_give_it(name: str, spot: Spot) -> None:
    assert spot.name == name
    assert read_spot(name) == read_spot(name.lower()) == spot


@pytest.mark.parametrize("key", ["", "3", "a,b", "1;2", "G0", "ABC1", "G"])
def test_what_is_no_cell_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_spot(key)


def test_a_large_body_covers_several_cells() -> None:
    assert list(cells(body(1, 1, 2))) == [Spot(1, 1), Spot(2, 1), Spot(1, 2), Spot(2, 2)]


def test_a_diagonal_step_is_as_long_as_a_straight_one() -> None:
    assert distance(body(0, 0), body(3, 2)) == 3
    assert adjacent(body(0, 0), body(1, 1))
    assert not adjacent(body(0, 0), body(2, 0))


def test_distance_counts_from_the_nearest_cells_of_large_bodies() -> None:
    assert distance(body(0, 0, 2), body(2, 0)) == 1
    assert distance(body(0, 0, 2), body(1, 1)) == 0


@given(bodies, bodies)
def test_distance_is_the_same_in_both_directions(one: Body, other: Body) -> None:
    assert distance(one, other) == distance(other, one)
    assert distance(one, other) == min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in cells(one) for b in cells(other))


def test_there_is_room_off_walls_and_off_others_and_on_the_board() -> None:
    walls = Board(5, 4, blocked=frozenset({Spot(1, 1)}))
    assert has_room(walls, body(0, 0))
    assert not has_room(walls, body(0, 0, 2))
    assert not has_room(ROOM, body(4, 3, 2))
    assert not has_room(ROOM, body(-1, 0))
    assert not has_room(ROOM, body(2, 2), [body(2, 2)])


def test_reachable_places_come_with_their_cheapest_cost() -> None:
    costs = reachable(ROOM, body(0, 0), 2)
    assert costs[Spot(0, 0)] == 0
    assert costs[Spot(1, 1)] == 1
    assert costs[Spot(2, 2)] == 2
    assert len(costs) == 9


def test_walls_and_people_are_walked_around() -> None:
    wall = Board(5, 3, blocked=frozenset({Spot(1, 0), Spot(1, 1)}))
    assert reachable(wall, body(0, 0), 4)[Spot(2, 0)] == 4
    assert Spot(2, 0) not in reachable(wall, body(0, 0), 4, [body(1, 2)])


def test_rough_ground_costs_more() -> None:
    corridor = Board(4, 1, rough=frozenset({Spot(1, 0)}))
    assert reachable(corridor, body(0, 0), 4) == {Spot(0, 0): 0, Spot(1, 0): 2, Spot(2, 0): 3, Spot(3, 0): 4}
    assert reachable(corridor, body(0, 0), 2, rough_cost=1)[Spot(2, 0)] == 2


@given(bodies, st.integers(0, 4))
def test_a_body_in_the_open_reaches_all_within_its_steps(one: Body, steps: int) -> None:
    board = Board(40, 40)
    costs = reachable(board, one, steps)
    assert all(distance(one, one.moved(spot)) <= cost for spot, cost in costs.items())
    assert all(cost == max(abs(s.x - one.at.x), abs(s.y - one.at.y)) for s, cost in costs.items())


def test_cells_within_some_steps_of_a_body() -> None:
    assert set(within(body(0, 0), 1, ROOM)) == {Spot(0, 0), Spot(1, 0), Spot(0, 1), Spot(1, 1)}
    assert len(list(within(body(1, 1, 2), 1, ROOM))) == 16


@pytest.mark.parametrize(
    ("x", "y", "way"),
    [(3, 0, Way(1, 0)), (0, -2, Way(0, -1)), (2, 2, Way(1, 1)), (-3, 1, Way(-1, 0)), (-3, 2, Way(-1, 1))],
)
def test_away_is_the_nearest_of_the_eight_directions(x: int, y: int, way: Way) -> None:
    assert away(body(5, 5), body(5 + x, 5 + y)) == way


@given(bodies, bodies)
def test_away_turns_round_with_the_two_bodies(one: Body, other: Body) -> None:
    there, back = away(one, other), away(other, one)
    assert there in WAYS
    if distance(one, other):
        assert (back.x, back.y) == (-there.x, -there.y)


def test_a_push_ends_at_the_first_thing_in_the_way() -> None:
    assert shifted(ROOM, body(1, 1), Way(1, 0), 2).at == Spot(3, 1)
    assert shifted(ROOM, body(1, 1), Way(1, 0), 9).at == Spot(4, 1)
    assert shifted(ROOM, body(1, 1), Way(1, 0), 2, [body(3, 1)]).at == Spot(2, 1)


def test_opposite_sides_and_corners_flank() -> None:
    target = body(2, 2)
    assert opposite(body(1, 2), body(3, 2), target)
    assert opposite(body(1, 1), body(3, 3), target)
    assert not opposite(body(1, 2), body(3, 3), target)
    assert not opposite(body(0, 2), body(3, 2), target)
    assert opposite(body(1, 3), body(4, 2), body(2, 2, 2))


def test_a_line_goes_through_the_cells_between() -> None:
    assert line(Spot(0, 0), Spot(3, 0)) == (Spot(0, 0), Spot(1, 0), Spot(2, 0), Spot(3, 0))
    assert line(Spot(0, 0), Spot(2, 2)) == (Spot(0, 0), Spot(1, 1), Spot(2, 2))
    assert line(Spot(1, 1), Spot(1, 1)) == (Spot(1, 1),)


@given(spots, spots)
def test_a_line_is_the_same_in_both_directions_and_has_no_gaps(start: Spot, end: Spot) -> None:
    there = line(start, end)
    assert there == tuple(reversed(line(end, start)))
    assert (there[0], there[-1]) == (start, end)
    assert all(adjacent(Body(a), Body(b)) for a, b in pairwise(there))


def test_a_wall_between_hides() -> None:
    wall = Board(5, 4, blocked=frozenset({Spot(2, 0), Spot(2, 1), Spot(2, 2)}))
    assert not clear(wall, body(0, 0), body(4, 0))
    assert clear(wall, body(0, 3), body(4, 3))
    assert clear(wall, body(0, 2, 2), body(4, 3))
