"""How much one address and one player may ask for, so that nobody can use up the server.

Each has a bucket, which holds a number of requests and fills up at a steady pace. Every server
process keeps its own buckets, in memory; the least recently used ones are forgotten.
"""

import ipaddress
import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

from engine.values import dataclass
from pbem.dice.server.errors import RefusalError

MAX_BODY = 98_304
"""Bytes of a request: the largest list of seats (64 KiB and its signatures) in base64."""
MAX_SAVE_BODY = 1_572_864
"""Bytes of a request that brings a save to the relay: the largest one and a list, in base64."""
_MOST_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` requests at once, and `per_second` of them in the long run."""

    per_second: float
    burst: int


UNLIMITED = Rate(1_000_000.0, 1_000_000)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """What is allowed.

    address: requests of one address; player: rolls and closings that one key asks for in one game
    from one address, after its signature was checked, so that strangers cannot use up what the
    players have, not even by sending a player's old requests again;
    registrations: new games from one address; relayed: saves that one key puts at the relay or asks
    for in one game from one address.  read_seconds: to send a body; answer_seconds: to
    find the answer; at_once: answers in the making; journal_page: indices of a journal in one
    answer, at most.  connections: open from one address, except a proxy; header_seconds: to
    send the headers of a request; request_seconds: from then until its answer has been taken.
    """

    address: Rate = Rate(20.0, 400)
    player: Rate = Rate(10.0, 400)
    registrations: Rate = Rate(1 / 60, 30)
    relayed: Rate = Rate(0.1, 40)
    read_seconds: float = 10.0
    answer_seconds: float = 20.0
    at_once: int = 100
    journal_page: int = 1_000
    connections: int = 50
    header_seconds: float = 10.0
    request_seconds: float = 60.0


class Limiter:
    """Buckets of one kind, by any name. `clock` gives seconds that never go back."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[bytes, tuple[float, float]] = OrderedDict()

    def take(self, name: bytes, who: str) -> None:
        """Count one request; RefusalError `too-many-requests` when the bucket is empty.

        who: whose requests these are, for the sentence.
        """
        with self._lock:
            now = self._clock()
            left, then = self._buckets.pop(name, (float(self._rate.burst), now))
            left = min(self._rate.burst, left + (now - then) * self._rate.per_second)
            self._buckets[name] = (left - 1 if left >= 1 else left, now)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        if left < 1:
            wait = math.ceil((1 - left) / self._rate.per_second)
            raise RefusalError(
                429,
                "too-many-requests",
                f"This dice server has had too many requests from {who}.",
                f"Wait {wait} seconds, then try again.",
                wait,
            )


@lru_cache(maxsize=4_096)
def address_name(address: str) -> bytes:
    """What an address counts as: an IPv6 customer has a whole /64, and every address in it."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address.encode()
    if isinstance(parsed, ipaddress.IPv6Address):
        return parsed.ipv4_mapped.packed if parsed.ipv4_mapped else parsed.packed[:8]
    return parsed.packed
