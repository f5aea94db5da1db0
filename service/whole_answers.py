"""An answer that is there in one piece, in one write; uvicorn takes three and checks every field.

h11 stays the one that knows the connection and frames the answer: status line, length, and whether the
connection ends. The other fields go between as they are, if nothing in them ends a line.
"""

from __future__ import annotations

from functools import lru_cache

import h11
from starlette.types import Message
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

Fields = list[tuple[bytes, bytes]]

_FRAMING = frozenset((b"content-length", b"connection", b"transfer-encoding"))
_VISIBLE = bytes((0x09, *range(0x20, 0x7F), *range(0x80, 0x100)))
"""What a field may hold (RFC 9110, 5.5)."""

_END = h11.EndOfMessage()


class WholeAnswer:
    """The `send` of a request: a head waits for its body; what is not whole goes uvicorn's way."""

    __slots__ = ("_cycle", "_protocol", "_start")

    def __init__(self, protocol: H11Protocol) -> None:
        self._protocol = protocol
        self._cycle = protocol.cycle
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        """Keep the head; write it with the body."""
        if message["type"] == "http.response.start" and self._start is None:
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            if self._is_written(start, message):
                return
            await self._cycle.send(start)  # type: ignore[arg-type]
        await self._cycle.send(message)  # type: ignore[arg-type]

    def _is_written(self, start: Message, message: Message) -> bool:
        """Whether head and body made a whole answer, which then is on its way."""
        flow, body = self._protocol.flow, message.get("body", b"")
        if message.get("more_body") or flow.write_paused or self._cycle.disconnected:
            return False
        fields = [*self._cycle.default_headers, *start["headers"]]
        framing = [each for each in fields if each[0] in _FRAMING]
        lengths = [each for each in framing if each != CLOSE_HEADER]
        if lengths != [(b"content-length", b"%d" % len(body))] or self._cycle.scope["method"] == "HEAD":
            return False
        lines = _lines([each for each in fields if each[0] not in _FRAMING])
        if lines is None:
            return False
        self._write(start["status"], framing, lines, body)
        return True

    def _write(self, status: int, framing: Fields, lines: bytes, body: bytes) -> None:
        conn, cycle = self._protocol.conn, self._cycle
        head = (conn.send(_head(status, tuple(framing))) or b"")[:-2] + lines + b"\r\n"
        conn.send_with_data_passthrough(h11.Data(data=body))
        conn.send(_END)
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        self._deliver(head, body)
        cycle.message_event.set()
        if conn.our_state is h11.MUST_CLOSE or not cycle.keep_alive:
            conn.send(h11.ConnectionClosed())
            self._protocol.transport.close()
        cycle.on_response()

    def _deliver(self, head: bytes, body: bytes) -> None:
        self._protocol.transport.writelines((head, body))


@lru_cache(maxsize=1024)
def _head(status: int, framing: tuple[tuple[bytes, bytes], ...]) -> h11.Response:
    """The head that h11 frames: it checks the fields whenever it makes one, and never changes it."""
    return h11.Response(status_code=status, headers=[*framing], reason=STATUS_PHRASES[status])


def _lines(fields: Fields) -> bytes | None:
    """The fields as lines, None where one holds what would end it early."""
    lines = b"".join([b"%b: %b\r\n" % each for each in fields])
    return lines if lines.translate(None, _VISIBLE) == b"\r\n" * len(fields) else None
