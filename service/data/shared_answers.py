"""The answers that services share through Redis: a failure is a miss, and never holds a request up.

An exchange may take tens of milliseconds at most, and after one failure nothing is asked until a ping is
answered again.
"""

import hashlib
import logging
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar, cast

import anyio
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from core.contracts.publication import ANSWERS_PREFIX, shown_address

logger = logging.getLogger(__name__)

EXCHANGE_SECONDS = 0.05
PAUSE_SECONDS = 5.0
ENTRY_BYTES = 512 * 1024
WINDOW_SECONDS = 300
"""Answers live no longer than this, so what was put in this window and the one before is all there is."""

_DIGEST_BYTES = 16
_ROOT = Path(__file__).resolve().parents[2]
COMPILED = ("numpy", "orjson")
"""Libraries whose version can change an answer's digits."""
_CODE = ("service", "core")

Found = TypeVar("Found")


class SharedAnswers:
    """Encoded answers by key, of services that run the same code; at most `byte_budget` bytes in Redis."""

    def __init__(self, url: str, name: str, byte_budget: int) -> None:
        self._prefix = f"{ANSWERS_PREFIX}:{name}"
        self._own_code = f"{self._prefix}:{code_digest()}"
        self._address = shown_address(url)
        self._window_bytes = byte_budget // 2
        self._full_window = -1
        self._is_open = False
        self._is_known_bad = False
        self._client = Redis.from_url(
            url,
            socket_timeout=EXCHANGE_SECONDS,
            socket_connect_timeout=EXCHANGE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    @asynccontextmanager
    async def kept_open(self) -> AsyncIterator[None]:
        """Look every few seconds whether Redis answers, as long as the block lasts and it does not."""

        async def keep_open() -> None:
            while True:
                if not self._is_open:
                    await self.reach()
                await anyio.sleep(PAUSE_SECONDS)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(keep_open)
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def reach(self) -> bool:
        """Ask Redis whether it answers, and from then on use it."""
        try:
            await self._client.ping()
        except (RedisError, OSError):
            return False
        self._is_open = True
        return True

    async def get(self, key: str) -> tuple[bytes, float] | None:
        """The answer and the seconds it has left."""
        return await self._exchange(lambda: self._get(self._name(key)))

    async def put(self, key: str, answer: bytes, lifetime: float) -> None:
        """Share an answer for `lifetime` seconds; not where it is large or the budget is spent."""
        window = int(time.time() // WINDOW_SECONDS)
        if len(answer) > ENTRY_BYTES or self._full_window == window:
            return
        milliseconds = int(min(lifetime, WINDOW_SECONDS) * 1000)
        spent = await self._exchange(lambda: self._put(self._name(key), answer, milliseconds, window))
        if spent is not None and spent > self._window_bytes - ENTRY_BYTES:
            self._full_window = window

    async def forget(self, keys: Sequence[str]) -> None:
        """Take back these answers."""
        if keys:
            await self._exchange(lambda: self._client.unlink(*map(self._name, keys)))

    async def forget_all(self) -> None:
        """Take back everything under this name."""
        await self._exchange(self._unlink_all)

    async def _get(self, name: str) -> tuple[bytes, float] | None:
        async with self._client.pipeline(transaction=False) as asking:
            asking.get(name)
            asking.pttl(name)
            found, left = await asking.execute()
        digest, answer = (found or b"")[:_DIGEST_BYTES], (found or b"")[_DIGEST_BYTES:]
        return (answer, left / 1000) if _digest(name, answer) == digest and left > 0 else None

    async def _put(self, name: str, answer: bytes, milliseconds: int, window: int) -> int:
        """The bytes put in this window by all services; the whole budget where Redis takes nothing."""
        spent = f"{self._prefix}:spent:{window}"
        async with self._client.pipeline(transaction=False) as putting:
            putting.incrby(spent, len(answer))
            putting.expire(spent, 2 * WINDOW_SECONDS)
            putting.set(name, _digest(name, answer) + answer, px=milliseconds)
            done = await putting.execute(raise_on_error=False)
        refused = any(isinstance(each, ResponseError) for each in done)
        return self._window_bytes if refused else cast("int", done[0])

    async def _unlink_all(self) -> None:
        async for name in self._client.scan_iter(match=f"{self._own_code}:*", count=1000):
            await self._client.unlink(name)

    def _name(self, key: str) -> str:
        digest = hashlib.blake2b(key.encode(), digest_size=20).hexdigest()
        return f"{self._own_code}:{digest}"

    async def _exchange(self, call: Callable[[], Awaitable[Found]]) -> Found | None:
        """What the call gives; None while closed, and where it fails, which closes."""
        if not self._is_open:
            return None
        began = time.monotonic()
        try:
            found = await call()
        except (RedisError, OSError) as error:
            self._close(str(error))
            return None
        if time.monotonic() - began > EXCHANGE_SECONDS:
            self._close("answers too slowly")
        else:
            self._is_known_bad = False
        return found

    def _close(self, reason: str) -> None:
        self._is_open = False
        if not self._is_known_bad:
            logger.warning("shared answers at %s: %s; each service keeps its own", self._address, reason)
        self._is_known_bad = True


def _digest(name: str, answer: bytes) -> bytes:
    """What stands before an answer: of its name and of itself."""
    return hashlib.blake2b(answer, digest_size=_DIGEST_BYTES, key=name.encode()[-64:]).digest()


@cache
def code_digest() -> str:
    """Digest of what makes an answer: an answer that something else made is never read.

    That is our code by file, Python, and the compiled libraries that count and write.
    """
    digest = hashlib.blake2b(digest_size=6)
    for file in code_files():
        digest.update(b"%s %d " % (file.relative_to(_ROOT).as_posix().encode(), file.stat().st_size))
        digest.update(file.read_bytes())
    made_with = [f"{name} {version(name)}" for name in COMPILED]
    digest.update("; ".join([platform.python_version(), *made_with]).encode())
    return digest.hexdigest()


def code_files() -> list[Path]:
    """Every file of the code that answers."""
    return sorted(path for part in _CODE for path in (_ROOT / part).rglob("*.py"))
