"""EOD by hand: every bar stands at 100 but those written out."""

from dataclasses import replace

import numpy as np
import pytest

from core.features.runs import signed_runs
from core.market.market import FloatArray, Market
from tests.property.markets import random_market
from tests.support.one_feature import compute_feature
from tests.unit.features.one_session import ENTRIES, Bars, answer, answer_by, session

FLAT: Bars = {}
"""Every price the same: no range."""


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session(bars, **known))


def closing(low: float, high: float, close: float, opened: float = 100.0) -> Bars:
    """A day from `opened` to `close` whose low comes on bar 30 and its high on bar 40."""
    return {
        1: (opened, max(opened, 100), min(opened, 100), 100),
        30: (100, 100, low, 100),
        40: (100, high, 100, 100),
        81: (100, max(100, close), min(100, close), close),
    }


def test_extremes_are_the_first_bars_that_reach_them() -> None:
    bars: Bars = {5: (100, 104, 100, 100), 9: (100, 104, 97, 100), 60: (100, 100, 97, 100)}
    assert (say("hod_bar", bars), say("lod_bar", bars)) == (5, 9)
    assert say("first_extreme_bar", bars) == 5
    assert say("extreme_order", bars) == "high_first"
    assert say("extreme_order", {7: (100, 101, 99, 100)}) == "same_bar"
    assert say("extreme_order", {7: (100, 100, 99, 100), 8: (100, 101, 100, 100)}) == "low_first"
    assert (say("hod_bar"), say("lod_bar"), say("extreme_order")) == (1, 1, "same_bar")


@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [(54, 54, "none"), (55, 54, "up_only"), (54, 55, "down_only"), (81, 55, "both")],
)
def test_the_late_session_begins_with_bar_55(high: int, low: int, expected: str) -> None:
    bars: dict[int, tuple[float, float, float, float]] = {
        high: (100, 101, 100, 100),
        low: (100, 100, 99, 100),
    }
    if high == low:
        bars[high] = (100, 101, 99, 100)
    assert say("late_extreme", bars) == expected


def test_ibs_and_body_are_shares_of_the_range() -> None:
    day = closing(low=96, high=104, close=102)
    assert (say("close_ibs", day), say("day_body_pct", day)) == (75, 25)
    assert say("day_body_pct", closing(low=96, high=104, close=98)) == -25
    assert say("close_ibs", closing(low=96, high=104, close=104)) == 100
    assert (say("close_ibs", FLAT), say("day_body_pct", FLAT)) == (None, None)


def test_an_unchanged_close_is_not_above() -> None:
    assert (say("close_above_open"), say("close_above_coy", coy=100)) == (False, False)
    up = closing(low=99, high=101, close=100.25)
    assert (say("close_above_open", up), say("close_above_coy", up, coy=100)) == (True, True)
    assert say("close_above_coy", up) is None


def test_net_change_needs_yesterday_and_adr() -> None:
    up = closing(low=99, high=101, close=101)
    assert say("net_change_pct_adr", up, coy=103, adr10=8) == -25
    assert say("net_change_pct_adr", up, coy=103) is None
    assert say("net_change_pct_adr", up, adr10=8) is None


@pytest.mark.parametrize(
    ("opened", "close", "adr10", "expected"),
    [
        (98, 102, 10, "trend_bull"),
        (98.25, 102, 10, "bull_close"),
        (98, 101.75, 10, "trading_range"),
        (98, 102, 10.25, "bull_close"),
        (102, 98, 10, "trend_bear"),
        (101.75, 98, 10, "bear_close"),
        (102, 98.25, 10, "trading_range"),
        (102, 98, 10.25, "bear_close"),
        (100, 102, 99, "reversal_bull"),
        (99.75, 102, 99, "bull_close"),
        (100, 98, 99, "reversal_bear"),
        (100.25, 98, 99, "bear_close"),
    ],
)
def test_day_types_at_their_edges(opened: float, close: float, adr10: float, expected: str) -> None:
    """The day runs from 96 to 104: its quarters end at 98 and 102, and 8 points are 80 % of an ADR of 10."""
    assert say("day_type", closing(96, 104, close, opened), adr10=adr10) == expected


