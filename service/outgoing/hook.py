"""Hooks: a message to an address that a user named, which must not lead into the service's own network.

https to a public address, on the host's own certificate; the name is resolved once, what it resolves to is
checked, and the connection goes to that very address. A redirect is no success. Hosts of WATCH_HOSTS are
posted to wherever they are, by http too.
"""

import asyncio
import ssl
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import IPPROTO_TCP
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

import h11

from core.contracts.errors import InvalidRequest
from service.outgoing.failure import NotSent

PATIENCE = 10.0
"""Seconds for all of one message."""

ANY = "*"
"""In WATCH_HOSTS: every host with a public address."""

_GLOBAL = IPv6Network("2000::/3")
_PORTS = {"https": 443, "http": 80}


class Hooks:
    """Posts to hooks; `hosts` are those of WATCH_HOSTS."""

    def __init__(self, hosts: Sequence[str]) -> None:
        self._hosts = frozenset(hosts)

    @property
    def are_allowed(self) -> bool:
        """Whether there may be any."""
        return bool(self._hosts)

    async def check(self, url: str) -> None:
        """Nothing where the address is one that may be posted to.

        Raises:
            InvalidRequest: `watch_url`.
        """
        parts = self._allowed(url)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._addresses(parts)
        except NotSent as error:
            _refuse(error.reason)
        except TimeoutError:
            _refuse("its host was not found in time")

    async def post(self, url: str, body: bytes) -> None:
        """Send JSON, and hear that it was taken.

        Raises:
            NotSent: any other answer than a 2xx, or none.
        """
        is_written = False
        try:
            parts = self._allowed(url)
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._connected(parts)
                try:
                    connection = h11.Connection(h11.CLIENT)
                    is_written = True
                    writer.write(_request(connection, parts, body))
                    status = await _status(connection, reader)
                finally:
                    writer.transport.abort()
        except InvalidRequest as error:
            raise NotSent("the hook may not be posted to any more", is_certain=True) from error
        except TimeoutError as error:
            raise NotSent("the hook did not answer in time", is_certain=not is_written) from error
        except (OSError, h11.ProtocolError) as error:
            what = "gave no answer" if is_written else "could not be reached"
            raise NotSent(f"the hook {what} ({type(error).__name__})", is_certain=not is_written) from error
        if not 200 <= status < 300:
            raise NotSent(f"the hook answered {status}", is_certain=True)

    def _allowed(self, url: str) -> SplitResult:
        """The parts of an address of a host that may be posted to; InvalidRequest `watch_url` of another."""
        parts = _parts(url)
        if not (self._is_named(parts) or (ANY in self._hosts and parts.scheme == "https")):
            named = ", ".join(sorted(self._hosts - {ANY}))
            choices = (*(["any https address"] if ANY in self._hosts else []), *([named] if named else []))
            _refuse(f"expected {' or an address of '.join(choices)}")
        return parts

    def _is_named(self, parts: SplitResult) -> bool:
        host = (parts.hostname or "").rstrip(".")
        return not {host, f"{host}:{parts.port or _PORTS[parts.scheme]}"}.isdisjoint(self._hosts)

    async def _addresses(self, parts: SplitResult) -> list[str]:
        """What the host resolves to, all of it public unless the host is named."""
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, proto=IPPROTO_TCP)
        except (OSError, UnicodeError) as error:
            raise NotSent("the hook's host was not found", is_certain=True) from error
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        if not self._is_named(parts) and not all(map(_is_public, addresses)):
            raise NotSent("the hook's host is not a public one", is_certain=True)
        return addresses

    async def _connected(self, parts: SplitResult) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the first address that takes one, with the host's certificate seen."""
        context = ssl.create_default_context() if parts.scheme == "https" else None
        name = parts.hostname if context else None
        failure: OSError = OSError("no address")
        for address in await self._addresses(parts):
            port = parts.port or _PORTS[parts.scheme]
            try:
                return await asyncio.open_connection(address, port, ssl=context, server_hostname=name)
            except OSError as error:
                failure = error
        raise failure


def _refuse(what: str) -> NoReturn:
    """Raises InvalidRequest `watch_url`."""
    raise InvalidRequest(f"url: {what}; send where alerts are to be posted.", code="watch_url")


def _parts(url: str) -> SplitResult:
    """The address in its parts.

    Raises:
        InvalidRequest: `watch_url`, it is none.
    """
    try:
        parts = urlsplit(url)
        is_fit = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_fit = False
    if (
        not is_fit
        or not (url.isascii() and url.isprintable())
        or set(url) & set(' \\"<>')
        or "@" in parts.netloc
    ):
        _refuse("expected an address such as https://hooks.example/almanac, without user or password")
    return parts


def _is_public(text: str) -> bool:
    """Whether an address is one of the open network, also within the forms that carry another address."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return _is_open(address.ipv4_mapped)
        return address in _GLOBAL and not (address.sixtofour or address.teredo) and _is_open(address)
    return _is_open(address)


def _is_open(address: IPv4Address | IPv6Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _request(connection: h11.Connection, parts: SplitResult, body: bytes) -> bytes:
    headers = [
        ("Host", parts.netloc),
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("User-Agent", "session-almanac"),
        ("Connection", "close"),
    ]
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    events = (h11.Request(method="POST", target=target, headers=headers), h11.Data(body), h11.EndOfMessage())
    return b"".join(connection.send(each) or b"" for each in events)


async def _status(connection: h11.Connection, reader: asyncio.StreamReader) -> int:
    """The status of the answer, of which no more is read."""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(4096))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif isinstance(event, h11.ConnectionClosed):
            raise ConnectionResetError("no answer")
