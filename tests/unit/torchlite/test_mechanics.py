"""TorchLite's numbers, at every boundary, with the book's own where it has some."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelight.systems.torchlite import mechanics as m

SIZES = (4, 6, 8, 10, 12)
TROUBLES = (6, 8, 10, 12)

sizes = st.sampled_from(SIZES)
troubles = st.sampled_from(TROUBLES)


@st.composite
def rolls(draw: st.DrawFn, most: int = 8) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A pool that was thrown: sizes and faces."""
    dice = tuple(draw(st.lists(sizes, min_size=1, max_size=most)))
    faces = tuple(draw(st.integers(1, size)) for size in dice)
    return dice, faces


# ---------------------------------------------------------------------- sizes


@pytest.mark.rule("torchlite/die-sizes")
def test_there_are_five_sizes_in_order() -> None:
    assert m.SIZES == (4, 6, 8, 10, 12)
    assert (m.SMALLEST, m.LARGEST) == (4, 12)


@pytest.mark.rule("torchlite/pool-step-up")
@pytest.mark.parametrize(("die", "up"), [(4, 6), (6, 8), (8, 10), (10, 12), (12, 12)])
def test_step_up(die: int, up: int) -> None:
    assert m.step_up(die) == up


@pytest.mark.rule("torchlite/pool-step-up")
@pytest.mark.rule("torchlite/pool-step-down-d4")
@pytest.mark.parametrize(("die", "down"), [(12, 10), (10, 8), (8, 6), (6, 4), (4, 0)])
def test_step_down_and_nothing_below_d4(die: int, down: int) -> None:
    assert m.step_down(die) == down


@given(sizes)
def test_stepping_up_and_down_again_gives_the_same_die(die: int) -> None:
    assert m.step_down(m.step_up(die)) == (die if die < 12 else 10)


# ---------------------------------------------------------------------- hitches and totals


@pytest.mark.rule("torchlite/hitch-unusable")
@pytest.mark.parametrize(("face", "hitch"), [(1, True), (2, False), (12, False)])
def test_only_a_one_is_a_hitch(face: int, hitch: bool) -> None:
    assert m.is_hitch(face) == hitch
    assert m.usable([face]) == ([] if hitch else [0])


@pytest.mark.rule("torchlite/botch")
@pytest.mark.parametrize(("faces", "botch"), [((1,), True), ((1, 1, 1), True), ((1, 1, 2), False)])
def test_a_botch_is_nothing_but_ones(faces: tuple[int, ...], botch: bool) -> None:
    assert m.is_botch(faces) == botch


@pytest.mark.rule("torchlite/total")
@pytest.mark.parametrize(
    ("faces", "count"), [((6, 2, 2, 5), 2), ((6, 5), 2), ((6, 1, 5), 2), ((6, 1, 1), 1), ((5,), 1), ((1, 1), 0)]
)
def test_a_total_has_two_dice_or_as_many_as_count(faces: tuple[int, ...], count: int) -> None:
    assert m.total_size(faces) == count


@pytest.mark.rule("torchlite/first-roller-wins-ties")
@pytest.mark.rule("torchlite/higher-total-wins")
@pytest.mark.parametrize(
    ("total", "bar", "first", "wins"),
    [(11, 8, False, True), (11, 9, False, True), (9, 9, False, False), (9, 9, True, True), (8, 9, True, False)],
)
def test_the_higher_total_wins_and_a_tie_the_first_roller(total: int, bar: int, first: bool, wins: bool) -> None:
    assert m.beats(total, bar, first) == wins


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_exactly_one_of_two_sides_wins(one: int, other: int, first: bool) -> None:
    assert m.beats(one, other, first) != m.beats(other, one, not first)


# ---------------------------------------------------------------------- heroic success