def test_a_day_type_needs_a_range_and_an_adr() -> None:
    assert say("day_type", FLAT, adr10=10) is None
    assert say("day_type", closing(96, 106, 101)) is None


def test_a_trend_from_the_open_starts_on_bar_one_or_two() -> None:
    rise: Bars = {2: (100, 100, 99, 100), 40: (100, 103, 100, 102), 81: (102, 102, 102, 102)}
    assert say("trend_from_open", rise) == "bull"
    assert say("trend_from_open", {**rise, 81: (102, 102, 101, 101.75)}) == "none"
    later: Bars = {3: (100, 100, 99, 100), 40: (100, 103, 100, 102), 81: (102, 102, 102, 102)}
    assert say("trend_from_open", later) == "none"
    fall: Bars = {2: (100, 101, 100, 100), 40: (100, 100, 97, 98), 81: (98, 98, 98, 98)}
    assert say("trend_from_open", fall) == "bear"
    assert say("trend_from_open", FLAT) is None


def test_directions_compare_the_close_with_an_earlier_close() -> None:
    def fell_on(bar: int) -> Bars:
        return {number: (99, 99, 99, 99) for number in range(bar, 82)}

    assert [say("last_hour_dir", fell_on(bar)) for bar in (69, 70)] == ["doji", "bear"]
    assert [say("rod_dir_b18", fell_on(bar)) for bar in (18, 19)] == ["doji", "bear"]
    assert [say("rod_dir_b54", fell_on(bar)) for bar in (54, 55)] == ["doji", "bear"]
    assert say("rod_dir_b18", {81: (100, 101, 100, 101)}) == "bull"


def test_moves_after_bar_18_and_54_are_shares_of_adr() -> None:
    day: Bars = {
        18: (100, 110, 90, 100),
        19: (100, 103, 100, 100),
        60: (100, 100, 98, 99),
        81: (99, 99, 99, 99),
    }
    assert say("rod_move_b18_pct_adr", day, adr10=10) == -10
    assert say("rod_move_b54_pct_adr", day, adr10=10) == -10
    assert say("mfe_up_b18_pct_adr", day, adr10=10) == 30
    assert say("mfe_dn_b18_pct_adr", day, adr10=10) == 20
    assert say("mfe_up_b18_pct_adr", day) is None


def test_an_excursion_is_never_below_zero() -> None:
    fall: Bars = {number: (99, 99, 99, 99) for number in range(19, 82)}
    assert say("mfe_up_b18_pct_adr", fall, adr10=10) == 0
    assert say("mfe_dn_b18_pct_adr", fall, adr10=10) == 10


def test_an_all_time_high_is_beyond_the_one_before() -> None:
    spike: Bars = {50: (100, 105, 100, 100), 60: (100, 106, 100, 100)}
    assert (say("ath_made", spike, ath_before=105.75), say("ath_first_bar", spike, ath_before=104)) == (
        True,
        50,
    )
    assert (say("ath_made", spike, ath_before=106), say("ath_first_bar", spike, ath_before=106)) == (False, 0)
    assert (say("ath_made", spike), say("ath_first_bar", spike)) == (None, None)
    market = session(spike, ath_before=105)
    assert [answer_by(bar, "ath_first_bar", market) for bar in (59, 60)] == [0, 60]


def test_the_bars_at_the_open_leave_bar_1_out() -> None:
    assert say("open_touch_count") == 80
    away: Bars = {number: (101, 102, 100.25, 101) for number in range(2, 82)}
    assert say("open_touch_count", away) == 0
    assert say("open_touch_count", {**away, 9: (101, 102, 100, 101), 81: (99, 100, 98, 99)}) == 2


