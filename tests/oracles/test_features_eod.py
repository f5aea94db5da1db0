"""EOD answers against hand values, one trap of the definitions each. Quiet bars are 99 to 101 around 100."""

from dataclasses import replace

import pytest

from tests.oracles.days import Day
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.features_eod import ANSWERS as EOD
from tests.oracles.hand_days import Prices, day_of
from tests.oracles.past import Past

FLAT: Prices = (100, 100, 100, 100)
HIGH: Prices = (100, 105, 100, 100)
LOW: Prices = (100, 100, 95, 100)
WIDE: Prices = (100, 105, 95, 100)


def span(first: int, last: int, prices: Prices) -> dict[int, Prices]:
    return dict.fromkeys(range(first, last + 1), prices)


def ranged(opened: float, closed: float) -> Day:
    """A day from 0 to 100 with this open and close; the low comes on bar 40, the high on bar 50."""
    bars: dict[int, Prices] = {1: (opened,) * 4, 40: (50, 50, 0, 50), 50: (50, 100, 50, 50)}
    return day_of({**bars, 81: (closed,) * 4}, quiet=(50, 50, 50, 50), adr10=125)


@pytest.mark.parametrize(
    ("bars", "high", "low", "order", "late"),
    [
        ({}, 1, 1, "same_bar", "none"),
        ({54: HIGH, 55: LOW}, 54, 55, "high_first", "down_only"),
        ({54: LOW, 55: HIGH}, 55, 54, "low_first", "up_only"),
        ({2: LOW, 81: HIGH}, 81, 2, "low_first", "up_only"),
        ({60: WIDE, 70: WIDE}, 60, 60, "same_bar", "both"),
        ({3: HIGH, 60: HIGH, 2: LOW, 61: LOW}, 3, 2, "low_first", "none"),
    ],
    ids=[
        "level",
        "either side of 14:00",
        "the other way",
        "to the last bar",
        "an outside bar",
        "again at the same price",
    ],
)
def test_extremes_are_set_by_the_first_bar_at_them(
    bars: dict[int, Prices], high: int, low: int, order: str, late: str
) -> None:
    names = ("hod_bar", "lod_bar", "first_extreme_bar", "extreme_order", "late_extreme")
    assert [ANSWERS[name](day_of(bars)) for name in names] == [high, low, min(high, low), order, late]


def test_a_day_without_a_range_has_no_place_in_it() -> None:
    day = day_of(quiet=FLAT)
    names = ("close_ibs", "day_type", "trend_from_open", "day_body_pct")
    assert [ANSWERS[name](day) for name in names] == [None] * 4
    assert ANSWERS["open_touch_count"](day) == 80


def test_close_stands_in_the_range_and_the_body_is_signed() -> None:
    up, down = ranged(40, 90), ranged(90, 40)
    assert [ANSWERS["close_ibs"](day) for day in (up, down)] == [90, 40]
    assert [ANSWERS["day_body_pct"](day) for day in (up, down)] == [50, -50]
    assert [ANSWERS["close_above_open"](day) for day in (up, down, ranged(50, 50))] == [True, False, False]


@pytest.mark.parametrize(("coy", "above"), [(99.75, True), (100, False), (100.25, False)])
def test_close_against_yesterday_is_strict_and_needs_yesterday(coy: float, above: bool) -> None:
    day = day_of(yesterday=(110, 90, coy), adr10=10)
    assert ANSWERS["close_above_coy"](day) is above
    assert ANSWERS["net_change_pct_adr"](day) == 10 * (100 - coy)
    names = ("close_above_coy", "net_change_pct_adr")
    assert [ANSWERS[name](replace(day, yesterday=None)) for name in names] == [None, None]


