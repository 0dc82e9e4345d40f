"""Actlite's numbers: pure functions over scores, health, faces and counts. No state, no dice thrown, no names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

CARDS = 3
DEFAULT_CRIT = 3
DEFAULT_STANDARD = 9
DEFAULT_SPEED = 4
PASSIVE_BASE = 6
CHECK_DICE = 2
DIE = 6
COIN = 2
HEADS = 1
INTERRUPT_AP = 1
REACTION_AP = 1
GRAPPLE_AP = 2
ESCAPE_AP = 2
BANDAGE_AP = 3
PREPARED_BANDAGE_AP = 1
PACK_AP = 2
SPACES_PER_FALL_DIE = 6
FALL_DIE = 4
MOST_FALL_DICE = 25
HEX_BASE = 3
HEX_AP = 3
MODIFIER_AP = 1
LEARN_STEP = 3
HOUR = 60
DAY = 24 * HOUR
LOWEST_CASH, HIGHEST_CASH = 1, 20
WANES = 1
"""Points of poison, and of heal, that go in each beginning of a round (actlite/round-begin-statuses)."""

# ------------------------------------------------------------------ health


class Health(Struct, frozen=True):
    """Current health of the two tracks, written (crit)standard (actlite/health-notation)."""

    crit: int
    standard: int


def take_damage(health: Health, points: int, *, down: bool, crit: bool = False, stop: bool = False) -> Health:
    """Health after one hit (actlite/damage-order, actlite/crit-damage, actlite/damage-while-down).

    `stop` is the option damage-spill: a hit never crosses from standard into crit health, nor takes the crit health
    of a conscious character below 0.
    """
    if down:
        return Health(health.crit - points, health.standard)
    if crit:
        return Health(_floored(health.crit - points, stop), health.standard)
    from_standard = min(points, health.standard)
    rest = points - from_standard
    if stop and health.standard:
        rest = 0
    return Health(_floored(health.crit - rest, stop), health.standard - from_standard)


def _floored(crit: int, stop: bool) -> int:
    return max(crit, 0) if stop else crit


def is_dead(crit: int, max_crit: int) -> bool:
    """Whether crit health is further below 0 than its maximum (actlite/death-by-damage)."""
    return -crit > max_crit


def poison_damage(points: int) -> int:
    """All the damage that so much poison does until it has run out (actlite/status-poison)."""
    return sum(range(points, 0, -WANES))


def fall_dice(spaces: int) -> int:
    """How many d4 of damage a fall deals (actlite/fall-damage)."""
    return min(max(spaces, 0) // SPACES_PER_FALL_DIE, MOST_FALL_DICE)


# ------------------------------------------------------------------ scores and exhaustion


def passive(score: int) -> int:
    """What others roll against (actlite/passive-score)."""
    return PASSIVE_BASE + score


class Weariness(Struct, frozen=True):
    """How stacks of exhaustion are shared out: points off every score, points off the speed."""

    scores: int
    speed: int


def weariness(stacks: int, highest: int) -> Weariness:
    """Exhaustion lowers scores until none is above 0, then speed (actlite/status-exhaustion)."""
    scores = min(stacks, max(0, highest))
    return Weariness(scores, stacks - scores)


def speed_left(speed: int, *losses: int) -> int:
    """Effective movement speed, never below 0 (actlite/movement-speed)."""
    return max(0, speed - sum(losses))


# ------------------------------------------------------------------ checks


def dice_for(net: int) -> tuple[int, ...]:
    """The dice of a check with this net advantage (actlite/advantage-stacks-cancels)."""
    return (DIE,) * (CHECK_DICE + abs(net))


class Pair(Struct, frozen=True):
    """Two of the rolled dice by position, and what they add up to."""

    first: int
    second: int
    total: int


def pairs(faces: Sequence[int]) -> list[Pair]:
    """Every pair that differs in faces, highest total first (actlite/advantage-pick)."""
    found: dict[tuple[int, ...], Pair] = {}
    for first, second in combinations(range(len(faces)), 2):
        shown = tuple(sorted((faces[first], faces[second])))
        found.setdefault(shown, Pair(first, second, sum(shown)))
    return sorted(found.values(), key=lambda pair: -pair.total)


def lowest_pair(faces: Sequence[int]) -> Pair:
    """The two lowest dice (actlite/disadvantage)."""
    first, second = sorted(sorted(range(len(faces)), key=lambda at: (faces[at], at))[:2])
    return Pair(first, second, faces[first] + faces[second])


def succeeds(total: int, score: int, dc: int) -> bool:
    """Meeting the difficulty is enough (actlite/check)."""
    return total + score >= dc


def counted(faces: Sequence[int], pair: Pair, *, rolled: bool) -> tuple[int, ...]:
    """The faces that triggers look at: the picked pair, or every die (actlite/trigger-dice)."""
    return tuple(faces) if rolled else (faces[pair.first], faces[pair.second])


When: TypeAlias = Literal["on 6", "at least one 6", "on matching", "always"]


def times(when: When, faces: Sequence[int]) -> int:
    """How often an effect triggers on these faces, given a success
    (actlite/trigger-on-6, actlite/trigger-at-least-one-6, actlite/trigger-on-matching)."""
    match when:
        case "on 6":
            return min(faces.count(DIE), CHECK_DICE)
        case "at least one 6":
            return int(DIE in faces)
        case "on matching":
            return int(len(set(faces)) < len(faces))
        case "always":
            return 1


# ------------------------------------------------------------------ AP


def arrow_cost(costs: Sequence[int], uses: int) -> int:
    """The cost of the next use after so many in this round; the last cost repeats (actlite/arrow-costs)."""
    return costs[min(uses, len(costs) - 1)]


# ------------------------------------------------------------------ armor


def reduced(damage: int, reduction: int, bypass: int = 0) -> int:
    """Damage that gets through armor (actlite/armor-reduction, actlite/effect-bypass)."""
    return max(0, damage - max(0, reduction - bypass))


def rent(reduction: int, by: int) -> int:
    """A reduction after "Rend" (actlite/effect-rend)."""
    return max(0, reduction - by)


# ------------------------------------------------------------------ growth


def step_price(new: int, prices: Mapping[int, int]) -> int:
    """What one point costs, up to this new score (actlite/raise-attribute, actlite/attribute-limits)."""
    return prices.get(new, max(1, new))


def raise_price(score: int, new: int, prices: Mapping[int, int]) -> int:
    """What all steps from one score to another cost together (actlite/raise-attribute)."""
    return sum(step_price(step, prices) for step in range(score + 1, new + 1))


def gained(rolled: int, known: Iterable[int], size: int, *, higher: bool = False) -> int:
    """Which entry (from 1) a roll on an archetype table gives; 0 if every entry is known
    (actlite/archetype-duplicate, actlite/archetype-full)."""
    have = set(known)
    below, above = range(rolled, 0, -1), range(rolled, size + 1)
    order = (*above, *below) if higher else (*below, *above)
    return next((entry for entry in order if entry not in have), 0)


# ------------------------------------------------------------------ tables


def rows_cover(spans: Sequence[tuple[int, int]], die: int) -> str:
    """What is wrong with a table's rows, each from a face to a face, or nothing (actlite/consequence-kinds)."""
    for face in range(1, die + 1):
        covering = sum(least <= face <= most for least, most in spans)
        if covering != 1:
            return f"a {face} is not covered" if not covering else f"a {face} is covered twice"
    if any(least < 1 or most > die for least, most in spans):
        return f"the rows go beyond a d{die}"
    return ""


