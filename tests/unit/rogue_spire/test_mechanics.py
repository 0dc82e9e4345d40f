"""The book's numbers, against the catalogue's tables and by counting faces."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.systems.rogue_spire import mechanics as m
from tablelight.systems.rogue_spire.sheet import pool
from tablelight.systems.rogue_spire.state import Character, SpireDie, SpireState, with_character, with_die

CATALOGUE = tomllib.loads((files("tablelight.systems.rogue_spire") / "rules.toml").read_text("utf-8"))
TABLES: dict[str, list[dict[str, Any]]] = {table["id"]: table["rows"] for table in CATALOGUE["table"]}
STATES: dict[str, m.Marks] = {
    "ready": m.READY,
    "exhausted": m.Marks(True, "none"),
    "strained-ready": m.Marks(False, "strained"),
    "strained-exhausted": m.Marks(True, "strained"),
    "wounded": m.WOUNDED,
}
READINGS = st.builds(m.Reading, *(st.booleans() for _ in range(4)))
ANY_STATE = st.sampled_from(list(STATES.values()))


# ---------------------------------------------------------------------- the states of a die

EVENTS: dict[str, Callable[[m.Marks], m.Marks]] = {
    "start of a round after the first": lambda marks: m.readied(marks) if _comes_back(marks) else marks,
    "strain": lambda marks: m.strained(marks, False),
    "wound": lambda marks: m.WOUNDED,
    "quick rest": lambda marks: m.after_quick_rest(marks, False),
    "night's rest, die not picked": lambda marks: m.after_night(marks, False),
    "encounter begins or ends": lambda marks: marks,
}
PICKED: dict[str, Callable[[m.Marks], m.Marks]] = {
    "rolled": m.exhausted,
    "effect that refreshes a die, in an encounter": m.readied,
    "night's rest, die picked to lose its strain": lambda marks: m.after_night(marks, True),
    "healing succeeds": m.healed,
}


def _comes_back(marks: m.Marks) -> bool:
    return m.round_readies(marks, vitality=False, option="all")


@pytest.mark.rule("rogue-spire/die-state-model")
@pytest.mark.parametrize("row", TABLES["die-state-transitions"], ids=lambda row: row["event"])
def test_every_transition_is_the_tables(row: dict[str, str]) -> None:
    act = (EVENTS | PICKED)[row["event"]]
    for name, marks in STATES.items():
        if row[name] != "refused":
            assert m.state_word(act(marks)) == row[name], name


def test_the_five_states_have_their_words() -> None:
    assert {m.state_word(marks): marks for marks in STATES.values()} == STATES


@given(ANY_STATE, st.sampled_from([*EVENTS.values(), *PICKED.values()]))
def test_no_transition_leaves_the_five_states(marks: m.Marks, act: Callable[[m.Marks], m.Marks]) -> None:
    if act is m.exhausted and marks.spent:
        return
    assert act(marks) in STATES.values()


@given(ANY_STATE)
def test_harm_is_never_lost_by_readying_and_a_wound_only_by_healing(marks: m.Marks) -> None:
    assert m.readied(marks).harm == marks.harm
    for rest in (m.after_quick_rest(marks, True), m.after_night(marks, True), m.after_night(marks, False)):
        assert (rest.harm == "wounded") == (marks.harm == "wounded")


@pytest.mark.rule("rogue-spire/strain-twice")
@given(ANY_STATE)
def test_a_second_strain_does_nothing_or_wounds(marks: m.Marks) -> None:
    once = m.strained(marks, False)
    assert m.strained(once, False) == once
    assert m.strained(once, True) == m.WOUNDED


@pytest.mark.rule("rogue-spire/round-refresh")
@pytest.mark.parametrize(("option", "vitality", "skill"), [("all", 1, 1), ("vitality", 1, 0), ("none", 0, 0)])
def test_what_a_round_readies(option: str, vitality: bool, skill: bool) -> None:
    spent = STATES["exhausted"]
    assert m.round_readies(spent, True, option) == vitality
    assert m.round_readies(spent, False, option) == skill
    assert not any(m.round_readies(marks, True, option) for marks in STATES.values() if marks != spent)


@pytest.mark.rule("rogue-spire/quick-rest")
def test_the_option_lets_a_quick_rest_heal_strain() -> None:
    assert [m.state_word(m.after_quick_rest(marks, True)) for marks in STATES.values()] == [*["ready"] * 4, "wounded"]


@pytest.mark.rule("rogue-spire/vitality-taken-out")
@pytest.mark.parametrize("row", TABLES["life-state"], ids=lambda row: row["vitality"])
def test_the_vitality_die_says_how_its_owner_fares(row: dict[str, str]) -> None:
    marks = STATES[row["vitality"]]
    who = Character("Wren", dice={"vitality": SpireDie("vitality", 6, marks.spent, marks.harm)})
    assert row["character"].startswith(who.life)
    assert who.acts == (who.life == "conscious")


# ---------------------------------------------------------------------- target difficulty and results


@pytest.mark.rule("rogue-spire/td-of-a-die")
@pytest.mark.parametrize("row", TABLES["td-by-die"], ids=lambda row: f"d{row['sides']}")
def test_the_td_of_a_die_is_half_its_sides(row: dict[str, int]) -> None:
    td = m.own_td(row["sides"])
    assert td == row["td"]
    assert m.compare(row["over_twice_starts_at"], td) == "success-and"
    assert m.compare(row["over_twice_starts_at"] - 1, td) == "success"


@pytest.mark.rule("rogue-spire/success-and-own-half")
@pytest.mark.parametrize("sides", m.SIZES)
def test_against_its_own_half_every_die_is_a_coin(sides: int) -> None:
    odds = m.odds(sides, m.own_td(sides))
    assert odds.chance == Fraction(1, 2)
    assert (odds.success_and, odds.tie) == (0, 1)
    assert m.odds(sides, m.own_td(sides), reading=m.Reading(at_maximum=True)).success_and == 1


@pytest.mark.parametrize(
    ("total", "td", "result"),
    [
        (9, 4, "success-and"),
        (8, 4, "success"),
        (5, 4, "success"),
        (4, 4, "tie"),
        (3, 4, "failure"),
        (3, 1, "success-and"),
    ],
)
def test_the_ladder_of_results(total: int, td: int, result: m.Result) -> None:
    assert m.compare(total, td) == result


@pytest.mark.rule("rogue-spire/tie-plain")
def test_a_tie_may_count_as_a_success() -> None:
    assert m.compare(4, 4, reading=m.Reading(ties_win=True)) == "success"


@pytest.mark.rule("rogue-spire/success-and-own-half")
def test_the_highest_face_counts_only_for_one_die_and_exactly_twice_the_td() -> None:
    reading = m.Reading(at_maximum=True)
    assert m.judge(20, 20, 10, reading=reading) == "success-and"
    assert m.judge(8, 12, 4, reading=reading) == "success"
    assert m.judge(4, 4, 4, before=4, reading=reading) == "success"  # a total of twice the TD


@pytest.mark.rule("rogue-spire/rolling-again-combine")
@given(st.lists(st.sampled_from(m.RANK)))
def test_the_best_result_counts_and_a_further_one_never_worsens_it(results: list[m.Result]) -> None:
    for more in m.RANK:
        before, after = m.best_of(results), m.best_of([*results, more])
        assert m.RANK.index(after) == max(m.RANK.index(before), m.RANK.index(more))


@given(st.sampled_from(m.SIZES), st.integers(1, 40), st.integers(0, 30), READINGS)
def test_odds_are_the_faces_counted(sides: int, td: int, before: int, reading: m.Reading) -> None:
    odds = m.odds(sides, td, before, reading)
    results = [m.judge(face, sides, td, before, reading) for face in range(1, sides + 1)]
    assert odds.success == results.count("success") + results.count("success-and")
    assert odds.success_and == results.count("success-and")
    assert odds.tie == results.count("tie")
    assert odds.success + odds.tie + results.count("failure") == sides


@given(st.sampled_from(m.SIZES), st.integers(1, 40), READINGS)
def test_a_higher_td_is_never_easier(sides: int, td: int, reading: m.Reading) -> None:
    assert m.odds(sides, td + 1, reading=reading).success <= m.odds(sides, td, reading=reading).success


@pytest.mark.parametrize(
    ("sides", "td", "part", "chance"),
    [
        (6, 3, "success", "1/2"),  # own-half-success-d6
        (20, 10, "tie", "1/20"),  # own-half-tie-d20
        (8, 5, "success", "3/8"),  # named-td5-d8
        (20, 4, "success_and", "3/5"),  # and-d20-against-target-d8
        (12, 2, "success_and", "2/3"),  # and-d12-healing-wounded-d4
        (4, 2, "success", "1/2"),  # natural-healing-d4
        (4, 3, "success", "1/4"),  # natural-healing-d6
        (4, 4, "success", "0"),  # natural-healing-d8
        (4, 4, "tie", "1/4"),  # natural-healing-d8-tie
    ],
)
def test_the_catalogues_chances_of_one_die(sides: int, td: int, part: str, chance: str) -> None:
    assert Fraction(getattr(m.odds(sides, td), part), sides) == Fraction(chance)


@pytest.mark.rule("rogue-spire/rolling-again-after-success")
@pytest.mark.parametrize(
    ("result", "book", "goes_on"),
    [("failure", 0, 0), ("tie", 0, 0), ("success", 1, 0), ("success-and", 1, 1)],
)
def test_when_no_die_may_be_added(result: m.Result, book: bool, goes_on: bool) -> None:
    assert m.finished(result, m.BOOK) == book
    assert m.finished(result, m.Reading(goes_on=True)) == goes_on


@pytest.mark.rule("rogue-spire/natural-healing-limits")
@pytest.mark.parametrize("sides", m.SIZES)
def test_what_natural_healing_is_rolled_against(sides: int) -> None:
    assert m.natural_td(sides, "wounded-die") == sides // 2
    assert m.natural_td(sides, "free-die") == 2


# ---------------------------------------------------------------------- experience and death


@pytest.mark.rule("rogue-spire/xp-average")
@pytest.mark.parametrize("sides", m.SIZES)
def test_the_average_experience_of_a_rolled_die_is_one(sides: int) -> None:
    gains = [m.xp_gained(m.xp_of(face, sides), 0, 1000, False) for face in range(1, sides + 1)]
    assert Fraction(sum(gains), sides) == 1


@pytest.mark.rule("rogue-spire/xp-limit")
@given(st.sampled_from(m.SIZES), st.integers(0, 200), st.integers(0, 200), st.booleans())
def test_the_limit_stops_experience(points: int, total: int, limit: int, overflows: bool) -> None:
    gained = m.xp_gained(points, total, limit, overflows)
    if total >= limit:
        assert gained == 0
    elif overflows:
        assert gained == points
    else:
        assert total + gained == min(total + points, limit)


@pytest.mark.rule("rogue-spire/deaths-door-roll")
@given(st.integers(1, 200))
def test_a_minute_is_as_many_rounds_as_fill_it(length: int) -> None:
    seconds, rounds, full = 0, 0, False
    while not full:
        seconds, full = m.round_passes(seconds, length)
        rounds += 1
    assert seconds == 0
    assert (rounds - 1) * length < m.MINUTE <= rounds * length


@pytest.mark.rule("rogue-spire/death")
def test_only_a_one_kills() -> None:
    assert [m.kills(face) for face in range(1, 5)] == [True, False, False, False]


# ---------------------------------------------------------------------- characters


@pytest.mark.rule("rogue-spire/one-vitality-die")
def test_a_character_has_exactly_one_vitality_die() -> None:
    with pytest.raises(ValueError, match="exactly one vitality die is needed; 0 were given"):
        Character("Wren", dice={"d8": SpireDie("skill", 8)})
    with pytest.raises(ValueError, match="must have the id 'vitality'"):
        Character("Wren", dice={"heart": SpireDie("vitality", 8)})


@pytest.mark.rule("rogue-spire/vulnerable-when-spent")
@given(st.lists(ANY_STATE, max_size=4))
def test_vulnerable_means_no_unexhausted_skill_die(states: list[m.Marks]) -> None:
    dice = pool(6, ()) | {f"d8-{at}": SpireDie("skill", 8, *marks) for at, marks in enumerate(states)}
    assert Character("Wren", dice=dice).vulnerable == all(marks.spent for marks in states)


def test_helpers_replace_one_thing_only() -> None:
    state = with_character(SpireState(), "wren", Character("Wren", dice=pool(6, (8, 8))))
    assert list(state.characters["wren"].dice) == ["vitality", "d8", "d8-2"]
    changed = with_die(state, "wren", "d8", SpireDie("skill", 8, True))
    assert changed.characters["wren"].dice["d8"].state == "exhausted"
    assert changed.characters["wren"].dice["d8-2"].state == "ready"