@pytest.mark.rule("torchlite/heroic-success")
@pytest.mark.parametrize(
    ("margin", "steps"), [(-3, 0), (0, 0), (1, 0), (3, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (20, 4)]
)
def test_one_step_for_every_full_five(margin: int, steps: int) -> None:
    assert m.heroic_steps(margin) == steps


@pytest.mark.rule("torchlite/effect-d12-overflow")
@pytest.mark.parametrize(
    ("die", "steps", "raised", "extras"),
    [
        (8, 0, 8, ()),
        (8, 1, 10, ()),
        (8, 2, 12, ()),
        (8, 3, 12, (6,)),
        (12, 1, 12, (6,)),
        (12, 2, 12, (6, 6)),
        (4, 4, 12, ()),
        (10, 4, 12, (6, 6, 6)),
    ],
)
def test_each_step_past_d12_gives_a_d6(die: int, steps: int, raised: int, extras: tuple[int, ...]) -> None:
    assert m.raise_effect(die, steps) == (raised, extras)


@pytest.mark.parametrize(
    ("steps", "extras"), [(1, (6,)), (2, (8,)), (3, (10,)), (4, (12,)), (5, (12, 6)), (6, (12, 8))]
)
def test_option_overflow_steps_lets_the_extra_die_grow(steps: int, extras: tuple[int, ...]) -> None:
    assert m.raise_effect(12, steps, grow=True) == (12, extras)


@given(sizes, st.integers(0, 12), st.booleans())
def test_no_step_up_is_lost(die: int, steps: int, grow: bool) -> None:
    raised, extras = m.raise_effect(die, steps, grow)
    gained = SIZES.index(raised) - SIZES.index(die) + sum(TROUBLES.index(extra) + 1 for extra in extras)
    assert gained == steps
    assert raised == 12 or not extras


@pytest.mark.rule("torchlite/compare-effect-on-failure")
@pytest.mark.parametrize(
    ("winner", "loser", "after"),
    [(8, 10, 6), (8, 12, 6), (8, 8, 8), (8, 4, 8), (6, 8, 4), (12, 4, 12), (10, 12, 8)],
)
def test_a_losers_larger_die_takes_one_step(winner: int, loser: int, after: int) -> None:
    assert m.resist(winner, loser) == after


@pytest.mark.rule("torchlite/always-an-effect")
def test_an_effect_die_stays_at_least_d4() -> None:
    assert m.resist(4, 12) == 4
    assert m.read((6, 8), (5, 3), (0, 1), ()).effect == 4


# ---------------------------------------------------------------------- complications


@pytest.mark.rule("torchlite/complication-new-or-worse")
@pytest.mark.parametrize(
    ("rating", "die", "after"),
    [(6, 6, 8), (6, 4, 8), (6, 8, 8), (6, 12, 12), (8, 6, 10), (8, 10, 10), (10, 10, 12), (10, 12, 12), (0, 10, 10)],
)
def test_a_larger_die_replaces_and_any_other_steps_up(rating: int, die: int, after: int) -> None:
    assert m.inflict(rating, die) == m.Worsened(after)


@pytest.mark.rule("torchlite/no-d4-complications")
def test_a_new_complication_is_at_least_d6() -> None:
    assert m.inflict(0, 4) == m.inflict(0, 6) == m.Worsened(6)


@pytest.mark.rule("torchlite/taken-out")
@pytest.mark.parametrize("die", SIZES)
def test_past_d12_is_taken_out_and_reaching_it_is_not(die: int) -> None:
    assert m.inflict(12, die) == m.Worsened(12, out=True)
    assert not m.inflict(0, 12).out
    assert not m.inflict(10, die).out
    assert m.worsen(12) == m.Worsened(12, out=True)
    assert m.worsen(10) == m.Worsened(12)


@given(troubles, sizes)
def test_a_complication_never_gets_better_by_harm(rating: int, die: int) -> None:
    worse = m.inflict(rating, die)
    assert worse.die in TROUBLES
    assert worse.die > rating or (worse.out and rating == 12)


@pytest.mark.rule("torchlite/complication-ends-below-d6")
@pytest.mark.parametrize(("rating", "after"), [(12, 10), (10, 8), (8, 6), (6, 0)])
def test_a_complication_ends_below_d6(rating: int, after: int) -> None:
    assert m.ease(rating) == after


@pytest.mark.rule("torchlite/recovery-success")
@pytest.mark.parametrize(
    ("rating", "effect", "after"), [(6, 8, 0), (6, 6, 0), (8, 10, 0), (8, 8, 6), (8, 4, 6), (12, 12, 10), (10, 12, 0)]
)
def test_recovery_removes_or_eases(rating: int, effect: int, after: int) -> None:
    assert m.recover(rating, effect) == after


@given(sizes)
def test_no_single_die_removes_a_d12(effect: int) -> None:
    assert m.recover(12, effect) == 10


# ---------------------------------------------------------------------- assets


@pytest.mark.rule("torchlite/shut-down-result")
@pytest.mark.parametrize(
    ("asset", "effect", "after"), [(6, 8, 0), (8, 8, 6), (8, 6, 6), (4, 4, 0), (4, 6, 0), (12, 12, 10), (10, 4, 8)]
)
def test_a_larger_die_shuts_an_asset_down(asset: int, effect: int, after: int) -> None:
    assert m.shut_down(asset, effect) == after


@pytest.mark.rule("torchlite/shut-down-by-complication")
@pytest.mark.parametrize(("asset", "complication", "kept"), [(8, 6, False), (8, 8, False), (8, 10, True)])
def test_only_a_larger_complication_keeps_an_asset_from_use(asset: int, complication: int, kept: bool) -> None:
    assert m.hampered(asset, complication) == kept


# ---------------------------------------------------------------------- hitches, sessions


@pytest.mark.rule("torchlite/hitch-multiple")
@pytest.mark.parametrize(("count", "die"), [(1, 6), (2, 8), (3, 10), (4, 12), (5, 12)])
def test_option_hitch_price_steps_one_complication_up(count: int, die: int) -> None:
    assert m.several_hitches(count) == die


@pytest.mark.rule("torchlite/pp-session-start")
@pytest.mark.rule("torchlite/cliffhanger")
@pytest.mark.parametrize(
    ("kept", "granted", "hard", "soft"),
    [(0, 1, 1, 1), (3, 1, 4, 4), (4, 1, 5, 5), (4, 3, 5, 5), (5, 1, 5, 5), (7, 1, 5, 7), (0, 5, 5, 5)],
)
def test_points_at_a_sessions_start(kept: int, granted: int, hard: int, soft: int) -> None:
    assert m.session_start(kept, granted, hard_cap=True) == hard
    assert m.session_start(kept, granted, hard_cap=False) == soft


# ---------------------------------------------------------------------- reading a roll

KNIFE = ((10, 8, 8, 6), (6, 2, 2, 5))
"""The book's example: 6 on the d10, 2s on the d8s, 5 on the d6."""


@pytest.mark.rule("torchlite/total")
@pytest.mark.rule("torchlite/effect-die")
def test_the_books_example() -> None:
    assert m.highest(*KNIFE) == m.Pick((0, 3), (1,), 11, 8)
    assert m.strongest(*KNIFE, bar=8, first=False).sum == 11
    assert m.heroic_steps(11 - 8) == 0


def test_alike_readings_are_listed_once() -> None:
    found = {(pick.sum, pick.effect) for pick in m.picks(*KNIFE)}
    assert found == {(8, 8), (8, 6), (11, 8), (4, 10), (4, 6), (7, 10), (7, 8)}
    assert len(m.picks(*KNIFE)) == 7


@pytest.mark.parametrize(
    ("faces", "pick"),
    [
        ((1, 1, 1), m.Pick((), (), 0, 4)),
        ((1, 5, 1), m.Pick((1,), (), 5, 4)),
        ((3, 1, 2), m.Pick((0, 2), (), 5, 4)),
    ],
)
@pytest.mark.rule("torchlite/hitch-unusable")
def test_few_usable_dice_leave_no_choice(faces: tuple[int, ...], pick: m.Pick) -> None:
    assert m.picks((6, 8, 10), faces) == [pick]
    assert m.highest((6, 8, 10), faces) == pick


def test_of_equal_faces_the_larger_die_is_left_for_effect() -> None:
    assert m.highest((12, 6, 8), (4, 4, 4)) == m.Pick((1, 2), (0,), 8, 12)


def test_the_strongest_reading_trades_points_for_a_larger_effect() -> None:
    dice, faces = (6, 6, 12), (5, 4, 6)
    assert m.highest(dice, faces) == m.Pick((0, 2), (1,), 11, 6)
    assert m.strongest(dice, faces, bar=8, first=False) == m.Pick((0, 1), (2,), 9, 12)
    assert m.strongest(dice, faces, bar=10, first=False).sum == 11
    assert m.strongest(dice, faces, bar=30, first=False) == m.highest(dice, faces)


def plain_picks(dice: Sequence[int], faces: Sequence[int], extra: int) -> set[tuple[int, int]]:
    """Every reading, the long way: each subset of dice as a total, each other die as effect."""
    good = [at for at in range(len(dice)) if faces[at] != 1]
    count = min(2 + extra, len(good))
    found: set[tuple[int, int]] = set()
    for mask in range(2 ** len(good)):
        total = [at for bit, at in enumerate(good) if mask >> bit & 1]
        if len(total) == count:
            rest = [dice[at] for at in good if at not in total] or [4]
            found |= {(sum(faces[at] for at in total), size) for size in rest}
    return found


@given(rolls(), st.integers(0, 2))
def test_the_readings_are_all_there_are(roll: tuple[tuple[int, ...], tuple[int, ...]], extra: int) -> None:
    dice, faces = roll
    found = m.picks(dice, faces, extra)
    assert {(pick.sum, pick.effect) for pick in found} == plain_picks(dice, faces, extra)
    assert len(found) == len({(pick.sum, pick.effect) for pick in found})
    for pick in found:
        assert m.read(dice, faces, pick.total, pick.effects) == pick
        assert not set(pick.total) & set(pick.effects)
        assert all(faces[at] != 1 for at in (*pick.total, *pick.effects))


@given(rolls(), st.integers(0, 2))
def test_the_highest_reading_is_the_best_of_all(roll: tuple[tuple[int, ...], tuple[int, ...]], extra: int) -> None:
    dice, faces = roll
    best = m.highest(dice, faces, extra)
    assert (best.sum, best.effect) == max(plain_picks(dice, faces, extra))
    assert m.read(dice, faces, best.total, best.effects) == best


@given(rolls(), st.integers(2, 24), st.booleans(), st.booleans())
def test_the_strongest_reading_wins_if_any_does(
    roll: tuple[tuple[int, ...], tuple[int, ...]], bar: int, first: bool, grow: bool
) -> None:
    dice, faces = roll
    picked = m.strongest(dice, faces, bar, first, grow)
    possible = [pick for pick in m.picks(dice, faces) if m.beats(pick.sum, bar, first)]
    assert m.beats(picked.sum, bar, first) == bool(possible)

    def end(pick: m.Pick) -> tuple[int, int]:
        die, extras = m.raise_effect(pick.effect, m.heroic_steps(pick.sum - bar), grow)
        return die, len(extras)

    assert not possible or end(picked) == max(map(end, possible))
