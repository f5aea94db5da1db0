"""Coin days: the book's bars, mirrors that mirror, coins that no other day moves, and the gambler's ruin."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR
from core.features import coin_days as product
from core.features.coin_days import coin_days, coin_market, coins
from core.features.ticks import in_ticks
from core.market.instruments import instrument
from core.market.market import BoolArray, Market, rows_of
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.oracles import coin as book
from tests.oracles.features import ANSWERS
from tests.oracles.ticks import in_points, in_tenths
from tests.property.markets import markets, random_market
from tests.property.test_answer_book import DEFINITIONS, as_answers, days_of
from tests.support.sizes import examples
from tests.support.small_warehouse import small_bars

PRICES = ("open", "high", "low", "close")
SEEDS = st.integers(0, 2**32 - 1)
MILLION = 1_000_000


def coins_of(market: Market, seed: int) -> BoolArray:
    """Any coins, one per bar."""
    return np.random.default_rng(seed).random(market.close.shape) < 0.5


def assert_same_bars(found: Market, wanted: Market) -> None:
    for name in PRICES:
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name), err_msg=name)
    np.testing.assert_allclose(found.ema, wanted.ema, rtol=1e-12)


def mirrored(market: Market, about: float | np.ndarray) -> Market:
    """The market's bars and averages with up and down changed about a price; high and low change places."""
    by_bar = np.expand_dims(2 * np.asarray(about, dtype=np.float64), -1)
    return replace(
        market,
        open=by_bar - market.open,
        high=by_bar - market.low,
        low=by_bar - market.high,
        close=by_bar - market.close,
        ema=by_bar - market.ema,
        ema_open=2 * about - market.ema_open,
    )


