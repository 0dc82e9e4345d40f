"""The numbers of Forgelight: pure functions over integers. No state, no dice, no words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

Outcome: TypeAlias = Literal["critical failure", "failure", "success", "critical success"]
Edge: TypeAlias = Literal["plain", "advantage", "disadvantage"]

D20 = 20
LEAST_ATTRIBUTE, MOST_ATTRIBUTE = -2, 10
LEAST_ASSIGNED, MOST_ASSIGNED, ASSIGNED_SUM = -2, 2, 5
MOST_LEVEL = 10
CARDS_A_LEVEL = 2
CHOSEN_SKILLS, SKILL_BONUS = 3, 2
MOST_STARTING_GEAR = 3
POWER_ROLL = 16
ACTION_POINTS, COMPANION_POINTS = 4, 2
TILE = 5
WINDOW_TURNS, TURN_SECONDS, HOUR = 5, 6, 3600
DAY = 24 * HOUR
SHORT_REST, LONG_REST = HOUR, 6 * HOUR
FALL_STEP, FALL_DIE, FALL_TYPE = 10, 6, "force"

# ------------------------------------------------------------------ a d20 roll


def edge(advantages: int, disadvantages: int, mixing: str = "cancel") -> Edge:
    """What several sources come to (forgelight/advantage-sources-combine, option advantage-mixing)."""
    if advantages and disadvantages and mixing == "cancel":
        return "plain"
    if advantages == disadvantages:
        return "plain"
    return "advantage" if advantages > disadvantages else "disadvantage"


def dice_of(way: Edge) -> tuple[int, ...]:
    """The dice to roll (forgelight/d20-base-die, forgelight/advantage-roll, forgelight/disadvantage-roll)."""
    return (D20,) if way == "plain" else (D20, D20)


def kept(faces: Sequence[int], way: Edge) -> int:
    """The face that counts (forgelight/advantage-kept-face)."""
    return min(faces) if way == "disadvantage" else max(faces)


# ------------------------------------------------------------------ skill checks


def check_outcome(face: int, total: int, threshold: int, compare: str = "beat") -> Outcome:
    """What a Skill Check comes to (forgelight/skill-check-threshold, option threshold-compare).

    A natural 1 or 20 decides by itself (forgelight/natural-one-skill, forgelight/natural-twenty-skill).
    """
    if face == 1:
        return "critical failure"
    if face == D20:
        return "critical success"
    enough = total >= threshold if compare == "meet" else total > threshold
    return "success" if enough else "failure"


def skill_word(value: int) -> str:
    """How a Skill's value reads (forgelight/skill-value-words)."""
    if value <= -1:
        return "particularly bad" if value == -1 else "bad"
    return "unskilled" if value == 0 else "adept" if value >= SKILL_BONUS else "between"


# ------------------------------------------------------------------ attack rolls


def hits(face: int, total: int, hit_score: int) -> bool:
    """Whether an attack hits (forgelight/attack-hit-comparison)."""
    return face == D20 or (face != 1 and total > hit_score)


def power_number(changes: int) -> int:
    """The Power Roll number in use (forgelight/power-roll-number-changes, forgelight/power-roll-bounds)."""
    return min(max(POWER_ROLL + changes, 2), D20)


def is_power(face: int, number: int) -> bool:
    """Whether a kept face is a Power Roll (forgelight/power-roll-threshold)."""
    return face >= min(max(number, 2), D20)


# ------------------------------------------------------------------ damage


class Part(Struct, frozen=True):
    """A part of a hit: dice, a flat number, one damage type (forgelight/damage-parts)."""

    dice: int
    size: int
    type: str
    flat: int = 0


def parse_dice(text: str) -> tuple[int, int, int]:
    """Count, size and flat number of dice as written: `2d8+3`, `1d4`, `5`. A ValueError says what was expected."""
    dice, _, flat = text.replace(" ", "").partition("+")
    count, d, size = dice.partition("d")
    if not d:
        return 0, 0, int(dice)
    found = int(count or "1"), int(size), int(flat or "0")
    if found[0] < 1 or found[1] < 1:
        raise ValueError(f"{text!r}: write dice as 2d8 or 2d8+3")
    return found


