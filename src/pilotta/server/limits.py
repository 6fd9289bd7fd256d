"""Limits on how much one client may ask for: buckets of tokens, held in memory."""

import time
from collections import OrderedDict
from typing import Final

KEYS: Final = 10_000


class Bucket:
    """Holds up to ``burst`` tokens and gains ``rate`` of them a second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Take a token; False where there is none."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each key; the one that has gone unused for longest is dropped when there are too many."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > KEYS:
            self._buckets.popitem(last=False)
        return bucket.take()
