"""HTTP/1.1 as uvicorn reads it, with our own answer to what is no request at all."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import cast

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.errors import HeadersTooLarge, Malformed, error_response
from service.joined_writes import JoinedWrites

_TOO_LARGE = 431


def protocol_with(headers: Mapping[str, str]) -> type[H11Protocol]:
    """uvicorn's protocol; a request that cannot be read is refused in the one error shape with `headers`."""

    class Protocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Begin, with a transport that joins an answer's writes."""
            super().connection_made(cast(asyncio.Transport, JoinedWrites(transport, self.loop)))

        def send_400_response(self, msg: str) -> None:
            """Answer what h11 could not read, and hang up."""
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                answer = _refusal()
                fields = [*answer.raw_headers, (b"connection", b"close")]
                fields += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
                self._write(h11.Response(status_code=answer.status_code, headers=fields))
                self._write(h11.Data(data=bytes(answer.body)))
                self._write(h11.EndOfMessage())
            self.transport.close()

        def _write(self, event: h11.Event) -> None:
            self.transport.write(self.conn.send(event) or b"")

    return Protocol


def _refusal() -> Response:
    """What to answer to the error being handled."""
    error = sys.exception()
    if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == _TOO_LARGE:
        return error_response(HeadersTooLarge("request: its line and headers are too long; shorten them."))
    return error_response(Malformed("request: not HTTP/1.1 as its standard says.", code="malformed_request"))