@pytest.mark.parametrize("adr10", [None, 0.0])
def test_shares_of_adr_are_null_without_one(adr10: float | None) -> None:
    day = day_of({30: WIDE}, adr10=adr10)
    shares = [name for name in EOD if name.endswith("_pct_adr")]
    assert len(shares) == 7
    assert [ANSWERS[name](day) for name in shares] == [None] * 7


@pytest.mark.parametrize(
    ("opened", "closed", "wanted"),
    [
        (25, 75, "trend_bull"),
        (26, 75, "bull_close"),
        (50, 75, "reversal_bull"),
        (49, 100, "bull_close"),
        (50, 74, "trading_range"),
        (75, 25, "trend_bear"),
        (74, 25, "bear_close"),
        (50, 25, "reversal_bear"),
        (51, 0, "bear_close"),
        (75, 26, "trading_range"),
    ],
)
def test_day_types_hold_at_their_quarters(opened: float, closed: float, wanted: str) -> None:
    assert ANSWERS["day_type"](ranged(opened, closed)) == wanted


def test_a_trend_day_has_four_fifths_of_adr_at_least() -> None:
    bull, bear = ranged(0, 100), ranged(100, 0)
    names = ["trend_bull", "trend_bear"]
    assert [ANSWERS["day_type"](day) for day in (bull, bear)] == names
    small = [replace(day, adr10=125.25) for day in (bull, bear)]
    assert [ANSWERS["day_type"](day) for day in small] == ["bull_close", "bear_close"]
    assert ANSWERS["day_type"](replace(bull, adr10=None)) is None
    assert ANSWERS["day_type"](replace(bull, adr10=0.0)) == "trend_bull"


@pytest.mark.parametrize(
    ("place", "closed", "wanted"),
    [(2, 75, "bull"), (3, 75, "none"), (2, 74, "none"), (1, 100, "bull")],
)
def test_trend_from_the_open_starts_at_its_extreme(place: int, closed: float, wanted: str) -> None:
    low: Prices = (50, 50, 0, 50)
    day = day_of({place: low, 50: (50, 100, 50, 50), 81: (closed,) * 4}, quiet=(50, 50, 50, 50))
    assert ANSWERS["trend_from_open"](day) == wanted
    upside_down = [(100 - bar.open, 100 - bar.low, 100 - bar.high, 100 - bar.close) for bar in day.bars]
    mirrored = day_of(dict(enumerate(upside_down, start=1)))
    assert ANSWERS["trend_from_open"](mirrored) == {"bull": "bear", "none": "none"}[wanted]


@pytest.mark.parametrize(("name", "bar"), [("last_hour_dir", 69), ("rod_dir_b18", 18), ("rod_dir_b54", 54)])
def test_directions_are_from_that_bars_close(name: str, bar: int) -> None:
    under, over = (100, 101, 99, 99.75), (100, 101, 99, 100.25)
    assert ANSWERS[name](day_of({bar: under, bar - 1: over, bar + 1: over})) == "bull"
    assert ANSWERS[name](day_of({bar: over, bar - 1: under, bar + 1: under})) == "bear"
    assert ANSWERS[name](day_of({bar - 1: over, bar + 1: under})) == "doji"


def test_moves_and_excursions_are_shares_of_adr_from_that_close() -> None:
    day = day_of({18: (100, 110, 90, 102), 54: (100, 101, 99, 97), 60: (100, 106, 96, 100)}, adr10=10)
    assert ANSWERS["rod_move_b18_pct_adr"](day) == -20
    assert ANSWERS["rod_move_b54_pct_adr"](day) == 30
    assert ANSWERS["mfe_up_b18_pct_adr"](day) == 40
    assert ANSWERS["mfe_dn_b18_pct_adr"](day) == 60


def test_an_excursion_is_never_below_zero() -> None:
    falls = day_of({18: (100, 101, 99, 101)}, quiet=(100, 100.5, 99, 100), adr10=10)
    rises = day_of({18: (100, 101, 99, 99)}, quiet=(100, 101, 99.5, 100), adr10=10)
    assert ANSWERS["mfe_up_b18_pct_adr"](falls) == 0
    assert ANSWERS["mfe_dn_b18_pct_adr"](rises) == 0


