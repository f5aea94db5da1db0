"""What the pack says session by session, against plain loops over random and real markets."""

from dataclasses import replace
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.build.pack.session_entries import all_time_highs, session_entries, streak_previous
from core.contracts.errors import DataError
from core.contracts.pack import AllTimeHigh
from core.evidence.verify_pack import verify_index
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue_of
from core.importing.formats.any_file import read_any_file
from core.market.instruments import instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from core.warehouse.serving.load_index import load_index
from tests.oracles.exchange import is_half_day, session_before, sessions_between
from tests.property.markets import random_market

SHARED = Path(__file__).resolve().parents[4].parent / "shared"
MARKET = random_market(21, 90, step=4)
PERIODS = ((2, 27), (28, 54), (55, 81))


@cache
def columns() -> dict[str, FeatureColumn]:
    return compute_features(MARKET)


def day_of(market: Market, row: int) -> date:
    return date.fromisoformat(str(market.session_date[row].astype("datetime64[D]")))


def followed_row(market: Market, row: int) -> int:
    """Back over the exchange's days: to the full session before, over half days that have their bars."""
    counted = {date.fromisoformat(str(day.astype("datetime64[D]"))) for day in market.sessions.session_date}
    rows = {day_of(market, place): place for place in range(len(market))}
    before = session_before(day_of(market, row))
    while before in counted and is_half_day(before):
        before = session_before(before)
    return rows.get(before, -1)


@pytest.mark.parametrize("seed", range(6))
def test_a_streak_goes_on_over_half_days_and_ends_at_an_absent_session(seed: int) -> None:
    market = random_market(seed, 120, first=np.datetime64("2024-06-20"))
    followed = [followed_row(market, row) for row in range(len(market))]
    assert streak_previous(market).tolist() == followed
    assert -1 in followed[1:]
    assert (streak_previous(market) >= 0).sum() > (market.previous_row >= 0).sum(), "no half day was passed"


def test_on_real_es_a_streak_passes_thanksgiving_and_ends_at_the_missing_day() -> None:
    path = SHARED / "data" / "ES_5m.parquet"
    if not path.is_file():
        pytest.skip(f"{path} is not here")
    market = build_market(build_sessions(read_any_file(path).frame, instrument("ES")))
    previous, rows = streak_previous(market), {day_of(market, row): row for row in range(len(market))}
    assert previous[rows[date(2024, 12, 2)]] == rows[date(2024, 11, 27)]
    assert previous[rows[date(2025, 7, 1)]] == -1
    ordinary = [row for row in range(1, len(market)) if previous[row] == row - 1]
    assert len(ordinary) == len(market) - 2


def updates(prices: list[float]) -> list[int]:
    """Bars from 2 on that pass every earlier one."""
    return [bar for bar in range(2, 82) if prices[bar - 1] > max(prices[: bar - 1])]


@pytest.mark.parametrize(
    ("feature", "sides"),
    [
        ("new_high_count", "h"),
        ("hod_bar", "h"),
        ("new_low_count", "l"),
        ("lod_bar", "l"),
        ("first_extreme_bar", "hl"),
    ],
)
def test_extremes_are_updates_by_period_and_the_bar_of_the_final_one(feature: str, sides: str) -> None:
    entry = session_entries(catalogue_of(MARKET), MARKET)[f"extremes/{feature}"]
    for row in range(len(MARKET)):
        prices = {"h": MARKET.high[row].tolist(), "l": (-MARKET.low[row]).tolist()}
        bars = [bar for side in sides for bar in updates(prices[side])]
        new = [sum(first <= bar <= last for bar in bars) for first, last in PERIODS]
        final = min(prices[side].index(max(prices[side])) + 1 for side in sides)
        assert entry[row].tolist() == [*new, final]


@pytest.mark.parametrize(
    ("feature", "sides", "bars"),
    [
        ("ema20_bars_above", "a", 81),
        ("ema20_bars_below", "b", 81),
        ("ema20_bars_above_b18", "a", 18),
        ("ema20_eod_streak", "ab", 81),
        ("ema20_day_regime", "ab", 81),
    ],
)
def test_runs_are_those_of_neighbouring_bars_on_the_side(feature: str, sides: str, bars: int) -> None:
    entry = session_entries(catalogue_of(MARKET), MARKET)[f"ema_runs/{feature}"]
    assert entry.shape == (len(sides), len(MARKET), 9)
    for place, side in enumerate(sides):
        for row in range(len(MARKET)):
            closes, line = MARKET.close[row, :bars].tolist(), MARKET.ema[row, :bars].tolist()
            on_side = [
                close > ema if side == "a" else close < ema for close, ema in zip(closes, line, strict=True)
            ]
            assert entry[place, row].tolist() == run_columns(on_side)


