"""RTH bars session by session, for charts and signals: half days and EMA included."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.market.ema import ema20
from core.market.market import BoolArray, DateArray, FloatArray, IntArray, SessionTable
from core.market.rth_bars import group_starts
from core.market.session_clock import BAR_MINUTES, utc_stamps
from core.market.sessions import SessionBuild

COLUMNS = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class SessionBars:
    """B bars of S sessions: the `counted` ones ascending, then the quarantined ones.

    By session (S,): `opens_at` is the UTC time of 09:30, `is_full` whether it has 81 bars, `reason` why it is
    quarantined ("" if it counts), `follows` whether bar 1 is comparable with the counted bar before it. The
    first session and a roll session of an unknown difference are not (ruling 4). Levels as in `Market`, on
    half days too, NaN on quarantined sessions. Session s has the bars starts[s] .. starts[s + 1].
    By bar (B,): prices in points; `ema` is the EMA(20) of the counted bars' closes, restarted on a roll
    session of an unknown difference, NaN on quarantined sessions.
    """

    symbol: str
    tick: float
    counted: int
    session_date: DateArray
    opens_at: DateArray
    is_full: BoolArray
    reason: tuple[str, ...]
    contract: NDArray[np.str_]
    is_roll: BoolArray
    follows: BoolArray
    hoy: FloatArray
    loy: FloatArray
    coy: FloatArray
    gxh: FloatArray
    gxl: FloatArray
    starts: IntArray
    ts: DateArray
    bar_number: IntArray
    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    volume: FloatArray
    ema: FloatArray

    @property
    def counted_bars(self) -> int:
        """Number of bars of the counted sessions; they come first."""
        return int(self.starts[self.counted])

    @property
    def session_of_bar(self) -> IntArray:
        """Each bar's session (B,)."""
        return np.repeat(np.arange(len(self.session_date)), np.diff(self.starts))


def session_bars(build: SessionBuild) -> SessionBars:
    table = build.sessions
    rows, days = _drawn(build)
    first = group_starts(days)
    starts = np.append(first, len(rows))
    stamps = utc_stamps(build.bars["ts"])[rows]
    number = build.bars["bar_number"].to_numpy()[rows].astype(np.int64)
    columns: dict[str, Any] = {name: build.bars[name].to_numpy()[rows].astype(np.float64) for name in COLUMNS}
    extra = len(build.quarantined)
    return SessionBars(
        symbol=build.instrument.symbol,
        tick=build.instrument.tick,
        counted=len(table),
        session_date=days[first],
        opens_at=stamps[first] - (number[first] - 1) * np.timedelta64(BAR_MINUTES, "m"),
        reason=("",) * len(table) + tuple(each.reason for each in build.quarantined),
        starts=starts,
        ts=stamps,
        bar_number=number,
        ema=_ema(columns["close"], starts, table, build.instrument.ticks_per_point),
        **_of_sessions(table, extra),
        **columns,
    )


def _drawn(build: SessionBuild) -> tuple[IntArray, DateArray]:
    """Positions of the RTH bars of counted, then quarantined sessions, and the date of each session."""
    left_out = np.array([each.session_date for each in build.quarantined], dtype="datetime64[D]")
    rth = np.flatnonzero(build.bars["bar_number"].to_numpy() > 0)
    days = build.bars["session_date"].to_numpy()[rth].astype("datetime64[D]")
    order = np.append(
        np.flatnonzero(np.isin(days, build.sessions.session_date)), np.flatnonzero(np.isin(days, left_out))
    )
    return rth[order], days[order]


def _of_sessions(table: SessionTable, extra: int) -> dict[str, Any]:
    """The counted sessions' fields of the table, padded for the `extra` quarantined ones."""
    columns: dict[str, tuple[Any, Any]] = {
        "is_full": (table.is_full, False),
        "contract": (table.contract, ""),
        "is_roll": (table.is_roll, False),
        "follows": (table.roll_gap_known & (np.arange(len(table)) > 0), False),
        "hoy": (of_yesterday(table.high, table), np.nan),
        "loy": (of_yesterday(table.low, table), np.nan),
        "coy": (of_yesterday(table.close, table), np.nan),
        "gxh": (table.gxh, np.nan),
        "gxl": (table.gxl, np.nan),
    }
    return {name: np.append(known, np.full(extra, unknown)) for name, (known, unknown) in columns.items()}


def of_yesterday(values: FloatArray, table: SessionTable) -> FloatArray:
    """The value of the session immediately before (S,); NaN if that is missing or the roll unknown."""
    known = (table.previous >= 0) & table.roll_gap_known
    return np.where(known, values[table.previous], np.nan)


def _ema(close: FloatArray, starts: IntArray, table: SessionTable, per_point: int) -> FloatArray:
    """EMA of every counted bar's close, restarted on sessions of an unknown roll; NaN past those."""
    counted = starts[: len(table) + 1]
    spans = np.split(close[: counted[-1]], counted[:-1][~table.roll_gap_known])
    lines = [ema20(span, per_point) for span in spans]
    return np.concatenate([*lines, np.full(len(close) - counted[-1], np.nan)])