def test_a_pullback_is_measured_from_an_earlier_bar() -> None:
    outside: Bars = {1: (100, 110, 90, 100)}
    assert say("max_pullback_bull_pct_adr", outside, adr10=10) == 100
    assert say("max_pullback_bear_pct_adr", outside, adr10=10) == 100
    last: Bars = {81: (100, 110, 100, 100)}
    assert say("max_pullback_bull_pct_adr", last, adr10=10) == 0
    assert say("max_pullback_bear_pct_adr", last, adr10=10) == 100


def test_a_day_that_never_looked_back_has_no_pullback() -> None:
    rise: Bars = {bar: (100 + 2 * bar, 101 + 2 * bar, 100 + 2 * bar, 101 + 2 * bar) for bar in range(1, 82)}
    assert say("max_pullback_bull_pct_adr", rise, adr10=10) == 0
    assert say("max_pullback_bear_pct_adr", rise, adr10=100) == 161


def test_day_streaks_count_half_days_and_begin_anew_after_a_missing_day() -> None:
    signs = np.array([1, 1, -1, 0, -1, -1, -1, 1])
    follows = np.array([False, True, True, True, True, True, False, True])
    assert signed_runs(signs, follows).tolist() == [1, 2, -1, 0, -1, -2, -1, 1]
    assert signed_runs(signs[:0], follows[:0]).tolist() == []


def test_a_day_streak_runs_through_half_days_of_the_session_table() -> None:
    market = random_market(seed=3, sessions=120)
    table = market.sessions
    lasting = replace(table, close=table.open + market.tick, previous=np.arange(len(table)) - 1)
    close = np.broadcast_to(market.open[:, :1] + market.tick, market.close.shape)
    market = replace(market, sessions=lasting, close=close)
    runs = compute_feature(ENTRIES["bull_day_streak"], market).values
    assert not table.is_full.all()
    assert runs.tolist() == (market.ordinal + 1).tolist()


def closes_of(market: Market, closes: FloatArray) -> Market:
    """Every counted session closes so, and each full one has the close before it as CoY."""
    table = replace(market.sessions, close=closes, previous=np.arange(len(closes)) - 1)
    coy = np.append(np.nan, closes[:-1])[market.ordinal]
    last = np.repeat(closes[market.ordinal][:, np.newaxis], 81, axis=1)
    return replace(market, sessions=table, close=last, coy=coy)


def test_a_streak_of_closes_runs_through_half_days() -> None:
    market = random_market(seed=3, sessions=120)
    count = len(market.sessions)
    assert not market.sessions.is_full.all()
    rising = closes_of(market, 5000 + market.tick * np.arange(float(count)))
    runs = compute_feature(ENTRIES["close_streak"], rising).values
    assert np.isnan(runs[0])
    assert runs[1:].tolist() == market.ordinal[1:].tolist()


def test_a_streak_of_closes_compares_with_a_half_days_close() -> None:
    """The session after fell from the half day's close, and rose from that of the full one before."""
    market = random_market(seed=3, sessions=120)
    half = int(np.flatnonzero(~market.sessions.is_full)[0])
    closes = np.full(len(market.sessions), 5000.0)
    closes[half], closes[half + 1 :] = 5020.0, 5010.0
    runs = compute_feature(ENTRIES["close_streak"], closes_of(market, closes)).values
    after = int(market.sessions.full_row[half + 1])
    assert runs[after - 1 : after + 2].tolist() == [0, -1, 0]


def test_a_streak_of_closes_is_null_and_ends_where_the_roll_is_unknown() -> None:
    market = random_market(seed=3, sessions=20)
    rising = closes_of(market, 5000 + market.tick * np.arange(float(len(market.sessions))))
    known = np.ones(len(rising.sessions), dtype=np.bool_)
    known[10] = False
    coy = np.where(known[rising.ordinal], rising.coy, np.nan)
    rolled = replace(rising, coy=coy, sessions=replace(rising.sessions, roll_gap_known=known))
    runs = compute_feature(ENTRIES["close_streak"], rolled).values
    row = int(rolled.sessions.full_row[10])
    assert np.isnan(runs[row])
    assert runs[row + 1 : row + 3].tolist() == [1, 2]
