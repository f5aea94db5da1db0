"""Redis as the access store asks it: everything under one prefix, and one kind of failure."""

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar, cast

from limits.aio.storage import RedisStorage
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from core.contracts.errors import DataError
from service.access.records import DamagedRecord, StoreUnavailable

logger = logging.getLogger(__name__)

PREFIX = "almanac:access:"
TIMEOUT = 0.5
PAUSE = 1.0
"""Seconds for which nothing is tried after a failure: a dead store costs one wait, not one a request."""

_POLICY, _SNAPSHOTS, _JOURNAL = _SETTINGS = ("maxmemory-policy", "save", "appendonly")


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
        return await self._guarded(lambda: self.client.execute_command(command, *arguments))

    def script(self, source: str) -> Callable[[Sequence[str], Sequence[Any]], Awaitable[Any]]:
        """A script as a function of its keys and arguments."""
        script = self.client.register_script(source)
        return lambda keys, arguments: self._guarded(lambda: script(keys=list(keys), args=list(arguments)))

    async def together(self, *commands: Sequence[Any]) -> list[Any]:
        """Commands that all happen or none, and their replies."""
        pipe = self.client.pipeline(transaction=True)
        for command in commands:
            pipe.execute_command(*command)
        return cast("list[Any]", await self._guarded(pipe.execute))

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

    async def _guarded(self, ask: Callable[[], Awaitable[Any]]) -> Any:
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
            return int(await self._connection._guarded(lambda: count(key, expiry, amount)))
        except DamagedRecord:
            await self.clear(key)
            return int(await self._connection._guarded(lambda: count(key, expiry, amount)))

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970, to the millisecond: `limits` rounds, also down."""
        left: int = await self._connection.run("PTTL", self.bridge.prefixed_key(key))
        return time.time() + max(0, left) / 1000

    async def clear(self, key: str) -> None:
        """Forget one count."""
        clear = super().clear
        await self._connection._guarded(lambda: clear(key))
