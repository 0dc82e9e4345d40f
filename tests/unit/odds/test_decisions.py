"""Best decisions equal what an exhaustive search finds on small cases."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from tablelight.odds import actlite, forgelight, rogue_spire, torchlite, torchlite_throws
from tablelight.odds.work import OddsError


@pytest.mark.parametrize("cost", ["dice", "sides"])
def test_the_next_die_is_the_best_of_all_orders(cost: rogue_spire.Cost) -> None:
    rng = random.Random(1)
    for _ in range(12):
        dice, td = tuple(rng.choices((4, 6, 8, 10), k=3)), rng.randint(2, 9)
        best, searched = rogue_spire.best_plan(dice, td, cost=cost), rogue_spire.best_order_by_search(dice, td, cost)
        spent = (best.dice, searched.dice) if cost == "dice" else (best.sides, searched.sides)
        assert best.success == searched.success
        # A fixed order may have to roll dice that can't succeed; the plan stops before them.
        assert spent[0] <= spent[1]
        if td < min(dice):
            assert spent[0] == spent[1]


def test_pushing_on_pays_only_for_enough() -> None:
    half, nothing = Fraction(1, 2), Fraction(0)
    assert rogue_spire.push_on((6,), 3, worth=Fraction(10), price=half) == Fraction(10, 2) - 3
    assert rogue_spire.push_on((6,), 3, worth=Fraction(1), price=half) == nothing


def test_plot_points_are_spent_where_it_pays() -> None:
    stake = torchlite.Stake(Fraction(1), {10: Fraction(1, 2), 12: Fraction(1, 2)}, Fraction(1, 4))
    dice, bar = (6, 4, 4), torchlite.total((4, 4))
    summed = Fraction(0)
    for faces in product(range(1, 7), range(1, 5), range(1, 5)):
        for opposed, chance in bar.chances().items():
            ways = [
                torchlite.worth(pick, opposed, spent, stake)
                for spent in (0, 1)
                for pick in torchlite.m.picks(dice, faces, spent)
            ]
            summed += chance * max(ways) / 96
    assert torchlite_throws.spending(dice, bar, 1, stake).worths[1] == summed


def test_having_plot_points_never_hurts() -> None:
    stake, bar = torchlite.Stake(point=Fraction(1, 5)), torchlite.total((8, 8))
    worths = torchlite_throws.spending((8, 6, 6), bar, 2, stake).worths
    assert list(worths) == sorted(worths)


def test_the_best_pair_is_picked() -> None:
    worth = actlite.Worth(Fraction(1), Fraction(1, 2), Fraction(2))
    summed = Fraction(0)
    for faces in product(range(1, 7), repeat=3):
        pairs = [(faces[0], faces[1]), (faces[0], faces[2]), (faces[1], faces[2])]
        summed += max(actlite.pair_worth(pair, 1, 9, worth) for pair in pairs)
    assert actlite.value_of_picking(1, 9, 1, worth) == summed / 216


def test_a_card_is_held_only_for_more() -> None:
    assert actlite.hold(1, 1, Fraction(2), Fraction(4)) == 0
    assert actlite.hold(0, 3, Fraction(2), Fraction(9)) == -2


def test_the_best_turn_is_the_best_of_all_sets_of_cards() -> None:
    rng = random.Random(8)
    for _ in range(40):
        cards = [
            forgelight.Card(
                f"c{at}", rng.randint(0, 3), rng.randint(0, 4), Fraction(rng.randint(0, 40), 3), rng.randint(1, 2)
            )
            for at in range(rng.randint(1, 5))
        ]
        points, stamina = rng.randint(0, 5), rng.randint(0, 8)
        best = forgelight.best_turn(cards, points, stamina)
        assert best.mean == forgelight.best_turn_by_search(cards, points, stamina)


def test_a_fight_that_never_ends_is_refused() -> None:
    harmless = forgelight.Numbers({0: 1})
    with pytest.raises(OddsError, match="never"):
        forgelight.attacks_needed(10, harmless)
    with pytest.raises(OddsError, match="Neither of them ever"):
        forgelight.duel(forgelight.Fighter(3, harmless), forgelight.Fighter(3, harmless), Fraction(1))
    with pytest.raises(OddsError, match="needs a healer"):
        rogue_spire.nights_needed(rogue_spire.Hurt((8,)))