def largest_parts(parts: Sequence[Part]) -> tuple[int, ...]:
    """Which parts hold the largest dice: extra dice join one of them (forgelight/extra-damage-dice-mixed)."""
    largest = max((part.size for part in parts if part.dice), default=0)
    return tuple(at for at, part in enumerate(parts) if part.dice and part.size == largest)


def with_extra(parts: Sequence[Part], extra: int, at: int) -> tuple[Part, ...]:
    """The parts with extra damage dice joined to one of them (forgelight/extra-damage-dice)."""
    return tuple(
        Part(part.dice + extra, part.size, part.type, part.flat) if here == at else part
        for here, part in enumerate(parts)
    )


def critical_bonus(part: Part, flat_counts: str = "dice-only") -> int:
    """What a critical hit adds to a part (forgelight/critical-hit-damage, option crit-flat-bonus)."""
    return part.dice * part.size + (part.flat if flat_counts == "include" else 0)


def part_totals(
    parts: Sequence[Part], faces: Sequence[int], critical: bool, flat_counts: str = "dice-only"
) -> tuple[int, ...]:
    """Each part's damage before marks: dice, flat number, critical maximum (forgelight/damage-order)."""
    totals: list[int] = []
    start = 0
    for part in parts:
        rolled = sum(faces[start : start + part.dice]) + part.flat
        totals.append(rolled + (critical_bonus(part, flat_counts) if critical else 0))
        start += part.dice
    return tuple(totals)


class Marks(Struct, frozen=True):
    """A being's damage marks (forgelight/damage-marks)."""

    resistances: frozenset[str] = frozenset()
    weaknesses: frozenset[str] = frozenset()
    immunities: frozenset[str] = frozenset()


def marked(amount: int, kind: str, marks: Marks) -> int:
    """Damage of one type after marks (forgelight/weakness, forgelight/resistance, forgelight/immunity).

    The same mark counts once (forgelight/damage-marks-repeat); Resistance and Weakness cancel, Immunity overrides
    both (forgelight/damage-marks-conflict).
    """
    if kind in marks.immunities:
        return 0
    weak, resistant = kind in marks.weaknesses, kind in marks.resistances
    if weak == resistant:
        return amount
    return amount * 2 if weak else amount // 2


def damage_taken(
    parts: Sequence[tuple[str, int]], marks: Marks, grouping: str = "per-type"
) -> tuple[tuple[str, int], ...]:
    """Damage by type after marks (forgelight/damage-same-type-total, option resistance-grouping)."""
    taken: dict[str, int] = {}
    if grouping == "per-part":
        for kind, amount in parts:
            taken[kind] = taken.get(kind, 0) + marked(amount, kind, marks)
        return tuple(taken.items())
    for kind, amount in parts:
        taken[kind] = taken.get(kind, 0) + amount
    return tuple((kind, marked(amount, kind, marks)) for kind, amount in taken.items())


# ------------------------------------------------------------------ a sheet's figures


def attribute(base: int, bonuses: int = 0) -> int:
    """An Attribute with bonuses, cut off at its limits (forgelight/attribute-range)."""
    return min(max(base + bonuses, LEAST_ATTRIBUTE), MOST_ATTRIBUTE)


def max_health(level: int, fortitude: int, bonuses: int = 0) -> int:
    """forgelight/health-formula"""
    return max(37 + 3 * level + 5 * fortitude + bonuses, 1)


def max_stamina(fortitude: int, bonuses: int = 0) -> int:
    """forgelight/stamina-formula"""
    return max(8 + fortitude + bonuses, 0)


def speed(agility: int, bonuses: int = 0) -> int:
    """Feet a turn, never below 0 (forgelight/speed-formula)."""
    return max(25 + 5 * agility + bonuses, 0)


class Guard(Struct, frozen=True):
    """What a Hit Score is built from besides bonuses. `armor` is None without armor."""

    agility: int
    armor: int | None = None
    agility_too: bool = False


