"""TorchLite's numbers: pure functions over die sizes and faces. No state, no dice thrown, no names.

A die is its size (4, 6, 8, 10 or 12); 0 stands for no die. Faces are what dice show.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

DieSize: TypeAlias = Literal[4, 6, 8, 10, 12]

SIZES: tuple[DieSize, ...] = (4, 6, 8, 10, 12)
"""The five sizes in ascending order (torchlite/die-sizes)."""
SMALLEST: DieSize = 4
LARGEST: DieSize = 12
SMALLEST_COMPLICATION: DieSize = 6
FAILURE_STRESS: DieSize = 6
HITCH_COMPLICATION: DieSize = 6
BOUGHT_ASSET: DieSize = 6
HINDERED: DieSize = 4
HEROIC_MARGIN = 5
TOTAL_DICE = 2
SESSION_START_PP = 1
MOST_PP_AT_START = 5
SIGNATURE_ASSET_XP = 5
RECOVERY_DICE: tuple[DieSize, ...] = (8, 8)


def step_up(die: int) -> int:
    """The next larger size; d12 stays (torchlite/pool-step-up)."""
    return SIZES[min(SIZES.index(die) + 1, len(SIZES) - 1)]  # pyright: ignore[reportArgumentType]


def step_down(die: int) -> int:
    """The next smaller size, 0 below d4 (torchlite/pool-step-up)."""
    at = SIZES.index(die)  # pyright: ignore[reportArgumentType]
    return SIZES[at - 1] if at else 0


def is_hitch(face: int) -> bool:
    """A die that shows 1 is useless to its roller (torchlite/hitch-unusable)."""
    return face == 1


def ones(faces: Sequence[int]) -> tuple[int, ...]:
    """The positions of the dice that show 1 (torchlite/hitch-unusable)."""
    return tuple([at for at, face in enumerate(faces) if face == 1]) if 1 in faces else ()


def usable(faces: Sequence[int]) -> list[int]:
    """The positions of the dice that count (torchlite/hitch-unusable)."""
    return [at for at, face in enumerate(faces) if face != 1]


def total_size(faces: Sequence[int]) -> int:
    """How many dice a total has before any plot point: two, or as many as are usable (torchlite/total)."""
    return min(TOTAL_DICE, len(usable(faces)))


def is_botch(faces: Sequence[int]) -> bool:
    """Every die of the pool is a hitch (torchlite/botch)."""
    return all(face == 1 for face in faces)


def beats(total: int, bar: int, first: bool) -> bool:
    """Whether a total wins against another; the first roller wins ties (torchlite/first-roller-wins-ties)."""
    return total > bar or (total == bar and first)


def heroic_steps(margin: int) -> int:
    """Steps up for the effect die: one for every full 5 of the margin (torchlite/heroic-success)."""
    return max(margin, 0) // HEROIC_MARGIN


def raise_effect(die: int, steps: int, grow: bool = False) -> tuple[int, tuple[int, ...]]:
    """An effect die after steps up, and the extra effect dice gained past d12 (torchlite/effect-d12-overflow).

    Each step past d12 gives a d6; with `grow` (option overflow-steps) further steps enlarge that d6 instead.
    """
    extras: list[int] = []
    for _ in range(steps):
        if die < LARGEST:
            die = step_up(die)
        elif grow and extras and extras[-1] < LARGEST:
            extras[-1] = step_up(extras[-1])
        else:
            extras.append(SMALLEST_COMPLICATION)
    return die, tuple(extras)


def resist(winner: int, loser: int) -> int:
    """The winner's effect die after a loser's larger one stepped it down (torchlite/compare-effect-on-failure)."""
    return max(step_down(winner), SMALLEST) if loser > winner else winner


class Worsened(Struct, frozen=True, gc=False):
    """A complication's new rating, and whether it went past d12 and so takes its bearer out."""

    die: int
    out: bool = False


def inflict(rating: int, die: int) -> Worsened:
    """What a die does to a complication of this rating, 0 if new.

    A larger die replaces the rating, an equal or smaller one steps it up (torchlite/complication-new-or-worse);
    there is no d4 complication (torchlite/no-d4-complications); past d12 is taken out (torchlite/taken-out).
    """
    if not rating:
        return Worsened(max(die, SMALLEST_COMPLICATION))
    if die > rating:
        return Worsened(die)
    if rating == LARGEST:
        return Worsened(LARGEST, out=True)
    return Worsened(step_up(rating))


