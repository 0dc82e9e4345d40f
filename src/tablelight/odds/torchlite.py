"""TorchLite's rolls and choices, exactly. Dice are sizes from 4 to 12, totals are plain numbers.

Every number of the rules comes from `systems.torchlite.mechanics`; here it is only counted how often it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from importlib.resources import files
from math import comb, prod
from tomllib import loads
from typing import NamedTuple, TypeAlias

from tablelight.odds.choices import Choices, Path, Reading, Readings, all_readings
from tablelight.odds.choices import choices as choices_of
from tablelight.odds.distribution import Distribution, Numbers, lowest_terms, mixed, sure, unpack
from tablelight.odds.light import numbers_only
from tablelight.odds.margins import Margins
from tablelight.odds.pools import PoolDie, best_total
from tablelight.odds.work import OddsError, bound

with numbers_only("tablelight.systems.torchlite"):
    from tablelight.systems.torchlite import mechanics as m

Dice: TypeAlias = Sequence[int]

MOST_POOL = 12
"""Dice in one pool."""


class Effect(NamedTuple):
    """A final effect die and the extra dice gained past d12."""

    die: int
    extras: tuple[int, ...] = ()


# ------------------------------------------------------------------ pools and totals


@cache
def pool_die(size: int, hitches_to: int = 1) -> PoolDie:
    """A die of a pool; `hitches_to` is the highest face that is a hitch for its roller
    (torchlite/hitch-unusable, torchlite/sfx-hitch-range)."""
    if size not in m.SIZES:
        raise OddsError(f"There is no d{size} in TorchLite; there are {', '.join(f'd{each}' for each in m.SIZES)}.")
    good = tuple(face for face in range(1, size + 1) if not m.is_hitch(face) and face > hitches_to)
    return PoolDie(size, good, size - len(good))


def pool(dice: Dice, hitches_to: int = 1) -> list[PoolDie]:
    """A pool of at least one and at most twelve dice."""
    if not dice:
        raise OddsError("A pool needs at least one die.")
    bound(len(dice), "dice in one pool", MOST_POOL)
    return [pool_die(size, hitches_to) for size in dice]


def total(dice: Dice, extra: int = 0, hitches_to: int = 1) -> Numbers:
    """The highest total; `extra` further dice are bought into it (torchlite/total, torchlite/pp-extra-total-die)."""
    return best_total(pool(dice, hitches_to), m.TOTAL_DICE + max(extra, 0))


def margin(mine: Distribution[int], theirs: Distribution[int]) -> Numbers:
    """How far one total is above another, below 0 if it is lower."""
    return Numbers.of(mine.combine(theirs, lambda one, other: one - other))


def wins(margins: Numbers, first: bool = False) -> Fraction:
    """The chance to win; the first roller wins ties (torchlite/first-roller-wins-ties)."""
    return margins.chance(lambda value: m.beats(value, 0, first))


def heroic(margins: Numbers) -> Numbers:
    """Steps up for the effect die, 0 also on a failure (torchlite/heroic-success)."""
    return Numbers.of(margins.map(m.heroic_steps))


def hitches(dice: Dice, hitches_to: int = 1) -> Numbers:
    """How many dice of the pool are hitches (torchlite/hitch-unusable)."""
    found = Numbers({0: 1})
    for die in pool(dice, hitches_to):
        found = found.add(Numbers({1: die.useless, 0: len(die.faces)}))
    return found


def botch(dice: Dice) -> Fraction:
    """The chance that every die is a hitch (torchlite/botch)."""
    return prod([Fraction(die.useless, die.useless + len(die.faces)) for die in pool(dice)], start=Fraction(1))


def total_after_reroll(dice: Dice, extra: int = 0) -> Numbers:
    """The highest total where the largest die that rolled a hitch is rolled once more (torchlite/sfx-reroll)."""
    keep = m.TOTAL_DICE + extra
    everyone = pool(dice)
    clean = [die._replace(useless=0) for die in everyone]
    parts = [(prod(len(die.faces) for die in everyone), best_total(clean, keep))]
    for size in sorted(set(dice), reverse=True):
        larger = [die for die in clean if die.size > size]
        smaller = [die for die in everyone if die.size < size]
        like = [die for die in clean if die.size == size]
        for count in range(1, len(like) + 1):
            left = [*larger, *like[count:], *smaller]
            ways = comb(len(like), count) * prod(len(die.faces) for die in (*larger, *like[count:]))
            ways *= prod(len(die.faces) + die.useless for die in smaller) * pool_die(size).useless ** count
            parts.append((ways, best_total([*left, pool_die(size)], keep)))
    return Numbers.of(mixed(parts))


# ------------------------------------------------------------------ total and effect die


def readings(dice: Dice, extra: int = 0) -> Distribution[Readings]:
    """Every choice between a high total and a large effect die (torchlite/total, torchlite/effect-die)."""
    return Distribution(all_readings(pool(dice), m.TOTAL_DICE + extra))


def effect_size(reading: Reading) -> int:
    """The effect die of a reading; every roll has at least a d4 (torchlite/always-an-effect)."""
    return reading.left or m.SMALLEST


@lru_cache(maxsize=4096)
def raised(die: int, steps: int, grow: bool = False) -> Effect:
    """An effect die after its steps (torchlite/effect-d12-overflow)."""
    return Effect(*m.raise_effect(die, steps, grow))


def strongest(
    choices: Readings, bar: int, first: bool = False, free: int = 0, grow: bool = False, heroic: bool = True
) -> Effect | None:
    """The largest final effect die that still beats the bar, then the most extra dice, then the highest total; None
    if nothing beats it. `free` steps come from SFX; without `heroic` there are no others
    (torchlite/effect-step-order, option gm-heroic)."""
    best: tuple[int, int, int, Effect] | None = None
    for reading in choices:
        if m.beats(reading.sum, bar, first):
            steps = m.heroic_steps(reading.sum - bar) if heroic else 0
            effect = raised(effect_size(reading), steps + free, grow)
            rank = effect.die, len(effect.extras), reading.sum, effect
            best = rank if best is None or rank > best else best
    return best[3] if best else None


def effects(
    dice: Dice,
    bar: Distribution[int],
    free: int = 0,
    first: bool = False,
    extra: int = 0,
    grow: bool = False,
    heroic: bool = True,
) -> Distribution[Effect | None]:
    """The final effect die of an action that takes the strongest reading; None for a failure.

    `bar` is the total to beat. `extra` further dice are bought into the total; for the others see `strongest`.
    """
    allowed = _allowed(tuple(sorted(dice)), m.TOTAL_DICE + extra)
    margins = Margins(bar, sum(sorted(dice)[-m.TOTAL_DICE - extra :]))
    strong = _Strongest(dice, margins.range, partial(_rank, first=first, free=free, grow=grow, heroic=heroic))
    best = ((packed, strong.best(path)) for path, packed in allowed.packed.items())
    found = margins.count(best, allowed.slot, len(strong.effects))
    ways: dict[Effect | None, int] = {}
    for effect, count in zip(strong.effects, found, strict=True):
        ways[effect] = ways.get(effect, 0) + count
    return lowest_terms(ways)


@lru_cache(maxsize=64)
def _allowed(dice: tuple[int, ...], keep: int) -> Choices:
    """The choices of a pool, which is often rolled against one opponent after another."""
    return choices_of(pool(dice), keep)


Rank: TypeAlias = tuple[int, int, int, Effect]
"""What makes a final effect stronger: its die, how many extra dice, the total above the bar; then the effect itself."""

LOST: Rank = (0, 0, 0, Effect(0))


def _rank(die: int, margin: int, *, first: bool, free: int, grow: bool, heroic: bool) -> Rank:
    if not m.beats(margin, 0, first):
        return LOST
    effect = raised(die, (m.heroic_steps(margin) if heroic else 0) + free, grow)
    return effect.die, len(effect.extras), margin, effect


class _Strongest:
    """The strongest effect at each margin of the highest total above the bar, as its number among all `effects`.

    Ranks are numbered, so that the better of many is quickly found; ranks that follow one another with the same effect
    have one number, so that no number falls where the margin rises.
    """

    def __init__(self, dice: Dice, margins: range, rank: Callable[[int, int], Rank]) -> None:
        ranks = {die: [rank(die, margin) for margin in margins] for die in {*dice, m.SMALLEST}}
        order = sorted({LOST, *(each for listed in ranks.values() for each in listed)})
        number = {each: at for at, each in enumerate(order)}
        self.effects: list[Effect | None] = [None]
        self._of_rank = [0]
        for each in order[1:]:
            if each[3] != self.effects[-1]:
                self.effects.append(each[3])
            self._of_rank.append(len(self.effects) - 1)
        self._numbers = {die: [number[each] for each in listed] for die, listed in ranks.items()}

    def best(self, path: Path) -> Iterable[int]:
        """For each margin the effect that is the best of all dice that may be left out."""
        after = [self._after(size, cost) for size, cost in path] or [self._numbers[m.SMALLEST]]
        return map(self._of_rank.__getitem__, map(max, *after) if len(after) > 1 else after[0])

    def _after(self, die: int, cost: int) -> list[int]:
        numbers = self._numbers[die]
        return ([0] * cost + numbers)[: len(numbers)]


def highest(dice: Dice, extra: int = 0) -> Distribution[Reading]:
    """The reading with the highest total, then the largest effect die."""
    allowed = _allowed(tuple(sorted(dice)), m.TOTAL_DICE + extra)
    by_size: dict[int, int] = {}
    for path, packed in allowed.packed.items():
        left = path[-1].size if path else 0
        by_size[left] = by_size.get(left, 0) + packed
    return Distribution(
        {Reading(total, left): ways for left, packed in by_size.items() for total, ways in unpack(packed, allowed.slot)}
    )


# ------------------------------------------------------------------ assets shut down


class ShutDown(NamedTuple):
    """What a roll against an asset does to it: how likely each is."""

    gone: Fraction
    stepped_down: Fraction
    nothing: Fraction


def shut_down(dice: Dice, asset: int, against: Dice, free: int = 0, first: bool = False, extra: int = 0) -> ShutDown:
    """Shutting an asset down, which joins the opposing dice (torchlite/shut-down-roll, torchlite/shut-down-result)."""
    done = effects(dice, total((*against, asset)), free, first, extra)
    gone = done.chance(lambda effect: effect is not None and not m.shut_down(asset, effect.die))
    return ShutDown(gone, 1 - done.exactly(None) - gone, done.exactly(None))


# ------------------------------------------------------------------ recovery, challenges, mobs


class Recovery(NamedTuple):
    """What a recovery does to a complication: how likely each is."""

    removed: Fraction
    stepped_down: Fraction
    nothing: Fraction
    stepped_up: Fraction
    taken_out: Fraction


def recovery(dice: Dice, rating: int, free: int = 0) -> Recovery:
    """Recovering a complication (torchlite/recovery-difficulty, torchlite/recovery-success,
    torchlite/recovery-failure, torchlite/recovery-failure-hitch)."""
    bar = total((*m.RECOVERY_DICE, rating))
    done = effects(dice, bar, free)
    removed = done.chance(lambda effect: effect is not None and not m.recover(rating, effect.die))
    eased = done.chance(lambda effect: effect is not None and bool(m.recover(rating, effect.die)))
    quiet = quiet_failure(dice, bar)
    bad = done.exactly(None) - quiet
    out = m.worsen(rating).out
    return Recovery(removed, eased, quiet, Fraction(0) if out else bad, bad if out else Fraction(0))


def quiet_failure(dice: Dice, bar: Distribution[int]) -> Fraction:
    """The chance of a total that doesn't beat the bar, without a single hitch."""
    everyone = pool(dice)
    clean = [die._replace(useless=0) for die in everyone]
    share = Fraction(prod(len(die.faces) for die in clean), prod(len(die.faces) + die.useless for die in everyone))
    return share * (1 - wins(margin(best_total(clean, m.TOTAL_DICE), bar)))


