"""From bars to sessions: completeness, quarantine, contracts, overnight range (rulings 1 to 6)."""

from dataclasses import dataclass
from datetime import date

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.contracts.manifest import RollPolicy
from core.market.calendar import SHORT_BARS, ExchangeCalendar, exchange_calendar
from core.market.instruments import Instrument
from core.market.market import BoolArray, FloatArray, IntArray, SessionTable
from core.market.rolls import Roll
from core.market.rth_bars import RthBars, as_dates, group_starts
from core.market.session_clock import CLOSED_DAY, OVERNIGHT, BarClock, clock_bars, label_bars
from core.market.session_warnings import SessionWarning, collect_warnings

ATH_FULL_SESSIONS = 252
"""Full sessions before the data's highest print counts as an all-time high (ruling 6)."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A session outside everything computed, and why."""

    session_date: date
    reason: str


@dataclass(frozen=True, slots=True)
class SessionBuild:
    """Bars made into sessions, with everything the manifest has to explain.

    `bars` has ts, session_date, segment, bar_number, open, high, low, close, volume, contract. `short` are
    the counted half days, `missing` the sessions without one RTH bar between the first and the last that have
    some, `closed_days` the days off with trade in RTH hours. `roll_policy` says where contracts come from.
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
        """Counted sessions of 81 bars."""
        return int(self.sessions.is_full.sum())


def build_sessions(
    bars: pd.DataFrame, instrument: Instrument, *, roll_policy: RollPolicy | None = None
) -> SessionBuild:
    """The sessions of `bars` (ts ascending, open, high, low, close, volume, contract or none).

    Labels are made from `ts`. Without `roll_policy` it is `contracts` where every bar names one, else
    `unknown`. DataError where the exchange calendar does not cover the bars.
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
    """Highest print before 09:30; NaN until it means something (ruling 6)."""
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