@given(market=markets(), seed=SEEDS)
@settings(max_examples=examples(40))
def test_random_bars_toss_as_the_books(market: Market, seed: int) -> None:
    ticks, kept = in_ticks(market), coins_of(market, seed)
    found = coin_market(ticks, kept)
    for row, day in enumerate(days_of(ticks)):
        wanted = book.tossed_day(day, kept[row].tolist())
        ours = np.stack([getattr(found, name)[row] for name in PRICES], axis=1)
        np.testing.assert_array_equal(ours, wanted.bars)
        line = np.full(LAST_BAR, np.nan) if wanted.past.ema is None else wanted.past.ema
        np.testing.assert_allclose(found.ema[row], line, rtol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_random_coin_days_have_the_books_features(seed: int) -> None:
    steps, ticks = (1, 3, 8, 20), (0.25, 0.1, 1.0, 0.25)
    market = random_market(seed, 40, step=steps[seed], tick=ticks[seed], minutes=seed > 0)
    assert list(disagreements(market, draw=1 + 33 * seed)) == []


def disagreements(market: Market, draw: int) -> Iterator[str]:
    """One line for every session and feature on which the product and the book differ."""
    made = coin_days(market)
    for row, day in enumerate(days_of(market)):
        coin = book.tossed_day(in_tenths(day, market.tick), book.coins(day.date, draw))
        for name, column in made.columns.items():
            value = column.values[row * made.draws + draw - 1 :][:1]
            found, wanted = as_answers(DEFINITIONS[name], value)[0], ANSWERS[name](coin)
            if found != in_points(name, wanted, market.tick):
                yield f"{name} on {day.date}, draw {draw}: {found!r}, the book says {wanted!r}"


@given(market=markets(), seed=SEEDS, about=st.integers(19_000, 21_000))
@settings(max_examples=examples(40))
def test_a_mirrored_market_tosses_to_the_mirror(market: Market, seed: int, about: int) -> None:
    ticks, kept = in_ticks(market), coins_of(market, seed)
    assert_same_bars(coin_market(mirrored(ticks, about), kept), mirrored(coin_market(ticks, kept), about))


@given(market=markets(), seed=SEEDS)
@settings(max_examples=examples(40))
def test_turned_coins_mirror_the_day_about_its_open(market: Market, seed: int) -> None:
    """Only the average before the open stands where it stood: it is left out."""
    ticks, kept = replace(in_ticks(market), ema_open=np.full(len(market), np.nan)), coins_of(market, seed)
    turned = coin_market(ticks, ~kept)
    assert_same_bars(turned, mirrored(coin_market(ticks, kept), ticks.open[:, 0]))


@given(market=markets(), seed=SEEDS, last=st.integers(0, LAST_BAR))
@settings(max_examples=examples(40))
def test_later_coins_leave_earlier_bars(market: Market, seed: int, last: int) -> None:
    ticks, kept = in_ticks(market), coins_of(market, seed)
    other = kept.copy()
    other[:, last:] ^= True
    found, wanted = coin_market(ticks, other), coin_market(ticks, kept)
    for name in (*PRICES, "ema"):
        np.testing.assert_array_equal(getattr(found, name)[:, :last], getattr(wanted, name)[:, :last])


def market_of(first: str, last: str) -> Market:
    """A stretch of one long small market: the same bars on the same dates."""
    bars = small_bars("2024-06-03", "2024-09-13")
    days = bars["ts"].dt.tz_convert("America/New_York").dt.strftime("%Y-%m-%d")
    return build_market(build_sessions(bars[(days >= first) & (days <= last)], instrument("ES")))


def test_days_that_come_later_change_no_coin_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more days there are fewer draws of each; those that stay are the same in every feature."""
    monkeypatch.setattr(product, "ENOUGH_DAYS", 2_000)
    short, long = market_of("2024-06-03", "2024-08-02"), market_of("2024-06-03", "2024-09-13")
    fewer, more = coin_days(long), coin_days(short)
    assert (fewer.draws, more.draws) == (32, 48)
    for name, column in more.columns.items():
        of_short = column.values.reshape(-1, more.draws)[:, : fewer.draws]
        of_long = fewer.columns[name].values.reshape(-1, fewer.draws)[: len(short)]
        np.testing.assert_array_equal(of_short, of_long, err_msg=name)


def test_days_that_come_earlier_change_no_coin() -> None:
    """Their levels may be others then; the coins and the bars they make are not."""
    late, long = market_of("2024-07-15", "2024-09-13"), market_of("2024-06-03", "2024-09-13")
    rows = np.flatnonzero(np.isin(long.session_date, late.session_date))
    for draw in (1, 2, 100):
        kept = coins(late.session_date, draw)
        np.testing.assert_array_equal(coins(long.session_date, draw)[rows], kept)
        found = coin_market(in_ticks(late), kept)
        wanted = coin_market(rows_of(in_ticks(long), rows), kept)
        for name in PRICES:
            np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name))


def one_tick_market(sessions: int) -> Market:
    """Sessions whose every bar opens at the close before and moves one tick, mostly upwards; in ticks."""
    one = rows_of(in_ticks(random_market(seed=1, sessions=1)), np.zeros(sessions, dtype=np.int64))
    steps = np.where(np.random.default_rng(2).random((sessions, LAST_BAR)) < 0.7, 1.0, -1.0)
    close = 20_000 + np.cumsum(steps, axis=1)
    opened = close - steps
    dates = np.datetime64("1990-01-01") + np.arange(sessions)
    bars = {"high": np.maximum(opened, close), "low": np.minimum(opened, close)}
    return replace(one, session_date=dates, open=opened, close=close, **bars)


@pytest.mark.large
def test_a_million_coin_days_ruin_the_gambler_as_often_as_they_should() -> None:
    """Up by a ticks before down by b: b / (a + b), less the days on which neither came by bar 81."""
    market, bets = one_tick_market(10_000), ((1, 1), (1, 2), (3, 1), (2, 3), (4, 2), (1, 5))
    came = np.zeros((len(bets), 3), dtype=np.int64)
    for draw in range(1, MILLION // len(market) + 1):
        coin = coin_market(market, coins(market.session_date, draw))
        highest = np.maximum.accumulate(coin.high - coin.open[:, :1], axis=1).astype(np.int8)
        lowest = np.maximum.accumulate(coin.open[:, :1] - coin.low, axis=1).astype(np.int8)
        for bet, (up, down) in enumerate(bets):
            bars_up, bars_down = (highest < up).sum(axis=1), (lowest < down).sum(axis=1)
            came[bet] += [
                (bars_up < bars_down).sum(),
                (bars_up > bars_down).sum(),
                (bars_up == bars_down).sum(),
            ]
    assert (came.sum(axis=1) == MILLION).all()
    for (up, down), (won, lost, neither) in zip(bets, came, strict=True):
        wanted = down / (up + down)
        spread = 4 * np.sqrt(wanted * (1 - wanted) / MILLION)
        assert neither < 20
        assert wanted - neither / MILLION - spread <= won / MILLION <= wanted + spread
        assert lost / MILLION <= 1 - wanted + spread
