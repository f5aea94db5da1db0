"""uvicorn's HTTP/1.1 with what it lacks (docs/adr says why).

It ends connections that send no request, limits the connections of an address, and answers what is no
request with our own error body.
"""

import asyncio
import sys

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.edge.errors import HeadersTooLarge, Malformed, error_response, is_page_head, too_long
from service.edge.headers import security_headers
from service.edge.middleware import is_trusted
from service.members.rate_limits import network_of
from service.settings import Settings

HEAD_SECONDS = 10.0
"""Until the head of a request is here, counted from the connection or the answer before."""
REST_SECONDS = 2.0
"""Until the rest of a body is here that was refused; what comes is thrown away, and then nobody listens."""


class Protocol(H11Protocol):
    """One connection; `network` is its unit of counting, None for a trusted proxy, which stands for many."""

    settings: Settings
    network: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Listen, unless the address has too many connections open."""
        super().connection_made(transport)
        address = self.client[0] if self.client else None
        if not is_trusted(address, self.settings.trusted_proxies):
            self.network = network_of(address)
        if self._has_too_many():
            self.network = None
            transport.abort()
        else:
            self._watch()

    def _has_too_many(self) -> bool:
        most = self.settings.connections_per_address
        if self.network is None or most == 0:
            return False
        networks = [getattr(each, "network", None) for each in self.connections]
        return networks.count(self.network) > most

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def data_received(self, data: bytes) -> None:
        """Read on, and watch what is still missing; what follows a rejected head is dropped."""
        if self._is_refused:
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _hang_up(self) -> None:
        """End the connection; a client that still sends reads the answer, which a reset would discard."""
        self._stop_waiting()
        self._is_refused = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self._timer = self.loop.call_later(REST_SECONDS, self.transport.close)
        else:
            self.transport.close()

    def _watch(self) -> None:
        """Run a timer while a part of a head is missing, or of a body that nobody reads."""
        if self._is_refused:
            return
        theirs, ours = self.conn.their_state, self.conn.our_state
        is_refused = theirs is h11.SEND_BODY and ours is h11.DONE
        if self.transport.is_closing() or not (theirs is h11.IDLE or is_refused):
            self._stop_waiting()
        elif self._timer is None:
            seconds = REST_SECONDS if is_refused else HEAD_SECONDS
            self._timer = self.loop.call_later(seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def send_400_response(self, msg: str) -> None:
        """Answer what h11 could not read with the one error body, and hang up."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = _refusal(sys.exception(), self.conn.trailing_data[0])
            answer.headers.update({"Connection": "close", **security_headers(self.settings)})
            head = h11.Response(status_code=answer.status_code, headers=answer.raw_headers)
            for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
            self._hang_up()
        else:
            self.transport.close()


def protocol_of(settings: Settings) -> type[Protocol]:
    """The protocol as the settings limit it; uvicorn makes one object of it per connection."""
    return type("Protocol", (Protocol,), {"settings": settings})


def _refusal(error: BaseException | None, head: bytes) -> Response:
    if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == HeadersTooLarge.status:
        return too_long(is_page_head(head))
    return error_response(Malformed("request: not HTTP/1.1 as its standard says.", code="malformed_request"))
