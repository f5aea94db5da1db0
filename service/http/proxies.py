"""Whose word counts about the caller: the address and scheme a trusted proxy reports, nobody else's."""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from service.settings.values import Network

_REQUEST_ID = re.compile(r"[A-Za-z0-9_.-]{8,64}")
_MOST_HOPS = 32
_REPORTS = frozenset((b"x-forwarded-for", b"x-forwarded-proto", b"x-request-id"))


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a request comes from, as far as it is known; `request_id` only where a trusted proxy gave one."""

    address: str | None
    scheme: str
    request_id: str | None = None


def caller_of(scope: Scope, trusted: tuple[Network, ...]) -> Caller:
    """The peer; behind trusted proxies the rightmost address of X-Forwarded-For that is none of theirs.

    What stands left of that address was written by the caller and is never read. An entry that is no address
    ends the reading, and the last proxy known to be ours is taken for the caller.
    """
    peer = scope["client"][0] if scope.get("client") else None
    scheme = str(scope.get("scheme", "http"))
    if _REPORTS.isdisjoint([name for name, _ in scope["headers"]]) or not is_trusted(peer, trusted):
        return Caller(peer, scheme)
    headers = Headers(scope=scope)
    hops = ",".join(headers.getlist("x-forwarded-for")).split(",")[-_MOST_HOPS:]
    forwarded = headers.getlist("x-forwarded-proto")[-1:]
    if forwarded and forwarded[0].strip().lower() in ("http", "https"):
        scheme = forwarded[0].strip().lower()
    return Caller(_rightmost(peer, hops, trusted), scheme, _request_id(headers))


def _rightmost(peer: str | None, hops: list[str], trusted: tuple[Network, ...]) -> str | None:
    nearest = peer
    for hop in reversed(hops):
        address = _address(hop.strip())
        if address is None:
            break
        nearest = str(address)
        if not is_trusted(nearest, trusted):
            break
    return nearest


@lru_cache(maxsize=1024)
def is_trusted(host: str | None, trusted: tuple[Network, ...]) -> bool:
    """Whether an address is one of the trusted proxies'."""
    address = _address(host or "")
    return address is not None and any(address in network for network in trusted)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address in an entry such as `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _request_id(headers: Headers) -> str | None:
    given = headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else None
