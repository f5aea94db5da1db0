"""The probe for zone and label: every candidate reading is scored by how well it fits the trading day.

Read rightly, trade begins at 18:00 New York (or 09:30 in a file of RTH bars), the volume steps up with the
09:30 bar, and no bar opens while Globex is shut.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.importing.overrides import LABELS, Label
from core.importing.time_zones.stamps import Stamps, Stamps64, to_utc
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.session_clock import GLOBEX_OPEN_MINUTE, NEW_YORK, RTH_OPEN_MINUTE

ZONES = (
    NEW_YORK,
    "America/Chicago",
    "UTC",
    "Etc/GMT+5",
    "Europe/London",
    "Europe/Berlin",
    "Asia/Tokyo",
)
"""The zones tried; Etc/GMT+5 is Eastern standard time without daylight saving."""

MIN_MARGIN = 0.05
MIN_DAYS = 60
MIN_STARTS = 0.8
"""The least share of days that must begin at 18:00 or 09:30 for a reading to be believed."""

_SHUT_FROM, _SHUT_WEIGHT = 17 * 60 + 15, 5.0
_PAUSE_MINUTES = 45
_STEP_FROM, _STEP_TO = 8 * 60, 11 * 60
_MINUTE, _DAY = np.timedelta64(1, "m"), np.timedelta64(1, "D")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the stamps: their zone, the end of the bar they mark, and the fit (1 is perfect)."""

    zone: str
    label: Label
    score: float

    def __str__(self) -> str:
        return f"{self.zone}, bar {self.label}"


def score_readings(
    stamps: Stamps, volume: FloatArray, minutes: int, zones: tuple[str, ...] = ZONES
) -> list[Reading]:
    """Every possible reading of ascending stamps of bars of `minutes`, the best first."""
    tried = (stamps.zone,) if stamps.zone is not None else tuple(dict.fromkeys(zones))
    readings = []
    for zone in tried:
        utc = instants(stamps, zone)
        if utc is not None:
            readings += [
                Reading(zone, label, _fit(opens(utc, label, minutes), volume, minutes)) for label in LABELS
            ]
    return sorted(readings, key=lambda reading: -reading.score)


def instants(stamps: Stamps, zone: str) -> Stamps64 | None:
    """The stamps as UTC read in `zone`, None where that zone's clock never showed one of them."""
    if stamps.zone is not None:
        return stamps.at
    try:
        return to_utc(stamps.at, zone)
    except ValueError:
        return None


def opens(utc: Stamps64, label: Label, minutes: int) -> Stamps64:
    """The bars' opens where `utc` marks their opens or closes."""
    return utc if label == "open" else utc - minutes * _MINUTE


def is_enough(utc: Stamps64) -> bool:
    """Whether the stamps span sixty days of trade and a change of New York's clock."""
    local = _new_york(utc)
    offset = local - utc.astype("datetime64[m]")
    days = len(np.unique(local.astype("datetime64[D]")))
    return days >= MIN_DAYS and bool((offset != offset[0]).any())


def minutes_of_day(utc: Stamps64) -> IntArray:
    """The stamps in minutes after midnight New York."""
    local = _new_york(utc)
    return np.asarray((local - local.astype("datetime64[D]")).astype(np.int64))


def begins_day(utc: Stamps64) -> BoolArray:
    """Whether each stamp is a time at which a trading day begins, 18:00 or 09:30 New York."""
    minute = minutes_of_day(utc)
    return np.asarray((minute == GLOBEX_OPEN_MINUTE) | (minute == RTH_OPEN_MINUTE))


def _fit(utc: Stamps64, volume: FloatArray, minutes: int) -> float:
    local, minute = _new_york(utc), minutes_of_day(utc)
    shut = float(((minute >= _SHUT_FROM) & (minute < GLOBEX_OPEN_MINUTE)).mean())
    parts = [
        part for part in (day_starts(utc), _step(utc, local, minute, volume, minutes)) if part is not None
    ]
    return float(np.mean(parts)) - _SHUT_WEIGHT * shut if parts else -_SHUT_WEIGHT * shut


def day_starts(utc: Stamps64) -> float | None:
    """The share of bars after a pause that open at 18:00 or 09:30 New York; None where there is no pause."""
    after_pause = np.flatnonzero(np.diff(utc) >= _PAUSE_MINUTES * _MINUTE) + 1
    if not len(after_pause):
        return None
    return float(begins_day(utc[after_pause]).mean())


def _step(utc: Stamps64, local: Stamps64, minute: IntArray, volume: FloatArray, minutes: int) -> float | None:
    follows: BoolArray = np.diff(utc) == minutes * _MINUTE
    here = np.flatnonzero(follows & (minute[1:] >= _STEP_FROM) & (minute[1:] < _STEP_TO)) + 1
    traded = np.fmax(volume, 0.0)
    if not len(here) or not traded.any():
        return None
    if not (minute[here] == RTH_OPEN_MINUTE).any() and not (minute[here] < RTH_OPEN_MINUTE).any():
        return None
    frame = pd.DataFrame(
        {
            "day": local[here].astype("datetime64[D]").astype(np.int64),
            "minute": minute[here],
            "step": np.log((traded[here] + 1) / (traded[here - 1] + 1)),
        }
    )
    steepest = frame.loc[frame.groupby("day")["step"].idxmax(), "minute"]
    return float((steepest == RTH_OPEN_MINUTE).mean())


def _new_york(utc: Stamps64) -> Stamps64:
    local = pd.DatetimeIndex(utc).tz_localize("UTC").tz_convert(NEW_YORK).tz_localize(None)
    return np.asarray(local, dtype="datetime64[m]")
