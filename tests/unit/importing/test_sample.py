"""The sample has the habits it claims, and is the same every time."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from core.importing.sample import sample_bars
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.rolls import calendar_contracts
from core.market.sessions import SessionBuild, build_sessions
from core.warehouse.bars import content_sha256

DEMO = instrument("DEMO")


@pytest.fixture(scope="module")
def bars() -> pd.DataFrame:
    return sample_bars()


@pytest.fixture(scope="module")
def build(bars: pd.DataFrame) -> SessionBuild:
    return build_sessions(bars, DEMO)


@pytest.fixture(scope="module")
def market(build: SessionBuild) -> Market:
    return build_market(build)


def test_the_sample_is_the_same_every_time(bars: pd.DataFrame) -> None:
    assert content_sha256(sample_bars()) == content_sha256(bars)


def test_the_sample_has_over_2600_full_sessions_from_2015_on(build: SessionBuild) -> None:
    assert build.full_count >= 2600
    assert str(build.sessions.session_date[0]) == "2015-01-02"
    assert build.missing == (date(2017, 8, 16),)


def test_the_sample_keeps_the_exchanges_half_days(build: SessionBuild) -> None:
    calendar = exchange_calendar()
    listed = calendar.sessions_between("2015-01-02", build.sessions.session_date[-1])
    assert build.short == tuple(listed[calendar.expected_bars(listed) == 45].tolist())


def test_the_circuit_breaker_days_are_quarantined_with_their_bars(build: SessionBuild) -> None:
    reasons = {str(fault.session_date): fault.reason for fault in build.quarantined}
    assert reasons == {
        "2020-03-09": "79 of 81 bars; without 2-3",
        "2020-03-12": "79 of 81 bars; without 3-4",
        "2020-03-16": "79 of 81 bars; without 2-3",
        "2020-03-18": "79 of 81 bars; without 43-44",
    }


def test_prices_are_possible_and_on_the_tick(bars: pd.DataFrame) -> None:
    prices = bars[["open", "high", "low", "close"]].to_numpy()
    assert (prices * 4 == np.rint(prices * 4)).all()
    assert (prices > 0).all()
    assert (bars["high"] >= bars[["open", "close"]].max(axis=1)).all()
    assert (bars["low"] <= bars[["open", "close"]].min(axis=1)).all()
    assert (bars["volume"] > 0).all()


def test_stamps_ascend_and_stay_out_of_the_pause(bars: pd.DataFrame, build: SessionBuild) -> None:
    assert bars["ts"].is_monotonic_increasing
    assert bars["ts"].is_unique
    assert [warning.kind for warning in build.warnings] == ["closed_day_outside_rth"]


def test_every_session_has_a_night_and_closed_days_trade(build: SessionBuild) -> None:
    assert not np.isnan(build.sessions.gxh).any()
    assert len(build.closed_days) > 60


def test_contracts_follow_the_roll_calendar(build: SessionBuild) -> None:
    table = build.sessions
    assert table.contract.tolist() == calendar_contracts(table.session_date, DEMO).tolist()
    assert len(build.rolls) == 46


def test_a_bars_size_and_volume_are_u_shaped_within_rth(market: Market) -> None:
    for values in (market.high - market.low, market.volume):
        mean = values.mean(axis=0)
        middle = mean[33:48].mean()
        assert mean[:6].mean() > 1.5 * middle
        assert mean[72:78].mean() > 1.3 * middle


def test_volatility_clusters_from_day_to_day(market: Market) -> None:
    spread = (market.high.max(axis=1) - market.low.min(axis=1)) / market.open[:, 0]
    for lag in (1, 5):
        assert np.corrcoef(spread[lag:], spread[:-lag])[0, 1] > 0.25
    shuffled = np.random.default_rng(7).permutation(spread)
    assert abs(np.corrcoef(shuffled[1:], shuffled[:-1])[0, 1]) < 0.1


def test_sessions_gap_and_bars_have_wicks(market: Market) -> None:
    gap = np.abs(market.open[:, 0] - market.coy) / market.coy
    assert 0.002 < np.nanmedian(gap) < 0.006
    body = np.abs(market.close - market.open).mean()
    assert 0.3 < body / (market.high - market.low).mean() < 0.7


def test_a_roll_carries_a_step_of_financing_less_dividends(bars: pd.DataFrame, build: SessionBuild) -> None:
    changes = np.flatnonzero(bars["contract"].to_numpy()[1:] != bars["contract"].to_numpy()[:-1])
    steps = bars["open"].to_numpy()[changes + 1] / bars["close"].to_numpy()[changes] - 1
    years = bars["ts"].dt.year.to_numpy()[changes]
    assert len(changes) == len(build.rolls)
    assert steps[years >= 2023].mean() > 0.003
    assert steps[years <= 2016].mean() < 0.0
