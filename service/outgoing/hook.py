"""Hooks: a signed message to an address that a user named, which must not lead into the service's network.

The host is looked up once and each of its addresses is checked. The connection goes to a checked address; the
request and the certificate have the host's own name. A redirect is no success. A host has one connection at
a time, and all hosts together a bounded number.
"""

import asyncio
import hashlib
import hmac
import re
import ssl
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from typing import NoReturn
from weakref import WeakValueDictionary

import httpx2

from core.contracts.errors import InvalidRequest
from service.outgoing.failure import NotSent
from service.outgoing.lookup import HostLookup, is_address
from service.outgoing.permitted import PORTS, Permitted, host_of, port_of
from service.outgoing.retry_after import retry_after

PATIENCE = 10.0
"""Seconds for all of one message."""

CONNECT_PATIENCE = 3.0
"""Seconds for a connection to one of the addresses."""

MOST_CONNECTIONS = 64
"""Connections to hooks at the same time."""

LONGEST_REST = 24 * 60 * 60
"""Seconds that a receiver may have itself left alone."""

SIGNATURE_HEADER = "Almanac-Signature"

_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_SENDING = "http11.send_request_headers.started"
"""The trace event from which on the receiver may have something of the message."""


def signature(secret: str, at: int, body: bytes) -> str:
    """The header of a message sent at a time, in seconds since 1970."""
    mac = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={mac.hexdigest()}"


class Hooks:
    """Posts to hooks; `hosts` are the entries of WATCH_HOSTS, `now` gives seconds since 1970."""

    def __init__(self, hosts: Sequence[str], now: Callable[[], float] = time.time) -> None:
        self.are_allowed = bool(hosts)
        self._permitted = Permitted(hosts)
        self._lookup = HostLookup()
        self._now = now
        self._hosts: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._connections = asyncio.Semaphore(MOST_CONNECTIONS)
        self._rests: dict[str, float] = {}

    async def check(self, url: str) -> None:
        """Check that the address may be posted to.

        Raises:
            InvalidRequest: `watch_url`.
        """
        try:
            await self._addresses(self._allowed(url))
        except NotSent as error:
            _refuse(error.reason)

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[float]:
        """Wait until the host has no other connection; yields the seconds for which it wants none."""
        host = _origin(url)
        async with self._hosts.setdefault(host, asyncio.Lock()), self._connections:
            yield max(self._rests.get(host, 0.0) - self._now(), 0.0)

    async def post(self, url: str, body: bytes, secret: str | None) -> None:
        """Post JSON, signed where there is a secret.

        Raises:
            NotSent: any other answer than a 2xx, or none.
        """
        is_sent = False

        async def trace(event: str, _: object) -> None:
            nonlocal is_sent
            is_sent = is_sent or event == _SENDING

        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._answer(self._allowed(url), body, secret, trace)
        except InvalidRequest as error:
            raise NotSent("the hook may not be posted to any more", is_certain=True) from error
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise NotSent("the hook did not answer in time", is_certain=not is_sent) from error
        except (OSError, httpx2.HTTPError) as error:
            what = "gave no answer" if is_sent else "could not be reached"
            raise NotSent(f"the hook {what} ({type(error).__name__})", is_certain=not is_sent) from error
        if not answer.is_success:
            rest = min(retry_after(answer.headers.get("Retry-After")) or 0, LONGEST_REST)
            self._note_rest(_origin(url), rest)
            raise NotSent(f"the hook answered {answer.status_code}", is_certain=True, retry_after=rest)

    async def close(self) -> None:
        await self._lookup.close()

    async def _answer(
        self, url: httpx2.URL, body: bytes, secret: str | None, trace: Callable[..., object]
    ) -> httpx2.Response:
        """The response's head; the body is not read."""
        transport = _PinnedTransport(await self._addresses(url), self._tls)
        headers = {"Content-Type": "application/json", "User-Agent": "session-almanac", "Connection": "close"}
        if secret is not None:
            headers[SIGNATURE_HEADER] = signature(secret, int(self._now()), body)
        timeout = httpx2.Timeout(PATIENCE, connect=CONNECT_PATIENCE)
        async with (
            httpx2.AsyncClient(transport=transport, timeout=timeout, trust_env=False) as client,
            client.stream("POST", url, content=body, headers=headers, extensions={"trace": trace}) as answer,
        ):
            return answer

    def _allowed(self, text: str) -> httpx2.URL:
        """The URL of a host that may be posted to; InvalidRequest `watch_url` of another."""
        url = _parsed(text)
        if not self._permitted.has_host(url):
            _refuse(f"expected {self._permitted.words}")
        return url

    async def _addresses(self, url: httpx2.URL) -> list[str]:
        """The addresses of the host, all of them permitted; NotSent otherwise."""
        found = await self._lookup.addresses_of(host_of(url))
        if not all(self._permitted.has_address(each, port_of(url)) for each in found):
            reason = "the hook's host has an address that is not a public one and not in WATCH_HOSTS"
            raise NotSent(reason, is_certain=True)
        return found

    def _note_rest(self, host: str, seconds: int) -> None:
        now = self._now()
        self._rests = {each: ends for each, ends in self._rests.items() if ends > now}
        if seconds > 0:
            self._rests[host] = now + seconds

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()


class _PinnedTransport(httpx2.AsyncBaseTransport):
    """Connects to the first of these addresses that takes a connection, and looks no name up.

    The Host header, the name in the TLS handshake and the name on the certificate stay the host's.
    """

    def __init__(self, addresses: Sequence[str], tls: ssl.SSLContext) -> None:
        self._addresses = addresses
        self._transport = httpx2.AsyncHTTPTransport(verify=tls, trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.extensions = {**request.extensions, "sni_hostname": host_of(request.url)}
        failure: httpx2.HTTPError = httpx2.ConnectError("no address")
        for address in self._addresses:
            request.url = request.url.copy_with(host=address)
            try:
                return await self._transport.handle_async_request(request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
        raise failure

    async def aclose(self) -> None:
        await self._transport.aclose()


def _refuse(what: str) -> NoReturn:
    """Raises InvalidRequest `watch_url`."""
    raise InvalidRequest(f"url: {what}; send where alerts are to be posted.", code="watch_url")


def _origin(text: str) -> str:
    """Host and port, which have one connection at a time; a text that is no URL stands for itself."""
    try:
        url = _parsed(text)
    except InvalidRequest:
        return text
    return f"{host_of(url)}:{port_of(url)}"


def _parsed(text: str) -> httpx2.URL:
    """The text as a URL.

    Raises:
        InvalidRequest: `watch_url`, it is none.
    """
    try:
        url = httpx2.URL(text)
    except (httpx2.InvalidURL, ValueError):
        url = httpx2.URL()
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' \\"<>')
    if not is_plain or url.userinfo or url.scheme not in PORTS or not 0 < port_of(url) < 2**16:
        _refuse("expected an address such as https://hooks.example/almanac, without user or password")
    host = host_of(url)
    if not (is_address(host) or _HOST.fullmatch(host)):
        _refuse("expected an address such as https://hooks.example/almanac, with a host's name or address")
    return url