def worsen(rating: int) -> Worsened:
    """One step up of an existing complication (torchlite/taken-out)."""
    return Worsened(LARGEST, out=True) if rating == LARGEST else Worsened(step_up(rating))


def ease(rating: int) -> int:
    """One step down of a complication; below d6 it is gone, 0 (torchlite/complication-ends-below-d6)."""
    lower = step_down(rating)
    return lower if lower >= SMALLEST_COMPLICATION else 0


def recover(rating: int, effect: int) -> int:
    """A complication after a successful recovery: gone or one step down (torchlite/recovery-success)."""
    return 0 if effect > rating else ease(rating)


def shut_down(rating: int, effect: int) -> int:
    """An asset after a successful roll to shut it down, 0 if it is (torchlite/shut-down-result)."""
    return 0 if effect > rating else step_down(rating)


def hampered(asset: int, complication: int) -> bool:
    """Whether a complication keeps an asset from being used (torchlite/shut-down-by-complication)."""
    return complication > asset


def several_hitches(count: int) -> int:
    """One d6 stepped up once for each further hitch, d12 at most (options hitch-price and botch)."""
    die: int = HITCH_COMPLICATION
    for _ in range(count - 1):
        die = step_up(die)
    return die


def session_start(kept: int, granted: int, hard_cap: bool) -> int:
    """Plot points at the start of a session (torchlite/pp-session-start, torchlite/xp-session-start-pp)."""
    if not hard_cap and kept >= MOST_PP_AT_START:
        return kept
    return min(kept + granted, MOST_PP_AT_START)


class Pick(Struct, frozen=True, gc=False):
    """A way to read a roll: positions in the total, positions kept for effect, and what they come to.

    `effect` is the size of the largest die kept, or the d4 that every roll has at least.
    """

    total: tuple[int, ...]
    effects: tuple[int, ...]
    sum: int
    effect: int


def read(dice: Sequence[int], faces: Sequence[int], total: Sequence[int], effects: Sequence[int]) -> Pick:
    """What a choice of dice comes to (torchlite/total, torchlite/effect-die, torchlite/always-an-effect)."""
    size = max([dice[at] for at in effects], default=SMALLEST)
    return Pick(tuple(total), tuple(effects), sum([faces[at] for at in total]), size)


def picks(dice: Sequence[int], faces: Sequence[int], extra: int = 0) -> list[Pick]:
    """Every legal reading with one effect die and `extra` further dice in the total, alike ones only once."""
    good = usable(faces)
    count = min(TOTAL_DICE + extra, len(good))
    found: dict[tuple[int, int], Pick] = {}
    for total in combinations(good, count):
        score = sum([faces[at] for at in total])
        if count == len(good):
            return [Pick(total, (), score, SMALLEST)]
        for at in good:
            if at not in total and (score, dice[at]) not in found:
                found[score, dice[at]] = Pick(total, (at,), score, dice[at])
    return list(found.values())


def highest(dice: Sequence[int], faces: Sequence[int], extra: int = 0) -> Pick:
    """The reading with the highest total, among those the largest effect die.

    The highest faces make the total; of equal faces the smaller dice, so that a larger one is left for effect.
    """
    ranked = sorted([(-face, dice[at], at) for at, face in enumerate(faces) if face != 1])
    total = sorted([at for _, _, at in ranked[: TOTAL_DICE + extra]])
    rest = [(size, -at) for _, size, at in ranked[TOTAL_DICE + extra :]]
    return read(dice, faces, total, (-max(rest)[1],) if rest else ())


def strongest(dice: Sequence[int], faces: Sequence[int], bar: int, first: bool, grow: bool = False) -> Pick:
    """The winning reading with the largest final effect die (then most extra dice, then total); else the highest."""

    def result(pick: Pick) -> tuple[int, int, int]:
        die, extras = raise_effect(pick.effect, heroic_steps(pick.sum - bar), grow)
        return die, len(extras), pick.sum

    winning = [pick for pick in picks(dice, faces) if beats(pick.sum, bar, first)]
    return max(winning, key=result) if winning else highest(dice, faces)