def hit_challenge(dice: Dice, effect: Effect | None) -> tuple[int, ...]:
    """A challenge pool after an effect: the largest effect die takes on the largest challenge die, and so on.

    A challenge die answers a larger effect die by going, any other by one step down, as an asset does
    (torchlite/challenge-effect).
    """
    left = sorted(dice, reverse=True)
    strikes = sorted((effect.die, *effect.extras), reverse=True) if effect else []
    hit = [m.shut_down(die, strike) for die, strike in zip(left, strikes, strict=False)]
    return tuple(sorted((die for die in (*hit, *left[len(hit) :]) if die), reverse=True))


def challenge(actions: Sequence[Dice], dice: Dice) -> Distribution[tuple[int, ...]]:
    """What is left of a challenge pool after these actions, one after another; it rolls all that is left each time
    (torchlite/challenge-reaction, torchlite/challenge-defeated)."""
    state: Distribution[tuple[int, ...]] = sure(tuple(sorted(dice, reverse=True)))
    seen = 0

    @cache
    def act(action: tuple[int, ...], left: tuple[int, ...]) -> Distribution[tuple[int, ...]]:
        nonlocal seen
        seen += len(_allowed(action, m.TOTAL_DICE).packed)
        bound(seen, "choices against all that may be left of the challenge, or more", MOST_CHOICES)
        return effects(action, total(left)).map(lambda effect: hit_challenge(left, effect))

    for action in actions:
        tried = tuple(sorted(action))
        state = state.then(lambda left, tried=tried: act(tried, left) if left else sure(left))
    return state


