"""Counts of tries in windows that begin with their first try; the storage is memory, SQLite or Redis."""

import hashlib
import time
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limits.aio.storage import MemoryStorage, RedisStorage

    from service.database.record_store import StoredTries

AHEAD = 1.0
"""Seconds that a window may end too late; one that ends later was begun while the clock was ahead."""


class RateLimiter:
    """Counts tries by bucket, of which the storage sees a digest; `now` gives seconds since 1970."""

    def __init__(
        self, storage: "MemoryStorage | RedisStorage | StoredTries", now: Callable[[], float] = time.time
    ) -> None:
        self._storage = storage
        self._now = now

    async def hit(self, bucket: str, limit: int, window: int, tries: int = 1) -> int:
        """Count a try, or several at once: 0 where it is allowed, else the whole seconds to wait.

        Raises:
            StoreUnavailable: the storage does not answer.
        """
        key = _key(bucket, limit, window)
        if await self._storage.incr(key, window, tries) <= limit:
            return 0
        left = await self._storage.get_expiry(key) - self._now()
        if left > window + AHEAD:
            await self._storage.clear(key)
            return await self.hit(bucket, limit, window, tries)
        return max(1, ceil(left))

    async def forgive(self, bucket: str, limit: int, window: int) -> None:
        await self._storage.clear(_key(bucket, limit, window))


def _key(bucket: str, limit: int, window: int) -> str:
    """Of bounded length, without anybody's address."""
    return f"{hashlib.sha256(bucket.encode(errors='replace')).hexdigest()}/{limit}/{window}"
