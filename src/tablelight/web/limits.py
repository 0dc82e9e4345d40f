"""How much one browser may ask for: a bucket of tokens that fills up again by itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 10_000


class Limits:
    """Token buckets by key. The oldest are forgotten when there are too many, so that memory stays bounded."""

    def __init__(self, clock: Callable[[], float], rate: float = 40.0, burst: float = 80.0) -> None:
        """`clock` gives seconds and never goes back; `rate` is in requests a second."""
        self._clock = clock
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key: tokens left, and when

    def allow(self, key: str) -> bool:
        """Take one token from the key's bucket; False when it is empty."""
        now = self._clock()
        left, then = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1.0
        self._buckets[key] = (left - 1.0 if allowed else left, now)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return allowed
