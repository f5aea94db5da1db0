"""The access store in Redis: everything under one prefix, each record a text of its own, one kind of failure.

Records that are ever over have a lifetime. Accounts, undated codes and their grants have none: a Redis that
holds them must persist (`appendonly yes`) and must not evict (`noeviction`). Keys are named by the caller of
one script, so the store needs one Redis, not a cluster.
"""

import hashlib
import logging
import math
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

import msgspec
from limits.aio.storage import RedisStorage
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from core.contracts.errors import DataError
from service.access.rate_limits import RateLimiter
from service.access.records import Code, DamagedRecord, Session, StoreUnavailable
from service.access.store import AccessStore, Change, Kind, kept, redeemed

logger = logging.getLogger(__name__)

PREFIX = "almanac:access:"
VERSION = "3"
"""Version 2 kept sessions and codes as hashes, accounts in one hash, and a code's users in a set."""
TIMEOUT = 0.5
PAUSE = 1.0
"""Seconds for which nothing is tried after a failure: a dead store costs one wait, not one a request."""

MIGRATION_SECONDS = 60
"""The longest that one process may take to take over the records of version 2."""

_Record = TypeVar("_Record", Session, Code)

_POLICY, _SNAPSHOTS, _JOURNAL = _SETTINGS = ("maxmemory-policy", "save", "appendonly")
_HASHED = ("name", "grant", "redeemed")
"""Kinds whose names strangers choose: their keys are of bounded length, and show nobody's address."""

_WRITE = """
-- KEYS: records; ARGV, four of each: '=' where it replaces the next and '*' where it replaces anything, that,
-- the new text, milliseconds or ''
local function kept(key)
  local text = redis.pcall('GET', key)
  return type(text) == 'string' and text
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


class RedisConnection:
    """Commands and scripts."""

    def __init__(self, url: str, pause: float = PAUSE) -> None:
        """Connects at the first command.

        Raises:
            DataError: the address is not one of Redis.
        """
        try:
            client = Redis.from_url(
                url,
                decode_responses=True,
                encoding_errors="replace",
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError as error:
            detail = "REDIS_URL: expected redis://host:port/0, rediss://... or unix:///path.sock."
            raise DataError(detail) from error
        self.client: Any = client
        self._pause = pause
        self._resume = 0.0

    async def run(self, command: str, *arguments: Any) -> Any:
        """One command's reply.

        Raises:
            StoreUnavailable: no answer in time, or a refusal.
            DamagedRecord: what stands there is of another type.
        """
        return await self.guarded(lambda: self.client.execute_command(command, *arguments))

    async def keys(self, pattern: str, of_type: str = "string") -> list[str]:
        """Every key of that pattern and type."""

        async def found() -> list[str]:
            return [key async for key in self.client.scan_iter(pattern, count=1000, _type=of_type)]

        return list(dict.fromkeys(await self.guarded(found)))

    async def warnings(self) -> list[str]:
        """One line for each way in which the server, by its own settings, may forget what it is given."""
        told = {name: await self._setting(name) for name in _SETTINGS}
        found = []
        if told[_POLICY] not in (None, "noeviction"):
            found.append(
                f"REDIS_URL: maxmemory-policy is {told[_POLICY]}, so a full Redis throws accounts and "
                "sessions away; set it to noeviction."
            )
        if told[_SNAPSHOTS] == "" and told[_JOURNAL] == "no":
            found.append(
                "REDIS_URL: neither appendonly nor save is on, so a restart of Redis forgets every account, "
                "code and session; set appendonly to yes."
            )
        return found

    async def close(self) -> None:
        """Let go of the connections."""
        await self.client.aclose()

    async def guarded(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """What Redis answers; nothing is asked for a while after it did not.

        Raises:
            StoreUnavailable, DamagedRecord: see `run`.
        """
        if time.monotonic() < self._resume:
            raise StoreUnavailable
        try:
            return await ask()
        except RedisError as error:
            if isinstance(error, ConnectionError | TimeoutError):
                self._resume = time.monotonic() + self._pause
            if str(error).startswith("WRONGTYPE"):
                raise DamagedRecord from error
            logger.error("Redis does not do what it is asked: %s", type(error).__name__)
            raise StoreUnavailable from error

    async def _setting(self, name: str) -> str | None:
        """A setting of the server; None where it is away or tells nobody."""
        with suppress(RedisError):
            found: dict[str, str] = await self.client.config_get(name)
            return found.get(name)
        return None


class RedisTries(RedisStorage):
    """Counts of tries as `limits` keeps them; windows end by the server's clock, a damaged count is none."""

    STORAGE_SCHEME: ClassVar[list[str]] = []  # type: ignore[misc]

    def __init__(self, connection: RedisConnection) -> None:
        pool = connection.client.connection_pool
        super().__init__(
            "async+redis://", implementation="redispy", key_prefix=f"{PREFIX}tries", connection_pool=pool
        )
        self._connection = connection

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count tries; the count so far."""
        count = super().incr
        try:
            return int(await self._connection.guarded(lambda: count(key, expiry, amount)))
        except DamagedRecord:
            await self.clear(key)
            return int(await self._connection.guarded(lambda: count(key, expiry, amount)))

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970, to the millisecond: `limits` rounds, also down."""
        left: int = await self._connection.run("PTTL", self.bridge.prefixed_key(key))
        return time.time() + max(0, left) / 1000

    async def clear(self, key: str) -> None:
        """Forget one count."""
        clear = super().clear
        await self._connection.guarded(lambda: clear(key))


