"""Which hosts and addresses a hook may lead to, as WATCH_HOSTS names them.

Two questions, and both are asked of every hook: is its host permitted, and is every address that the host
has? `*` permits the hosts of https addresses. An address that is not public is permitted by its own name or
its network's alone, whatever host has it.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from httpx2 import URL

from service.outgoing.lookup import is_address
from service.settings.values import ANY_HOST, watch_network

PORTS = {"https": 443, "http": 80}

_GLOBAL = IPv6Network("2000::/3")
_RELAYS = tuple(map(ip_network, ("192.88.99.0/24", "2001::/32", "2002::/16")))
"""6to4 and Teredo: addresses that lead to another address, which they carry."""


def host_of(url: URL) -> str:
    """The host as it goes over the network, without the dot of a whole name."""
    return url.raw_host.decode().rstrip(".")


def port_of(url: URL) -> int:
    """The port, also where the address leaves it out."""
    return PORTS[url.scheme] if url.port is None else url.port


class Permitted:
    def __init__(self, entries: Sequence[str]) -> None:
        self._is_any = ANY_HOST in entries
        networks = {each: watch_network(each) for each in entries if each != ANY_HOST}
        self._names = frozenset(name for name, network in networks.items() if network is None)
        self._networks = [network for network in networks.values() if network is not None]
        any_words = ["any https address"] if self._is_any else []
        self.words = " or ".join([*any_words, *(f"an address of {each}" for each in sorted(networks))])

    def has_host(self, url: URL) -> bool:
        """Whether the host may be named; its addresses are another question."""
        host, port = host_of(url), port_of(url)
        is_named = not {host, f"{host}:{port}"}.isdisjoint(self._names)
        if is_named or (is_address(host) and self._has_network(host, port)):
            return True
        return self._is_any and url.scheme == "https"

    def has_address(self, address: str, port: int) -> bool:
        return is_public(address) or self._has_network(address, port)

    def _has_network(self, text: str, port: int) -> bool:
        address = _plain(text)
        return any(
            address.version == network.version and address in network and of_port in (None, port)
            for network, of_port in self._networks
        )


def is_public(text: str) -> bool:
    """Whether an address is public, also one within the forms that carry another address."""
    address = _plain(text)
    if any(address in network for network in _RELAYS if network.version == address.version):
        return False
    if isinstance(address, IPv6Address) and address not in _GLOBAL:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _plain(text: str) -> IPv4Address | IPv6Address:
    """The address without a scope; of an IPv4 address in the form of IPv6, itself."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
