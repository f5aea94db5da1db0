"""An answer's head and body in one write: each write is a call of the system, dearer than joining them."""

from __future__ import annotations

import asyncio
from typing import Any

_MOST_HELD = 256 * 1024


class JoinedWrites:
    """A transport that holds what is written until the loop's next step; all else is the transport's own.

    What exceeds 256 KiB is written at once, so that flow control sees it.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Hold the data, at most until the step that is running ends."""
        if not data:
            return
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > _MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        held, self._held, self._size = self._held, [], 0
        if held:
            self._transport.write(held[0] if len(held) == 1 else b"".join(held))

    def close(self) -> None:
        """Write what is held, then close."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