def run_columns(on_side: list[bool]) -> list[int]:
    groups = [(held, len(list(group))) for held, group in groupby(on_side)]
    runs = [length for held, length in groups if held]
    head, tail = (length if held else 0 for held, length in (groups[0], groups[-1]))
    return [sum(runs), head, tail, max(runs, default=0), len(runs)] + [
        sum(run >= threshold for run in runs) for threshold in (5, 10, 20, 40)
    ]


def test_all_time_highs_tell_the_day_before_the_next_one_and_the_drawdown() -> None:
    found = all_time_highs(MARKET)
    last_made: date | None = None
    for row in range(len(MARKET)):
        ath = MARKET.ath_before[row]
        if np.isnan(ath):
            assert np.isnan(found[row, [AllTimeHigh.FIRST_BAR, AllTimeHigh.DRAWDOWN]]).all()
            continue
        bars = [bar for bar, high in enumerate(MARKET.high[row].tolist(), start=1) if high > ath]
        assert found[row, AllTimeHigh.FIRST_BAR] == (bars[0] if bars else 0)
        close = MARKET.close[row, 80]
        assert found[row, AllTimeHigh.DRAWDOWN] == pytest.approx(100 * (1 - close / ath), abs=1e-9)
        since = None
        if bars:
            day = day_of(MARKET, row)
            since = None if last_made is None else len(sessions_between(last_made, day)) - 1
            last_made = day
        told = found[row, AllTimeHigh.SINCE_LAST]
        assert (None if np.isnan(told) else told) == since


def test_the_next_session_makes_one_where_the_full_session_after_does() -> None:
    found = all_time_highs(MARKET)
    known = 0
    for row in range(len(MARKET)):
        after = row + 1 if row + 1 < len(MARKET) and followed_row(MARKET, row + 1) == row else None
        first = np.nan if after is None else found[after, AllTimeHigh.FIRST_BAR]
        told = found[row, AllTimeHigh.NEXT_MAKES_ONE]
        assert np.isnan(told) if np.isnan(first) else told == (first > 0)
        known += int(not np.isnan(first))
    assert known > 20


@pytest.mark.parametrize(
    "entry",
    [
        "extremes/new_high_count",
        "extremes/first_extreme_bar",
        "ema_runs/ema20_bars_above_b18",
        "ema_runs/ema20_eod_streak",
        "all_time_highs",
    ],
)
def test_an_entry_that_differs_from_its_feature_is_found(entry: str) -> None:
    pack = assemble_pack(catalogue_of(MARKET), MARKET, columns())
    verify_index(load_index(pack), columns())
    spoiled = pack.arrays[entry].copy()
    spoiled[: len(spoiled) // 2 or 1] += 1
    wrong = replace(pack, arrays={**pack.arrays, entry: spoiled})
    with pytest.raises(DataError, match=f"{entry.split('/')[0]} of session .* found, .* expected"):
        verify_index(load_index(wrong), columns())


@pytest.mark.parametrize("entry", ["streak_previous", "extremes/hod_bar", "ema_runs/ema20_bars_above"])
def test_a_pack_without_an_entry_or_with_one_of_another_shape_is_refused(entry: str) -> None:
    pack = assemble_pack(catalogue_of(MARKET), MARKET, columns())
    short = replace(pack, arrays={**pack.arrays, entry: pack.arrays[entry][..., :-1]})
    with pytest.raises(DataError, match=f"entry {entry}: shape"):
        load_index(short)
    gone = replace(pack, arrays={name: array for name, array in pack.arrays.items() if name != entry})
    with pytest.raises(DataError, match=f"entry {entry} is missing"):
        load_index(gone)


def test_a_feature_whose_side_is_not_known_stops_the_build() -> None:
    catalogue = catalogue_of(MARKET)
    features = tuple(
        replace(each, name="vwap_bars_above") if each.name == "ema20_bars_above" else each
        for each in catalogue.features
    )
    with pytest.raises(DataError, match="feature vwap_bars_above: its modules"):
        session_entries(replace(catalogue, features=features), MARKET)
