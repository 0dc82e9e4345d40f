"""Forgelight's numbers: formulas, edges of ranges, and the grids of exact chances by full enumeration."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.systems.forgelight import mechanics as m

GRIDS = {grid["id"]: grid for grid in tomllib.loads((Path(__file__).parent / "grids.toml").read_text("utf-8"))["grid"]}
FACES = range(1, 21)
EDGES: tuple[m.Edge, ...] = ("plain", "advantage", "disadvantage")


def d20(way: m.Edge) -> dict[int, Fraction]:
    """The chance of each kept face."""
    chances: dict[int, Fraction] = {}
    for faces in product(FACES, repeat=len(m.dice_of(way))):
        face = m.kept(faces, way)
        chances[face] = chances.get(face, Fraction(0)) + Fraction(1, 20 ** len(faces))
    return chances


def rows(grid: str) -> list[list[object]]:
    return GRIDS[grid]["rows"]


# ---------------------------------------------------------------------- grids


@pytest.mark.rule("forgelight/attack-hit-comparison")
@pytest.mark.parametrize("row", rows("hit-chances"), ids=str)
def test_chances_to_hit(row: list[object]) -> None:
    modifier, score, *wanted = row
    assert isinstance(modifier, int)
    assert isinstance(score, int)
    for way, chance in zip(EDGES, wanted, strict=True):
        assert sum(p for face, p in d20(way).items() if m.hits(face, face + modifier, score)) == Fraction(str(chance))


@pytest.mark.rule("forgelight/power-roll-needs-hit")
@pytest.mark.parametrize("row", rows("power-effect-chances"), ids=str)
def test_chances_of_a_power_roll_that_counts(row: list[object]) -> None:
    number, modifier, score, *wanted = row
    assert isinstance(number, int)
    assert isinstance(modifier, int)
    assert isinstance(score, int)
    for way, chance in zip(EDGES, wanted, strict=True):
        faces = d20(way).items()
        counts = [p for face, p in faces if m.is_power(face, number) and m.hits(face, face + modifier, score)]
        assert sum(counts) == Fraction(str(chance))


def sword(marks: m.Marks) -> dict[int, Fraction]:
    """Damage of one sword attack, +3 against Hit Score 14."""
    part = m.Part(2, 8, "sharp")
    chances: dict[int, Fraction] = {}
    for face, p in d20("plain").items():
        if not m.hits(face, face + 3, 14):
            continue
        for dice in product(range(1, 9), repeat=2):
            (total,) = m.part_totals((part,), dice, face == m.D20)
            ((_, taken),) = m.damage_taken([("sharp", total)], marks)
            chances[taken] = chances.get(taken, Fraction(0)) + p / 64
    return chances


@pytest.mark.rule("forgelight/damage-order")
def test_the_swords_damage() -> None:
    sharp = frozenset(("sharp",))
    spreads = [sword(m.Marks()), sword(m.Marks(resistances=sharp)), sword(m.Marks(weaknesses=sharp))]
    for least, *wanted in rows("sword-damage-tail"):
        assert isinstance(least, int)
        for spread, chance in zip(spreads, wanted, strict=True):
            assert sum(p for taken, p in spread.items() if taken >= least) == Fraction(str(chance))


def sums(count: int, size: int) -> dict[int, Fraction]:
    """The chance of each sum of some dice."""
    chances = {0: Fraction(1)}
    for _ in range(count):
        further: dict[int, Fraction] = {}
        for total, p in chances.items():
            for face in range(1, size + 1):
                further[total + face] = further.get(total + face, Fraction(0)) + p / size
        chances = further
    return chances


@pytest.mark.rule("forgelight/falling-damage")
@pytest.mark.parametrize("row", rows("falling"), ids=str)
def test_falls(row: list[object]) -> None:
    feet, expected, halved, *tails = row
    assert isinstance(feet, int)
    chances = sums(m.falling_dice(feet), m.FALL_DIE)
    marks = m.Marks(resistances=frozenset(("force",)))
    assert sum(total * p for total, p in chances.items()) == Fraction(str(expected))
    assert sum(m.marked(total, "force", marks) * p for total, p in chances.items()) == Fraction(str(halved))
    for least, chance in zip((5, 10, 20, 30), tails, strict=True):
        assert sum(p for total, p in chances.items() if total >= least) == Fraction(str(chance))


@pytest.mark.rule("forgelight/initiative-ties")
@pytest.mark.parametrize("row", rows("initiative-pairs"), ids=str)
def test_who_acts_first(row: list[object]) -> None:
    one, other, chance = row
    assert isinstance(one, int)
    assert isinstance(other, int)
    first = Fraction(0)
    for mine, theirs in product(FACES, repeat=2):
        key = m.initiative_key(mine + one, one, "party", "agility-then-rolloff")
        against = m.initiative_key(theirs + other, other, "foes", "agility-then-rolloff")
        first += Fraction(1, 400) * (Fraction(1, 2) if key == against else key > against)
    assert first == Fraction(str(chance))


# ---------------------------------------------------------------------- formulas


@pytest.mark.rule("forgelight/health-formula")
@pytest.mark.parametrize(("level", "low", "middle", "high"), [(1, 30, 40, 50), (5, 42, 52, 62), (10, 57, 67, 77)])
def test_max_health(level: int, low: int, middle: int, high: int) -> None:
    assert [m.max_health(level, fortitude) for fortitude in (-2, 0, 2)] == [low, middle, high]


@pytest.mark.rule("forgelight/speed-formula")
def test_speed() -> None:
    assert [m.speed(agility) for agility in (-2, 0, 10)] == [15, 25, 75]
    assert m.speed(-2, -20) == 0


@pytest.mark.rule("forgelight/class-level-grants")
def test_grants_fill_each_class_level_once() -> None:
    assert sorted(m.GRANTS) == list(range(1, 11))
    assert m.granted(10, "class") == (1, 4, 8)
    assert m.granted(10, "subclass") == (2, 5, 7)
    assert m.granted(10, "general") == (3, 6, 9)


@pytest.mark.rule("forgelight/general-trait-levels")
@pytest.mark.parametrize(
    ("levels", "general", "legendary"), [((10,), 4, 1), ((9, 1), 4, 0), ((5, 5), 3, 0), ((3, 3, 3, 1), 4, 0)]
)
def test_traits_by_class_levels(levels: tuple[int, ...], general: int, legendary: int) -> None:
    assert m.general_traits(levels) == general
    assert m.legendary_traits(levels) == legendary


@pytest.mark.rule("forgelight/advantage-sources-combine")
@pytest.mark.parametrize(
    ("up", "down", "cancel", "majority"),
    [
        (0, 0, "plain", "plain"),
        (3, 0, "advantage", "advantage"),
        (0, 1, "disadvantage", "disadvantage"),
        (2, 2, "plain", "plain"),
        (2, 1, "plain", "advantage"),
        (1, 2, "plain", "disadvantage"),
    ],
)
def test_sources_combine(up: int, down: int, cancel: m.Edge, majority: m.Edge) -> None:
    assert m.edge(up, down) == cancel
    assert m.edge(up, down, "majority") == majority


@pytest.mark.parametrize(
    ("feet", "full", "started"), [(0, 0, 0), (9, 0, 1), (10, 1, 1), (19, 1, 2), (25, 2, 3), (100, 10, 10)]
)
def test_falling_dice(feet: int, full: int, started: int) -> None:
    assert m.falling_dice(feet) == full
    assert m.falling_dice(feet, "started-tens") == started


@pytest.mark.rule("forgelight/risk-it-all-roll")
def test_fate() -> None:
    assert [m.fate(face) for face in (1, 9, 10, 19, 20)] == ["dead", "dead", "half", "half", "full"]


# ---------------------------------------------------------------------- what must hold for all numbers


AMOUNTS = st.integers(0, 500)
TYPES = st.sampled_from(("sharp", "force", "ice", "fire"))
MARKS = st.builds(m.Marks, st.frozensets(TYPES), st.frozensets(TYPES), st.frozensets(TYPES))


@given(AMOUNTS, TYPES, MARKS)
def test_marks_never_heal_and_never_more_than_double(amount: int, kind: str, marks: m.Marks) -> None:
    assert 0 <= m.marked(amount, kind, marks) <= 2 * amount
    if kind in marks.immunities:
        assert m.marked(amount, kind, marks) == 0


@given(st.lists(st.tuples(TYPES, AMOUNTS), max_size=6), MARKS)
def test_one_rounding_for_each_type_loses_least(parts: list[tuple[str, int]], marks: m.Marks) -> None:
    together = sum(amount for _, amount in m.damage_taken(parts, marks))
    apart = sum(amount for _, amount in m.damage_taken(parts, marks, "per-part"))
    assert apart <= together


@given(st.integers(1, 6), st.sampled_from((4, 6, 8, 10, 12)), st.integers(0, 9), st.data())
def test_a_critical_hit_adds_the_highest_the_dice_can_show(
    count: int, size: int, flat: int, data: st.DataObject
) -> None:
    faces = data.draw(st.lists(st.integers(1, size), min_size=count, max_size=count))
    part = m.Part(count, size, "sharp", flat)
    (plain,) = m.part_totals((part,), faces, critical=False)
    (critical,) = m.part_totals((part,), faces, critical=True)
    assert critical - plain == count * size


@given(st.integers(-30, 30), st.integers(1, 20))
def test_a_natural_one_is_no_power_roll_and_a_twenty_always_is(changes: int, face: int) -> None:
    number = m.power_number(changes)
    assert 2 <= number <= 20
    assert not m.is_power(1, number)
    assert m.is_power(20, number)
    assert m.is_power(face, number) == (face >= number)


@given(st.integers(-2, 10), st.integers(-20, 20))
def test_attributes_stay_in_their_range(base: int, bonus: int) -> None:
    assert m.LEAST_ATTRIBUTE <= m.attribute(base, bonus) <= m.MOST_ATTRIBUTE


@given(st.one_of(st.none(), st.integers(1, 20)), st.one_of(st.none(), st.integers(1, 20)))
def test_the_longer_duration_is_kept(left: int | None, new: int | None) -> None:
    kept = m.longer(left, new)
    assert kept in (left, new)
    assert (kept is None) == (left is None or new is None)
