"""The probe for zone and label: every candidate reading gets a score for its fit to the trading day.

In the right reading, trade begins at 18:00 New York (or 09:30 in a file of RTH bars), the volume steps up
with the 09:30 bar, and no bar opens while Globex is shut.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from core.importing.overrides import Label
from core.importing.zones.stamps import Stamps, Stamps64
from core.importing.zones.zones import SHIFTS, to_utc
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.session_clock import (
    GLOBEX_OPEN_MINUTE,
    LONE_BARS,
    NEW_YORK,
    RTH_OPEN_MINUTE,
    always_shut,
    is_shut,
    lone_prints,
    minutes_of_day,
    new_york,
)

ZONES = (NEW_YORK, "America/Chicago", "UTC", "Etc/GMT+5", "Europe/London", "Europe/Berlin", "Asia/Tokyo")
"""The zones tried; Etc/GMT+5 is Eastern standard time without daylight saving."""

MIN_MARGIN = 0.05
MIN_DAYS = 60
SURE_MARGIN = 0.5
"""The margin that suffices in a file of fewer days, or without a change of the clock."""

MIN_STARTS = 0.8
"""The least share of days that must begin at 18:00 or 09:30 for a credible reading."""

PAUSE = np.timedelta64(45, "m")
"""Two bars this far apart or further have a pause in between."""


_SHUT_WEIGHT = 5.0
_MOST_PRINTS = 0.02
_SURE_STARTS, _LEAST_STARTS = 0.95, 3
_STEP_FROM, _STEP_TO = 8 * 60, 11 * 60
_MINUTE = np.timedelta64(1, "m")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the stamps: zone, the end of the bar that they mark, and fit (1 is perfect).

    `alike` are other zones in which every stamp is the same instant.
    """

    zone: str
    label: Label
    score: float
    alike: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.zone}, bar {self.label}"


def score_readings(
    stamps: Stamps, volume: FloatArray, minutes: int, zones: tuple[str, ...] = ZONES
) -> list[Reading]:
    """Every possible reading of ascending stamps of bars of `minutes`, best first.

    Of zones with identical instants, only the first counts.
    """
    alike = _same_instants(stamps, zones)
    readings = [
        Reading(zone, label, _fit(opened, volume, minutes), alike.get(zone, ()))
        for zone, label, opened in candidates(stamps, minutes, tuple(alike))
    ]
    return sorted(readings, key=lambda reading: -reading.score)