def guard_bonus(guard: Guard, armor_or_agility: str = "armor-only", negative_agility: str = "applies") -> int:
    """Agility or armor, never both unless the armor allows it (forgelight/hit-score-agility-or-armor).

    Options armor-or-agility and unarmored-negative-agility (forgelight/hit-score-negative-agility).
    """
    if guard.armor is None:
        return max(guard.agility, 0) if negative_agility == "floor-zero" else guard.agility
    if guard.agility_too:
        return guard.armor + guard.agility
    return max(guard.armor, guard.agility) if armor_or_agility == "better-of" else guard.armor


def hit_score(guard: int, bonuses: int = 0) -> int:
    """forgelight/hit-score-formula"""
    return 10 + guard + bonuses


def skill(attribute_value: int, chosen: bool, bonuses: int = 0) -> int:
    """forgelight/skill-base-value"""
    return attribute_value + (SKILL_BONUS if chosen else 0) + bonuses


# ------------------------------------------------------------------ levels

GRANTS: Mapping[int, str] = {
    1: "class",
    2: "subclass",
    3: "general",
    4: "class",
    5: "subclass",
    6: "general",
    7: "subclass",
    8: "class",
    9: "general",
    10: "legendary",
}
"""What each class level grants beside two cards (forgelight/class-level-grants)."""


def granted(class_level: int, kind: str) -> tuple[int, ...]:
    """The class levels up to this one that grant a trait of this kind."""
    return tuple(level for level, grant in GRANTS.items() if level <= class_level and grant == kind)


def general_traits(class_levels: Iterable[int]) -> int:
    """General Traits in all: one to begin with, and each class's (forgelight/general-trait-levels)."""
    return 1 + sum(len(granted(level, "general")) for level in class_levels)


def legendary_traits(class_levels: Iterable[int]) -> int:
    """forgelight/legendary-trait"""
    return sum(len(granted(level, "legendary")) for level in class_levels)


def assigned_sum(level: int) -> int:
    """What the Attributes, without bonuses, add up to (forgelight/attribute-sum-five, forgelight/levelup-attribute)."""
    return ASSIGNED_SUM + level - 1


# ------------------------------------------------------------------ recovery, falling, movement


def half(amount: int, rounding: str = "down") -> int:
    """50% of a maximum (forgelight/half-rounding)."""
    return (amount + 1) // 2 if rounding == "up" else amount // 2


Fate: TypeAlias = Literal["dead", "half", "full"]


def fate(face: int) -> Fate:
    """Risk It All (forgelight/risk-it-all-death, forgelight/risk-it-all-half, forgelight/risk-it-all-full)."""
    return "full" if face == D20 else "half" if face >= 10 else "dead"


def falling_dice(feet: int, rounding: str = "full-tens") -> int:
    """How many d6 a fall deals (forgelight/falling-damage, forgelight/falling-full-tens, option fall-rounding)."""
    return -(-feet // FALL_STEP) if rounding == "started-tens" else feet // FALL_STEP


def tile_cost(slow: bool, diagonal: bool, diagonals_before: int, pricing: str = "flat") -> int:
    """Feet of movement to enter one tile (forgelight/speed-grid, forgelight/climb-swim-half-speed).

    With option grid-diagonals = alternating every second diagonal step of a turn costs double.
    """
    cost = TILE * 2 if diagonal and pricing == "alternating" and diagonals_before % 2 else TILE
    return cost * 2 if slow else cost


def longer(left: int | None, new: int | None) -> int | None:
    """The longer of two durations; None is open-ended, longer than any number (forgelight/status-longer-kept)."""
    return None if left is None or new is None else max(left, new)


# ------------------------------------------------------------------ initiative


def initiative_key(total: int, agility: int, side: str, ties: str) -> tuple[int, ...]:
    """What beings are ordered by before any roll-off, highest first (forgelight/initiative-ties)."""
    if ties == "rolloff":
        return (total,)
    if ties == "players-first":
        return (total, 1 if side == "party" else 0, agility)
    return (total, agility)
