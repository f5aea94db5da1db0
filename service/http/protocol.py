"""uvicorn's HTTP/1.1, with what it lacks: an end to connections that never say what they want, a limit on one
address's, and our own answer to what is no request (docs/adr says why).
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.access.rate_limits import network_of
from service.http.errors import HeadersTooLarge, Malformed, error_response
from service.http.proxies import is_trusted
from service.settings.values import Network

HEAD_SECONDS = 10.0
"""Until the head of a request is here, counted from the connection or the answer before."""
REST_SECONDS = 2.0
"""Until the rest of a body is here that was refused; what comes is thrown away, and then nobody listens."""


class Connections:
    """Counts open connections by address; `trusted` proxies stand for many people and are not counted."""

    def __init__(self, most: int, trusted: tuple[Network, ...] = ()) -> None:
        """At most `most` for one address; 0 is no limit."""
        self._most = most
        self._trusted = trusted
        self._open: Counter[str] = Counter()

    def enter(self, address: str | None) -> Callable[[], None] | None:
        """Count a connection: what uncounts it again, or None where its address has too many."""
        network = network_of(address)
        if network is None or not self._most or is_trusted(address, self._trusted):
            return lambda: None
        if self._open[network] >= self._most:
            return None
        self._open[network] += 1
        return lambda: self._leave(network)

    def _leave(self, network: str) -> None:
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]


class PatientProtocol(H11Protocol):
    """Half a head, or the rest of a refused body, is waited for so long and no longer."""

    connections_of = Connections(0)
    headers_of: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._leave: Callable[[], None] | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Listen, unless the address has too many connections open."""
        super().connection_made(transport)
        self._leave = self.connections_of.enter(self.client[0] if self.client else None)
        if self._leave is None:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting and counting."""
        super().connection_lost(exc)
        self._stop_waiting()
        if self._leave is not None:
            self._leave()
            self._leave = None

    def data_received(self, data: bytes) -> None:
        """Read on, and look what is still missing."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        super().on_response_complete()
        self._stop_waiting()
        self._wait()

    def _wait(self) -> None:
        """Let a timer run as long as a part of a head, or of a body that nobody reads, is missing."""
        seconds = self._missing()
        if seconds is None or self.transport.is_closing():
            self._stop_waiting()
        elif self._patience is None:
            self._patience = self.loop.call_later(seconds, self.transport.close)

    def _missing(self) -> float | None:
        if self.conn.their_state is h11.IDLE:
            return HEAD_SECONDS
        is_refused = self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.DONE
        return REST_SECONDS if is_refused else None

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def send_400_response(self, msg: str) -> None:
        """Answer what h11 could not read in the one error shape, and hang up."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = _refusal()
            answer.headers.update({"Connection": "close", **self.headers_of})
            head = h11.Response(status_code=answer.status_code, headers=answer.raw_headers)
            for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def protocol_with(headers: Mapping[str, str], connections: Connections) -> type[H11Protocol]:
    """The protocol that counts these connections and refuses what it cannot read with these headers."""
    return type("Protocol", (PatientProtocol,), {"connections_of": connections, "headers_of": headers})


def _refusal() -> Response:
    """What to answer to the error being handled."""
    error = sys.exception()
    if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == HeadersTooLarge.status:
        return error_response(HeadersTooLarge("request: its line and headers are too long; shorten them."))
    return error_response(Malformed("request: not HTTP/1.1 as its standard says.", code="malformed_request"))