@pytest.mark.parametrize(
    ("highest", "made", "first"), [(104.75, True, 30), (105, False, 0), (100.5, True, 1), (None, None, None)]
)
def test_a_new_all_time_high_passes_the_old_one(highest: float | None, made: bool, first: int) -> None:
    day = replace(day_of({30: HIGH, 40: HIGH}), past=Past(highest=highest))
    assert [ANSWERS["ath_made"](day), ANSWERS["ath_first_bar"](day)] == [made, first]
    if first:
        assert [by_bar("ath_first_bar", day, n) for n in (first, 81)] == [first, first]
        assert first == 1 or by_bar("ath_first_bar", day, first - 1) == 0


def test_bars_at_the_open_leave_out_bar_1_and_count_edges() -> None:
    away: Prices = (102, 103, 101, 102)
    day = day_of({1: FLAT, 2: HIGH, 3: LOW, 4: WIDE}, quiet=away)
    assert ANSWERS["open_touch_count"](day) == 3


@pytest.mark.parametrize(
    ("run", "closed", "wanted"), [(3, 101, 4), (3, 99, -1), (-2, 99, -3), (4, 100, 0), (0, 101, 1)]
)
def test_the_streak_ends_today(run: int, closed: float, wanted: int) -> None:
    day = replace(day_of({81: (100, 101, 99, closed)}), past=Past(run=run))
    assert ANSWERS["bull_day_streak"](day) == wanted


@pytest.mark.parametrize(
    ("run", "closed", "wanted"), [(3, 101, 4), (3, 99, -1), (-2, 99, -3), (4, 100, 0), (0, 101, 1)]
)
def test_the_streak_of_closes_is_against_yesterdays(run: int, closed: float, wanted: int) -> None:
    day = replace(day_of({81: (98, 102, 98, closed)}), past=Past(close_run=run))
    assert ANSWERS["close_streak"](day) == wanted
    assert ANSWERS["close_streak"](replace(day, yesterday=None)) is None


def test_pullbacks_are_measured_from_an_earlier_bars_extreme() -> None:
    outside = day_of({1: FLAT, 2: (100, 108, 97, 100)}, quiet=FLAT, adr10=10)
    assert ANSWERS["max_pullback_bull_pct_adr"](outside) == 80
    assert ANSWERS["max_pullback_bear_pct_adr"](outside) == 80
    wide_start = day_of({1: WIDE}, quiet=FLAT, adr10=10)
    assert ANSWERS["max_pullback_bull_pct_adr"](wide_start) == 50
    assert ANSWERS["max_pullback_bear_pct_adr"](wide_start) == 50
    dips, spikes = day_of({10: LOW}, quiet=FLAT, adr10=10), day_of({10: HIGH}, quiet=FLAT, adr10=10)
    assert [ANSWERS["max_pullback_bull_pct_adr"](day) for day in (dips, spikes)] == [50, 50]
    assert [ANSWERS["max_pullback_bear_pct_adr"](day) for day in (dips, spikes)] == [50, 50]
    alone = day_of({1: FLAT, 81: (100, 108, 97, 100)}, quiet=FLAT, adr10=10)
    assert ANSWERS["max_pullback_bull_pct_adr"](alone) == 30
    assert ANSWERS["max_pullback_bear_pct_adr"](alone) == 80


def test_a_day_that_only_climbs_has_no_pullback_from_a_high() -> None:
    climbs: dict[int, Prices] = {bar: (bar, bar + 1, bar, bar + 1) for bar in range(1, 82)}
    day = day_of(climbs, adr10=10)
    assert ANSWERS["max_pullback_bull_pct_adr"](day) == 0
    assert ANSWERS["max_pullback_bear_pct_adr"](day) == 810
