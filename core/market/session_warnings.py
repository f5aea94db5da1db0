"""What the bars show that is no fault of a session and still has to be said."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
import pandas as pd

from core.contracts.manifest import RollPolicy
from core.market.market import DateArray, FloatArray, SessionTable
from core.market.rth_bars import NOT_COUNTED, RthBars, as_dates
from core.market.session_clock import CLOSED_DAY, OVERNIGHT, BarClock, utc_stamps

WarningKind = Literal[
    "unknown_rolls",
    "pause_bars",
    "closed_day_outside_rth",
    "overnight_contract",
    "no_overnight",
    "open_session",
    "spike",
]

_WORDS: dict[WarningKind, str] = {
    "unknown_rolls": "the bars name no contracts and no --roll was given: rolls are unknown",
    "pause_bars": "bars between 17:00 and 18:00 New York, when Globex is shut",
    "closed_day_outside_rth": "exchange closed, trade outside RTH hours only",
    "overnight_contract": "overnight bars of another contract, left out of the session's range",
    "no_overnight": "no overnight bars of the session's contract",
    "open_session": "bars of a session whose RTH bars are not there yet",
    "spike": "a high or low far beyond the bars around it that the next bar takes back",
}


_MOST_NAMED = 10

_LEAST = 0.005
_LARGE = 0.02
_TIMES, _TIMES_LARGE = 30.0, 4.0
_AROUND_BARS = 12


@dataclass(frozen=True, slots=True)
class SessionWarning:
    """One observation with the dates it is about, for the manifest."""

    kind: WarningKind
    detail: str
    dates: tuple[date, ...] = ()


def collect_warnings(
    clock: BarClock, rth: RthBars, table: SessionTable, policy: RollPolicy
) -> tuple[SessionWarning, ...]:
    """Everything found in these bars, in a fixed order; nothing where all is as usual."""
    closed = clock.segment == CLOSED_DAY
    quiet = np.setdiff1d(clock.trade_day[closed], clock.trade_day[closed & clock.in_rth_hours])
    codes = rth.codes_of(clock.session_date)
    is_foreign = (clock.segment == OVERNIGHT) & (codes != rth.bar_codes) & (codes != NOT_COUNTED)
    about: tuple[tuple[WarningKind, DateArray], ...] = (
        ("pause_bars", clock.trade_day[clock.in_pause]),
        ("closed_day_outside_rth", quiet),
        ("overnight_contract", clock.session_date[is_foreign]),
        ("no_overnight", table.session_date[np.isnan(table.gxh)]),
        ("open_session", _open_session(clock, rth)),
    )
    found = (_warning(kind, days) for kind, days in about)
    unknown = (SessionWarning("unknown_rolls", _WORDS["unknown_rolls"]),) if policy == "unknown" else ()
    return (*unknown, *(warning for warning in found if warning.dates), *_spikes(rth.bars))


def _spikes(bars: pd.DataFrame) -> Iterator[SessionWarning]:
    found = spikes(bars[["open", "high", "low", "close"]].to_numpy())
    if found:
        stamps = utc_stamps(bars["ts"])[[each.at for each in found]].astype("datetime64[m]")
        named = [f"{at}Z {each.field} {each.value:.12g}" for at, each in zip(stamps, found, strict=True)]
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        yield SessionWarning("spike", f"{_WORDS['spike']}: {', '.join(named[:_MOST_NAMED])}{more}")


def _warning(kind: WarningKind, days: DateArray) -> SessionWarning:
    dates = as_dates(np.unique(days))
    days_word = "day" if len(dates) == 1 else "days"
    return SessionWarning(kind, f"{_WORDS[kind]} ({len(dates)} {days_word})", dates)


def _open_session(clock: BarClock, rth: RthBars) -> DateArray:
    if not len(rth.dates):
        return clock.session_date
    later: DateArray = clock.session_date[clock.session_date > rth.dates[-1]]
    return later


@dataclass(frozen=True, slots=True)
class Spike:
    """The bar at position `at` whose high or low, `value` in points, lies `away` beyond both neighbours'.

    `away` is a fraction of the price.
    """

    at: int
    field: str
    value: float
    away: float


def spikes(prices: FloatArray) -> list[Spike]:
    """The spikes among n bars (n, 4: open, high, low, close), by position.

    A spike reaches 0.5 % beyond both neighbours and thirty times as far as the bars around it are long, or
    2 % and four times. A bar on either end has no such neighbours and is none.
    """
    if len(prices) < 3:
        return []
    high, low, middle = prices[:, 1], prices[:, 2], prices[1:-1, 3]
    above = (high[1:-1] - np.maximum(high[:-2], high[2:])) / middle
    below = (np.minimum(low[:-2], low[2:]) - low[1:-1]) / middle
    found = [
        Spike(int(at) + 1, field, float(values[at + 1]), float(away[at]))
        for field, values, away in (("high", high, above), ("low", low, below))
        for at in np.flatnonzero(away > _LEAST)
    ]
    return sorted((each for each in found if _stands_out(prices, each)), key=lambda each: each.at)


def _stands_out(prices: FloatArray, spike: Spike) -> bool:
    first, last = max(spike.at - _AROUND_BARS, 0), spike.at + _AROUND_BARS + 1
    around = np.delete(prices[first:last], spike.at - first, axis=0)
    usual = float(np.median(around[:, 1] - around[:, 2]))
    times = spike.away * float(around[:, 3].mean())
    return times > _TIMES * usual or (spike.away > _LARGE and times > _TIMES_LARGE * usual)
