"""Actlite's numbers, by example and by property."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.systems.actlite import mechanics as m
from tablelight.systems.actlite.mechanics import Health

faces = st.lists(st.integers(1, 6), min_size=2, max_size=6).map(tuple)
healths = st.builds(Health, st.integers(-3, 5), st.integers(0, 20))


@pytest.mark.rule("actlite/damage-order")
def test_damage_goes_to_standard_health_first_and_spills() -> None:
    assert m.take_damage(Health(3, 9), 4, down=False) == Health(3, 5)
    assert m.take_damage(Health(3, 2), 5, down=False) == Health(0, 0)
    assert m.take_damage(Health(3, 2), 5, down=False, stop=True) == Health(3, 0)


@pytest.mark.rule("actlite/crit-damage")
def test_crit_damage_and_damage_while_down_leave_standard_health_alone() -> None:
    assert m.take_damage(Health(3, 9), 2, down=False, crit=True) == Health(1, 9)
    assert m.take_damage(Health(-1, 5), 2, down=True) == Health(-3, 5)


@given(healths, st.integers(0, 40), st.booleans(), st.booleans())
def test_every_point_of_damage_goes_somewhere(health: Health, points: int, down: bool, crit: bool) -> None:
    left = m.take_damage(health, points, down=down, crit=crit)
    assert health.crit + health.standard - left.crit - left.standard == points
    assert 0 <= left.standard <= health.standard


@given(st.builds(Health, st.integers(1, 5), st.integers(0, 20)), st.integers(0, 40), st.booleans())
def test_a_stopped_hit_never_takes_a_conscious_character_below_zero(health: Health, points: int, crit: bool) -> None:
    left = m.take_damage(health, points, down=False, crit=crit, stop=True)
    assert left.crit >= 0
    assert crit or not (left.crit < health.crit and health.standard)


@pytest.mark.rule("actlite/death-by-damage")
@pytest.mark.parametrize(("crit", "most", "dead"), [(-3, 3, False), (-4, 3, True), (-1, 1, False), (-2, 1, True)])
def test_death_is_further_below_zero_than_the_total(crit: int, most: int, dead: bool) -> None:
    assert m.is_dead(crit, most) is dead


@pytest.mark.rule("actlite/fall-damage")
@pytest.mark.parametrize(("spaces", "dice"), [(0, 0), (5, 0), (6, 1), (35, 5), (36, 6), (150, 25), (400, 25)])
def test_a_fall_is_a_d4_for_every_six_spaces(spaces: int, dice: int) -> None:
    assert m.fall_dice(spaces) == dice


@pytest.mark.rule("actlite/status-exhaustion")
@pytest.mark.parametrize(
    ("stacks", "highest", "scores", "speed"), [(3, 0, 0, 3), (3, 2, 2, 1), (2, 2, 2, 0), (1, -1, 0, 1)]
)
def test_exhaustion_lowers_scores_until_none_is_positive_then_speed(
    stacks: int, highest: int, scores: int, speed: int
) -> None:
    assert m.weariness(stacks, highest) == m.Weariness(scores, speed)


@given(st.integers(0, 30), st.integers(-5, 9))
def test_every_stack_of_exhaustion_counts_once(stacks: int, highest: int) -> None:
    worn = m.weariness(stacks, highest)
    assert worn.scores + worn.speed == stacks
    assert worn.speed == 0 or highest - worn.scores <= 0


@pytest.mark.rule("actlite/advantage-stacks-cancels")
@pytest.mark.parametrize(("net", "dice"), [(0, 2), (2, 4), (-3, 5)])
def test_net_advantage_adds_dice(net: int, dice: int) -> None:
    assert m.dice_for(net) == (6,) * dice


@given(faces)
def test_pairs_are_all_that_differ(shown: tuple[int, ...]) -> None:
    found = m.pairs(shown)
    wanted = {tuple(sorted(pair)) for pair in combinations(shown, 2)}
    assert {tuple(sorted((shown[pair.first], shown[pair.second]))) for pair in found} == wanted
    assert len(found) == len(wanted)
    assert all(pair.total == shown[pair.first] + shown[pair.second] for pair in found)
    assert found[0].total == sum(sorted(shown)[-2:])


@given(faces)
def test_disadvantage_takes_the_two_lowest(shown: tuple[int, ...]) -> None:
    pair = m.lowest_pair(shown)
    assert pair.first != pair.second
    assert pair.total == sum(sorted(shown)[:2])


@pytest.mark.rule("actlite/trigger-on-6")
@pytest.mark.parametrize(
    ("when", "shown", "count"),
    [
        ("on 6", (6, 6), 2),
        ("on 6", (6, 6, 6), 2),
        ("on 6", (6, 1), 1),
        ("on 6", (5, 5), 0),
        ("at least one 6", (6, 6), 1),
        ("at least one 6", (5, 4), 0),
        ("on matching", (2, 2), 1),
        ("on matching", (6, 6), 1),
        ("on matching", (6, 5), 0),
        ("always", (1, 2), 1),
    ],
)
def test_how_often_an_effect_triggers(when: m.When, shown: tuple[int, ...], count: int) -> None:
    assert m.times(when, shown) == count


@pytest.mark.rule("actlite/arrow-costs")
def test_the_last_arrow_cost_repeats() -> None:
    assert [m.arrow_cost((1, 2, 3), uses) for uses in range(5)] == [1, 2, 3, 3, 3]
    assert sum(m.arrow_cost((1, 2), uses) for uses in range(3)) == 5


@given(st.integers(0, 30), st.integers(0, 9), st.integers(0, 9))
def test_armor_never_heals_and_bypass_never_adds(damage: int, armor: int, bypass: int) -> None:
    through = m.reduced(damage, armor, bypass)
    assert 0 <= through <= damage
    assert through >= m.reduced(damage, armor)


@pytest.mark.rule("actlite/raise-attribute")
@pytest.mark.parametrize(("old", "new", "price"), [(2, 3, 3), (-1, 2, 4), (-3, 3, 9), (3, 4, 4), (0, 2, 3), (-1, 0, 1)])
def test_raising_a_score_is_paid_step_by_step(old: int, new: int, price: int) -> None:
    assert m.raise_price(old, new, {}) == price


@pytest.mark.rule("actlite/attribute-limits")
def test_other_prices_replace_steps() -> None:
    assert m.raise_price(0, 3, {2: 5}) == 1 + 5 + 3


@pytest.mark.rule("actlite/archetype-duplicate")
@pytest.mark.parametrize(
    ("rolled", "known", "higher", "entry"),
    [
        (4, (), False, 4),
        (4, (4,), False, 3),
        (4, (4,), True, 5),
        (4, (2, 3, 4), False, 1),
        (2, (1, 2, 3), False, 4),
        (5, (5, 6), True, 4),
        (3, (1, 2, 3, 4, 5, 6), False, 0),
    ],
)
def test_a_known_skill_gives_the_next_one(rolled: int, known: tuple[int, ...], higher: bool, entry: int) -> None:
    assert m.gained(rolled, known, 6, higher=higher) == entry


@given(st.integers(1, 8), st.sets(st.integers(1, 8)), st.booleans())
def test_every_paid_roll_gives_a_new_skill(rolled: int, known: set[int], higher: bool) -> None:
    entry = m.gained(rolled, known, 8, higher=higher)
    assert (entry == 0) == (len(known) == 8)
    assert entry not in known


@pytest.mark.rule("actlite/consequence-kinds")
def test_every_face_of_a_table_needs_exactly_one_row() -> None:
    assert m.rows_cover([(1, 2), (3, 5), (6, 6)], 6) == ""
    assert m.rows_cover([(1, 2), (4, 4), (5, 6)], 6) == "a 3 is not covered"
    assert m.rows_cover([(1, 3), (3, 6)], 6) == "a 3 is covered twice"
    assert m.rows_cover([(1, 7)], 6) == "the rows go beyond a d6"


@pytest.mark.rule("actlite/cash-one-below")
@pytest.mark.parametrize(
    ("level", "price", "deal"),
    [(9, 10, "above"), (9, 9, "equal"), (9, 8, "one-below"), (9, 7, "free"), (1, 1, "equal")],
)
def test_the_four_ways_of_a_purchase(level: int, price: int, deal: str) -> None:
    assert m.cash_deal(level, price) == deal
    assert m.cash_lowered(1) == 1


@pytest.mark.rule("actlite/hex-write-capacity")
@pytest.mark.parametrize(("wil", "count"), [(1, 4), (0, 3), (-3, 0), (-4, 0)])
def test_hexes_are_three_and_will(wil: int, count: int) -> None:
    assert m.hex_capacity(wil) == count


@pytest.mark.rule("actlite/hex-learn-combined")
def test_each_hex_of_a_combination_makes_it_harder() -> None:
    assert m.learn_dc(4, 3) == 13
    assert m.learn_dc(8, 1) == 8
    assert m.hex_ap(1, 2) == 5
