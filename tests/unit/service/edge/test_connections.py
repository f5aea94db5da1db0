"""Connections are counted by what one person can call from."""

import asyncio
from collections.abc import Iterator

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from service.edge.protocol import Protocol, protocol_of
from service.settings import Settings
from service.settings.values import networks


class Line(asyncio.Transport):
    """A connection as the protocol sees it: who is on the other side, and whether it was cut."""

    def __init__(self, address: str | None) -> None:
        super().__init__({"peername": address and (address, 1), "sockname": ("127.0.0.1", 80)})
        self.is_open = True

    def is_closing(self) -> bool:
        return not self.is_open

    def abort(self) -> None:
        self.is_open = False


class Counted:
    """A server's connections under some settings."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int, trusted: str = "192.0.2.254") -> None:
        settings = Settings(
            access_mode="trusted_url", connections_per_address=most, trusted_proxies=networks(trusted)
        )
        self._kind = protocol_of(settings)
        self._state, self._loop = ServerState(), loop

    def connect(self, address: str | None) -> Protocol | None:
        """The connection, None where it was cut at once."""
        line = Line(address)
        connection = self._kind(Config(lambda *_: None, http=self._kind), self._state, {}, self._loop)
        connection.connection_made(line)
        if line.is_open:
            return connection
        connection.connection_lost(ConnectionAbortedError())
        return None


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


def test_an_address_has_so_many_and_gets_one_back_for_each_it_lets_go(
    loop: asyncio.AbstractEventLoop,
) -> None:
    counted = Counted(loop, 2)
    first, second = counted.connect("192.0.2.7"), counted.connect("192.0.2.7")
    assert first is not None
    assert second is not None
    assert counted.connect("192.0.2.7") is None
    assert counted.connect("192.0.2.8") is not None
    first.connection_lost(ConnectionResetError())
    assert counted.connect("192.0.2.7") is not None
    assert counted.connect("192.0.2.7") is None


def test_addresses_of_one_ipv6_network_are_one_and_a_mapped_address_is_its_own(
    loop: asyncio.AbstractEventLoop,
) -> None:
    counted = Counted(loop, 1)
    assert counted.connect("2001:db8::1") is not None
    assert counted.connect("2001:db8::ffff:1") is None
    assert counted.connect("2001:db8:0:1::1") is not None
    assert counted.connect("192.0.2.7") is not None
    assert counted.connect("::ffff:192.0.2.7") is None


def test_proxies_unix_sockets_and_a_limit_of_0_are_not_counted(loop: asyncio.AbstractEventLoop) -> None:
    counted, unlimited = Counted(loop, 1, trusted="192.0.2.0/24"), Counted(loop, 0)
    assert all(counted.connect("192.0.2.7") is not None for _ in range(5))
    assert all(counted.connect(None) is not None for _ in range(5))
    assert all(unlimited.connect("198.51.100.1") is not None for _ in range(5))
