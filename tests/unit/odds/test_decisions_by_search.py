"""Decisions against trying everything: every face, every choice, every plan for what to do after each face.

Nothing here takes the numbers from the odds that it checks: faces are listed, and the games' own mechanics judge them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from tablelight.odds import actlite, forgelight, rogue_spire, torchlite, torchlite_throws
from tablelight.odds.distribution import Distribution, Numbers, total_of
from tablelight.odds.work import OddsError

RNG = random.Random(23)


def faces_of(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, sides + 1) for sides in dice))


def mean(worths: Sequence[Fraction]) -> Fraction:
    return sum(worths, Fraction(0)) / len(worths)


# ------------------------------------------------------------------ TorchLite

t = torchlite.m
POOLS = [
    (tuple(RNG.choices((4, 6, 8) if count < 4 else (4, 6), k=count)), tuple(RNG.choices((4, 6), k=2)))
    for count in (1, 2, 3, 3, 4)
]


def totals(dice: Sequence[int]) -> Counter[int]:
    """How often each highest total comes, ones not counting."""
    return Counter(sum(sorted((face for face in faces if face > 1), reverse=True)[:2]) for faces in faces_of(dice))


def ways_to_read(
    dice: Sequence[int], faces: Sequence[int], bought: int = 0
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Every total of a throw: the points that it takes, the dice in it, and the usable dice beside it."""
    good = [at for at in range(len(dice)) if faces[at] > 1]
    for points in range(bought + 1):
        if points and points + 2 > len(good):
            continue
        for total in combinations(good, min(2 + points, len(good))):
            yield points, total, tuple(at for at in good if at not in total)