class RedisStore(AccessStore):
    """Keeps everything in one Redis, for any number of services; `now` gives seconds since 1970."""

    def __init__(self, url: str, now: Callable[[], float] = time.time, pause: float = PAUSE) -> None:
        """Names the server; it need not run yet.

        Raises:
            DataError: the address is not one of Redis.
        """
        self._redis = RedisConnection(url, pause)
        self._script = self._redis.client.register_script(_WRITE)
        self._is_current = False
        super().__init__(RateLimiter(RedisTries(self._redis)), now)

    async def warnings(self) -> list[str]:
        """What the server's own settings say, where it tells them."""
        return await self._redis.warnings()

    async def ping(self) -> None:
        """Nothing, where the server answers."""
        await self._redis.run("PING")

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.close()

    async def _get(self, kind: Kind, name: str) -> str | None:
        await self._bring_up_to_date()
        text: str | None = await self._redis.run("GET", _key(kind, name))
        return text

    async def _scan(self, kind: Kind) -> list[str]:
        await self._bring_up_to_date()
        keys = await self._redis.keys(f"{PREFIX}{kind}:*")
        texts = [await self._redis.run("MGET", *keys[at : at + 1000]) for at in range(0, len(keys), 1000)]
        return [text for several in texts for text in several if text is not None]

    async def _write(self, *changes: Change) -> bool:
        await self._bring_up_to_date()
        return await self._written(changes)

    async def _written(self, changes: tuple[Change, ...]) -> bool:
        keys = [_key(each.kind, each.name) for each in changes]
        arguments = [part for each in changes for part in self._arguments(each)]
        return bool(await self._redis.guarded(lambda: self._script(keys=keys, args=arguments)))

    def _arguments(self, change: Change) -> tuple[str | int, ...]:
        replaced = ("", "") if change.replaces is None else ("=", change.replaces)
        replaced = ("*", "") if change.anyway else replaced
        left = "" if change.until is None else max(1, math.ceil((change.until - self._now()) * 1000))
        return *replaced, change.text or "", left

    async def _bring_up_to_date(self) -> None:
        """Take over what version 2 kept: once, in one process; what was begun and left is begun anew.

        Raises:
            StoreUnavailable: the store is away, or of a newer version.
        """
        if self._is_current:
            return
        if await self._version() != VERSION:
            lock = self._redis.client.lock(f"{PREFIX}migration", timeout=MIGRATION_SECONDS)
            await self._redis.guarded(lock.acquire)
            try:
                if await self._version() != VERSION:
                    await self._take_over()
                    await self._redis.run("SET", f"{PREFIX}version", VERSION)
            finally:
                with suppress(StoreUnavailable):
                    await self._redis.guarded(lock.release)
        self._is_current = True

    async def _version(self) -> str | None:
        with suppress(DamagedRecord):
            found: str | None = await self._redis.run("GET", f"{PREFIX}version")
            if found and found.isdecimal() and int(found) > int(VERSION):
                logger.error(
                    "the access store in Redis is of version %s; this service knows %s", found, VERSION
                )
                raise StoreUnavailable
            return found
        raise StoreUnavailable

    async def _take_over(self) -> None:
        """Rewrite each record as a text; what is one already, or damaged, stays as it is."""
        run, accounts, codes = self._redis.run, f"{PREFIX}accounts", f"{PREFIX}codes"
        former, digests = [accounts, codes], []
        with suppress(DamagedRecord):
            for name, text in (await run("HGETALL", accounts)).items():
                await self._written((Change("account", name, text),))
        with suppress(DamagedRecord):
            digests = await run("SMEMBERS", codes)
        for digest in digests:
            users = _key("redeemed", digest)
            former.append(users)
            with suppress(DamagedRecord):
                for code in _taken_over(Code, await run("HGETALL", _key("code", digest)), digest=digest):
                    for user_id in await run("SMEMBERS", users):
                        await self._written((redeemed(code, user_id),))
                    await self._written((kept(code),))
        for key in await self._redis.keys(_key("session", "*"), "hash"):
            values, session_id = await run("HGETALL", key), key.removeprefix(_key("session", ""))
            for session in _taken_over(Session, values, id=session_id, user=values.get("person", "")):
                await self._written((kept(session),))
        await run("DEL", *former)


def _taken_over(record: type[_Record], values: dict[str, str], **named: str) -> list[_Record]:
    """The record of a hash of version 2; none where that is damaged."""
    with suppress(ValueError):
        given = {name: value or None for name, value in values.items()} | named
        if record is Session:
            given["user"] = msgspec.json.decode(named["user"])
        return [msgspec.convert(given, record, strict=False)]
    return []


def _key(kind: Kind, name: str) -> str:
    if kind in _HASHED:
        name = hashlib.sha256(name.encode()).hexdigest()
    return f"{PREFIX}{kind}:{name}"
