"""The Rogue Spire's rolls and choices, exactly. Dice are sizes, experience is in points, death comes in minutes.

Every number of the rules comes from `systems.rogue_spire.mechanics`; here it is only counted how often it comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Literal, NamedTuple, TypeAlias

from tablelight.odds.distribution import Distribution, Numbers, die, sure
from tablelight.odds.light import numbers_only
from tablelight.odds.work import OddsError, bound

with numbers_only("tablelight.systems.rogue_spire"):
    from tablelight.systems.rogue_spire import mechanics as m

Dice: TypeAlias = Sequence[int]
MOST_DICE = 12
"""Dice of one action."""


def checked(dice: Dice) -> tuple[int, ...]:
    """Dice that there are in this game, not too many."""
    bound(len(dice), "dice in one action", MOST_DICE)
    for sides in dice:
        if sides not in m.SIZES:
            raise OddsError(f"There is no d{sides} here; there are {', '.join(f'd{each}' for each in m.SIZES)}.")
    return tuple(dice)


# ------------------------------------------------------------------ one action


class Rules(NamedTuple):
    """How dice are read and when a player stops: `reading` are the table's options, `rests_at_tie` says that the
    player stops at a tie, as for the optional tie choice (rogue-spire/tie-choice)."""

    reading: m.Reading = m.BOOK
    rests_at_tie: bool = False


BOOK = Rules()


class Attempt(NamedTuple):
    """An action so far: the best comparison, the total where dice are added, what was spent and earned."""

    best: m.Result = "failure"
    total: int = 0
    td: int = 0
    dice: int = 0
    sides: int = 0
    xp: int = 0


NOTHING_YET = Attempt()


def done(attempt: Attempt, rules: Rules = BOOK) -> bool:
    """Whether the player rolls no further die (rogue-spire/rolling-again-after-success)."""
    if m.finished(attempt.best, rules.reading):
        return True
    return rules.rests_at_tie and attempt.best == "tie"


def rolled(attempt: Attempt, sides: int, face: int, td: int | None, rules: Rules = BOOK) -> Attempt:
    """The action after one more die (rogue-spire/rolling-again-combine, rogue-spire/xp-on-one).

    Without a named difficulty a die is compared with half its own sides; where dice are added, the first one's half
    holds for the whole action (rogue-spire/td-of-a-die).
    """
    bar = td if td is not None else attempt.td if rules.reading.adds and attempt.dice else m.own_td(sides)
    before = attempt.total if rules.reading.adds else 0
    result = m.judge(face, sides, bar, before, rules.reading)
    return Attempt(
        m.best_of((attempt.best, result)),
        before + face if rules.reading.adds else 0,
        bar,
        attempt.dice + 1,
        attempt.sides + sides,
        attempt.xp + m.xp_of(face, sides),
    )


def action(dice: Dice, td: int | None, rules: Rules = BOOK, so_far: Attempt = NOTHING_YET) -> Distribution[Attempt]:
    """An action that rolls these dice in this order, each only if it is still needed (rogue-spire/rolling-again)."""
    state: Distribution[Attempt] = sure(so_far)
    for sides in checked(dice):
        plain = die(sides)

        def on(attempt: Attempt, sides: int = sides, plain: Numbers = plain) -> Distribution[Attempt]:
            if done(attempt, rules):
                return sure(attempt)
            return plain.map(lambda face: rolled(attempt, sides, face, td, rules))

        state = state.then(on)
        bound(len(state), "ways an action can go", 200_000)
    return state


def succeeds(attempt: Attempt) -> bool:
    """Whether the difficulty is beaten."""
    return m.beaten(attempt.best)


def tie_or_better(attempt: Attempt) -> bool:
    """Whether some kind of success can be had, a tie being taken as success BUT (rogue-spire/tie-choice)."""
    return m.RANK.index(attempt.best) >= m.RANK.index("tie")


# ------------------------------------------------------------------ rounds of an encounter


def rounds(every: Dice, once: Dice, td: int, count: int, rules: Rules = BOOK) -> Numbers:
    """How many of `count` rounds bring a success, one action each: the dice in `every` are ready in each round, those
    in `once` are strained and can be rolled a single time (rogue-spire/strained-no-encounter-refresh)."""
    fresh = [sides for sides in checked(every) if m.round_readies(m.exhausted(m.READY), False, "all")]
    strained = m.Marks(False, "strained")
    spare = [sides for sides in checked(once) if not m.round_readies(m.exhausted(strained), False, "all")]
    state: Distribution[tuple[int, int]] = sure((0, 0))  # successes, strained dice spent

    @cache
    def once_more(spent: int) -> Distribution[tuple[bool, int]]:
        ended = action([*fresh, *spare[spent:]], td, rules)
        return ended.map(lambda attempt: (succeeds(attempt), spent + max(attempt.dice - len(fresh), 0)))

    for _ in range(count):
        state = state.then(lambda now: once_more(now[1]).map(lambda more: (now[0] + more[0], more[1])))
    return Numbers.of(state.map(lambda now: now[0]))


# ------------------------------------------------------------------ experience


def experience(dice: Dice, total: int = 0, limit: int = 1_000_000, overflows: bool = False) -> Numbers:
    """Points gained when these dice are rolled once each, in this order
    (rogue-spire/xp-on-one, rogue-spire/xp-limit)."""
    state: dict[int, int] = {0: 1}
    steps = 0
    for sides in dice:
        steps += len(state) * sides
        bound(steps, "steps to add the experience up, or more", MOST_STEPS)
        step: dict[int, int] = {}
        for points, count in Counter(m.xp_of(face, sides) for face in range(1, sides + 1)).items():
            for so_far, ways in state.items():
                now = so_far + m.xp_gained(points, total + so_far, limit, overflows)
                step[now] = step.get(now, 0) + ways * count
        state = step
    return Numbers(state)


MOST_STEPS = 500_000


def rolls_to_limit(sides: int, limit: int, total: int = 0) -> Fraction:
    """The mean number of rolls of one die until the limit is reached."""
    ones = 0
    while total < limit:
        total += m.xp_gained(m.xp_of(1, sides), total, limit, overflows=False)
        ones += 1
    chance = die(sides).chance(lambda face: m.xp_of(face, sides) > 0)
    return ones / chance


# ------------------------------------------------------------------ death's door


def last_roll() -> Fraction:
    """The chance that one death's-door roll is the last (rogue-spire/death)."""
    return die(m.FREE_DIE).chance(m.kills)


