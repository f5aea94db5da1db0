"""Where every session is itself a coin day, each verdict comes as often as its level says.

A session's own day is one more draw beside those that the product tosses, so nothing is there to be found.
Seeds are fixed: the shares are always the same.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest

from core.contracts.results import FeatureResult
from core.contracts.results.rates import CoinRate, Occurrence
from core.contracts.results.spreads import (
    CategoricalDistribution,
    CoinQuartiles,
    LabelDistribution,
    NumberDistribution,
)
from core.contracts.results.verdict import Verdict
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from core.question.filters import parse_query
from core.question.index import results_of
from tests.property.markets import random_market
from tests.property.test_coin_answers import Snap, random_condition, snap_of
from tests.support.coin_market import tossed_market

pytestmark = pytest.mark.large

MARKETS, SESSIONS, DRAWS = 12, 130, 24
QUESTIONS = 25
"""Of each market."""

SAMPLE_DAYS = pd.Timestamp("2016-06-01", tz="UTC"), pd.Timestamp("2017-06-01", tz="UTC")


@dataclass(frozen=True)
class Shown:
    """The verdicts of one answer, by the kind of figure."""

    rates: list[Verdict]
    labels: list[Verdict]
    medians: list[Verdict]

    @property
    def tested(self) -> list[Verdict]:
        return [each for each in (*self.rates, *self.labels, *self.medians) if each.p is not None]

    @property
    def finds(self) -> bool:
        return any(each.code in ("more", "fewer") for each in self.tested)


def sample_market() -> Market:
    bars = sample_bars()
    bars = bars[(bars["ts"] >= SAMPLE_DAYS[0]) & (bars["ts"] < SAMPLE_DAYS[1])].reset_index(drop=True)
    return build_market(build_sessions(bars, instrument(SAMPLE_SYMBOL)))


@pytest.fixture(scope="module")
def answers() -> list[list[Shown]]:
    """By market the verdicts of random questions: made-up markets and a year of the sample."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.features.coin_days.draws_for", lambda _: DRAWS)
        markets = [random_market(seed, SESSIONS, step=4) for seed in range(MARKETS)]
        snaps = [snap_of(tossed_market(market)) for market in (*markets, sample_market())]
    return [asked(snap, np.random.default_rng(seed)) for seed, snap in enumerate(snaps)]


def asked(snap: Snap, rng: np.random.Generator) -> list[Shown]:
    found = []
    for _ in range(QUESTIONS):
        filters = [random_condition(snap, rng) for _ in range(rng.integers(0, 3))]
        found.append(answer(snap, filters))
    return found


def answer(snap: Snap, filters: list[dict[str, Any]]) -> Shown:
    """The verdicts against a coin on all features."""
    index = snap.index
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [each.name for each in snap.features]
    shown = Shown([], [], [])
    for result in results_of(index, query, index.sessions.select(query), names).values():
        add(shown, result)
    return shown


def add(shown: Shown, result: FeatureResult) -> None:
    for module in result.modules.values():
        data = module.data
        if isinstance(data, Occurrence) and isinstance(data.coin, CoinRate):
            shown.rates.append(data.coin.verdict)
        elif isinstance(data, LabelDistribution | CategoricalDistribution):
            shown.labels.extend(each.coin.verdict for each in data.labels if isinstance(each.coin, CoinRate))
        elif isinstance(data, NumberDistribution) and isinstance(data.coin, CoinQuartiles):
            shown.medians.append(data.coin.verdict)


@pytest.mark.parametrize("kind", ["rates", "labels", "medians"])
def test_one_test_in_twenty_finds_what_is_not_there(answers: list[list[Shown]], kind: str) -> None:
    p_values = [each.p for market in answers for shown in market for each in getattr(shown, kind)]
    known = np.array([each for each in p_values if each is not None])
    assert len(known) > 2_000
    assert 0.035 < np.mean(known < 0.05) < 0.065
    assert 0.45 < np.mean(known < 0.5) < 0.55


def test_one_answer_in_twenty_finds_what_is_not_there(answers: list[list[Shown]]) -> None:
    finds = [shown.finds for market in answers for shown in market if shown.tested]
    assert len(finds) > 200
    assert np.mean(finds) < 0.06
