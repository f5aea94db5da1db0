"""HTTP/1.1 as uvicorn reads it, with a short way to write answers and our own one to what is no request."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import h11
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.bodies import WHOLE_BODY
from service.errors import HeadersTooLarge, Malformed, error_response
from service.whole_answers import WholeAnswer

_TOO_LARGE = 431


def protocol_with(headers: Mapping[str, str]) -> type[H11Protocol]:
    """uvicorn's protocol; a request that cannot be read is refused in the one error shape with `headers`."""

    class Protocol(H11Protocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._application = self.app
            self.app = self._answered

        async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
            """Hand a request on, with its body if all of it is here; an answer in one piece is one write."""
            if not self.cycle.more_body:
                scope[WHOLE_BODY] = bytes(self.cycle.body)
            await self._application(scope, receive, WholeAnswer(self).send)

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