def dead_within(rolls: int) -> Fraction:
    """The chance of being dead after so many death's-door rolls (rogue-spire/deaths-door-roll)."""
    return 1 - (1 - last_roll()) ** rolls


def minutes_to_death(at_once: bool = False) -> Fraction:
    """The mean minute of death without help; `at_once` is option first-death-roll."""
    return 1 / last_roll() - (1 if at_once else 0)


def saved(healer: Dice, wounded: int, rolls: int, rules: Rules = BOOK) -> Fraction:
    """The chance to live through so many rolls and then to be healed by one skilled check
    (rogue-spire/healing-check)."""
    return (1 - dead_within(rolls)) * action(healer, m.own_td(wounded), rules).chance(succeeds)


# ------------------------------------------------------------------ nights


class Nights(NamedTuple):
    """How nights are spent: `healer` rolls one check on one wounded die each evening; `ties_heal` is the tie rule with
    success BUT chosen; `natural_td` is the option of that name."""

    healer: tuple[int, ...] = ()
    ties_heal: bool = False
    natural_td: str = "wounded-die"
    rules: Rules = BOOK


BY_NATURE = Nights()


def natural(sides: int, nights: Nights = BY_NATURE) -> Fraction:
    """The chance that a wounded die heals by itself in one night (rogue-spire/natural-healing)."""
    td = m.natural_td(sides, nights.natural_td)

    def heals(face: int) -> bool:
        result = m.judge(face, m.FREE_DIE, td, reading=nights.rules.reading)
        return m.beaten(result) or (nights.ties_heal and result == "tie")

    return die(m.FREE_DIE).chance(heals)


class Hurt(NamedTuple):
    """Which dice are wounded, and how many are strained."""

    wounded: tuple[int, ...] = ()
    strained: int = 0


