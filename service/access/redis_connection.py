"""A connection to Redis that answers soon or says that it cannot, and comes back by itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.contracts.errors import DataError
from service.access.store import DamagedRecord, StoreUnavailable

logger = logging.getLogger(__name__)

TIMEOUT = 0.5
PAUSE = 1.0
"""Seconds for which nothing is tried after a failure: a dead store costs one wait, not one a request."""


class RedisConnection:
    """Commands and scripts under one prefix."""

    def __init__(self, url: str, pause: float = PAUSE) -> None:
        """Connects at the first command.

        Raises:
            DataError: the address is not one of Redis.
        """
        try:
            client = redis.Redis.from_url(
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
        self._client: Any = client
        self._pause = pause
        self._resume = 0.0

    def run(self, command: str, *arguments: Any) -> Any:
        """One command's reply.

        Raises:
            StoreUnavailable: no answer in time, or a refusal.
            DamagedRecord: what stands there is of another type.
        """
        return self._guarded(lambda: self._client.execute_command(command, *arguments))

    def script(self, source: str) -> Callable[[Sequence[str], Sequence[Any]], Any]:
        """A script as a function of its keys and arguments."""
        script = self._client.register_script(source)
        return lambda keys, arguments: self._guarded(lambda: script(keys=list(keys), args=list(arguments)))

    def together(self, *commands: Sequence[Any]) -> list[Any]:
        """Commands that all happen or none, and their replies."""
        pipe = self._client.pipeline(transaction=True)
        for command in commands:
            pipe.execute_command(*command)
        return cast("list[Any]", self._guarded(pipe.execute))

    def setting(self, name: str) -> str | None:
        """A setting of the server; None where it is away or tells nobody."""
        with suppress(redis.RedisError):
            found: dict[str, str] = self._client.config_get(name)
            return found.get(name)
        return None

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _guarded(self, ask: Callable[[], Any]) -> Any:
        if time.monotonic() < self._resume:
            raise StoreUnavailable
        try:
            return ask()
        except redis.RedisError as error:
            if isinstance(error, redis.ConnectionError | redis.TimeoutError):
                self._resume = time.monotonic() + self._pause
            if str(error).startswith("WRONGTYPE"):
                raise DamagedRecord from error
            logger.error("Redis does not do what it is asked: %s", type(error).__name__)
            raise StoreUnavailable from error
