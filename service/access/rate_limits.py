"""Which calls are limited, whom the limits count, and how often: sign-in calls everywhere, costly ones here.

Tries to sign in, and calls about short links and watches, are counted in the access store, where every
process of the service sees them and a restart does not forget them. What computes is counted in memory: its
limit protects this process, and a shared count would cost more than most of the answers it guards. Memory and
Redis count by the `limits` library. Windows begin with their first try.
"""

import hashlib
import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING

from limits.aio.storage import MemoryStorage, RedisStorage

from service.http.errors import TooManyRequests
from service.settings import Settings
from service.settings.values import Rate

if TYPE_CHECKING:
    from service.access.record_store import StoredTries

COMPUTING = (
    *("start", "compute", "probabilities", "filtered", "days", "dayBars", "path", "alike", "quizNext"),
    *("chartData", "navigate", "questions", "claims", "dayLists"),
)
LINKS = ("makeView", "sharedView", "addWatch", "removeWatch", "watchOff", "unsubscribe")
"""Calls that write to the access store, or could be used to guess what it keeps."""

AHEAD = 1.0
"""Seconds that a window may end too late; one that ends later was begun while the clock was ahead."""


class RateLimiter:
    """Counts tries by bucket, of which the storage sees a digest; `now` gives seconds since 1970."""

    def __init__(
        self, storage: "MemoryStorage | RedisStorage | StoredTries", now: Callable[[], float] = time.time
    ) -> None:
        self._storage = storage
        self._now = now

    async def hit(self, bucket: str, limit: int, window: int) -> int:
        """Count one try: 0 where it is allowed, else the whole seconds to wait.

        Raises:
            StoreUnavailable: nobody can say.
        """
        key = _key(bucket, limit, window)
        if await self._storage.incr(key, window) <= limit:
            return 0
        left = await self._storage.get_expiry(key) - self._now()
        if left > window + AHEAD:
            await self._storage.clear(key)
            return await self.hit(bucket, limit, window)
        return max(1, ceil(left))

    async def forgive(self, bucket: str, limit: int, window: int) -> None:
        """Forget the tries of a bucket."""
        await self._storage.clear(_key(bucket, limit, window))


def _key(bucket: str, limit: int, window: int) -> str:
    """Of bounded length, and showing nobody's address."""
    return f"{hashlib.sha256(bucket.encode(errors='replace')).hexdigest()}/{limit}/{window}"


class Throttle:
    """Knows each call's limit; `stored` counts what is counted for all processes, `counted` what computes."""

    def __init__(self, settings: Settings, stored: RateLimiter, counted: RateLimiter | None = None) -> None:
        self._everywhere: dict[str, Rate] = {
            "entry": settings.entry_limit,
            "entryCode": settings.entry_limit,
            "login": settings.login_limit,
            "redeem": settings.redeem_limit,
            "refresh": settings.refresh_limit,
            **dict.fromkeys(LINKS, settings.link_limit),
        }
        self._computing = dict.fromkeys(COMPUTING, ("compute", settings.compute_limit)) | {
            "exportFile": ("export", settings.export_limit)
        }
        self._token = settings.token_limit
        self._stored = stored
        self._counted = counted or RateLimiter(MemoryStorage())

    async def admit_token(self, who: str | None) -> None:
        """Nothing, where calls with a personal token, of a network or of a token, are within the limit.

        Raises:
            TooManyRequests: they are not.
        """
        await _hit(self._counted, "token", who, self._token)

    async def admit(self, call: str, address: str | None, person: str | None = None) -> None:
        """Nothing, where a call from this address, by this session or user, is within its limits.

        Raises:
            TooManyRequests: it is not.
            StoreUnavailable: nobody can say.
        """
        if call in self._everywhere:
            for who in (network_of(address), person):
                await _hit(self._stored, call, who, self._everywhere[call])
        elif call in self._computing:
            bucket, rate = self._computing[call]
            await _hit(self._counted, bucket, person or network_of(address), rate)


async def _hit(tries: RateLimiter, call: str, who: str | None, rate: Rate) -> None:
    if who is None or not rate.count:
        return
    if wait := await tries.hit(f"{call}:{who}", rate.count, rate.seconds):
        raise TooManyRequests("too many requests: come back after the seconds in Retry-After.", wait)


def network_of(address: str | None) -> str | None:
    """What one person can call from, the unit of counts: an IPv4 address, or the /64 network of an IPv6 one.

    What is no address stays as it is.
    """
    try:
        known = ip_address(address or "")
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
