"""The limits that a call declares: whom each counts, and how often.

Tries to sign in, and calls about short links and watches, are counted in the access store. There every
process of the service sees them, and a restart does not forget them. What computes is counted in memory: its
limit protects this process, and a shared count would cost more than most of the answers it guards. Memory and
Redis count by the `limits` library. Windows begin with their first try.
"""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal

from limits.aio.storage import MemoryStorage

from core.contracts.errors import TooManyRequests
from service.database.rate_limiter import RateLimiter
from service.settings import Settings
from service.settings.values import Rate

Limit = Literal["entry", "login", "refresh", "redeem", "links", "compute", "export"]
"""What a call counts for; `links` are calls that write to the access store, or could be used to guess what
it keeps."""


@dataclass(frozen=True, slots=True)
class Unlimited:
    """A call that counts for no limit, and why it needs none."""

    reason: str


PEOPLE_AT_AN_ADDRESS = 50
"""A lecture hall behind one address: its limit of links and watches is so many times a member's."""


class Throttle:
    """Counts calls: `stored` for all processes, `counted` in this one, for what computes."""

    def __init__(self, settings: Settings, stored: RateLimiter, counted: RateLimiter | None = None) -> None:
        self._everywhere: dict[Limit, Rate] = {
            "entry": settings.entry_limit,
            "login": settings.login_limit,
            "refresh": settings.refresh_limit,
            "redeem": settings.redeem_limit,
            "links": settings.link_limit,
        }
        self._shared = {"links": PEOPLE_AT_AN_ADDRESS}
        self._here: dict[Limit, Rate] = {
            "compute": settings.compute_limit,
            "export": settings.export_limit,
        }
        self._token = settings.token_limit
        self._stored = stored
        self._counted = counted or RateLimiter(MemoryStorage())

    async def admit_token(self, who: str | None) -> None:
        """Count a call with a personal token, of a network or of a token.

        Raises:
            TooManyRequests: over the limit.
        """
        await _hit(self._counted, "token", who, self._token)

    async def admit(self, limit: Limit, call: str, address: str | None, person: str | None = None) -> None:
        """Count a call from this address, by this session or user.

        What is counted for all processes is counted for each call apart.

        Raises:
            TooManyRequests: over the limit.
            StoreUnavailable: the store does not answer.
        """
        if limit in self._here:
            await _hit(self._counted, limit, person or network_of(address), self._here[limit])
            return
        rate = self._everywhere[limit]
        await _hit(self._stored, call, person, rate)
        people = 1 if person is None else self._shared.get(limit, 1)
        await _hit(self._stored, call, network_of(address), Rate(rate.count * people, rate.seconds))

    async def charge(self, limit: Limit, address: str | None, person: str | None, calls: int) -> None:
        """Count further calls for an answer as costly as several; refuse nothing."""
        rate = self._here.get(limit)
        who = person or network_of(address)
        if rate is not None and rate.count and who is not None:
            await self._counted.hit(f"{limit}:{who}", rate.count, rate.seconds, calls)


async def _hit(tries: RateLimiter, call: str, who: str | None, rate: Rate) -> None:
    if who is None or not rate.count:
        return
    if wait := await tries.hit(f"{call}:{who}", rate.count, rate.seconds):
        raise TooManyRequests("too many requests: come back after the seconds in Retry-After.", wait)


def network_of(address: str | None) -> str | None:
    """The unit of counts: an IPv4 address, or the /64 network of an IPv6 address.

    One person can call from all of it. What is no address stays as it is.
    """
    try:
        known = ip_address(address or "")
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
