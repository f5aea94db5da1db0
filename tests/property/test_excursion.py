"""Target before stop against its oracle, on random markets and on real bars; what may not change it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.contracts.requests import DecisionBar, DistanceUnit, FirstTraded, Way
from core.features.ticks import in_ticks, ticks_per_point
from core.figures.excursion import (
    Days,
    MirroredDays,
    Rows,
    counts,
    outcomes,
    paired_results,
    results,
)
from core.market.market import Market
from core.views.excursion import LADDER, Excursion
from tests.oracles.coin import tossed, tossed_minutes
from tests.oracles.days import Bar, load
from tests.oracles.excursion import distances, first_traded, result
from tests.property.markets import markets, minutes_of, with_other_past
from tests.support.sizes import examples

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
Minutes = Sequence[Sequence[Bar]]
FROM_BARS: tuple[DecisionBar, ...] = get_args(DecisionBar)
FIRST = get_args(FirstTraded)


@st.composite
def excursions(draw: st.DrawFn, per_point: int, most_ticks: int = 60) -> Excursion:
    """One cell, its distances as a visitor writes them."""
    unit: DistanceUnit = draw(st.sampled_from(get_args(DistanceUnit)))
    ladder = st.sampled_from(LADDER)
    points = st.integers(1, most_ticks).map(lambda ticks: ticks / per_point)
    target = draw({"adr": ladder, "points": points, "r": st.integers(1, 60).map(lambda n: n / 10)}[unit])
    stop = draw(points if unit == "points" else ladder)
    side: Way = draw(st.sampled_from(get_args(Way)))
    return Excursion(draw(st.sampled_from(FROM_BARS)), side, unit, (target,), (stop,))


def prices_of(market: Market) -> NDArray[np.int32]:
    ticks = in_ticks(market)
    rows = (ticks.open, ticks.high, ticks.low, ticks.close)
    return np.stack([each.T for each in rows]).astype(np.int32)


def adr10_of(market: Market) -> NDArray[np.int32]:
    return np.rint(np.nan_to_num(in_ticks(market).adr10) * 10).astype(np.int32)


def days_of(
    prices: NDArray[np.int32],
    adr10: NDArray[np.int32],
    asked: Excursion,
    minutes: NDArray[np.int16] | None = None,
) -> tuple[Days, Rows]:
    """The days, and those of them that can be asked."""
    known = adr10 > 0 if asked.in_adr else np.ones(len(adr10), dtype=np.bool_)
    days = Days(lambda rows: prices[..., rows], adr10, asked.from_bar, minutes)
    return days, np.flatnonzero(known)


def minutes_in(market: Market) -> NDArray[np.int16] | None:
    kept = market.minutes
    return None if kept is None else np.stack((kept.high, kept.low))


def traded(market: Market, asked: Excursion) -> list[str]:
    asked_of = prices_of(market), adr10_of(market), asked, ticks_per_point(market), minutes_in(market)
    return traded_of(*asked_of)


def traded_of(
    prices: NDArray[np.int32],
    adr10: NDArray[np.int32],
    asked: Excursion,
    per_point: int,
    minutes: NDArray[np.int16] | None = None,
) -> list[str]:
    return [FIRST[code] for code in outcomes(*days_of(prices, adr10, asked, minutes), asked.table(per_point))]


def oracle(
    bars: Sequence[Sequence[Bar]],
    adr10: list[Fraction | None],
    asked: Excursion,
    per_point: int,
    minutes: Sequence[Minutes] | None = None,
) -> list[str]:
    """The same by the oracle; distances as they were written."""
    told = [
        distances(asked.unit, f"{asked.targets[0]:.6g}", f"{asked.stops[0]:.6g}", each, per_point)
        for each in adr10
    ]
    return [
        first_traded(day, asked.from_bar, asked.side, *each, inside)
        for day, each, inside in zip(bars, told, minutes or [()] * len(bars), strict=True)
        if each is not None
    ]


def bars_of(market: Market) -> list[list[Bar]]:
    return [[Bar(*bar) for bar in day] for day in prices_of(market).transpose(2, 1, 0).tolist()]


def all_minutes(market: Market) -> list[Minutes]:
    ticks = replace(market, tick=1.0, open=in_ticks(market).open)
    return [minutes_of(ticks, row) for row in range(len(market))]


def adr10_of_days(market: Market) -> list[Fraction | None]:
    return [Fraction(tenths, 10) if tenths else None for tenths in adr10_of(market).tolist()]


@given(data=st.data(), market=markets())
def test_a_random_market_trades_what_the_oracle_says(data: st.DataObject, market: Market) -> None:
    per_point = ticks_per_point(market)
    bars, minutes = bars_of(market), all_minutes(market)
    for _ in range(2):
        asked = data.draw(excursions(per_point))
        wanted = oracle(bars, adr10_of_days(market), asked, per_point, minutes)
        assert traded(market, asked) == wanted, asked


def came_to(
    bars: Sequence[Sequence[Bar]],
    adr10: list[Fraction | None],
    asked: Excursion,
    per_point: int,
    minutes: Sequence[Minutes] | None = None,
) -> list[float]:
    """Each day's result by the oracle, in levels after costs."""
    told = [
        distances(asked.unit, f"{asked.targets[0]:.6g}", f"{asked.stops[0]:.6g}", each, per_point)
        for each in adr10
    ]
    return [
        float((result(day, asked.from_bar, asked.side, *each, inside) - Fraction(asked.costs)) * levels)
        for day, each, levels, inside in zip(
            bars, told, levels_per_tick(asked, adr10), minutes or [()] * len(bars), strict=True
        )
        if each is not None
    ]