def night(hurt: Hurt, nights: Nights = BY_NATURE) -> Distribution[Hurt]:
    """An evening's check, then the night: one strain goes, then each die still wounded gets its roll
    (rogue-spire/night-order, rogue-spire/night-rest-strain, rogue-spire/healing-result)."""
    return _evening(hurt, nights).then(lambda after: _asleep(after, nights))


def _evening(hurt: Hurt, nights: Nights) -> Distribution[Hurt]:
    if not nights.healer or not hurt.wounded:
        return sure(hurt)
    chance = action(nights.healer, m.own_td(hurt.wounded[0]), nights.rules).chance(succeeds)
    healed = Hurt(hurt.wounded[1:], hurt.strained + 1)
    return Distribution({healed: chance.numerator, hurt: chance.denominator - chance.numerator})


def _asleep(hurt: Hurt, nights: Nights) -> Distribution[Hurt]:
    state: Distribution[Hurt] = sure(Hurt((), max(hurt.strained - 1, 0)))
    for sides in hurt.wounded:
        chance = natural(sides, nights)

        def sleep(now: Hurt, sides: int = sides, chance: Fraction = chance) -> Distribution[Hurt]:
            well, ill = now._replace(strained=now.strained + 1), now._replace(wounded=(*now.wounded, sides))
            return Distribution({well: chance.numerator, ill: chance.denominator - chance.numerator})

        state = state.then(sleep)
    return state


def nights_needed(hurt: Hurt, nights: Nights = BY_NATURE) -> Fraction:
    """The mean number of nights until no die is wounded or strained. An OddsError if that never comes."""

    @cache
    def mean(now: Hurt) -> Fraction:
        if not now.wounded and not now.strained:
            return Fraction(0)
        after = night(now, nights)
        stay = after.exactly(now)
        if stay == 1:
            raise OddsError(f"A wounded d{now.wounded[0]} never heals so: it needs a healer.")
        rest = sum((share * mean(other) for other, share in after.chances().items() if other != now), Fraction(0))
        return (1 + rest) / (1 - stay)

    bound(prod(2 for _ in hurt.wounded) * (hurt.strained + len(hurt.wounded) + 1), "states of hurt dice", 50_000)
    return mean(Hurt(tuple(sorted(hurt.wounded)), hurt.strained))


def well_within(hurt: Hurt, count: int, nights: Nights = BY_NATURE) -> Fraction:
    """The chance that no die is wounded or strained after so many nights."""
    state: Distribution[Hurt] = sure(Hurt(tuple(sorted(hurt.wounded)), hurt.strained))
    for _ in range(count):
        state = state.then(lambda now: night(now, nights))
    return state.exactly(Hurt())


# ------------------------------------------------------------------ which die next

Cost: TypeAlias = Literal["dice", "sides"]


class Plan(NamedTuple):
    """A best way to go on: the chance of success, what it costs on average, and the die to roll next, 0 to stop."""

    success: Fraction
    dice: Fraction
    sides: Fraction
    next: int


def best_plan(
    dice: Dice,
    td: int | None,
    rules: Rules = BOOK,
    cost: Cost = "dice",
    budget: int | None = None,
    so_far: Attempt = NOTHING_YET,
) -> Plan:
    """The best order of dice, each chosen in view of the results so far.

    The objective: first the highest chance of success, then the lowest mean number of dice, or sum of their sides,
    exhausted. `budget` is the most dice that may be exhausted; `so_far` is an action that did not succeed yet.
    """
    ready = tuple(sorted(checked(dice)))
    most = len(ready) if budget is None else min(budget, len(ready))

    @cache
    def plan(left: tuple[int, ...], now: tuple[int, int], may: int) -> Plan:
        found = Plan(Fraction(0), Fraction(0), Fraction(0), 0)
        for at, sides in enumerate(left if may else ()):
            if sides not in left[:at]:
                found = max(found, throw(left[:at] + left[at + 1 :], now, may, sides), key=rank)
        return found

    def rank(one: Plan) -> tuple[Fraction, Fraction]:
        return one.success, -(one.dice if cost == "dice" else one.sides)

    def throw(rest: tuple[int, ...], now: tuple[int, int], may: int, sides: int) -> Plan:
        success, spent_dice, spent_sides = Fraction(0), Fraction(1), Fraction(sides)
        share = Fraction(1, sides)
        for face in range(1, sides + 1):
            thrown = so_far.dice + len(ready) - len(rest) - 1
            attempt = rolled(Attempt(total=now[0], td=now[1], dice=thrown), sides, face, td, rules)
            if m.beaten(attempt.best):
                success += share
                continue
            after = plan(rest, (attempt.total, attempt.td if rules.reading.adds else 0), may - 1)
            success += share * after.success
            spent_dice += share * after.dice
            spent_sides += share * after.sides
        return Plan(success, spent_dice, spent_sides, sides)

    bound(_states(ready), "states of a plan", 30_000)
    return plan(ready, (so_far.total, so_far.td), most)


