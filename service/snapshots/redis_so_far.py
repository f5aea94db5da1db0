"""Sessions so far in Redis, which expire there."""

from collections.abc import Mapping
from typing import cast

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from core.contracts.next_session import so_far_key
from core.contracts.publication import SYMBOLS_KEY, shown_address
from service.snapshots.so_far import SoFarAway

_ANSWER_SECONDS = 2.0


class RedisSoFar:
    """The keys of the symbols that have a publication."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client = Redis.from_url(
            url,
            socket_timeout=_ANSWER_SECONDS,
            socket_connect_timeout=_ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    async def contents(self) -> Mapping[str, bytes]:
        """Every key's bytes, by symbol."""
        try:
            names = cast("set[bytes]", await self._client.smembers(SYMBOLS_KEY))
            symbols = sorted(name.decode(errors="replace") for name in names)
            found: list[bytes | None] = []
            if symbols:
                found = cast("list[bytes | None]", await self._client.mget(map(so_far_key, symbols)))
        except (RedisError, OSError) as error:
            raise SoFarAway(f"Redis at {shown_address(self._url)}: {error}") from error
        return {
            symbol: content for symbol, content in zip(symbols, found, strict=True) if content is not None
        }

    async def close(self) -> None:
        await self._client.aclose()
