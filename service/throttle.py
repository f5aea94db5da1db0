"""How often somebody may ask: sign-in calls counted in the access store, costly ones in this process.

Tries to sign in are counted where every process of the service sees them and a restart does not forget them.
What computes is counted in memory: its limit protects this process, and a shared count would cost more than
most of the answers it guards.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from math import ceil

from service.access.network import network_of
from service.access.store import AccessStore
from service.errors import TooManyRequests
from service.setting_values import Rate
from service.settings import Settings

COMPUTING = ("compute", "probabilities", "filtered", "days", "chartData", "navigate")
_MOST_KEPT = 10_000


class Tries:
    """Counts in memory, in windows that begin with the first try; `now` gives seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._windows: dict[str, tuple[float, int]] = {}

    def hit(self, bucket: str, limit: int, window: int) -> int:
        """Count one try: 0 where it is allowed, else the whole seconds to wait."""
        now = self._now()
        ends, count = self._windows.get(bucket, (0.0, 0))
        if ends <= now:
            self._forget_old(now)
            ends, count = now + window, 0
        self._windows[bucket] = (ends, count + 1)
        return 0 if count < limit else ceil(ends - now)

    def _forget_old(self, now: float) -> None:
        if len(self._windows) >= _MOST_KEPT:
            self._windows = {name: kept for name, kept in self._windows.items() if kept[0] > now}


class Throttle:
    """Knows each call's limit and counts who asks it."""

    def __init__(self, settings: Settings, access: AccessStore, tries: Tries | None = None) -> None:
        self._stored: dict[str, Rate] = {
            "entry": settings.entry_limit,
            "entryCode": settings.entry_limit,
            "login": settings.login_limit,
            "redeem": settings.redeem_limit,
            "refresh": settings.refresh_limit,
        }
        self._counted = dict.fromkeys(COMPUTING, ("compute", settings.compute_limit)) | {
            "exportFile": ("export", settings.export_limit)
        }
        self._access = access
        self._tries = tries or Tries()

    def admit(self, call: str, address: str | None, person: str | None = None) -> None:
        """Nothing, where a call from this address, by this session or user, is within its limits.

        Raises:
            TooManyRequests: it is not.
            StoreUnavailable: nobody can say.
        """
        if call in self._stored:
            rate = self._stored[call]
            for who in (network_of(address), person):
                if who is not None and rate.count:
                    _refuse(self._access.hit(f"{call}:{_digest(who)}", rate.count, rate.seconds))
        elif call in self._counted and person is not None:
            bucket, rate = self._counted[call]
            if rate.count:
                _refuse(self._tries.hit(f"{bucket}:{person}", rate.count, rate.seconds))


def _refuse(wait: int) -> None:
    if wait:
        raise TooManyRequests("too many requests: come back after the seconds in Retry-After.", wait)


def _digest(who: str) -> str:
    return hashlib.sha256(who.encode(errors="replace")).hexdigest()[:32]
