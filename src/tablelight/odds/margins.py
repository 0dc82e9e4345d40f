"""What comes of how far one total is above another, for many choices at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, groupby

from tablelight.odds.distribution import Distribution, unpack


class Margins:
    """The margins between totals up to `most` and those of a bar; all below 0 are alike, and stand as -1."""

    def __init__(self, bar: Distribution[int], most: int) -> None:
        self.range = range(-1, max(most - min(bar), -1) + 1)
        self._all = bar.total
        self._up_to = list(accumulate([bar.weights.get(opposed, 0) for opposed in range(most + 1)]))

    def count(self, choices: Iterable[tuple[int, Iterable[int]]], slot: int, outcomes: int) -> list[int]:
        """How often each of so many outcomes comes; they are numbers from 0 on, and a higher margin has no lower one.

        A choice is the weights of its highest totals, `slot` bits each, and its outcome at each margin. Choices that
        reach an outcome from the same margin on are added up before they are compared with the bar.
        """
        reached: list[dict[int, int]] = [{} for _ in range(outcomes)]
        for packed, results in choices:
            least, begin = 0, 0
            for outcome, run in groupby(results):
                for each in range(least, outcome + 1):
                    reached[each][begin] = reached[each].get(begin, 0) + packed
                least, begin = outcome + 1, begin + len(list(run))
        ways = [
            sum([self._at_least(self.range[begin], packed, slot) for begin, packed in each.items()]) for each in reached
        ]
        return [upwards - more for upwards, more in zip(ways, [*ways[1:], 0], strict=True)]

    def _at_least(self, margin: int, packed: int, slot: int) -> int:
        """How often one of these totals is so far above the bar, or further."""
        if margin < 0:
            return self._all * sum([ways for _, ways in unpack(packed, slot)])
        return sum([ways * self._up_to[total - margin] for total, ways in unpack(packed, slot) if total >= margin])
