"""The typical path against numpy on plain days, and on coin days whole as the build makes them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.contracts.day_answers import PathQuantiles
from core.contracts.results.rates import NoCoin
from core.features.coin_days import all_coins, coin_market
from core.features.ticks import in_ticks, ticks_per_point
from core.figures.verdict import untested
from core.market.market import FloatArray, Market, rows_of
from core.question.filters import parse_query
from core.views.path import PathDays, quantiles
from tests.property.test_coin_answers import Snap, passing, random_condition, snap
from tests.property.test_excursion import prices_of

QUESTIONS = 30
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)
Mask = NDArray[np.bool_]


def gone(ticks: Market) -> FloatArray:
    """Close minus open in ADR10 after each bar, (n, 81), of a market in ticks."""
    return (ticks.close - ticks.open[:, :1]) / ticks.adr10[:, np.newaxis]


def coin_gone(made: Snap) -> FloatArray:
    """The same of every coin day."""
    ticks, draws = in_ticks(made.market), made.coin.draws
    kept = all_coins(made.market.session_date, draws)
    return gone(coin_market(rows_of(ticks, np.repeat(np.arange(len(ticks)), draws)), kept))


def assert_numpy_s(found: Any, paths: FloatArray) -> None:
    assert isinstance(found, PathQuantiles)
    told = [found.p10, found.p25, found.p50, found.p75, found.p90]
    assert found.days == len(paths)
    assert np.allclose(told, np.quantile(paths, SHARES, axis=0), rtol=0, atol=1e-9)


def path_of(made: Snap, filters: list[dict[str, Any]], first: str) -> tuple[Any, Mask]:
    index, prices = made.index, prices_of(made.market)
    query = parse_query(filters, first, None, index.catalogue, first=index.first_date, last=index.last_date)
    matched, per_point = index.sessions.select(query), ticks_per_point(made.market)
    return PathDays(index, query, matched, lambda rows: prices[..., rows], per_point), matched.mask


@pytest.mark.parametrize("seed", [1, 2])
def test_a_path_is_numpy_s_of_plain_days_and_of_whole_coin_days(seed: int) -> None:
    made, rng, seen = snap(seed, 70), np.random.default_rng(seed), dict[str, int]()
    dates, draws = made.market.session_date, made.coin.draws
    paths, coin_paths = gone(in_ticks(made.market)), coin_gone(made)
    known = ~np.isnan(made.market.adr10)
    for _ in range(QUESTIONS):
        filters = [random_condition(made, rng) for _ in range(rng.integers(0, 3))]
        first = dates[rng.integers(0, 30)].astype("datetime64[D]")
        found, mask = path_of(made, filters, str(first))
        inside = known & (dates >= first)
        coin = np.repeat(inside, draws)
        for condition in filters:
            coin &= passing(made, condition)
        groups = (found.of_matched(), inside & mask), (found.of_others(), inside & ~mask)
        for told, days in groups:
            if days.any():
                assert_numpy_s(told, paths[days])
            else:
                assert told is None
        reason = reason_of(int((inside & mask).sum()), int(coin.sum()))
        seen[reason] = seen.get(reason, 0) + 1
        if reason:
            assert found.of_coin() == NoCoin(untested("coin", "too_few"))
        else:
            assert_numpy_s(found.of_coin(), coin_paths[coin])
    assert seen[""] > QUESTIONS / 3, seen
    assert seen["few_days"], seen


def reason_of(days: int, coin_days: int) -> str:
    if days < 10:
        return "few_days"
    return "few_coin_days" if coin_days < 200 else ""


@pytest.mark.parametrize(("sessions", "draws"), [(30, 5), (8, None)])
def test_too_few_days_say_so(sessions: int, draws: int | None) -> None:
    made = snap(3, sessions, draws)
    found, _ = path_of(made, [], str(made.index.first_date))
    assert found.of_coin() == NoCoin(untested("coin", "too_few"))
    assert replace(found, index=replace(made.index, coin=None)).of_coin() is None


@given(
    st.lists(st.tuples(st.integers(-5000, 5000), st.integers(1, 20_000)), min_size=1, max_size=60),
    st.integers(1, 4),
)
def test_quantiles_are_numpy_s_linear_ones(days: list[tuple[int, int]], bars: int) -> None:
    ticks, adr10 = (np.array(column, dtype=np.int32) for column in zip(*days, strict=True))
    gone = np.stack([ticks * bar for bar in range(bars)])
    expected = np.quantile(gone / (adr10 / 10), SHARES, axis=1)
    assert np.allclose(quantiles(gone, adr10), expected, rtol=1e-12, atol=1e-12)
