"""How often something may be tried: windows that begin with the first try, counted by the `limits` library.

The counts stand where the storage keeps them: in this process, in SQLite or in Redis.
"""

import hashlib
import time
from collections.abc import Callable
from math import ceil

from limits import RateLimitItemPerSecond
from limits.aio.storage import Storage
from limits.aio.strategies import FixedWindowRateLimiter

AHEAD = 1.0
"""Seconds that a window may end too late; one that ends later was begun while the clock was ahead."""


class RateLimiter:
    """Counts tries by bucket, of which the storage sees a digest; `now` gives seconds since 1970."""

    def __init__(self, storage: Storage, now: Callable[[], float] = time.time) -> None:
        self._storage = storage
        self._windows = FixedWindowRateLimiter(storage)
        self._now = now

    async def hit(self, bucket: str, limit: int, window: int) -> int:
        """Count one try: 0 where it is allowed, else the whole seconds to wait.

        Raises:
            StoreUnavailable: nobody can say.
        """
        item, name = _item(limit, window), _name(bucket)
        if await self._windows.hit(item, name):
            return 0
        left = await self._storage.get_expiry(item.key_for(name)) - self._now()
        if left > window + AHEAD:
            await self._windows.clear(item, name)
            return await self.hit(bucket, limit, window)
        return max(1, ceil(left))

    async def forgive(self, bucket: str, limit: int, window: int) -> None:
        """Forget the tries of a bucket."""
        await self._windows.clear(_item(limit, window), _name(bucket))


def _item(limit: int, window: int) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(limit, window, namespace="")


def _name(bucket: str) -> str:
    """Of bounded length, and showing nobody's address."""
    return hashlib.sha256(bucket.encode(errors="replace")).hexdigest()