MOST_CHOICES = 3_000


# ------------------------------------------------------------------ attacks


def attack(dice: Dice, avoiding: Dice) -> Distribution[tuple[int, bool]]:
    """An attack that rolls first, both sides taking the highest total: the die that it inflicts, 0 if avoided, and
    whether the loser's larger effect die stepped it down
    (torchlite/compare-effect-on-failure, torchlite/heroic-success-gm)."""

    def resolve(attacker: Reading, defender: Reading) -> tuple[int, bool]:
        if m.beats(defender.sum, attacker.sum, first=False):
            return 0, False
        die = raised(effect_size(attacker), m.heroic_steps(attacker.sum - defender.sum)).die
        after = m.resist(die, effect_size(defender))
        return after, effect_size(defender) > die

    return highest(dice).combine(highest(avoiding), resolve)


def suffered(rating: int, die: int) -> m.Worsened:
    """A complication after an attack that inflicts this die, 0 for none (torchlite/complication-new-or-worse)."""
    return m.inflict(rating, die) if die else m.Worsened(rating)


def attacks(dice: Dice, avoiding: Dice, times: int, rating: int = 0) -> Distribution[m.Worsened]:
    """The complication after several attacks of one kind, the attacker rolling it too once there is one
    (torchlite/complication-rolled-by-opposition, torchlite/taken-out)."""
    state: Distribution[m.Worsened] = sure(m.Worsened(rating))

    @cache
    def once(now: m.Worsened) -> Distribution[m.Worsened]:
        if now.out:
            return sure(now)
        rolled = (*dice, now.die) if now.die else tuple(dice)
        return attack(rolled, avoiding).map(lambda landed: suffered(now.die, landed[0]))

    for _ in range(times):
        state = state.then(once)
    return state


