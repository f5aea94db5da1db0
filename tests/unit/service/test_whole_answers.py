"""An answer in one write has the bytes that uvicorn writes in three."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from service.bodies import WHOLE_BODY
from service.protocol import protocol_with

TOKENS = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=12).map(str.encode)
VALUES = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=30).map(str.encode)
OTHERS = ("content-length", "connection", "transfer-encoding", "content-type")
FIELDS = st.lists(st.tuples(TOKENS.filter(lambda name: name.decode() not in OTHERS), VALUES), max_size=8)
DATE = (b"date", b"Sat, 21 Nov 2026 15:00:00 GMT")
ASKED = {
    "plain": b"POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "the last": b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    "old": b"GET / HTTP/1.0\r\nHost: a\r\n\r\n",
    "head": b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n",
    "two at once": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n1",
    "in chunks": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
}


class Wire(asyncio.Transport):
    """A transport that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.is_over = False

    def write(self, data: Any) -> None:
        if data:
            self.writes.append(bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def close(self) -> None:
        self.is_over = True

    def is_closing(self) -> bool:
        return self.is_over

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def spoken(kind: type[H11Protocol], app: Any, *packets: bytes) -> Wire:
    """What a server of that protocol writes to a caller's packets."""
    wire = Wire()

    async def speak() -> None:
        config = uvicorn.Config(app, http=kind, ws="none", lifespan="off", access_log=False, log_config=None)
        config.load()
        state = ServerState()
        state.default_headers = [DATE]
        protocol = kind(config, state, {})
        protocol.connection_made(wire)
        for packet in packets:
            protocol.data_received(packet)
            while state.tasks:
                await asyncio.sleep(0)
        hung_up = wire.is_over
        protocol.connection_lost(None)
        wire.is_over = hung_up

    asyncio.run(speak())
    return wire


def both(app: Any, *packets: bytes) -> tuple[Wire, Wire]:
    return spoken(protocol_with({}), app, *packets), spoken(H11Protocol, app, *packets)


def framed(head: bytes) -> tuple[bytes, list[bytes]]:
    """Status line and fields, in any order and however the names are written."""
    status, *lines = head.split(b"\r\n")
    parts = (line.partition(b": ") for line in lines)
    return status, sorted(name.lower() + b": " + value for name, _, value in parts)


def assert_same(ours: Wire, theirs: Wire) -> None:
    assert ours.is_over == theirs.is_over
    mine, plain = (b"".join(wire.writes).split(b"\r\n\r\n") for wire in (ours, theirs))
    assert [framed(part) for part in mine] == [framed(part) for part in plain]


def answering(status: int, fields: list[tuple[bytes, bytes]], pieces: list[bytes]) -> Any:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope.get(WHOLE_BODY) in (None, b"{}", b"", b"1")
        await send({"type": "http.response.start", "status": status, "headers": list(fields)})
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            await send({"type": "http.response.body", "body": piece, "more_body": not last})

    return app


@pytest.mark.parametrize("asked", ASKED)
@settings(max_examples=25)
@given(
    st.sampled_from((200, 404, 503)),
    FIELDS,
    st.lists(st.just(b"x" * 9), min_size=1, max_size=2),
    st.booleans(),
)
def test_a_whole_answer_is_uvicorn_s_own_bytes(
    asked: str, status: int, fields: list[tuple[bytes, bytes]], pieces: list[bytes], says_length: bool
) -> None:
    length = [(b"content-length", b"%d" % len(b"".join(pieces)))] if says_length else []
    assert_same(*both(answering(status, fields + length, pieces), ASKED[asked]))


def test_a_whole_answer_is_one_write_and_its_request_s_body_is_at_hand() -> None:
    seen: list[Mapping[str, Any]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)
        await answering(200, [(b"content-length", b"2")], [b"ok"])(scope, receive, send)

    ours, theirs = both(app, ASKED["plain"], ASKED["in chunks"])
    assert (len(ours.writes), len(theirs.writes)) == (2, 4)
    assert [scope.get(WHOLE_BODY) for scope in seen] == [b"{}", b"{}", None, None]


@pytest.mark.parametrize("value", [b"a\r\nset-cookie: b=c", b"a\nb", b"a\rb", b"a\0b"])
def test_a_field_that_would_end_its_line_is_never_written(value: bytes) -> None:
    fields = [(b"x-told", value), (b"content-length", b"2")]
    for wire in both(answering(200, fields, [b"ok"]), ASKED["plain"]):
        assert b"x-told" not in b"".join(wire.writes)


def test_a_length_that_is_not_the_body_s_does_not_become_an_answer() -> None:
    ours, theirs = both(answering(200, [(b"content-length", b"5")], [b"ok"]), ASKED["plain"])
    assert b"".join(ours.writes).endswith(b"\r\n\r\nok") == b"".join(theirs.writes).endswith(b"\r\n\r\nok")
    assert ours.is_over == theirs.is_over
