"""One kept connection of HTTP/1.1, as little as it takes: the service answers, not a clever client."""

import asyncio
import re
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_RETRY = re.compile(rb"\r\nretry-after: *([1-9]\d*)\r\n", re.IGNORECASE)
_LARGEST_HEAD = 64 * 1024
_IDLE_SECONDS = 2.0
_LOOKS = 10
"""How often one looks for an answer before there is none."""


class HungUp(Exception):
    """The connection ended, or said nothing in time, before a whole answer was there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; `retry_after` in seconds, None where it says nothing of it."""

    status: int
    body: bytes
    retry_after: int | None


class Connection:
    """Asks one question after the other on a port of this machine.

    `opened` counts connections: a server may end one that is idle, so one that was is not used again.
    """

    def __init__(self, port: int) -> None:
        self.opened = 0
        self._port = port
        self._used = 0.0
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], seconds: float
    ) -> Answer:
        """The answer to a request.

        Raises:
            HungUp: there was none within so many seconds in which this loop ran; the next request
                connects again.
        """
        try:
            return await _within(seconds, self._exchange(_request(method, path, body, headers)))
        except (OSError, EOFError, asyncio.LimitOverrunError) as error:
            self.close()
            raise HungUp(repr(error)) from error

    async def _exchange(self, request: bytes) -> Answer:
        reader, writer = await self._open()
        self._used = time.monotonic()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length, retry = _LENGTH.search(head), _RETRY.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        if b"\r\nconnection: close" in head.lower():
            self.close()
        return Answer(int(head[9:12]), body, int(retry[1]) if retry else None)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=_LARGEST_HEAD)
            self.opened += 1
        return self._streams

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


async def _within(seconds: float, exchange: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of the exchange; time in which a busy machine stopped the loop does not count."""
    task = asyncio.ensure_future(exchange)
    try:
        for _ in range(_LOOKS):
            if (await asyncio.wait({task}, timeout=seconds / _LOOKS))[0]:
                return task.result()
    finally:
        task.cancel()
    raise TimeoutError(f"no answer within {seconds:g} s")


def _request(method: str, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    typed = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}{typed}\r\n".encode() + body