def attack_on_many(dice: Dice, avoiding: Sequence[Dice]) -> Numbers:
    """How many of several targets one roll of the attacker, made first, holds against
    (torchlite/multi-target-opposition)."""
    totals = [total(each) for each in avoiding]

    def held(bar: int) -> Numbers:
        found = Numbers({0: 1})
        for mine in totals:
            lost = 1 - wins(mine.plus(-bar))
            found = found.add(Numbers({1: lost.numerator, 0: lost.denominator - lost.numerator}))
        return found

    return Numbers.of(total(dice).then(held))


def strictly_highest(dice: Dice, others: Sequence[Dice]) -> Fraction:
    """The chance that one total is above all others (torchlite/dynamic-initiative-roll)."""
    theirs = [total(each) for each in others]

    def above(value: int) -> Fraction:
        return prod([each.chance(lambda other: other < value) for each in theirs], start=Fraction(1))

    return total(dice).expect(above)


# ------------------------------------------------------------------ tables of the book


def table(name: str) -> dict[str, Fraction]:
    """The chance of each result of a table that two dice are rolled on, a row and a column."""
    found = next((each for each in _tables() if each["id"] == name and name in table_names()), None)
    if not found:
        names = ", ".join(table_names())
        raise OddsError(f"There is no table {name!r} with rows and columns to roll; there are: {names}.")
    cells = [str(cell) for row in found["rows"] for cell in row[1:]]  # pyright: ignore
    return {cell: Fraction(cells.count(cell), len(cells)) for cell in dict.fromkeys(cells)}


def table_names() -> tuple[str, ...]:
    """The tables that two dice are rolled on."""
    return tuple(str(each["id"]) for each in _tables() if " row, " in str(each.get("die", "")))


@cache
def _tables() -> list[dict[str, object]]:
    return loads((files("tablelight.systems") / "torchlite" / "rules.toml").read_text("utf-8"))["table"]


# ------------------------------------------------------------------ decisions


class Stake(NamedTuple):
    """What a roll is played for, all in one unit: a success, each size of the final effect die beyond that, and the
    price of a plot point. The objective is the highest mean of what is won less what is paid."""

    success: Fraction = Fraction(1)
    effect: Mapping[int, Fraction] | None = None
    point: Fraction = Fraction(0)


class Choice(NamedTuple):
    """A way to read a throw, the plot points it takes, and what it is worth."""

    pick: m.Pick
    points: int
    worth: Fraction


def worth(pick: m.Pick, bar: int, points: int, stake: Stake, first: bool = False) -> Fraction:
    """What a reading is worth against a bar, its plot points paid."""
    paid = stake.point * points
    if not m.beats(pick.sum, bar, first):
        return -paid
    die = raised(pick.effect, m.heroic_steps(pick.sum - bar)).die
    return stake.success + (stake.effect or {}).get(die, Fraction(0)) - paid


def choices(dice: Dice, faces: Sequence[int], bar: int, points: int, stake: Stake) -> list[Choice]:
    """Every reading of a throw with up to so many plot points, the best first; of equals the one that pays less."""
    found = [
        Choice(pick, spent, worth(pick, bar, spent, stake))
        for spent in range(max(points, 0) + 1)
        if not spent or spent + m.TOTAL_DICE <= len(m.usable(faces))
        for pick in m.picks(dice, faces, spent)
    ]
    return sorted(found, key=lambda choice: (-choice.worth, choice.points, -choice.pick.sum))
