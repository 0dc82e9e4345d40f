"""How fast exact odds come, against icepool and dyce, all in one run and on the same questions.

    uv pip install --group benchmark       (icepool and dyce; nothing else needs them)
    python benchmarks/odds.py [ROUNDS]

A  The chance that the best two of d12 d12 d10 d10 d8 d8 d6, where a 1 counts for nothing, beat the best two of d8 d8.
B  The same pool against a total of 9: how likely each size is as the largest die left over beside two that beat it.
C  The two best of 5d6: how likely each of "9 or more", "a six among them" and "the two match" is, jointly.

Each line gives the median of the rounds in milliseconds. The results are compared exactly before any is timed; the
first call of each, which fills caches, is not among those timed. Then come the largest pools that are promised to be
quick, questions of each game near their bounds, and the command line from a cold start.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from tablelight.odds import actlite, torchlite
from tablelight.odds.asking import read_given
from tablelight.odds.choices import choices
from tablelight.odds.pools import beats, best_total, largest_left
from tablelight.odds.questions import questions

POOL = (12, 12, 10, 10, 8, 8, 6)
AGAINST = (8, 8)
GOAL = 9
SIXES = 5
Joint = dict[Any, Fraction]


# ------------------------------------------------------------------ ours


def ours_a() -> Fraction:
    won, of = beats(torchlite.total(POOL), torchlite.total(AGAINST), ties=False)
    return Fraction(won, of)


def ours_b() -> Joint:
    found = largest_left(torchlite.pool(POOL), GOAL)
    total = sum(found.values())
    return {size: Fraction(ways, total) for size, ways in found.items()}


def ours_c() -> Joint:
    return actlite.two_highest(SIXES).map(flags).chances()


def flags(two: Sequence[int]) -> tuple[bool, bool, bool]:
    return sum(two) >= GOAL, 6 in two, two[0] == two[1]


# ------------------------------------------------------------------ icepool


def icepool_jobs() -> dict[str, Callable[[], Any]]:
    import icepool  # noqa: PLC0415

    def counting(size: int) -> Any:
        return icepool.d(size).map({1: 0})

    class Largest(icepool.MultisetEvaluator):  # type: ignore[misc,name-defined]
        """Sees (face, size) from the highest on: the three highest faces, sizes of two, the largest size after them."""

        def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> Any:
            top, rest = state
            face, size = outcome
            for _ in range(count if face else 0):
                if len(top) < 3:
                    top = (*top, outcome)
                else:
                    rest = max(rest, size)
            return top, rest

        def initial_state(self, order: Any, *args: Any, **more: Any) -> Any:
            if order != icepool.Order.Descending:
                raise icepool.UnsupportedOrder
            return (), 0

        def final_outcome(self, state: Any, *args: Any, **more: Any) -> Any:
            top, rest = state
            return "none" if (left := left_over(top, rest)) is None else str(left)

    def a() -> Fraction:
        mine = icepool.Pool([counting(size) for size in POOL]).highest(2).sum()
        theirs = icepool.Pool([counting(size) for size in AGAINST]).highest(2).sum()
        return (mine > theirs).probability(True)

    def b() -> Joint:
        dice = [icepool.d(size).map(lambda face, size=size: (0, 0) if face == 1 else (face, size)) for size in POOL]
        found = Largest().evaluate(icepool.Pool(dice))
        return {
            None if left == "none" else int(left): chance
            for left, chance in zip(found.outcomes(), found.probabilities(), strict=True)
        }

    class Two(icepool.MultisetEvaluator):  # type: ignore[misc,name-defined]
        """The two highest dice as a pair."""

        def initial_state(self, order: Any, *args: Any, **more: Any) -> Any:
            if order != icepool.Order.Descending:
                raise icepool.UnsupportedOrder
            return ()

        def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> Any:
            return (state + (outcome,) * count)[:2]

        def final_outcome(self, state: Any, *args: Any, **more: Any) -> Any:
            return flags(state)

    def c() -> Joint:
        found = Two().evaluate(icepool.d6.pool(SIXES).highest(2))
        return dict(zip(found.outcomes(), found.probabilities(), strict=True))

    return {"A": a, "B": b, "C": c}


def left_over(top: Sequence[tuple[int, int]], rest: int) -> int | None:
    """The largest size left beside two dice that beat the goal, 0 for none, None if no two beat it."""
    faces = [face for face, _ in top]
    if sum(faces[:2]) <= GOAL:
        return None
    sizes = [rest] if len(top) > 2 else []
    for at, (_, size) in enumerate(top):
        others = faces[:at] + faces[at + 1 :]
        if len(others) > 1 and sum(others[:2]) > GOAL:
            sizes.append(size)
    return max(sizes, default=0)


# ------------------------------------------------------------------ dyce


def dyce_jobs() -> dict[str, Callable[[], Any]]:
    from dyce import H, P  # noqa: PLC0415

    def counting(size: int) -> Any:
        return H([0, *range(2, size + 1)])

    def best_two(sizes: Sequence[int]) -> Any:
        return P(*[counting(size) for size in sizes]).at(slice(-2, None))

    def a() -> Fraction:
        mine, theirs = best_two(POOL), best_two(AGAINST)
        return chances(mine.gt(theirs))[True]

    def b() -> Joint:
        # Listing all rolls of the pool takes dyce 40 s; joining the rolls of like dice step by step is much quicker.
        states: dict[Any, int] = {((), 0): 1}
        for size in dict.fromkeys(POOL):
            step: dict[Any, int] = {}
            for roll, count in P(*[counting(size)] * POOL.count(size)).rolls_with_counts():
                usable = [(face, size) for face in roll if face]
                for (top, rest), ways in states.items():
                    dice = sorted((*top, *usable), reverse=True)
                    key = tuple(dice[:3]), max([rest, *(each for _, each in dice[3:])])
                    step[key] = step.get(key, 0) + ways * count
            states = step
        found: dict[Any, int] = {}
        for (top, rest), ways in states.items():
            left = left_over(top, rest)
            found[left] = found.get(left, 0) + ways
        total = sum(found.values())
        return {left: Fraction(count, total) for left, count in found.items()}

    def c() -> Joint:
        found: dict[Any, int] = {}
        for roll, count in P(*[H(6)] * SIXES).rolls_with_counts(slice(-2, None)):
            key = flags(roll)
            found[key] = found.get(key, 0) + count
        total = sum(found.values())
        return {key: Fraction(count, total) for key, count in found.items()}

    def chances(histogram: Any) -> Joint:
        total = sum(histogram.counts())
        return {bool(outcome): Fraction(count, total) for outcome, count in histogram.items()}

    return {"A": a, "B": b, "C": c}


# ------------------------------------------------------------------ timing


def timed(job: Callable[[], Any], rounds: int) -> float:
    """The median of so many calls, in milliseconds."""
    spent: list[float] = []
    for _ in range(rounds):
        begun = time.perf_counter()
        job()
        spent.append((time.perf_counter() - begun) * 1000)
    return median(spent)


def compare(rounds: int) -> None:
    """Every workload by everybody, results first."""
    mine: dict[str, Callable[[], Any]] = {"A": ours_a, "B": ours_b, "C": ours_c}
    peers = {"icepool": icepool_jobs(), "dyce": dyce_jobs()}
    print("ms, median      tablelight     icepool        dyce    times faster than the faster peer")
    for name, job in mine.items():
        for peer, jobs in peers.items():
            assert jobs[name]() == job(), f"{name}: {peer} says otherwise"
        own = timed(job, rounds * 10)
        others = [timed(jobs[name], max(rounds // 5, 3) if name == "B" else rounds) for jobs in peers.values()]
        print(f"{name:14}{own:12.3f}{others[0]:12.3f}{others[1]:12.3f}    {min(others) / own:.1f}")


QUESTIONS = (
    'torchlite spend "d10 d8 d8 d6" --against "d8 d8" --points 3 --d8 1/4 --d10 1/2 --d12 3/4 --price 1/4',
    'torchlite spend "d12 d10 d8 d8 d6" --against "d8 d8" --points 3 --price 1/4',
    'torchlite spend "d10 d10 d8 d8 d6 d6" --against "d8 d8" --points 1 --d8 1/4 --d10 1/2 --d12 3/4 --price 1/4',
    'torchlite extra-effects "d12 d10 d8 d8 d6" --against "d8 d8" --points 2',
    'torchlite challenge "d12 d10 d8 d8 d6" --against "d8 d8" --actions 12',
    'torchlite attack "d12 d12 d10 d10 d8 d8" --against "d12 d10 d8 d6" --times 20',
    "actlite check --score 1 --dc 8 --net 18 --pick sixes --poison 3",
    "actlite deck --characters 16 --ours 16 --first 40",
    'forgelight kill "12d12 Sharp" --health 40 --modifier 3 --hit-score 14 --attacks 40',
    'forgelight turn "12d12 Sharp" --modifier 4 --hit-score 15 --then "3d12 Fire, 3d10 Ice" --sets-up',
    'forgelight area "6d12 Sharp, 4d10 Fire, 2d8 Ice" --targets "40, 36 resists Fire, 58 weak Fire"',
    'rogue-spire rounds "12d12" --td 90 --sum --rounds 20',
    'rogue-spire plan "12d12" --td 90 --sum --least sides',
    "dice '12d20 keep highest 6'",
)
"""As on the command line after `tablelight odds`, `dice` for dice in general."""


def near_bounds(rounds: int) -> None:
    """Questions that look at much, each as the command line and the page ask it; process time, the best of several."""
    print()
    for text in QUESTIONS:
        system, kind, *words = shlex.split(text)
        known = questions(system)
        question, given = (known["notation"], [kind]) if system == "dice" else (known[kind], words)
        spent: list[float] = []
        for _ in range(rounds):
            begun = time.process_time()
            question.answer(read_given(question, given))
            spent.append((time.process_time() - begun) * 1000)
        print(f"{text[:100]:102}{min(spent):8.1f} ms")


LARGE = (12, 12, 12, 10, 10, 10, 8, 8, 6, 6, 4, 4)


def large(rounds: int) -> None:
    """The largest pools."""
    five = (12, 10, 8, 8, 6)
    pool, bar = torchlite.pool(LARGE), torchlite.total(AGAINST)
    jobs: dict[str, Callable[[], Any]] = {
        "12 dice, best two": lambda: best_total(torchlite.pool(LARGE)),
        "12 dice, best five": lambda: best_total(torchlite.pool(LARGE), 5),
        "12 dice, largest die left above 9": lambda: largest_left(torchlite.pool(LARGE), GOAL),
        **{
            f"12 dice, every choice, {extra} plot points": lambda extra=extra: choices(pool, 2 + extra)
            for extra in (0, 1, 2, 4, 6, 8)
        },
        **{
            f"12 dice, effects, {extra} plot points": lambda extra=extra: torchlite.effects(LARGE, bar, extra=extra)
            for extra in (0, 1, 2, 4, 6, 8)
        },
        "5 dice against 5, success": lambda: torchlite.wins(
            torchlite.margin(torchlite.total(five), torchlite.total(five))
        ),
        "5 dice against 5, effect dice": lambda: torchlite.effects(five, torchlite.total(five)),
    }
    print()
    for name, job in jobs.items():
        print(f"{name:38}{timed(job, rounds):10.2f} ms")


def cold() -> None:
    """Whole processes."""
    start = "import sys; from tablelight.cli import main; sys.exit(main(sys.argv[1:]))"
    asks = (
        ("odds", "torchlite", "effect", "d12 d12 d10 d10 d8 d8 d6", "--against", "d8 d8", "--json"),
        ("odds", "actlite", "check", "--dc", "9", "--net", "3"),
        ("odds", "4d6 keep highest 3"),
    )
    print()
    for ask in asks:
        command = [sys.executable, "-c", start, *ask]
        spent = timed(lambda command=command: subprocess.run(command, capture_output=True, check=True), 7)
        print(f"cold: {' '.join(ask[:3]):32}{spent:10.0f} ms")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    compare(rounds)
    large(max(rounds // 5, 3))
    near_bounds(max(rounds // 5, 3))
    cold()


if __name__ == "__main__":
    main()
