"""No level of the market reads a bar it cannot know: other bars from today on never change today's levels."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.market.market import DateArray, Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.unit.market.bar_builder import bars_at, joined, opens, rth

LEVELS = ("hoy", "loy", "coy", "gxh", "gxl", "adr10", "ath_before", "d_ema20", "ema_open")
SESSIONS = exchange_calendar().sessions_between("2024-06-03", "2024-07-19")
HALF_DAYS = {"2024-07-03"}
KNOWN = replace(instrument("ES"), prior_high=4990.0)


def random_bars(seed: int, days: DateArray) -> pd.DataFrame:
    """RTH bars of each day and four of its night, at random prices."""
    rng = np.random.default_rng(seed)
    parts = []
    for day in map(str, days):
        parts.append(bars_at(opens(f"{day} 08:00", f"{day} 08:15")))
        parts.append(rth(day, last="13:10" if day in HALF_DAYS else "16:10"))
    bars = joined(parts)
    close = 5000 + np.cumsum(rng.integers(-4, 5, len(bars))) * 0.25
    return bars.assign(
        open=close, close=close, high=close + rng.integers(0, 9, len(bars)) * 0.25, low=close - 0.5
    )


def market_of(bars: pd.DataFrame) -> Market:
    return build_market(build_sessions(bars, KNOWN))


def levels_read_ahead(kept: Market, other: Market, row: int) -> list[str]:
    """The levels of `row` on which two markets differ."""
    return [
        name
        for name in LEVELS
        if not np.array_equal(getattr(kept, name)[: row + 1], getattr(other, name)[: row + 1], equal_nan=True)
    ]


def another_future(bars: pd.DataFrame, seed: int, day: np.datetime64, bar: int = 0) -> Market:
    """The market of `bars` where everything after bar `bar` of `day` came out differently."""
    parting = pd.Timestamp(f"{day} 09:30", tz="America/New_York") + pd.Timedelta(minutes=5 * bar)
    others = random_bars(seed, SESSIONS)
    return market_of(
        pd.concat([bars[bars["ts"] < parting], others[others["ts"] >= parting]], ignore_index=True)
    )


@pytest.mark.parametrize("seed", range(4))
def test_other_bars_from_today_s_open_on_leave_today_s_levels(seed: int) -> None:
    bars = random_bars(seed, SESSIONS)
    whole = market_of(bars)
    row = 21 + seed
    other = another_future(bars, 100 + seed, whole.session_date[row])
    assert levels_read_ahead(whole, other, row) == []
    assert not np.isnan([getattr(whole, name)[row] for name in LEVELS]).any()


@pytest.mark.parametrize("bar", [1, 18, 80])
def test_other_bars_after_a_bar_leave_its_ema(bar: int) -> None:
    bars = random_bars(7, SESSIONS)
    whole = market_of(bars)
    other = another_future(bars, 8, whole.session_date[25], bar)
    assert np.array_equal(other.ema[:25], whole.ema[:25])
    assert np.array_equal(other.ema[25, :bar], whole.ema[25, :bar])
    assert not np.array_equal(other.ema[25, bar:], whole.ema[25, bar:])


def test_a_daily_ema_that_holds_today_s_close_is_caught() -> None:
    def cheated(market: Market) -> Market:
        return replace(market, d_ema20=market.d_ema20 + market.close[:, -1])

    bars = random_bars(1, SESSIONS)
    whole = market_of(bars)
    other = another_future(bars, 2, whole.session_date[25])
    assert levels_read_ahead(cheated(whole), cheated(other), 25) == ["d_ema20"]
