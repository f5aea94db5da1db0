"""Where every session is itself a coin day, a card says "more than a coin" as seldom as its limits promise.

A session's own day is one more draw beside those that the product tosses, so the question's days and its coin
days come from one distribution. Seeds are fixed: the shares are always the same.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.contracts.results.rates import CoinRate, Occurrence
from core.features.coin_days import coin_market, coins
from core.features.ticks import in_ticks, ticks_per_point
from core.market.market import Market
from core.question.filters import parse_query
from core.question.index import results_of
from tests.property.markets import random_market
from tests.property.test_coin_answers import Snap, random_condition, snap_of

pytestmark = pytest.mark.large

MARKETS, SESSIONS, DRAWS = 24, 130, 30
QUESTIONS = 10_000
OWN_DRAW = 5_000
FAIR = ("close_above_open", "or12_dir_holds_eod", "or18_dir_holds_eod")
"""A coin day has them as often as not, whatever the sizes of its bars."""

BLOCK = 26
"""Days of a question on the fair features: five questions of one market share none."""


def tossed_market(seed: int) -> Market:
    """A made-up market in points whose every session is a coin day."""
    market = random_market(seed, SESSIONS, step=4)
    ticks = in_ticks(market)
    tossed = coin_market(ticks, coins(ticks.session_date, OWN_DRAW))
    names = ("open", "high", "low", "close", "ema")
    return replace(market, **{name: getattr(tossed, name) / ticks_per_point(market) for name in names})


@pytest.fixture(scope="module")
def made() -> Iterator[list[Snap]]:
    """The markets as a build would have them, with fewer coin days of each session."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.features.coin_days.draws_for", lambda _: DRAWS)
        yield [snap_of(tossed_market(seed)) for seed in range(MARKETS)]


def rates_of(
    snap: Snap, filters: list[dict[str, Any]], first: str | None = None, last: str | None = None
) -> dict[str, CoinRate]:
    """Every occurrence that is held against a coin."""
    index = snap.index
    query = parse_query(filters, first, last, index.catalogue, first=index.first_date, last=index.last_date)
    names = [each.name for each in index.catalogue.features if each.kind != "date"]
    answers = results_of(index, query, index.sessions.select(query), names)
    found = {
        name: answer.modules["occurrence"].data
        for name, answer in answers.items()
        if "occurrence" in answer.modules
    }
    return {
        name: data.coin
        for name, data in found.items()
        if isinstance(data, Occurrence) and isinstance(data.coin, CoinRate)
    }


def said(coin: CoinRate) -> tuple[bool, bool, bool]:
    """Whether a card says more, or fewer; whether p is below 0.05."""
    assert coin.p_value is not None
    return coin.difference.lower > 0, coin.difference.upper < 0, coin.p_value < 0.05


def test_no_verdict_comes_more_often_than_its_level(made: list[Snap]) -> None:
    """Sessions differ in their chance of most features, which both sides share: verdicts are rarer then."""
    verdicts: list[tuple[bool, bool, bool]] = []
    for seed, snap in enumerate(made):
        rng, upto = np.random.default_rng(seed), (seed + 1) * QUESTIONS / MARKETS
        while len(verdicts) < upto:
            filters = [random_condition(snap, rng) for _ in range(rng.integers(0, 3))]
            verdicts += [said(coin) for coin in rates_of(snap, filters).values()]
    more, fewer, p_below = np.mean(verdicts, axis=0)
    assert len(verdicts) >= QUESTIONS
    assert 0.002 < more < 0.025
    assert 0.002 < fewer < 0.025
    assert 0.004 < p_below < 0.05


def test_where_every_session_has_one_chance_the_verdict_comes_at_its_level(made: list[Snap]) -> None:
    verdicts: list[tuple[bool, bool, bool]] = []
    for snap in made:
        days = snap.market.session_date.astype("datetime64[D]").astype(str)
        for start in range(0, SESSIONS, BLOCK):
            coin = rates_of(snap, [], days[start], days[start + BLOCK - 1])
            verdicts += [said(coin[name]) for name in FAIR]
    either = np.mean([more or fewer for more, fewer, _ in verdicts])
    assert 0.03 < either < 0.08
