"""How many connections an address may hold, and how long one may take to say what it wants."""

from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address

from service.access.rate_limits import network_of
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
        if network is None or not self._most or self._is_trusted(address):
            return lambda: None
        if self._open[network] >= self._most:
            return None
        self._open[network] += 1
        return lambda: self._leave(network)

    def _leave(self, network: str) -> None:
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    def _is_trusted(self, address: str | None) -> bool:
        try:
            known = ip_address(address or "")
        except ValueError:
            return False
        return any(known in network for network in self._trusted)
