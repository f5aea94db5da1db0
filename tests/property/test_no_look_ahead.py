"""No feature reads a bar after it is known: another future never changes the value.

The same checker is shown to catch a feature that reads one bar too many.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR, KnownAt
from core.evidence.own_properties import (
    CheckedFeature,
    look_ahead,
    look_ahead_by_bar,
    other_when_kept,
    reads_other_days,
)
from core.features.entries import Feature
from core.features.opening_range import measures
from core.features.registry import FEATURES
from core.market.market import FloatArray, Market
from tests.property.markets import markets, random_market
from tests.support.sizes import examples

BY_NAME = {entry.definition.name: entry for entry in FEATURES}
NAMES = tuple(BY_NAME)
FIXED = tuple(entry for entry in FEATURES if entry.definition.known_at != KnownAt.EVENT)
EVENTS = tuple(entry for entry in FEATURES if entry.definition.known_at == KnownAt.EVENT)


def assert_unmoved_by_the_future(entry: Feature, market: Market, seed: int) -> None:
    """Keep the bars until the feature is known, redraw every later one, and compare."""
    for line in look_ahead(CheckedFeature(entry), market, seed):
        raise AssertionError(f"{entry.definition.name} {line}")


def assert_unmoved_by_bar(entries: tuple[Feature, ...], market: Market, bar: int, seed: int) -> None:
    """Event features as of `bar` are the same in two worlds that part after it."""
    for name, line in look_ahead_by_bar(entries, market, bar, seed):
        raise AssertionError(f"{name} {line}")


@pytest.mark.parametrize("name", NAMES)
def test_another_future_leaves_the_value(name: str) -> None:
    entry = BY_NAME[name]
    for seed, step in enumerate([1, 2, 3, 8, 20]):
        market = random_market(seed, sessions=100, step=step)
        assert_unmoved_by_the_future(entry, market, seed=1000 + seed)


@given(market=markets(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(50), deadline=None)
def test_no_feature_reads_past_the_bar_it_is_known_at(market: Market, seed: int) -> None:
    for entry in FIXED:
        assert_unmoved_by_the_future(entry, market, seed)


@given(market=markets(), bar=st.integers(1, LAST_BAR), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(50), deadline=None)
def test_an_event_by_bar_n_ignores_every_later_bar(market: Market, bar: int, seed: int) -> None:
    assert_unmoved_by_bar(EVENTS, market, bar, seed)


@pytest.mark.parametrize("name", NAMES)
def test_no_feature_reads_another_day_or_its_own_in_the_table_of_sessions(name: str) -> None:
    entry, sources = BY_NAME[name], list[Feature]()
    while (waits_for := (sources or [entry])[0].definition.applies_from) is not None:
        sources.insert(0, BY_NAME[waits_for])
    asked = CheckedFeature(entry, tuple(sources))
    for seed, step in enumerate([1, 20]):
        market = random_market(seed, sessions=60, step=step)
        for row in (7, 31):
            assert [*reads_other_days(asked, market, row, seed=97 * row + seed)] == []
        assert [*other_when_kept(asked, market)] == []


def test_every_known_time_is_exercised() -> None:
    """Before and at the open, at bars, at its own bar and at the close."""
    known = {entry.definition.known_at for entry in FEATURES}
    assert {KnownAt.PRE, KnownAt.OPEN, KnownAt.BAR_1, KnownAt.EVENT, KnownAt.EOD} <= known


def test_a_range_that_reads_bar_13_is_caught() -> None:
    def cheat(market: Market) -> FloatArray:
        return measures.OpeningRange.of(market, 13).size

    entry = Feature(BY_NAME["or12_range_pct_adr"].definition, cheat)
    with pytest.raises(AssertionError, match="or12_range_pct_adr reads past bar 12"):
        assert_unmoved_by_the_future(entry, random_market(1, sessions=100), seed=2)


def test_an_open_feature_that_reads_the_rest_of_bar_1_is_caught() -> None:
    def cheat(market: Market) -> FloatArray:
        return market.close[:, 0] - market.coy

    entry = Feature(BY_NAME["gap_size_pts"].definition, cheat)
    with pytest.raises(AssertionError, match="gap_size_pts reads past bar 0"):
        assert_unmoved_by_the_future(entry, random_market(1, sessions=100), seed=2)


def test_an_event_that_sees_the_next_bar_is_caught() -> None:
    """A breakout reported one bar before it happens."""
    honest = BY_NAME["or12_bo_up_bar"]

    def cheat(market: Market) -> FloatArray:
        early = honest.compute(market)
        return np.where(early > 13, early - 1, early)

    market = random_market(1, sessions=100)
    with pytest.raises(AssertionError, match="or12_bo_up_bar by bar 20"):
        assert_unmoved_by_bar((replace(honest, compute=cheat),), market, bar=20, seed=2)


def test_a_feature_known_at_any_bar_is_held_to_it() -> None:
    """Known at 11:45: the close of bar 27 may be read, bar 28 may not."""
    known = replace(BY_NAME["or12_range_pct_adr"].definition, known_at=KnownAt.at(27))
    market = random_market(1, sessions=100)
    assert_unmoved_by_the_future(Feature(known, lambda market: market.close[:, 26]), market, seed=2)
    with pytest.raises(AssertionError, match="or12_range_pct_adr reads past bar 27"):
        assert_unmoved_by_the_future(Feature(known, lambda market: market.close[:, 27]), market, seed=2)
