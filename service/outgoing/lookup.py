"""Looks up the addresses of a host, in the hosts file and the DNS, each within a deadline.

`getaddrinfo` of the standard library blocks a thread that nothing can stop: a few silent names would take
every such thread of the process. c-ares, by aiodns, waits for sockets instead.
"""

import asyncio
from ipaddress import ip_address
from socket import SOCK_STREAM

import aiodns

from service.outgoing.failure import NotSent

PATIENCE = 4.0
"""Seconds for one host."""

_TRIES = 2
"""Questions to each name server."""


class HostLookup:
    """Looks up hosts on one event loop."""

    def __init__(self) -> None:
        self._resolver: aiodns.DNSResolver | None = None

    async def addresses_of(self, host: str) -> list[str]:
        """Every address of a host, in the order to try them; an address is its own.

        Raises:
            NotSent: there is none, or no answer in time.
        """
        if is_address(host):
            return [host]
        if self._resolver is None:
            self._resolver = aiodns.DNSResolver(timeout=PATIENCE / _TRIES, tries=_TRIES)
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._resolver.getaddrinfo(host, type=SOCK_STREAM)
        except (aiodns.error.DNSError, UnicodeError) as error:
            raise NotSent("the hook's host was not found", is_certain=True) from error
        except TimeoutError as error:
            raise NotSent("the hook's host was not found in time", is_certain=True) from error
        return list(dict.fromkeys(node.addr[0].decode() for node in found.nodes))

    async def close(self) -> None:
        if self._resolver is not None:
            await self._resolver.close()
            self._resolver = None


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
