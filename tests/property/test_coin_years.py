"""Coin days that nights take from the nights before equal those of a full build."""

import io
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.build import coin_years as product
from core.build.code_digest import feature_digest, modules_behind
from core.build.coin_years import CoinYears, Kept, coin_years
from core.features import range as range_features
from core.features.coin_days import COIN_DECIDED, CoinDays, draws_for, toss
from core.features.entries import Feature
from core.features.ticks import in_ticks
from core.market.instruments import instrument
from core.market.market import IntArray, Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.support.sizes import examples
from tests.support.small_warehouse import small_bars

NAMES = (
    "or12_first_bo",
    "or12_bo_up_bar",
    "gap_fill_bar",
    "nr7",
    "bull_day_streak",
    "close_streak",
    "close_ibs",
)
FEATURES = tuple(each for each in COIN_DECIDED if each.definition.name in NAMES)
BARS = small_bars("2023-12-04", "2024-01-12", contract="ESH4")
DAYS = np.unique(BARS["ts"].dt.strftime("%Y-%m-%d"))
MOST_DRAWS = 8


def market_of(bars: pd.DataFrame) -> Market:
    return build_market(build_sessions(bars, instrument("ES"), roll_policy="contracts"))


def reopened(table: pa.Table) -> pq.ParquetFile:
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return pq.ParquetFile(io.BytesIO(stream.getvalue()))


def left_by(made: CoinYears, kept: Kept) -> dict[str, pq.ParquetFile]:
    return {year: kept[year] if made.is_in(kept, year) else reopened(made.table(year)) for year in made.rows}


def assert_equal(found: CoinDays, wanted: CoinDays) -> None:
    assert found.draws == wanted.draws
    np.testing.assert_array_equal(found.tosses, wanted.tosses)
    assert list(found.columns) == list(wanted.columns)
    for name, column in wanted.columns.items():
        np.testing.assert_array_equal(found.columns[name].values, column.values, err_msg=name)
        np.testing.assert_array_equal(found.columns[name].event_bar, column.event_bar, err_msg=name)


def in_full(market: Market, draws: int, features: tuple[Feature, ...]) -> CoinDays:
    return toss(in_ticks(market), np.arange(len(market)), draws, features)