def _same_instants(stamps: Stamps, zones: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Possible zones, each with the later ones that give the same instants."""
    hours = np.unique(stamps.at.astype("datetime64[h]")).astype("datetime64[us]")
    groups: dict[bytes, list[str]] = {}
    for zone in dict.fromkeys(zones):
        utc = instants(replace(stamps, at=hours), zone)
        if utc is not None:
            groups.setdefault(utc.tobytes(), []).append(zone)
    return {first: tuple(others) for first, *others in groups.values()}


def candidates(
    stamps: Stamps, minutes: int, zones: tuple[str, ...] = ZONES
) -> Iterator[tuple[str, Label, Stamps64]]:
    """Every possible zone and label, with the UTC opens of the bars."""
    for zone in (stamps.zone,) if stamps.zone is not None else dict.fromkeys(zones):
        utc = instants(stamps, zone)
        if utc is not None:
            yield zone, "open", utc
            yield zone, "close", utc - minutes * _MINUTE


def instants(stamps: Stamps, zone: str) -> Stamps64 | None:
    """The stamps as UTC read in `zone`; None if a stamp does not exist in that zone."""
    if stamps.zone is not None:
        return stamps.at
    try:
        return to_utc(stamps.at, zone)
    except ValueError:
        return None


def opens(stamps: Stamps, reading: Reading, minutes: int) -> Stamps64 | None:
    """The UTC opens of bars of `minutes` in this reading; None if it is impossible."""
    utc = instants(stamps, reading.zone)
    return utc if utc is None or reading.label == "open" else utc - minutes * _MINUTE


def is_enough(stamps: Stamps, zone: str) -> bool:
    """Whether the stamps, read in `zone`, span sixty trade days and a change of New York's clock."""
    utc = instants(stamps, zone)
    if utc is None:
        return False
    local = new_york(utc)
    offset = local - utc.astype("datetime64[m]")
    days = len(np.unique(local.astype("datetime64[D]")))
    return days >= MIN_DAYS and bool((offset != offset[0]).any())


def begins_day(utc: Stamps64) -> BoolArray:
    """Which stamps are a start of a trading day, 18:00 or 09:30 New York."""
    local = new_york(utc)
    return np.isin(minutes_of_day(local), (GLOBEX_OPEN_MINUTE, RTH_OPEN_MINUTE)) & ~is_shut(local)


def piece_starts(at: Stamps64) -> IntArray:
    """Positions of the first bar after each pause, without lone prints; `at` is ascending."""
    starts = np.append(np.flatnonzero(np.abs(np.diff(at)) >= PAUSE) + 1, len(at))
    return starts[:-1][np.diff(starts) > LONE_BARS]


def day_starts(utc: Stamps64) -> float | None:
    """Share of bars after a pause that open at 18:00 or 09:30 New York; None without a pause."""
    starts = piece_starts(utc)
    return float(begins_day(utc[starts]).mean()) if len(starts) else None


def server_clock(stamps: Stamps, minutes: int, share: float) -> Reading | None:
    """New York's clock shifted by whole hours, if nearly all days begin right by it.

    `share` is the best zone's share of right days; None if that is nearly as good.
    """
    if stamps.zone is not None:
        return None
    at = stamps.at
    begins = at[piece_starts(at)]
    zones = tuple(f"New_York{hours:+d}" for hours in SHIFTS if hours)
    readings = [
        Reading(zone, label, float(begins_day(opened).mean()))
        for zone, label, opened in candidates(replace(stamps, at=begins), minutes, zones)
        if len(begins) >= _LEAST_STARTS
    ]
    best = max(readings, key=lambda reading: reading.score, default=None)
    return best if best is not None and best.score >= max(_SURE_STARTS, share + MIN_MARGIN) else None


def shut_share(utc: Stamps64, minutes: int) -> float:
    """Share of bars that open when Globex is always shut; a small share ignores lone prints."""
    shut = always_shut(minutes_of_day(new_york(utc)))
    share = float(shut.mean())
    return share if share == 0 or share > _MOST_PRINTS else float((shut & ~lone_prints(utc, minutes)).mean())


def _fit(utc: Stamps64, volume: FloatArray, minutes: int) -> float:
    """1 if all days begin and all volumes step up as expected, less for bars while Globex is shut."""
    parts = [part for part in (day_starts(utc), _step(utc, volume, minutes)) if part is not None]
    return (float(np.mean(parts)) if parts else 0.0) - _SHUT_WEIGHT * shut_share(utc, minutes)


def _step(utc: Stamps64, volume: FloatArray, minutes: int) -> float | None:
    """Share of days with their largest rise in volume at the 09:30 bar; None if it cannot be measured."""
    local = new_york(utc)
    minute = minutes_of_day(local)
    follows: BoolArray = np.diff(utc) == minutes * _MINUTE
    here = np.flatnonzero(follows & (minute[1:] >= _STEP_FROM) & (minute[1:] < _STEP_TO)) + 1
    traded = np.fmax(volume, 0.0)
    if not traded.any() or not (minute[here] <= RTH_OPEN_MINUTE).any():
        return None
    step = pd.Series(np.log((traded[here] + 1) / (traded[here - 1] + 1)))
    steepest = step.groupby(local[here].astype("datetime64[D]")).idxmax().to_numpy()
    return float((minute[here][steepest] == RTH_OPEN_MINUTE).mean())
