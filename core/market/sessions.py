"""From bars to sessions: completeness, quarantine, contracts, overnight range (rulings 1 to 6).

Warnings report observations about the bars that are no fault of a session.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.contracts.manifest import RollPolicy
from core.market.calendar import SHORT_BARS, ExchangeCalendar, exchange_calendar
from core.market.instruments import Instrument
from core.market.market import BoolArray, DateArray, FloatArray, IntArray, SessionTable
from core.market.rolls import Roll
from core.market.rth_bars import NOT_COUNTED, RthBars, as_dates, group_starts
from core.market.session_clock import CLOSED_DAY, OVERNIGHT, BarClock, clock_bars, label_bars, utc_stamps

ATH_FULL_SESSIONS = 252
"""Full sessions before the data's highest print counts as an all-time high (ruling 6)."""


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
    """A warning for the manifest, with the dates it concerns."""

    kind: WarningKind
    detail: str
    dates: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A session left out of all computations, and why."""

    session_date: date
    reason: str


@dataclass(frozen=True, slots=True)
class SessionBuild:
    """Bars grouped into sessions, with everything that the manifest explains.

    `bars` has ts, session_date, segment, bar_number, open, high, low, close, volume, contract. `short` are
    the counted half days, `missing` the sessions without an RTH bar between the first and the last with
    some, `closed_days` the days off with trade in RTH hours. `roll_policy` names the source of contracts.
    """

    instrument: Instrument
    roll_policy: RollPolicy
    bars: pd.DataFrame
    sessions: SessionTable
    quarantined: tuple[Quarantined, ...]
    missing: tuple[date, ...]
    short: tuple[date, ...]
    closed_days: tuple[date, ...]
    rolls: tuple[Roll, ...]
    warnings: tuple[SessionWarning, ...]

    @property
    def full_count(self) -> int:
        return int(self.sessions.is_full.sum())


def build_sessions(
    bars: pd.DataFrame, instrument: Instrument, *, roll_policy: RollPolicy | None = None
) -> SessionBuild:
    """The sessions of `bars` (ts ascending, open, high, low, close, volume, contract or none).

    Labels are computed from `ts`. Without `roll_policy` it is `contracts` if every bar names one, else
    `unknown`. DataError if the exchange calendar does not cover the bars.
    """
    calendar = exchange_calendar(instrument.calendar)
    bars = (
        bars if "contract" in bars else bars.assign(contract=pd.Series(pd.NA, index=bars.index, dtype="str"))
    )
    clock = clock_bars(bars["ts"], calendar)
    labelled = label_bars(bars, clock)
    rth = RthBars.of(labelled, clock, calendar)
    table = _session_table(labelled, clock, rth, calendar, instrument)
    policy = roll_policy or ("unknown" if labelled["contract"].isna().any() else "contracts")
    return SessionBuild(
        instrument=instrument,
        roll_policy=policy,
        bars=labelled,
        sessions=table,
        quarantined=tuple(Quarantined(day, reason) for day, reason in rth.faults()),
        missing=_missing(rth, calendar),
        short=as_dates(table.session_date[~table.is_full]),
        closed_days=as_dates(np.unique(clock.trade_day[(clock.segment == CLOSED_DAY) & clock.in_rth_hours])),
        rolls=_rolls(table),
        warnings=collect_warnings(clock, rth, table, policy),
    )


def _session_table(
    bars: pd.DataFrame, clock: BarClock, rth: RthBars, calendar: ExchangeCalendar, instrument: Instrument
) -> SessionTable:
    days, dates = rth.whole, rth.dates[rth.days["is_whole"]]
    is_full = days["bar_count"].to_numpy() != SHORT_BARS
    codes = days["code"].to_numpy()
    is_roll, follows = np.zeros((2, len(dates)), dtype=np.bool_)
    is_roll[1:] = (codes[1:] != codes[:-1]) & (codes[1:] >= 0) & (codes[:-1] >= 0)
    follows[1:] = np.diff(calendar.positions(dates)) == 1
    is_night = (clock.segment == OVERNIGHT) & (rth.codes_of(clock.session_date) == rth.bar_codes)
    high, low = bars["high"].to_numpy(), bars["low"].to_numpy()
    evenings = group_starts(clock.session_date[is_night])
    gxh, gxl = np.full((2, len(dates)), np.nan)
    has_night = np.isin(dates, clock.session_date[is_night][evenings])
    gxh[has_night] = np.maximum.reduceat(high[is_night], evenings)
    gxl[has_night] = np.minimum.reduceat(low[is_night], evenings)
    return SessionTable(
        session_date=dates,
        is_full=is_full,
        previous=np.where(follows, np.arange(len(dates)) - 1, -1).astype(np.int64),
        full_row=np.where(is_full, np.cumsum(is_full) - 1, -1).astype(np.int64),
        contract=days["contract"].to_numpy().astype(np.str_),
        is_roll=is_roll,
        # A file holds one contract per stamp, so a new contract never has yesterday's bars.
        roll_gap_known=~is_roll,
        **{name: days[name].to_numpy() for name in ("open", "high", "low", "close")},
        gxh=gxh,
        gxl=gxl,
        ath_before=highest_before(high, days["first_bar"].to_numpy(), is_full, instrument.prior_high),
    )


def highest_before(
    high: FloatArray, first_bars: IntArray, is_full: BoolArray, prior_high: float | None
) -> FloatArray:
    """Highest print before 09:30; NaN until it is meaningful (ruling 6)."""
    so_far = np.concatenate([[np.nan], np.fmax.accumulate(high)])[first_bars]
    if prior_high is not None:
        return np.asarray(np.fmax(so_far, prior_high))
    full_before: IntArray = np.cumsum(is_full) - is_full
    return np.where(full_before >= ATH_FULL_SESSIONS, so_far, np.nan)


def _missing(rth: RthBars, calendar: ExchangeCalendar) -> tuple[date, ...]:
    if not len(rth.dates):
        return ()
    listed = calendar.sessions_between(rth.dates[0], rth.dates[-1])
    return as_dates(np.setdiff1d(listed, rth.dates))


def _rolls(table: SessionTable) -> tuple[Roll, ...]:
    at: NDArray[np.int64] = np.flatnonzero(table.is_roll)
    days = as_dates(table.session_date[at])
    return tuple(
        Roll(day, str(table.contract[row - 1]), str(table.contract[row]))
        for day, row in zip(days, at, strict=True)
    )


def collect_warnings(
    clock: BarClock, rth: RthBars, table: SessionTable, policy: RollPolicy
) -> tuple[SessionWarning, ...]:
    """All warnings about these bars, in a fixed order."""
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
    """The bar at position `at` with a high or low, `value` in points, that is `away` beyond both neighbours.

    `away` is a fraction of the price.
    """

    at: int
    field: str
    value: float
    away: float


def spikes(prices: FloatArray) -> list[Spike]:
    """The spikes among n bars (n, 4: open, high, low, close), by position.

    A spike reaches 0.5 % beyond both neighbours and thirty times the length of the bars around it, or 2 %
    and four times. The first and the last bar are never spikes.
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
