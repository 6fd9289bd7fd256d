"""Limits on how much one client may ask for: buckets of tokens, held in memory."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Self

from pilotta.server.settings import Settings

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


@dataclass(frozen=True, slots=True)
class Limits:
    """All buckets of a server: ``newcomers`` by address (:func:`site_of`), the others by guest."""

    newcomers: Buckets
    tables: Buckets
    links: Buckets
    changes: Buckets
    questions: Buckets
    hellos: Buckets

    @classmethod
    def of(cls, settings: Settings) -> Self:
        def hourly(most: float) -> Buckets:
            return Buckets(most / 3600, max(1.0, most / 2))

        return cls(
            newcomers=hourly(settings.guests_per_hour),
            tables=hourly(settings.tables_per_hour),
            links=hourly(settings.links_per_hour),
            changes=hourly(settings.changes_per_hour),
            questions=Buckets(settings.questions_per_second, settings.question_burst),
            hellos=Buckets(settings.hellos_per_second, settings.hello_burst),
        )


def site_of(host: str) -> str:
    """Whom an address stands for: an IPv6 client has a whole /64 of them to choose from."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, 64), strict=False))
