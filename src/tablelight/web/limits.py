"""How much one browser may ask for: a bucket of tokens that fills up again by itself. How much work at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

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


class Busy(Exception):  # noqa: N818 - it is no error, only too much at once
    """There is already as much work waiting as may wait."""


class OneAtATime:
    """Long work, done beside everything else, one piece after another."""

    def __init__(self, most: int = 8) -> None:
        """`most`: how many pieces may wait or be done at a time."""
        self._most = most
        self._here = 0
        self._turn = asyncio.Semaphore(1)

    async def do(self, work: Callable[[], T]) -> T:
        """Do it in a thread when its turn comes. Raises Busy."""
        if self._here >= self._most:
            raise Busy()
        self._here += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._here -= 1
