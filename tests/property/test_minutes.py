"""One-minute bars say what came first within a five-minute bar, and nothing else."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.requests import DecisionBar, Way
from core.features.bars import FIRST_SIDE
from core.features.coin_days import COIN_DECIDED, coin_market, differing_when_kept
from core.features.compute import columns_of, compute_features
from core.features.registry import FEATURES
from core.features.ticks import in_ticks, ticks_per_point
from core.features.within_bar import EXTREME_ORDER
from core.figures.excursion import MirroredDays, outcomes
from core.market.market import Market, MinuteBars
from core.market.minutes import no_minutes
from core.views.excursion import Excursion
from tests.oracles.coin import tossed, tossed_minutes
from tests.property.markets import random_market
from tests.property.test_excursion import (
    FIRST,
    adr10_of,
    adr10_of_days,
    all_minutes,
    bars_of,
    days_of,
    minutes_in,
    oracle,
    prices_of,
    traded,
    traded_of,
)
from tests.support.sizes import examples

FIRST_SIDES = {f"{name}_first_bo" for name in ("or6", "or12", "or18", "gx", "prev")}
ORDERS = {"or12_extreme_order", "extreme_order"}
FOLLOW = {
    "or6_opp_bo_after_bo",
    "or12_opp_bo_after_bo",
    "or18_opp_bo_after_bo",
    "or18_quick_fail_bar",
    "gap_adverse_pct_adr",
}
SEEDS = st.integers(0, 2**32 - 1)
TIES = {FIRST_SIDE.index("both_same_bar"): FIRST_SIDES, EXTREME_ORDER.index("same_bar"): ORDERS}


def with_minutes(seed: int, step: int = 3) -> Market:
    return random_market(seed, sessions=200, step=step, minutes=True)


@pytest.mark.parametrize("step", [1, 3, 20])
def test_they_change_what_a_bar_leaves_open_and_nothing_else(step: int) -> None:
    market = with_minutes(step, step)
    found = compute_features(market)
    without = compute_features(replace(market, minutes=None))
    for name, column in found.items():
        before = without[name].values
        changed = ~np.isclose(column.values, before, equal_nan=True)
        if name in FIRST_SIDES | ORDERS:
            tie = next(code for code, names in TIES.items() if name in names)
            assert (before[changed] == tie).all(), name
        elif name == "gap_adverse_pct_adr":
            assert (column.values[changed] < before[changed]).all()
        else:
            assert not changed.any() or (name in FOLLOW and np.isnan(before[changed]).all()), name
        if column.event_bar is not None:
            np.testing.assert_array_equal(column.event_bar, without[name].event_bar)


def test_they_settle_ties_either_way_and_leave_those_of_one_minute() -> None:
    """The properties are worth something only where minutes decide."""
    pairs = [
        (compute_features(market), compute_features(replace(market, minutes=None)))
        for market in (with_minutes(seed, step) for seed, step in enumerate((1, 3, 8, 20)))
    ]
    for tie, names in TIES.items():
        for name in names:
            settled = np.concatenate(
                [found[name].values[without[name].values == tie] for found, without in pairs]
            )
            assert len(set(settled.tolist())) == 3, name
    for name in FOLLOW:
        assert any(
            not np.array_equal(found[name].values, without[name].values, equal_nan=True)
            for found, without in pairs
        ), name


@given(seed=SEEDS)
@settings(max_examples=examples(10))
def test_a_symbol_that_keeps_minutes_and_has_none_is_like_any_other(seed: int) -> None:
    market = random_market(seed, sessions=40)
    kept = replace(market, minutes=no_minutes(len(market)))
    found, wanted = compute_features(kept), compute_features(market)
    for name, column in found.items():
        np.testing.assert_array_equal(column.values, wanted[name].values, err_msg=name)


@given(seed=SEEDS, step=st.sampled_from([1, 3, 20]))
@settings(max_examples=examples(10))
def test_a_coin_that_keeps_every_bar_gives_the_real_day(seed: int, step: int) -> None:
    market = random_market(seed, sessions=60, step=step, minutes=True)
    rows = np.flatnonzero(~np.isnan(market.ema_open))
    ticks = in_ticks(market)
    kept = columns_of(coin_market(ticks, np.ones(market.close.shape, dtype=np.bool_)), FEATURES)
    real = compute_features(market)
    for name in FIRST_SIDES | ORDERS | FOLLOW:
        np.testing.assert_array_equal(kept[name].values, real[name].values, err_msg=name)
    differing = set(differing_when_kept(market, real, rows))
    assert not differing & (FIRST_SIDES | ORDERS | FOLLOW)


@given(seed=SEEDS, step=st.sampled_from([1, 3, 20]))
@settings(max_examples=examples(10))
def test_a_coin_that_mirrors_every_bar_changes_sides(seed: int, step: int) -> None:
    """The first bars' range and the day's extremes stand in the mirror, so first is the other side."""
    ticks = in_ticks(random_market(seed, sessions=60, step=step, minutes=True))
    still, turned = (
        columns_of(coin_market(ticks, np.full(ticks.close.shape, kept)), COIN_DECIDED)
        for kept in (True, False)
    )
    swapped = np.array([0.0, 2.0, 1.0, 3.0])
    for name in ("or12_first_bo", "or18_first_bo"):
        codes = still[name].values.astype(np.int64)
        np.testing.assert_array_equal(turned[name].values, swapped[codes])
    codes = still["extreme_order"].values.astype(np.int64)
    np.testing.assert_array_equal(turned["extreme_order"].values, np.array([1.0, 0.0, 2.0])[codes])


@pytest.mark.parametrize("step", [3, 8, 20])
def test_target_and_stop_are_told_apart_by_minutes_as_the_oracle_does(step: int) -> None:
    """And a coin day's by its mirrored minutes."""
    market, settled = with_minutes(step, step), Counter[str]()
    prices, adr10, per_point = prices_of(market), adr10_of(market), ticks_per_point(market)
    kept = np.random.default_rng(step).random(market.close.shape) < 0.5
    tosses = np.packbits(kept, axis=1)
    real, real_minutes = bars_of(market), all_minutes(market)
    bars = [tossed(day, row) for day, row in zip(real, kept.tolist(), strict=True)]
    inside = [
        tossed_minutes(day, minutes, row)
        for day, minutes, row in zip(real, real_minutes, kept.tolist(), strict=True)
    ]
    bars_asked: tuple[DecisionBar, ...] = (0, 12, 36)
    for from_bar, side, ticks in product(bars_asked, get_args(Way), ((step, step), (2 * step, step))):
        asked = Excursion(from_bar, side, "points", (ticks[0] / per_point,), (ticks[1] / per_point,))
        found = traded(market, asked)
        assert found == oracle(real, adr10_of_days(market), asked, per_point, real_minutes)
        without = traded_of(prices, adr10, asked, per_point)
        assert all(before in (now, "same_bar") for before, now in zip(without, found, strict=True))
        settled.update(now for before, now in zip(without, found, strict=True) if before == "same_bar")
        days, rows = days_of(prices, adr10, asked, minutes_in(market))
        coined = [
            FIRST[code] for code in outcomes(MirroredDays(days, 1, tosses), rows, asked.table(per_point))
        ]
        assert coined == oracle(bars, adr10_of_days(market), asked, per_point, inside)
    assert min(settled[first] for first in ("target_first", "stop_first", "same_bar")) > 5


def test_mirroring_twice_gives_the_minutes_back() -> None:
    market = with_minutes(1)
    assert market.minutes is not None
    mirrored = np.zeros(market.close.shape, dtype=np.bool_)
    twice = market.minutes.mirrored_unless(mirrored).mirrored_unless(mirrored)
    for one, other in ((twice.high, market.minutes.high), (twice.low, market.minutes.low)):
        np.testing.assert_array_equal(one, other)
    assert (market.minutes.mirrored_unless(mirrored).known == market.minutes.known).all()
    assert isinstance(twice, MinuteBars)