# ------------------------------------------------------------------ CASH


CashDeal: TypeAlias = Literal["above", "equal", "one-below", "free"]


def cash_deal(level: int, price: int) -> CashDeal:
    """How a purchase at this price goes (actlite/cash-above, -equal, -one-below, -two-below)."""
    if price > level:
        return "above"
    if price == level:
        return "equal"
    return "one-below" if price == level - 1 else "free"


def cash_lowered(level: int) -> int:
    """One level lower; nothing is below the lowest (actlite/cash-equal)."""
    return max(LOWEST_CASH, level - 1)


# ------------------------------------------------------------------ hexes


def hex_capacity(wil: int) -> int:
    """Hexes that may be written between rests, maintained at once, or modifiers on one (actlite/hex-write-capacity,
    actlite/hex-maintain-capacity, actlite/hex-modifier-limit)."""
    return max(0, HEX_BASE + wil)


def hex_ap(hexes: int, modifiers: int) -> int:
    """What writing costs in initiative (actlite/hex-ap-cost)."""
    return HEX_AP * hexes + MODIFIER_AP * modifiers


def learn_dc(base: int, parts: int) -> int:
    """The difficulty of learning a hex of so many parts (actlite/hex-learn-combined)."""
    return base + (LEARN_STEP * parts if parts > 1 else 0)
