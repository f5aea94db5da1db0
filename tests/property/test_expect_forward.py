"""What was to be expected of days that match, against the days that came later.

Two years of the sample foretell the next one, for random questions of one condition. Seeds are fixed.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom

from core.contracts.results import FeatureResult
from core.contracts.results.rates import CoinRate, Expect, Occurrence
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from core.question.filters import parse_query
from core.question.index import results_of
from tests.property.test_coin_answers import Snap, random_condition, snap_of

pytestmark = pytest.mark.large

BEGIN, SPLIT, END = (pd.Timestamp(f"{year}-06-01", tz="UTC") for year in (2014, 2016, 2017))
DRAWS, QUESTIONS, LEAST_DAYS = 24, 150, 10


@dataclass(frozen=True)
class Foretold:
    """One outcome of one question: its days before and after, and what was expected."""

    before: int
    shown: float
    expect: Expect
    after: int
    came_after: int

    @property
    def noise(self) -> float:
        """The variance of the later rate."""
        rate = self.came_after / self.after
        return rate * (1 - rate) / (self.after - 1)

    @property
    def held(self) -> float:
        """How many of all choices of ten later days lie within the limits."""
        ten = hypergeom(self.after, self.came_after, 10)
        return float(ten.cdf(self.expect.high) - ten.cdf(self.expect.low - 1))

    def error(self, rate: float) -> float:
        """The squared error of a rate, without what the later days' number brings."""
        return (rate - self.came_after / self.after) ** 2 - self.noise


def market_of(begin: pd.Timestamp, end: pd.Timestamp) -> Market:
    bars = sample_bars()
    bars = bars[(bars["ts"] >= begin) & (bars["ts"] < end)].reset_index(drop=True)
    return build_market(build_sessions(bars, instrument(SAMPLE_SYMBOL)))


def answered(snap: Snap, condition: dict[str, Any], start: str | None = None) -> dict[str, Occurrence]:
    """By feature how often it came on the days from a date on."""
    index = snap.index
    query = parse_query(
        [condition], start, None, index.catalogue, first=index.first_date, last=index.last_date
    )
    results = results_of(index, query, index.sessions.select(query), [each.name for each in snap.features])
    return {name: data for name, each in results.items() if (data := occurrence_of(each)) is not None}


def occurrence_of(result: FeatureResult) -> Occurrence | None:
    found = (module.data for module in result.modules.values())
    return next((data for data in found if isinstance(data, Occurrence)), None)


@pytest.fixture(scope="module")
def foretold() -> list[Foretold]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.features.coin_days.draws_for", lambda _: DRAWS)
        before, whole = (snap_of(market_of(BEGIN, end)) for end in (SPLIT, END))
    rng = np.random.default_rng(11)
    found = []
    for _ in range(QUESTIONS):
        condition = random_condition(before, rng)
        then, later = answered(before, condition), answered(whole, condition, str(SPLIT.date()))
        for name, data in then.items():
            after = later[name]
            if isinstance(data.coin, CoinRate) and min(data.coin.days, after.total_days) >= LEAST_DAYS:
                assert data.occurrence is not None
                shown = data.coin.days, data.occurrence, data.coin.expect
                found.append(Foretold(*shown, after.total_days, after.occurrence_days))
    return found


def mean_errors(foretold: list[Foretold]) -> tuple[float, float]:
    """Of the rate that was shown, and of the expected one."""
    shown = np.mean([each.error(each.shown) for each in foretold])
    return float(shown), float(np.mean([each.error(each.expect.rate) for each in foretold]))


def test_the_expected_rate_misses_by_a_fifth_less_than_the_rate_of_few_days(foretold: list[Foretold]) -> None:
    few = [each for each in foretold if each.before < 100]
    assert len(few) > 1_000
    shown, expected = mean_errors(few)
    assert expected < 0.8 * shown


def test_ten_later_days_lie_within_the_limits_at_least_four_times_in_five(foretold: list[Foretold]) -> None:
    assert np.mean([each.held for each in foretold]) > 0.8
    few = [each.held for each in foretold if each.before < 40]
    assert len(few) > 300
    assert np.mean(few) > 0.8
