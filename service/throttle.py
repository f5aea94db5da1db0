"""Which calls are limited, and whom the limits count: sign-in calls everywhere, costly ones in this process.

Tries to sign in are counted in the access store, where every process of the service sees them and a restart
does not forget them. What computes is counted in memory: its limit protects this process, and a shared count
would cost more than most of the answers it guards.
"""

from limits.aio.storage import MemoryStorage

from service.access.network import network_of
from service.access.rate_limits import RateLimiter
from service.errors import TooManyRequests
from service.settings import Settings
from service.settings.values import Rate

COMPUTING = ("compute", "probabilities", "filtered", "days", "chartData", "navigate")


class Throttle:
    """Knows each call's limit; `stored` counts tries to sign in, `counted` what computes."""

    def __init__(self, settings: Settings, stored: RateLimiter, counted: RateLimiter | None = None) -> None:
        self._signing_in: dict[str, Rate] = {
            "entry": settings.entry_limit,
            "entryCode": settings.entry_limit,
            "login": settings.login_limit,
            "redeem": settings.redeem_limit,
            "refresh": settings.refresh_limit,
        }
        self._computing = dict.fromkeys(COMPUTING, ("compute", settings.compute_limit)) | {
            "exportFile": ("export", settings.export_limit)
        }
        self._stored = stored
        self._counted = counted or RateLimiter(MemoryStorage())

    async def admit(self, call: str, address: str | None, person: str | None = None) -> None:
        """Nothing, where a call from this address, by this session or user, is within its limits.

        Raises:
            TooManyRequests: it is not.
            StoreUnavailable: nobody can say.
        """
        if call in self._signing_in:
            for who in (network_of(address), person):
                await _hit(self._stored, call, who, self._signing_in[call])
        elif call in self._computing:
            await _hit(self._counted, self._computing[call][0], person, self._computing[call][1])


async def _hit(tries: RateLimiter, call: str, who: str | None, rate: Rate) -> None:
    if who is None or not rate.count:
        return
    if wait := await tries.hit(f"{call}:{who}", rate.count, rate.seconds):
        raise TooManyRequests("too many requests: come back after the seconds in Retry-After.", wait)