def levels_per_tick(asked: Excursion, adr10: list[Fraction | None]) -> list[Fraction]:
    """Tenths of a percent of ADR10, or ticks."""
    return [1000 / each if asked.in_adr and each else Fraction(1) for each in adr10]


@given(data=st.data(), market=markets(), costs=st.sampled_from([0, 0.5, 3]))
def test_each_day_comes_to_what_the_oracle_says(data: st.DataObject, market: Market, costs: float) -> None:
    per_point = ticks_per_point(market)
    bars, minutes = bars_of(market), all_minutes(market)
    asked = replace(data.draw(excursions(per_point)), costs=costs)
    days = days_of(prices_of(market), adr10_of(market), asked, minutes_in(market))
    (found,) = results(*days, asked.table(per_point))
    wanted = came_to(bars, adr10_of_days(market), asked, per_point, minutes)
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-9)


@given(data=st.data(), market=markets(), draws=st.integers(1, 3), seed=st.integers(0, 2**32 - 1))
def test_each_session_sums_the_results_of_its_own_matching_coin_days(
    data: st.DataObject, market: Market, draws: int, seed: int
) -> None:
    """Also where a batch of coin days ends within a session."""
    per_point, random = ticks_per_point(market), np.random.default_rng(seed)
    asked = data.draw(excursions(per_point))
    days, rows = days_of(prices_of(market), adr10_of(market), asked, minutes_in(market))
    rows = rows[random.random(len(rows)) < 0.8]
    coins = random.integers(0, 2, (len(market) * draws, 81), dtype=np.uint8)
    matching = np.flatnonzero(random.random(len(coins)) < 0.7)
    coin_days = MirroredDays(days, draws, np.packbits(coins, axis=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.figures.excursion._AT_ONCE", data.draw(st.integers(1, 9)))
        found = paired_results(coin_days, rows, matching, asked.table(per_point))
    table = asked.table(per_point)
    for place, row in enumerate(rows.tolist()):
        own = matching[matching // draws == row]
        made = tossed_results(market, asked, coins[own], row)
        assert found.coin_days[place] == len(own)
        assert found.sums[0, place] == pytest.approx(sum(made), rel=1e-9, abs=1e-6)
        assert found.squares[0, place] == pytest.approx(sum(each * each for each in made), rel=1e-9, abs=1e-6)
    np.testing.assert_array_equal(found.results, results(days, rows, table))


def tossed_results(market: Market, asked: Excursion, coins: NDArray[np.uint8], row: int) -> list[float]:
    """What a session's coin days come to in levels, from their bars."""
    day, inside = bars_of(market)[row], all_minutes(market)[row]
    kept = (coins == 1).tolist()
    bars = [tossed(day, each) for each in kept]
    minutes = [tossed_minutes(day, inside, each) if inside else () for each in kept]
    adr10 = [adr10_of_days(market)[row]] * len(bars)
    return came_to(bars, adr10, asked, ticks_per_point(market), minutes)


@given(data=st.data(), market=markets(), draws=st.integers(1, 3), seed=st.integers(0, 2**32 - 1))
def test_coin_days_trade_what_the_oracle_says_of_their_bars(
    data: st.DataObject, market: Market, draws: int, seed: int
) -> None:
    per_point = ticks_per_point(market)
    asked = data.draw(excursions(per_point))
    days, rows = days_of(prices_of(market), adr10_of(market), asked, minutes_in(market))
    coins = np.random.default_rng(seed).integers(0, 2, (len(market) * draws, 81), dtype=np.uint8)
    of_coins = np.flatnonzero(np.isin(np.arange(len(coins)) // draws, rows))
    coin_days = MirroredDays(days, draws, np.packbits(coins, axis=1))
    found = [FIRST[code] for code in outcomes(coin_days, of_coins, asked.table(per_point))]
    kept = (coins == 1).tolist()
    bars = [
        tossed(day, kept[at * draws + draw])
        for at, day in enumerate(bars_of(market))
        for draw in range(draws)
    ]
    adr10 = [each for each in adr10_of_days(market) for _ in range(draws)]
    inside = [
        tossed_minutes(day, minutes, kept[at * draws + draw]) if minutes else ()
        for at, (day, minutes) in enumerate(zip(bars_of(market), all_minutes(market), strict=True))
        for draw in range(draws)
    ]
    assert found == oracle(bars, adr10, asked, per_point, inside), asked


@given(data=st.data(), market=markets())
def test_a_table_counts_what_each_of_its_cells_gives(data: st.DataObject, market: Market) -> None:
    per_point = ticks_per_point(market)
    cells = [data.draw(excursions(per_point)) for _ in range(6)]
    of_unit = [each for each in cells if each.unit == cells[0].unit]
    asked = replace(
        cells[0],
        targets=tuple(each.targets[0] for each in of_unit),
        stops=tuple(each.stops[0] for each in of_unit),
    )
    days, rows = days_of(prices_of(market), adr10_of(market), asked, minutes_in(market))
    found = counts(days, rows, asked.table(per_point))
    for row, target in enumerate(asked.targets):
        for place, stop in enumerate(asked.stops):
            cell = replace(asked, targets=(target,), stops=(stop,))
            first = outcomes(days, rows, cell.table(per_point))
            assert found[:, row, place].tolist() == np.bincount(first, minlength=4).tolist()


@given(data=st.data(), market=markets(), seed=st.integers(0, 2**32 - 1))
def test_bars_before_the_decision_change_nothing(data: st.DataObject, market: Market, seed: int) -> None:
    asked = data.draw(excursions(ticks_per_point(market)))
    if asked.from_bar:
        assert traded(with_other_past(market, asked.from_bar, seed), asked) == traded(market, asked)


@given(data=st.data(), market=markets(), move=st.integers(-500, 500))
def test_the_decision_price_is_all_that_is_read_of_the_past(
    data: st.DataObject, market: Market, move: int
) -> None:
    asked = data.draw(excursions(ticks_per_point(market)))
    prices = prices_of(market)
    moved = prices.copy()
    moved[:, asked.from_bar :] += move
    if asked.from_bar:
        moved[3, asked.from_bar - 1] += move
    else:
        assert (moved - prices == move).all()
    per_point, adr10 = ticks_per_point(market), adr10_of(market)
    assert traded_of(moved, adr10, asked, per_point) == traded_of(prices, adr10, asked, per_point)


@given(data=st.data(), market=markets())
def test_a_mirrored_market_changes_sides(data: st.DataObject, market: Market) -> None:
    per_point = ticks_per_point(market)
    asked = data.draw(excursions(per_point))
    turned = (
        None
        if market.minutes is None
        else market.minutes.mirrored_unless(np.zeros(market.open.shape, np.bool_))
    )
    mirrored = replace(
        market,
        open=-market.open,
        high=-market.low,
        low=-market.high,
        close=-market.close,
        minutes=turned,
    )
    other = replace(asked, side="down" if asked.side == "up" else "up")
    assert traded(mirrored, other) == traded(market, asked)
    first, turned_over = (
        results(*days_of(prices_of(each), adr10_of(each), way, minutes_in(each)), way.table(per_point))
        for each, way in ((market, asked), (mirrored, other))
    )
    np.testing.assert_array_equal(first, turned_over)


@settings(max_examples=examples(12))
@given(target=st.integers(1, 5), stop=st.integers(1, 5), seed=st.integers(0, 2**32 - 1))
def test_a_fair_walk_ruins_the_gambler_as_often_as_it_must(target: int, stop: int, seed: int) -> None:
    """A walk of one tick a bar reaches +target before -stop with probability stop / (target + stop)."""
    days = 40_000
    moves = np.random.default_rng(seed).choice(np.array([-1, 1], dtype=np.int32), (81, days))
    close = np.cumsum(moves, axis=0, dtype=np.int32)
    opened = close - moves
    prices = np.stack([opened, np.maximum(opened, close), np.minimum(opened, close), close])
    asked = Excursion(0, "up", "points", (target,), (stop,))
    found = counts(*days_of(prices, np.zeros(days, dtype=np.int32), asked), asked.table(1))
    hit, stopped, same, neither = found[:, 0, 0].tolist()
    share = stop / (target + stop)
    open_ended = neither / days
    assert same == 0
    assert abs(hit / days - share) <= open_ended + 5 * (share * (1 - share) / days) ** 0.5
    assert hit + stopped + neither == days
    assert abs(found_mean(prices, asked)) < 5 * max(target, stop) / days**0.5


def found_mean(prices: NDArray[np.int32], asked: Excursion) -> float:
    adr10 = np.zeros(prices.shape[2], dtype=np.int32)
    return float(results(*days_of(prices, adr10, asked), asked.table(1)).mean())


@cache
def real_days(symbol: str) -> tuple[list[list[Bar]], list[Fraction | None], NDArray[np.int32]]:
    """Bars of a symbol's full sessions in ticks, by the answer book's own reading, and as arrays."""
    days = load(DATA / f"{symbol}_5m.parquet").days
    bars = [[Bar(*(round(price * 4) for price in bar)) for bar in day.bars] for day in days]
    adr10 = [None if day.adr10 is None else Fraction(round(day.adr10 * 40), 10) for day in days]
    return bars, adr10, np.array(bars, dtype=np.int32).transpose(2, 1, 0)


@pytest.mark.skipif(not DATA.exists(), reason="the folder shared is not here")
@settings(max_examples=examples(15))
@given(data=st.data())
def test_es_trades_what_the_oracle_says(data: st.DataObject) -> None:
    bars, adr10, prices = real_days("ES")
    asked = data.draw(excursions(4, most_ticks=400))
    tenths = np.array([int(each * 10) if each else 0 for each in adr10], dtype=np.int32)
    assert traded_of(prices, tenths, asked, 4) == oracle(bars, adr10, asked, 4)
    (found,) = results(*days_of(prices, tenths, asked), asked.table(4))
    np.testing.assert_allclose(found, came_to(bars, adr10, asked, 4), rtol=1e-12, atol=1e-9)
