"""Resolve the client address, scheme and request id from the headers of trusted proxies alone."""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from service.members.personal_tokens import PREFIX
from service.settings.values import Network

_REQUEST_ID = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_.-]{{8,64}}")
_MOST_HOPS = 32


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
    if not is_trusted(peer, trusted):
        return Caller(peer, scope["scheme"])
    headers = Headers(scope=scope)
    forwarded = headers.getlist("x-forwarded-for")
    hops = ",".join(forwarded).split(",") if forwarded else []
    caller = peer
    for hop in reversed(hops[-_MOST_HOPS:]):
        address = _address(hop.strip())
        if address is None:
            break
        caller = str(address)
        if not is_trusted(caller, trusted):
            break
    scheme = ["", *headers.getlist("x-forwarded-proto")][-1].strip().lower()
    request_id = headers.get("x-request-id", "")
    return Caller(
        caller,
        scheme if scheme in ("http", "https") else scope["scheme"],
        request_id if _REQUEST_ID.fullmatch(request_id) else None,
    )


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