def worth_of_throw(
    dice: Sequence[int], faces: Sequence[int], bar: int, points: int, stake: torchlite.Stake
) -> tuple[Fraction, int]:
    """The best that a throw is worth, and the fewest points for it."""
    found: list[tuple[Fraction, int]] = []
    for paid, total, beside in ways_to_read(dice, faces, points):
        summed = sum(faces[at] for at in total)
        for left in [dice[at] for at in beside] or [4]:
            worth = -stake.point * paid
            if summed > bar:
                die = t.raise_effect(left, (summed - bar) // 5)[0]
                worth += stake.success + (stake.effect or {}).get(die, Fraction(0))
            found.append((worth, -paid))
    worth, paid = max(found)
    return worth, -paid


STAKES = {
    "rising": torchlite.Stake(Fraction(2), {8: Fraction(1, 3), 10: Fraction(1), 12: Fraction(2)}, Fraction(1, 2)),
    "a d8 is enough": torchlite.Stake(Fraction(1, 2), dict.fromkeys((8, 10, 12), Fraction(3)), Fraction(1, 5)),
    "only a large effect helps, points are free": torchlite.Stake(Fraction(0), {12: Fraction(1)}, Fraction(0)),
    "points are better spent": torchlite.Stake(Fraction(1), {10: Fraction(1), 12: Fraction(1)}, Fraction(-1, 7)),
}


@pytest.mark.parametrize("points", [0, 1, 2])
@pytest.mark.parametrize("played_for", STAKES)
@pytest.mark.parametrize(("dice", "against"), POOLS)
def test_plot_points_for_the_total_are_spent_as_well_as_can_be(
    dice: tuple[int, ...], against: tuple[int, ...], played_for: str, points: int
) -> None:
    stake = STAKES[played_for]
    bars = totals(against)
    best = [
        (weight, *worth_of_throw(dice, faces, bar, points, stake))
        for faces in faces_of(dice)
        for bar, weight in bars.items()
    ]
    weights = sum(weight for weight, _, _ in best)
    bar = torchlite.total(against)
    worths, used = torchlite_throws.spending(dice, bar, points, stake)
    assert worths[points] == sum((weight * worth for weight, worth, _ in best), Fraction(0)) / weights
    for paid in range(points + 1):
        assert used.exactly(paid) == Fraction(sum(weight for weight, _, each in best if each == paid), weights)


@pytest.mark.parametrize("effect", [{8: Fraction(3)}, {4: Fraction(-2)}, {8: Fraction(2), 12: Fraction(1)}])
def test_a_stake_where_more_is_worth_less_is_refused(effect: dict[int, Fraction]) -> None:
    with pytest.raises(OddsError, match="must not be worth less"):
        torchlite_throws.spending((8, 6), torchlite.total((6,)), 1, torchlite.Stake(Fraction(1), effect))


def kept_by_search(dice: Sequence[int], faces: Sequence[int], bar: int, kept: int, free: int) -> tuple[int, ...] | None:
    """The best set of effect dice: every total, every effect die, every set of further dice."""
    best: tuple[int, ...] | None = None
    for _, total, beside in ways_to_read(dice, faces):
        margin = sum(faces[at] for at in total) - bar
        if margin <= 0:
            continue
        for chosen in (each for count in range(kept + 2) for each in combinations(beside, count)):
            for first in chosen or (None,):
                if not chosen and beside:
                    continue
                size = 4 if first is None else dice[first]
                die, extras = t.raise_effect(size, margin // 5 + free)
                others = [dice[at] for at in chosen if at != first]
                final = tuple(sorted((die, *others, *extras), reverse=True))
                best = final if best is None or final > best else best
    return best


@pytest.mark.parametrize("kept", [0, 1, 2])
@pytest.mark.parametrize(("dice", "against"), POOLS)
def test_extra_effect_dice_are_the_best_of_every_set(
    dice: tuple[int, ...], against: tuple[int, ...], kept: int
) -> None:
    found: Counter[tuple[int, ...] | None] = Counter()
    for faces in faces_of(dice):
        for bar, weight in totals(against).items():
            found[kept_by_search(dice, faces, bar, kept, kept)] += weight
    assert torchlite_throws.effects_kept(dice, torchlite.total(against), kept, kept) == Distribution(found)


@pytest.mark.parametrize(("dice", "against"), POOLS)
def test_without_extra_dice_the_first_effect_die_is_the_strongest_one(
    dice: tuple[int, ...], against: tuple[int, ...]
) -> None:
    bar = torchlite.total(against)
    kept = torchlite_throws.effects_kept(dice, bar, 0).map(lambda each: each and each[0])
    assert kept == torchlite.effects(dice, bar).map(lambda each: each and each.die)


@pytest.mark.parametrize("asset", [4, 6, 8])
@pytest.mark.parametrize(("dice", "against"), POOLS[1:4])
def test_an_asset_falls_to_the_strongest_effect_die(
    dice: tuple[int, ...], against: tuple[int, ...], asset: int
) -> None:
    fates: Counter[str] = Counter()
    for faces in faces_of(dice):
        for bar, weight in totals((*against, asset)).items():
            kept = kept_by_search(dice, faces, bar, 0, 0)
            left = asset if kept is None else 0 if kept[0] > asset else asset - 2
            fates["nothing" if left == asset else "gone" if left < 4 else "down"] += weight
    of = sum(fates.values())
    found = torchlite.shut_down(dice, asset, against)
    assert found == tuple(Fraction(fates[fate], of) for fate in ("gone", "down", "nothing"))


# ------------------------------------------------------------------ Actlite

a = actlite.m


@pytest.mark.parametrize("want", ["highest", "sixes", "matching"])
@pytest.mark.parametrize(("net", "score", "dc"), [(1, 1, 9), (2, 0, 10), (2, 2, 8), (1, -1, 12)])
def test_under_advantage_the_best_of_all_pairs_is_picked(net: int, score: int, dc: int, want: actlite.Want) -> None:
    successes, triggers, of = 0, 0, 0
    for faces in product(range(1, 7), repeat=2 + net):
        pairs = [(sum(pair) + score >= dc, pair) for pair in combinations(faces, 2)]
        marks = {"highest": lambda pair: 0, "sixes": lambda pair: pair.count(6), "matching": lambda p: p[0] == p[1]}
        good, pair = max(pairs, key=lambda each: (each[0], marks[want](each[1]) if each[0] else 0, sum(each[1])))
        successes, of = successes + good, of + 1
        triggers += good and marks[want](pair)
    checked = actlite.check(score, dc, net, want)
    assert 1 - checked.exactly(None) == Fraction(successes, of)
    if want != "highest":
        when: actlite.m.When = "on 6" if want == "sixes" else "on matching"
        assert actlite.triggers(checked, when).mean() == Fraction(triggers, of)


@pytest.mark.parametrize(("awaited", "spoilers", "others"), [(1, 1, 0), (2, 3, 1), (1, 2, 3), (3, 1, 2), (0, 2, 1)])
def test_a_card_is_held_for_what_every_order_of_the_deck_is_worth(awaited: int, spoilers: int, others: int) -> None:
    now, later = Fraction(2), Fraction(7, 2)
    deck = "A" * awaited + "S" * spoilers + "-" * others
    worths = [later if "".join(order).strip("-")[:1] == "A" else Fraction(0) for order in permutations(deck)]
    assert actlite.hold(awaited, spoilers, now, later) == mean(worths) - now


@pytest.mark.parametrize(("strength", "pusher"), [(0, 0), (2, 1), (-1, 3)])
def test_a_push_is_contested_for_what_every_throw_is_worth(strength: int, pusher: int) -> None:
    worth, price = Fraction(3), Fraction(1, 2)
    worths = [
        worth if one + two + strength > three + four + pusher else Fraction(0)
        for one, two, three, four in product(range(1, 7), repeat=4)
    ]
    assert actlite.contest_push(strength, pusher, worth, price) == mean(worths) - price


# ------------------------------------------------------------------ Forgelight

f = forgelight.m


@pytest.mark.parametrize("times", [1, 2])
def test_risk_it_all_is_survived_as_often_as_its_faces_say(times: int) -> None:
    alive = [all(f.fate(face) != "dead" for face in faces) for faces in faces_of((20,) * times)]
    assert forgelight.survives_risk(times) == Fraction(sum(alive), len(alive))


@pytest.mark.parametrize(("skill", "threshold"), [(2, 13), (-3, 18), (9, 8)])
def test_staying_down_is_worth_a_check_in_every_turn_of_the_window(skill: int, threshold: int) -> None:
    def wakes(face: int) -> bool:
        return face != 1 and (face == 20 or face + skill > threshold)

    good = sum(wakes(face) for face in range(1, 21))
    asleep = Fraction(0)
    for turns in product((True, False), repeat=f.WINDOW_TURNS):
        if not any(turns):
            asleep += Fraction(20 - good, 20) ** len(turns)
    assert forgelight.healed_in_time(skill, threshold) == 1 - asleep


@pytest.mark.parametrize("health", [5, 9, 14])
def test_after_risk_it_all_one_more_attack_is_counted_throw_by_throw(health: int) -> None:
    left = {"dead": 0, "half": health // 2, "full": health}
    stands = [left[f.fate(face)] > one + two for face, one, two in faces_of((20, 6, 6))]
    assert forgelight.risk_then_hit(health, total_of((6, 6))) == Fraction(sum(stands), len(stands))


@pytest.mark.parametrize("stamina", [0, 3, 6])
def test_the_best_turn_is_the_best_of_every_set_of_cards_thrown_out(stamina: int) -> None:
    kinds = [(1, 0, 4, 6), (2, 3, 3, 8), (3, 2, 6, 4), (1, 2, 0, 4)]  # points, Stamina, modifier, die of damage
    hit_score = 13

    def thrown(modifier: int, die: int) -> Fraction:
        dealt: list[Fraction] = []
        for face in range(1, 21):
            hit, most = f.hits(face, face + modifier, hit_score), die if face == 20 else 0
            dealt += [Fraction(points + most if hit else 0) for points in range(1, die + 1)]
        return mean(dealt)

    worths = [(points, cost, thrown(modifier, die)) for points, cost, modifier, die in kinds]
    sets = (each for count in range(len(kinds) + 1) for each in combinations(worths, count))
    best = max(
        sum((worth for _, _, worth in each), Fraction(0))
        for each in sets
        if sum(points for points, _, _ in each) <= 4 and sum(cost for _, cost, _ in each) <= stamina
    )
    cards: list[forgelight.Card] = []
    for at, (points, cost, modifier, die) in enumerate(kinds):
        blow = forgelight.Blow((f.Part(1, die, "fire", 0),))
        dealt = forgelight.damage(forgelight.Aim(modifier, hit_score), blow)
        cards.append(forgelight.Card(f"card {at}", points, cost, dealt.mean()))
    assert forgelight.best_turn(cards, 4, stamina).mean == best


# ------------------------------------------------------------------ Master of the Rogue Spire

r = rogue_spire.m


def plans(dice: tuple[int, ...], td: int, before: int, reading: r.Reading) -> Iterator[tuple[Fraction, ...]]:
    """What every plan comes to that says after each face whether to go on and with which die: the chance of success,
    and the mean dice and sides spent."""
    yield Fraction(0), Fraction(0), Fraction(0)
    for at, sides in enumerate(dice):
        rest = dice[:at] + dice[at + 1 :]
        after: list[list[tuple[Fraction, ...]]] = []
        for face in range(1, sides + 1):
            if r.beaten(r.judge(face, sides, td, before, reading)):
                after.append([(Fraction(1), Fraction(0), Fraction(0))])
            else:
                after.append(sorted(set(plans(rest, td, before + face if reading.adds else 0, reading))))
        for each in product(*after):
            success, spent, size = (mean([one[part] for one in each]) for part in range(3))
            yield success, 1 + spent, sides + size


CASES = [
    ((4, 6), 3, False),
    ((4, 6), 5, True),
    ((6, 4), 7, True),
    ((4, 4), 3, False),
    ((6,), 4, False),
    ((4, 4), 6, True),
]


@pytest.mark.parametrize("cost", ["dice", "sides"])
@pytest.mark.parametrize(("dice", "td", "adds"), CASES)
def test_the_next_die_is_that_of_the_best_of_all_plans(
    dice: tuple[int, ...], td: int, adds: bool, cost: rogue_spire.Cost
) -> None:
    reading = r.BOOK._replace(adds=adds)
    every = set(plans(dice, td, 0, reading))
    best = max(every, key=lambda plan: (plan[0], -plan[1 if cost == "dice" else 2]))
    found = rogue_spire.best_plan(dice, td, rogue_spire.Rules(reading), cost)
    assert found.success == best[0]
    assert (found.dice if cost == "dice" else found.sides) == best[1 if cost == "dice" else 2]


@pytest.mark.parametrize("price", [Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(2)])
@pytest.mark.parametrize(("dice", "td", "adds"), CASES)
def test_pushing_on_is_worth_the_best_of_all_plans(dice: tuple[int, ...], td: int, adds: bool, price: Fraction) -> None:
    reading, worth, so_far = r.BOOK._replace(adds=adds), Fraction(3), 1 if adds else 0
    best = max(worth * success - price * sides for success, _, sides in plans(dice, td, so_far, reading))
    assert rogue_spire.push_on(dice, td, so_far, rogue_spire.Rules(reading), worth, price) == best


def test_the_faces_listed_here_are_those_that_the_odds_count() -> None:
    assert Numbers(totals((6, 8))) == torchlite.total((6, 8))
