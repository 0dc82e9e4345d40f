"""The book's numbers: pure functions over integers, without state and without dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

Sides: TypeAlias = Literal[4, 6, 8, 10, 12, 20]
SIZES: tuple[Sides, ...] = (4, 6, 8, 10, 12, 20)
"""The dice there are (rogue-spire/die-sizes)."""

FREE_DIE: Sides = 4
"""The die that belongs to nobody (rogue-spire/free-die)."""

MINUTE = 60

# ------------------------------------------------------------------ the states of a die

Harm: TypeAlias = Literal["none", "strained", "wounded"]
DieState: TypeAlias = Literal["ready", "exhausted", "strained-ready", "strained-exhausted", "wounded"]


class Marks(NamedTuple):
    """The two marks of a die: spent or not, and harm (rogue-spire/die-state-model)."""

    spent: bool
    harm: Harm


READY = Marks(False, "none")
WOUNDED = Marks(True, "wounded")
"""A wounded die is always spent (rogue-spire/wounded-always-exhausted)."""


def state_word(marks: Marks) -> DieState:
    """The one word for both marks."""
    match marks:
        case (_, "wounded"):
            return "wounded"
        case (spent, "strained"):
            return "strained-exhausted" if spent else "strained-ready"
        case (spent, _):
            return "exhausted" if spent else "ready"


def exhausted(marks: Marks) -> Marks:
    """A die that can be rolled, once it is (rogue-spire/roll-exhausts)."""
    return Marks(True, marks.harm)


def readied(marks: Marks) -> Marks:
    """A die that a rest or an effect makes usable; harm stays, a wounded die stays spent (rogue-spire/quick-rest)."""
    return marks if marks.harm == "wounded" else Marks(False, marks.harm)


def strained(marks: Marks, again_wounds: bool) -> Marks:
    """A die under strain (rogue-spire/status-precedence, rogue-spire/strain-twice, rogue-spire/wounded-again)."""
    if marks.harm == "none":
        return Marks(marks.spent, "strained")
    return WOUNDED if marks.harm == "strained" and again_wounds else marks


def unstrained(marks: Marks) -> Marks:
    """A strained die that loses its strain and becomes ready (rogue-spire/night-rest-strain)."""
    return READY if marks.harm == "strained" else marks


def healed(marks: Marks) -> Marks:
    """A wounded die after healing: strained, and still spent (rogue-spire/healing-result)."""
    return Marks(True, "strained") if marks.harm == "wounded" else marks


def round_readies(marks: Marks, vitality: bool, option: str) -> bool:
    """Whether the start of a round makes this die ready; `option` is round-refresh (rogue-spire/round-refresh)."""
    spent = marks == Marks(True, "none")
    return spent and (option == "all" or (option == "vitality" and vitality))


def after_quick_rest(marks: Marks, heals_strain: bool) -> Marks:
    """A die after a quick rest; the option quick-rest-strain removes strain as well (rogue-spire/quick-rest)."""
    return unstrained(marks) if heals_strain and marks.harm == "strained" else readied(marks)


def after_night(marks: Marks, picked: bool) -> Marks:
    """A die after a night, before natural healing (rogue-spire/night-rest-ready, rogue-spire/night-rest-strain)."""
    return unstrained(marks) if picked else readied(marks)


# ------------------------------------------------------------------ target difficulty


def own_td(sides: int) -> int:
    """The target difficulty of a die: half its sides (rogue-spire/td-of-a-die)."""
    return sides // 2


def natural_td(sides: int, option: str) -> int:
    """What natural healing is rolled against; `option` is natural-healing-td (rogue-spire/natural-healing-limits)."""
    return own_td(FREE_DIE if option == "free-die" else sides)


# ------------------------------------------------------------------ results

Result: TypeAlias = Literal["failure", "tie", "success", "success-and"]
RANK: tuple[Result, ...] = ("failure", "tie", "success", "success-and")
"""From worst to best (rogue-spire/rolling-again-combine)."""


class Reading(NamedTuple):
    """How this table reads dice: the options that bear on comparisons.

    `ties_win` counts a tie as a success; `at_maximum` is and-at-maximum; `adds` is roll-again = sum; `goes_on` is
    roll-again-after-success.
    """

    ties_win: bool = False
    at_maximum: bool = False
    adds: bool = False
    goes_on: bool = False


BOOK = Reading()


def compare(total: int, td: int, *, top: bool = False, reading: Reading = BOOK) -> Result:
    """A roll or a running total against a target difficulty; `top` says that one die shows its highest face
    (rogue-spire/result-success, rogue-spire/result-failure, rogue-spire/success-and,
    rogue-spire/success-and-own-half, rogue-spire/tie-plain)."""
    if total > 2 * td or (reading.at_maximum and top and total == 2 * td):
        return "success-and"
    if total > td or (total == td and reading.ties_win):
        return "success"
    return "tie" if total == td else "failure"


def judge(face: int, sides: int, td: int, before: int = 0, reading: Reading = BOOK) -> Result:
    """One thrown die; `before` is the total that it is added to, 0 where dice are compared one by one."""
    return compare(before + face, td, top=face == sides and not before, reading=reading)


def best_of(results: Sequence[Result]) -> Result:
    """The best comparison of an action; a later, lower roll worsens nothing (rogue-spire/rolling-again-combine)."""
    for result in reversed(RANK):
        if result in results:
            return result
    return "failure"


def beaten(result: Result) -> bool:
    """Whether the target difficulty is beaten (rogue-spire/rolling-again-after-success)."""
    return result in ("success", "success-and")


def finished(result: Result, reading: Reading) -> bool:
    """Whether no further die may be added because of the result so far (rogue-spire/rolling-again-after-success)."""
    return result == "success-and" or (beaten(result) and not reading.goes_on)


class Odds(NamedTuple):
    """How many of a die's faces bring each result: success or better, success AND, an exact tie."""

    success: int
    success_and: int
    tie: int
    sides: int

    @property
    def chance(self) -> Fraction:
        """The chance of a success or better."""
        return Fraction(self.success, self.sides)


def odds(sides: int, td: int, before: int = 0, reading: Reading = BOOK) -> Odds:
    """One die against a target difficulty, counted face by face; `before` is the total that it is added to."""
    results: list[Result] = [judge(face, sides, td, before, reading) for face in range(1, sides + 1)]
    return Odds(
        success=sum(beaten(result) for result in results),
        success_and=results.count("success-and"),
        tie=results.count("tie"),
        sides=sides,
    )


# ------------------------------------------------------------------ experience


def xp_of(face: int, sides: int) -> int:
    """What a rolled 1 is worth (rogue-spire/xp-on-one)."""
    return sides if face == 1 else 0


def xp_gained(points: int, total: int, limit: int, overflows: bool) -> int:
    """How much of a gain counts below the Next XP limit (rogue-spire/xp-limit)."""
    if total >= limit:
        return 0
    return points if overflows else min(points, limit - total)


# ------------------------------------------------------------------ death's door


def kills(face: int) -> bool:
    """Whether a death's-door roll is the last (rogue-spire/death)."""
    return face == 1


def round_passes(seconds: int, length: int) -> tuple[int, bool]:
    """The count since the wound after a round of this length, and whether a minute is full; then it starts again
    (rogue-spire/deaths-door-roll)."""
    total = seconds + length
    return (0, True) if total >= MINUTE else (total, False)
