"""Snapshots from Redis: copied to a folder of this machine, then opened like any other."""

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import redis.asyncio
from redis import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from core.contracts.errors import DataError
from core.contracts.publication import CHANNEL, SYMBOLS_KEY, current_key, files_key, shown_address
from service.copies import Copies
from service.snapshot import Snapshot
from service.source import SourceAway, Wait

_ANSWER_SECONDS = 10.0
_REFUSED_SECONDS = 30.0


class RedisSource:
    """Publications below `almanac:*`; the last two of a symbol stay in the folder `copies`."""

    def __init__(self, url: str, copies: Path) -> None:
        self._url = url
        self._copies = Copies(copies)
        self._refused: dict[tuple[str, str], float] = {}
        self._client = Redis.from_url(
            url,
            socket_timeout=_ANSWER_SECONDS,
            socket_connect_timeout=_ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    def symbols(self) -> list[str]:
        """Symbols ever published; SourceAway where Redis does not answer."""
        with self._asking():
            return sorted(_text(name) for name in cast("set[bytes]", self._client.smembers(SYMBOLS_KEY)))

    def current(self, symbol: str) -> str | None:
        """The pointer; SourceAway where Redis does not answer."""
        with self._asking():
            found = cast("bytes | None", self._client.get(current_key(symbol)))
            return None if found is None else _text(found)

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The snapshot, copied first where no whole copy is there; SourceAway where Redis does not answer.

        One that was refused is not copied again for a while, or until a publication is announced.
        """
        name = (symbol, snapshot_id)
        if self._refused.get(name, 0.0) > time.monotonic():
            raise DataError(f"publication {symbol} {snapshot_id}: was refused a moment ago.")
        try:
            with self._asking():
                return self._copies.opened(symbol, snapshot_id, partial(self._file, symbol, snapshot_id))
        except SourceAway:
            raise
        except (DataError, OSError):
            self._refuse(name)
            raise

    def _refuse(self, name: tuple[str, str]) -> None:
        now = time.monotonic()
        still = {each: until for each, until in self._refused.items() if until > now}
        self._refused = {**still, name: now + _REFUSED_SECONDS}

    def copies(self, served: Collection[str]) -> list[Snapshot]:
        """The last whole copies: of what Redis names, or of every symbol where it is away or was emptied."""
        try:
            named = self.symbols()
        except SourceAway:
            named = []
        wanted = [symbol for symbol in named or self._copies.symbols() if symbol not in served]
        return [copy for copy in map(self._copies.last, wanted) if copy is not None]

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        """Publications are announced; what is missed while the connection is down, one finds by asking."""
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=_ANSWER_SECONDS, retry=AsyncRetry(NoBackoff(), 0)
        )
        async with client, client.pubsub() as subscription:
            yield partial(self._announced, subscription)
        self._client.close()

    async def _announced(self, subscription: PubSub, seconds: float) -> None:
        """Return at a message, which a new subscription is too, or after `seconds`."""
        try:
            if not subscription.subscribed:
                await subscription.subscribe(CHANNEL)
            if await subscription.get_message(timeout=seconds) is not None:
                self._refused = {}
        except (RedisError, OSError):
            await asyncio.sleep(seconds)

    def _file(self, symbol: str, snapshot_id: str, path: str) -> bytes | None:
        return cast("bytes | None", self._client.hget(files_key(symbol, snapshot_id), path))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except RedisError as error:
            raise SourceAway(f"Redis at {shown_address(self._url)}: {error}") from error


def _text(name: bytes) -> str:
    """A name as Redis has it; of bytes that are no text, one that nothing bears."""
    return name.decode(errors="replace")
