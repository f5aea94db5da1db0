"""What is told of a session so far is what the finished day says, cut at the bar."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.by_bar import value_by_bar
from core.features.compute import FeatureColumn, compute_features
from core.features.entries import Feature
from core.features.registry import FEATURES
from core.features.so_far.first_hours import first_hours
from core.features.so_far.possible import PossibleBars, Seen, open_within_bars, possible_columns
from core.market.market import FloatArray, Market
from tests.property.markets import markets, random_market
from tests.support.night import night_of, of_one_piece
from tests.support.sizes import examples

BY_NAME = {entry.definition.name: entry.definition for entry in FEATURES}
OWN_LABELS = {entry.definition.name for entry in FEATURES if entry.labels_of is not None}
"""Their codes are of the market they are computed on."""

PRICES = ("open", "high", "low", "close")


class Days:
    """A market with the features of its finished days."""

    def __init__(self, market: Market) -> None:
        self.market = of_one_piece(market)
        self.columns = compute_features(self.market)

    def finished(self, name: str, row: int, bar: int) -> float:
        """The feature of the finished day, an event's cut at a bar."""
        definition = BY_NAME[name]
        if definition.by_bar_safe:
            return float(value_by_bar(definition, self.columns, bar)[row])
        return float(self.columns[name].values[row])

    def bars(self, row: int, count: int) -> PossibleBars:
        return PossibleBars(*(getattr(self.market, name)[[row], :count] for name in PRICES))

    def seen(self, row: int, count: int, *, night: bool = True) -> Seen:
        """The day up to a bar, with its whole night or without any of it."""
        gxh, gxl = (_known(getattr(self.market, name)[row]) if night else None for name in ("gxh", "gxl"))
        bars = self.bars(row, count) if count else None
        return Seen(float(self.market.open[row, 0]), gxh, gxl, night, bars)

    def first_hour(self, row: int, seen: Seen) -> Seen:
        """What is seen when somebody types open, high, low and close of the first hour."""
        market, night = self.market, night_of(self.market, row)
        hour = market.high[row, :12].max(), market.low[row, :12].min(), market.close[row, 11]
        levels = (night.hoy, night.loy, night.coy, night.ema_open, seen.gxh, seen.gxl)
        known = [level for level in levels if level is not None]
        return replace(seen, bars=first_hours(float(market.open[row, 0]), *hour, known, market.tick))

    def told(self, row: int, seen: Seen) -> dict[str, FeatureColumn]:
        return possible_columns(night_of(self.market, row), seen)

    def within_bars(self, row: int, seen: Seen) -> set[str]:
        """What the minutes of the finished day may yet say otherwise."""
        has_minutes = self.market.minutes is not None
        return {*open_within_bars(night_of(self.market, row), seen)} if has_minutes else set()


def _known(level: Any) -> float | None:
    return None if np.isnan(level) else float(level)


def _event(column: FeatureColumn) -> FloatArray:
    return column.values if column.event_bar is None else column.event_bar


def agreed(columns: Mapping[str, FeatureColumn]) -> Iterator[tuple[str, float]]:
    """The features with one value on every way; those that differ by market left out."""
    for name, column in columns.items():
        one = column.values[0]
        if name not in OWN_LABELS and np.array_equal(column.values, np.full_like(column.values, one), True):
            yield name, float(one)


def assert_told_is_finished(days: Days, row: int, seen: Seen) -> int:
    """Compare what is told with the finished day; how many features that were."""
    told = days.told(row, seen)
    for name, column in told.items():
        if BY_NAME[name].by_bar_safe and (_event(column) > 0).all():
            assert 0 < _event(days.columns[name])[row] <= seen.as_of, name
    open_ = days.within_bars(row, seen)
    found = {name: value for name, value in agreed(told) if name not in open_}
    finished = {name: days.finished(name, row, seen.as_of) for name in found}
    np.testing.assert_equal(found, finished, err_msg=f"{days.market.session_date[row]} as of {seen.as_of}")
    return len(found)


def is_told_by(entry: Feature, bar: int) -> bool:
    known = entry.definition.known_at
    if known == KnownAt.EVENT:
        return bar >= 1
    return known == KnownAt.PRE or known.bar <= bar


@pytest.mark.parametrize(("seed", "step", "tick"), [(1, 3, 0.25), (2, 1, 0.1), (3, 20, 1.0)])
def test_at_every_bar_all_that_is_known_is_what_the_finished_day_says(
    seed: int, step: int, tick: float
) -> None:
    days = Days(random_market(seed, sessions=30, step=step, tick=tick))
    every_bar = ((row, bar) for row in (12, 29) for bar in range(LAST_BAR))
    every_day = ((row, bar) for row in range(30) for bar in (1, 12, 18))
    for row, bar in chain(every_bar, every_day):
        expected = sum(is_told_by(entry, bar) for entry in FEATURES) - len(OWN_LABELS)
        assert assert_told_is_finished(days, row, days.seen(row, bar)) == expected


@given(market=markets(), row=st.integers(0, 23), bar=st.integers(0, 80), night=st.booleans())
@settings(max_examples=examples(60))
def test_what_is_told_without_the_night_holds_too(market: Market, row: int, bar: int, night: bool) -> None:
    days = Days(market)
    assert_told_is_finished(days, row, days.seen(row, bar, night=night))


@given(market=markets(), row=st.integers(0, 23), night=st.booleans())
@settings(max_examples=examples(40))
def test_what_a_typed_first_hour_decides_is_what_the_finished_day_says(
    market: Market, row: int, night: bool
) -> None:
    days = Days(market)
    seen = days.first_hour(row, days.seen(row, 0, night=night))
    assert assert_told_is_finished(days, row, seen) > 30
