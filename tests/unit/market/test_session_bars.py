"""The bars that charts draw: half days, rolls and quarantined sessions among them."""

import numpy as np
import pandas as pd
import pytest

from core.market.instruments import instrument
from core.market.market_build import build_market
from core.market.session_bars import SessionBars, session_bars
from core.market.sessions import SessionBuild, build_sessions
from tests.support.small_warehouse import small_bars
from tests.unit.market.bar_builder import joined, rth


@pytest.fixture(scope="module")
def build() -> SessionBuild:
    """Four weeks of ESM4 and two of ESU4; 2024-06-13 lacks three bars, 07-03 is a half day, 06-11 missing."""
    bars = small_bars("2024-05-20", "2024-07-12")
    local = bars["ts"].dt.tz_convert("America/New_York")
    text = local.dt.strftime("%Y-%m-%d %H:%M")
    cut = text.between("2024-06-13 10:00", "2024-06-13 10:10")
    gone = text.between("2024-06-11 09:30", "2024-06-11 16:10")
    rolled = bars.assign(contract=np.where(local < "2024-06-16 18:00-04:00", "ESM4", "ESU4"))
    return build_sessions(rolled[~cut & ~gone].reset_index(drop=True), instrument("ES"))


@pytest.fixture(scope="module")
def bars(build: SessionBuild) -> SessionBars:
    return session_bars(build)


def place(bars: SessionBars, day: str) -> int:
    return int(np.flatnonzero(bars.session_date == np.datetime64(day))[0])


def of(bars: SessionBars, day: str) -> slice:
    at = place(bars, day)
    return slice(bars.starts[at], bars.starts[at + 1])


def test_counted_sessions_come_first_and_quarantined_ones_last(
    build: SessionBuild, bars: SessionBars
) -> None:
    assert bars.session_date[: bars.counted].tolist() == build.sessions.session_date.tolist()
    assert [str(day) for day in bars.session_date[bars.counted :]] == ["2024-06-13"]
    assert bars.reason[bars.counted :] == ("78 of 81 bars; without 7-9",)
    assert set(bars.reason[: bars.counted]) == {""}
    assert len(bars.bar_number) == bars.counted_bars + 78


def test_every_bar_is_the_imported_one(build: SessionBuild, bars: SessionBars) -> None:
    stamps = pd.DatetimeIndex(bars.ts, tz="UTC")
    assert stamps.is_unique
    imported = build.bars.set_index("ts").loc[stamps]
    for name in ("open", "high", "low", "close", "volume", "bar_number"):
        assert getattr(bars, name).tolist() == imported[name].tolist(), name
    days = bars.session_date[bars.session_of_bar].astype("datetime64[D]")
    assert days.tolist() == imported["session_date"].dt.date.tolist()


def test_a_half_day_has_its_bars_levels_and_its_part_of_the_ema(bars: SessionBars) -> None:
    at = place(bars, "2024-07-03")
    half, before = of(bars, "2024-07-03"), of(bars, "2024-07-02")
    assert (bars.is_full[at], bars.bar_number[half].tolist()) == (False, list(range(1, 46)))
    assert (bars.hoy[at], bars.loy[at]) == (bars.high[before].max(), bars.low[before].min())
    assert bars.coy[at] == bars.close[before][-1]
    line = bars.ema[half]
    assert line[0] == pytest.approx(
        bars.ema[before][-1] + 2 / 21 * (bars.close[half][0] - bars.ema[before][-1])
    )


def test_a_roll_begins_the_ema_anew_and_follows_nothing(build: SessionBuild, bars: SessionBars) -> None:
    at, own = place(bars, "2024-06-17"), of(bars, "2024-06-17")
    assert (bool(bars.is_roll[at]), bool(bars.follows[at])) == (True, False)
    assert np.isnan([bars.hoy[at], bars.loy[at], bars.coy[at]]).all()
    assert bars.ema[own][0] == bars.close[own][0]
    assert bars.follows.sum() == bars.counted - 2, "the first session and the roll"
    row = int(build.sessions.full_row[at])
    market = build_market(build, bars)
    assert np.isnan(market.ema[row]).all(), "features do not read the line on a roll session"
    assert market.ema_open[row + 1] == bars.ema[own][-1]


def test_a_session_after_a_missing_one_follows_the_bar_before_and_has_no_levels(bars: SessionBars) -> None:
    at = place(bars, "2024-06-12")
    assert bars.follows[at]
    assert np.isnan([bars.hoy[at], bars.loy[at], bars.coy[at]]).all()


def test_a_quarantined_session_has_bars_and_nothing_computed(bars: SessionBars) -> None:
    at, own = place(bars, "2024-06-13"), of(bars, "2024-06-13")
    levels = [bars.hoy, bars.loy, bars.coy, bars.gxh, bars.gxl]
    assert np.isnan([level[at] for level in levels]).all()
    assert np.isnan(bars.ema[own]).all()
    assert not bars.follows[at]
    assert bars.bar_number[own][:8].tolist() == [1, 2, 3, 4, 5, 6, 10, 11]


def test_the_opening_is_09_30_new_york_in_utc_summer_and_winter() -> None:
    parts = [rth("2024-03-08"), rth("2024-03-11").iloc[2:]]
    bars = session_bars(build_sessions(joined(parts), instrument("ES")))
    assert bars.opens_at.astype("datetime64[s]").astype(str).tolist() == [
        "2024-03-08T14:30:00",
        "2024-03-11T13:30:00",
    ]


def test_the_market_is_the_same_with_the_bars_at_hand(build: SessionBuild, bars: SessionBars) -> None:
    market, again = build_market(build), build_market(build, bars)
    assert np.array_equal(market.ema, again.ema, equal_nan=True)
    assert np.array_equal(
        market.close, bars.close[np.repeat(bars.is_full, np.diff(bars.starts))].reshape(-1, 81)
    )
