"""The store in Redis: everything under one prefix, each record a text of its own, one kind of failure.

Records that are ever over have a lifetime. Accounts, undated codes and their grants have none: a Redis that
holds them must persist (`appendonly yes`) and must not evict (`noeviction`). Keys are named by the caller of
one script, so the store needs one Redis, not a cluster.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

from limits.aio.storage import RedisStorage
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from core.contracts.errors import DataError
from service.database.kinds import Kind
from service.database.rate_limiter import RateLimiter
from service.database.record_store import Change, RecordStore, other_form
from service.database.records import DamagedRecord, StoreUnavailable

logger = logging.getLogger(__name__)

PREFIX = "almanac:access:"
FORM = "4"
"""The form of the records, which the store names; a store of another form is refused."""
_FORM_KEY = f"{PREFIX}version"
_UNNAMED_FORM = (f"{PREFIX}accounts", f"{PREFIX}codes")
"""Keys of a form that named none."""
TIMEOUT = 0.5
PAUSE = 1.0
"""Seconds for which nothing is tried after a failure: a dead store costs one wait, not one a request."""

_WRITE = """
-- KEYS: records; ARGV, four of each: '=' where it replaces the next and '*' where it replaces anything, that,
-- the new text, milliseconds or ''
local function kept(key)
  local text = redis.pcall('GET', key)
  if type(text) == 'table' then return '' end
  return text
end
for i, key in ipairs(KEYS) do
  local before = ARGV[4 * i - 3] == '=' and ARGV[4 * i - 2]
  if ARGV[4 * i - 3] ~= '*' and kept(key) ~= before then return 0 end
end
for i, key in ipairs(KEYS) do
  local text, left = ARGV[4 * i - 1], ARGV[4 * i]
  if text == '' then redis.call('DEL', key)
  elseif left == '' then redis.call('SET', key, text)
  else redis.call('SET', key, text, 'PX', left) end
