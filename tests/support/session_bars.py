"""Session bars for a random market: its own on full sessions, plain ones on half days, one quarantined."""

import numpy as np

from core.market.calendar import SHORT_BARS, exchange_calendar
from core.market.market import BoolArray, FloatArray, Market
from core.market.session_bars import SessionBars

LAST_BAR = 81
KEPT_OF_QUARANTINED = np.array([1, 2, 3, 5, 6, 80])
"""The bar numbers of the quarantined session."""


def bars_of(market: Market) -> SessionBars:
    """Every counted session of the market, then the first exchange session that it leaves out."""
    table = market.sessions
    lengths = np.append(np.where(table.is_full, LAST_BAR, SHORT_BARS), len(KEPT_OF_QUARANTINED))
    dates = np.append(table.session_date, left_out(market))
    in_full = np.repeat(np.append(table.is_full, False), lengths)
    number = np.concatenate([np.arange(1, length + 1) for length in lengths[:-1]] + [KEPT_OF_QUARANTINED])
    opened = np.repeat(np.append(table.open, table.open[:1]), lengths)
    opens_at = dates.astype("datetime64[m]") + np.timedelta64(13 * 60 + 30, "m")
    stamps = np.repeat(opens_at, lengths) + (number - 1) * np.timedelta64(5, "m")

    def prices(of_full: FloatArray, beyond: float) -> FloatArray:
        values = opened + beyond
        values[in_full] = of_full.ravel()
        return values

    def by_session(values: FloatArray | BoolArray, missing: float | bool) -> FloatArray:
        return np.append(values, missing)

    def spread(values: FloatArray) -> FloatArray:
        known = np.full(len(table), np.nan)
        known[market.ordinal] = values
        return np.append(known, np.nan)

    ema = np.full(len(number), np.nan)
    ema[in_full] = market.ema.ravel()
    follows = np.append(table.roll_gap_known, False)
    follows[0] = False
    return SessionBars(
        symbol=market.symbol,
        tick=market.tick,
        counted=len(table),
        session_date=dates,
        opens_at=opens_at.astype("datetime64[s]"),
        is_full=np.append(table.is_full, False),
        reason=("",) * len(table) + ("6 of 81 bars",),
        contract=np.append(table.contract, ""),
        is_roll=np.append(table.is_roll, False),
        follows=follows,
        hoy=spread(market.hoy),
        loy=spread(market.loy),
        coy=spread(market.coy),
        gxh=by_session(table.gxh, np.nan),
        gxl=by_session(table.gxl, np.nan),
        starts=np.append(0, np.cumsum(lengths)),
        ts=stamps.astype("datetime64[us]"),
        bar_number=number,
        open=prices(market.open, 0.0),
        high=prices(market.high, market.tick),
        low=prices(market.low, -market.tick),
        close=prices(market.close, 0.0),
        volume=np.where(in_full, 1.0, 2.0),
        ema=ema,
    )


def left_out(market: Market) -> np.datetime64:
    """The first exchange session of the market's span without a place in it."""
    days = market.sessions.session_date
    listed = exchange_calendar().sessions_between(str(days[0]), str(days[-1] + np.timedelta64(30, "D")))
    first: np.datetime64 = np.setdiff1d(listed, days)[0]
    return first