def another(features: tuple[Feature, ...], name: str) -> tuple[Feature, ...]:
    """The features, one of them with another formula and a definition that says so."""
    return tuple(
        replace(
            each,
            definition=replace(each.definition, description="The number of its session's bars."),
            compute=lambda market: np.full(len(market), 81.0),
        )
        if each.definition.name == name
        else each
        for each in features
    )


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How many sessions and features got coin days, call by call."""
    calls: list[tuple[int, int]] = []

    def counted(ticks: Market, rows: IntArray, draws: int, features: tuple[Feature, ...]) -> CoinDays:
        calls.append((len(rows), len(features)))
        return toss(ticks, rows, draws, features)

    monkeypatch.setattr(product, "toss", counted)
    monkeypatch.setattr(product, "draws_for", lambda sessions: MOST_DRAWS)
    return calls


def correct(bars: pd.DataFrame, at: int) -> pd.DataFrame:
    """One bar that a vendor corrects; it may be the high of its day."""
    changed = bars.copy()
    place = changed.index[at % len(changed)]
    changed.loc[place, "high"] += 40
    return changed


CHANGES = st.sampled_from(("nothing", "correction", "gap", "feature", "calendar"))


@given(
    nights=st.lists(st.tuples(CHANGES, st.integers(0, 10**6)), min_size=3, max_size=6),
    first=st.integers(14, 22),
)
@settings(max_examples=examples(12))
def test_a_month_of_nights_equals_the_full_build(nights: list[tuple[str, int]], first: int) -> None:
    features, bars, kept = FEATURES, BARS, dict[str, pq.ParquetFile]()
    for night, (change, at) in enumerate(nights):
        draws = MOST_DRAWS - night // 2
        days = DAYS[: first + night]
        bars = correct(bars, at) if change == "correction" else bars
        # A day without a file: it comes late, with the next one that lacks another or with none.
        late = {str(days[at % len(days)])} if change == "gap" else set()
        features = another(features, NAMES[at % len(NAMES)]) if change == "feature" else features
        on = bars["ts"].dt.strftime("%Y-%m-%d")
        market = market_of(bars[on.isin([day for day in days if day not in late])])
        if change == "calendar":
            facts = replace(market.calendar, fomc=1 - np.nan_to_num(market.calendar.fomc))
            market = replace(market, calendar=facts)
        with patch.object(product, "draws_for", return_value=draws):
            made = coin_years(market, kept, features)
        assert_equal(made.days, in_full(market, draws, features))
        kept = left_by(made, kept)


def test_a_night_computes_its_session_alone(computed: list[tuple[int, int]]) -> None:
    day = BARS["ts"].dt.strftime("%Y-%m-%d")
    before, after = market_of(BARS[day < DAYS[-1]]), market_of(BARS)
    made = coin_years(before, {}, FEATURES)
    kept = left_by(made, {})
    assert sum(sessions for sessions, _ in computed) == len(before)
    computed.clear()
    again = coin_years(after, kept, FEATURES)
    assert computed == [(len(after) - len(before), len(FEATURES))]
    assert again.is_in(kept, "2023")
    assert not again.is_in(kept, "2024")
    computed.clear()
    assert_equal(coin_years(after, left_by(again, kept), FEATURES).days, again.days)
    assert computed == []


def test_a_changed_feature_is_computed_alone(computed: list[tuple[int, int]]) -> None:
    market = market_of(BARS)
    kept = left_by(coin_years(market, {}, FEATURES), {})
    computed.clear()
    made = coin_years(market, kept, another(FEATURES, "nr7"))
    assert [features for _, features in computed] == [1, 1]
    assert sum(sessions for sessions, _ in computed) == len(market)
    assert not made.is_in(kept, "2023")


def test_a_session_whose_past_changed_is_tossed_again() -> None:
    """An opening price that no level, range or average reads changes the streaks of the days after it."""
    bars, changed = BARS, BARS.copy()
    times = bars["ts"].dt.tz_convert("America/New_York")
    opening, last = (bars[times.dt.strftime("%H:%M") == at] for at in ("09:30", "16:10"))
    closes = last["close"].to_numpy()
    between = (opening["low"].to_numpy() < closes) & (closes < opening["high"].to_numpy())
    for place, close in zip(opening.index[between], closes[between], strict=True):
        is_up = close > changed.loc[place, "open"]
        changed.loc[place, "open"] = changed.loc[place, "high" if is_up else "low"]
    market, corrected = market_of(bars), market_of(changed)
    kept = left_by(coin_years(market, {}, FEATURES), {})
    before, after = (in_full(each, draws_for(len(each)), FEATURES) for each in (market, corrected))
    assert not np.array_equal(
        before.columns["bull_day_streak"].values, after.columns["bull_day_streak"].values, equal_nan=True
    )
    assert_equal(coin_years(corrected, kept, FEATURES).days, after)


def test_more_draws_than_were_kept_are_all_tossed(
    computed: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    market = market_of(BARS)
    kept = left_by(coin_years(market, {}, FEATURES), {})
    computed.clear()
    monkeypatch.setattr(product, "draws_for", lambda sessions: MOST_DRAWS + 1)
    assert_equal(coin_years(market, kept, FEATURES).days, in_full(market, MOST_DRAWS + 1, FEATURES))
    assert sum(sessions for sessions, _ in computed) == len(market)


def test_a_features_code_is_what_its_module_imports() -> None:
    behind = modules_behind(range_features.__name__)
    assert {"core.features.range", "core.features.bars", "core.market.market"} <= behind
    assert "core.features.end_of_day" not in behind
    nr7, other = (each for each in FEATURES if each.definition.name in ("nr7", "close_streak"))
    assert feature_digest(nr7) != feature_digest(other)
    assert feature_digest(nr7) != feature_digest(nr7, "core.features.coin_days")