end
return 1
"""


class RedisStore(RecordStore):
    """Keeps everything in one Redis, for any number of services; `now` gives seconds since 1970."""

    def __init__(self, url: str, now: Callable[[], float] = time.time, pause: float = PAUSE) -> None:
        """The server need not run yet.

        Raises:
            DataError: the address is not one of Redis.
        """
        super().__init__(now)
        try:
            pool = BlockingConnectionPool.from_url(
                url,
                timeout=TIMEOUT,
                decode_responses=True,
                encoding_errors="replace",
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                retry=Retry(NoBackoff(), 1, supported_errors=(ConnectionError,)),
            )
        except ValueError as error:
            detail = "REDIS_URL: expected redis://host:port/0, rediss://... or unix:///path.sock."
            raise DataError(detail) from error
        self.client: Any = Redis.from_pool(pool)
        self._script = self.client.register_script(_WRITE)
        self._pause = pause
        self._resume = 0.0
        self._is_known = False
        self._looking = asyncio.Lock()
        self.tries = RateLimiter(_Tries(self))

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Guard commands to Redis; after a lost connection they fail at once for a while.

        Raises:
            StoreUnavailable: no answer in time, or a refusal.
            DamagedRecord: the value is of another type.
        """
        if time.monotonic() < self._resume:
            raise StoreUnavailable
        try:
            yield
        except RedisError as error:
            if isinstance(error, ConnectionError | TimeoutError):
                self._resume = time.monotonic() + self._pause
            if str(error).startswith("WRONGTYPE"):
                raise DamagedRecord from error
            logger.error("Redis does not do what it is asked: %s", type(error).__name__)
            raise StoreUnavailable from error

    async def warnings(self) -> list[str]:
        """One line for each way in which the server, by its own settings, may forget what it is given."""
        settings: dict[str, str] = {}
        with suppress(RedisError):
            settings = await self.client.config_get("*")
        found = []
        policy = settings.get("maxmemory-policy", "noeviction")
        if policy != "noeviction":
            found.append(
                f"REDIS_URL: maxmemory-policy is {policy}, so a full Redis throws accounts and "
                "sessions away; set it to noeviction."
            )
        if settings.get("save") == "" and settings.get("appendonly") == "no":
            found.append(
                "REDIS_URL: neither appendonly nor save is on, so a restart of Redis forgets every account, "
                "code and session; set appendonly to yes."
            )
        return found

    async def ping(self) -> None:
        with self.guarded():
            await self.client.ping()

    async def close(self) -> None:
        await self.client.aclose()

    async def get(self, kind: Kind, key: str) -> str | None:
        await self._require_form()
        with suppress(DamagedRecord), self.guarded():
            text: str | None = await self.client.get(_key(kind, key))
            return text
        return ""

    async def texts(self, kind: Kind) -> list[tuple[str, str]]:
        await self._require_form()
        texts: list[str | None] = []
        with self.guarded():
            keys = await self._keys(kind)
            for at in range(0, len(keys), 1000):
                texts += await self.client.mget(keys[at : at + 1000])
        names = (key.removeprefix(_key(kind, "")) for key in keys)
        return [(name, text) for name, text in zip(names, texts, strict=True) if text is not None]

    async def forget_traces(self) -> None:
        """Nothing: Redis rewrites its own files."""

    async def write(self, *changes: Change) -> bool:
        """All changes or none of them, in one script."""
        await self._require_form()
        keys = [_key(each.kind, each.key) for each in changes]
        arguments = [part for each in changes for part in self._arguments(each)]
        with self.guarded():
            return bool(await self._script(keys=keys, args=arguments))

    def _arguments(self, change: Change) -> tuple[str | int, ...]:
        replaced = ("", "") if change.replaces is None else ("=", change.replaces)
        replaced = ("*", "") if change.overwrite else replaced
        left = "" if change.until is None else max(1, math.ceil((change.until - self._now()) * 1000))
        return *replaced, change.text or "", left

    async def _keys(self, kind: Kind) -> list[str]:
        found = [key async for key in self.client.scan_iter(_key(kind, "*"), count=1000)]
        return list(dict.fromkeys(found))

    async def _require_form(self) -> None:
        """Check the form of the store once, and name that of a new one.

        Raises:
            StoreUnavailable: the store is away, or is of another form.
        """
        if self._is_known:
            return
        async with self._looking:
            if self._is_known:
                return
            with self.guarded():
                found = await self.client.get(_FORM_KEY)
                if found is None and not await self.client.exists(*_UNNAMED_FORM):
                    await self.client.set(_FORM_KEY, FORM)
                elif found != FORM:
                    remedy = "give REDIS_URL another database"
                    detail = other_form("the access store in Redis", found, FORM, remedy)
                    logger.error(detail)
                    raise StoreUnavailable(detail)
            self._is_known = True


class _Tries(RedisStorage):
    """Counts of tries as `limits` keeps them; windows end by the server's clock, a damaged count is none."""

    STORAGE_SCHEME: ClassVar[list[str]] = []  # type: ignore[misc]

    def __init__(self, store: RedisStore) -> None:
        super().__init__(
            "async+redis://",
            implementation="redispy",
            key_prefix=f"{PREFIX}tries",
            connection_pool=store.client.connection_pool,
        )
        self._store = store

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        with suppress(DamagedRecord), self._store.guarded():
            return await super().incr(key, expiry, amount)
        await self.clear(key)
        with self._store.guarded():
            return await super().incr(key, expiry, amount)

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970, to the millisecond: `limits` rounds, also down."""
        with self._store.guarded():
            left: int = await self._store.client.pttl(self.bridge.prefixed_key(key))
        return time.time() + max(0, left) / 1000

    async def clear(self, key: str) -> None:
        with self._store.guarded():
            await super().clear(key)


def _key(kind: Kind, key: str) -> str:
    return f"{PREFIX}{kind.name}:{key}"