def begun_with(
    first: int, rest: Dice, td: int | None, rules: Rules = BOOK, cost: Cost = "dice", so_far: Attempt = NOTHING_YET
) -> Plan:
    """The best that can come when this die is rolled next, and the others as `best_plan` has it."""
    share = Fraction(1, first)
    success, dice, sides = Fraction(0), Fraction(1), Fraction(first)
    for face in range(1, first + 1):
        after = rolled(so_far, first, face, td, rules)
        if m.beaten(after.best):
            success += share
            continue
        plan = best_plan(rest, td, rules, cost, so_far=after)
        success, dice, sides = success + share * plan.success, dice + share * plan.dice, sides + share * plan.sides
    return Plan(success, dice, sides, first)


def _states(dice: Dice) -> int:
    """How many sets of these dice may be left, with how many totals."""
    return prod([dice.count(sides) + 1 for sides in set(dice)]) * (sum(dice) + 1)


def best_order_by_search(dice: Dice, td: int, cost: Cost = "dice") -> Plan:
    """The best fixed order of dice that are compared one by one, found by trying all: slow, to check `best_plan`."""

    def value(order: tuple[int, ...]) -> Plan:
        ended = action(order, td)
        spent = ended.expect(lambda attempt: attempt.dice), ended.expect(lambda attempt: attempt.sides)
        return Plan(ended.chance(succeeds), *spent, order[0] if order else 0)

    orders = {tuple(dice[at] for at in ats) for ats in _orders(len(dice))}
    return max(
        (value(order) for order in orders),
        key=lambda plan: (plan.success, -(plan.dice if cost == "dice" else plan.sides)),
    )


def _orders(count: int) -> list[tuple[int, ...]]:
    return [order for order in product(range(count), repeat=count) if len(set(order)) == count]


def push_on(
    dice: Dice,
    td: int | None,
    total: int = 0,
    rules: Rules = BOOK,
    worth: Fraction = Fraction(1),
    price: Fraction = Fraction(0),
) -> Fraction:
    """What it is worth to go on after dice that did not beat the difficulty; 0 if it is best to stop.

    The objective: the highest mean of `worth` for a success, less `price` for each side of the dice exhausted. `total`
    is what dice have added up to so far, where they are added.
    """
    ready = tuple(sorted(checked(dice)))
    bound(_states(ready), "states of a plan", 30_000)

    @cache
    def best(left: tuple[int, ...], now: int) -> Fraction:
        found = Fraction(0)
        for at, sides in enumerate(left):
            if sides not in left[:at]:
                found = max(found, go_on(left[:at] + left[at + 1 :], now, sides))
        return found

    def go_on(rest: tuple[int, ...], now: int, sides: int) -> Fraction:
        before = Attempt(total=now, td=td or 0, dice=1)
        ways = [rolled(before, sides, face, td, rules) for face in range(1, sides + 1)]
        won = [worth if succeeds(after) else best(rest, after.total) for after in ways]
        return sum(won, Fraction(0)) / sides - price * sides

    return best(ready, total)


def worth_of_die(
    first: int,
    rest: Dice,
    td: int | None,
    so_far: Attempt = NOTHING_YET,
    rules: Rules = BOOK,
    worth: Fraction = Fraction(1),
    price: Fraction = Fraction(0),
) -> Fraction:
    """What it is worth to roll just this die next and then to go on as is best, counted as in `push_on`."""
    found = -price * first
    for face in range(1, first + 1):
        after = rolled(so_far, first, face, td, rules)
        bar = after.td if rules.reading.adds else td
        found += (worth if succeeds(after) else push_on(rest, bar, after.total, rules, worth, price)) / first
    return found
