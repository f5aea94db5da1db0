"""Where every session is itself a coin day, years and last days differ as often as their tests' level says.

Every second year is calm: bars have half their size, gaps do not. So rates differ between years, and nothing
else does. Seeds are fixed: the shares are always the same.
"""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from core.figures.residuals import RECENT_DAYS
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from tests.oracles.proportions import heterogeneity, newcombe
from tests.property.test_coin_answers import Snap, random_condition, snap_of
from tests.property.test_held import answer, occurrences
from tests.support.coin_market import tossed_market

pytestmark = pytest.mark.large

MARKETS, QUESTIONS, DRAWS = 6, 12, 24
FIRST, LAST = pd.Timestamp("2017-01-01", tz="UTC"), pd.Timestamp("2021-01-01", tz="UTC")
TICK = 0.25


@dataclass
class Shares:
    """By test whether its p-value is below 0.05, or its interval leaves out 0."""

    years: list[bool] = field(default_factory=list)
    years_by_rate: list[bool] = field(default_factory=list)
    recent: list[bool] = field(default_factory=list)
    recent_by_rate: list[bool] = field(default_factory=list)


def calm_and_wild() -> Market:
    """Four years of the sample; in odd ones every price is half as far from its day's first."""
    bars = sample_bars()
    bars = bars[(bars["ts"] >= FIRST) & (bars["ts"] < LAST)].reset_index(drop=True)
    stamps = bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    day = (stamps + pd.Timedelta(hours=6)).dt.floor("D")
    first = bars.groupby(day)["open"].transform("first")
    for name in ("open", "high", "low", "close"):
        calm = ((first + (bars[name] - first) / 2) / TICK).round() * TICK
        bars[name] = np.where(day.dt.year % 2 == 1, calm, bars[name])
    return build_market(build_sessions(bars, instrument(SAMPLE_SYMBOL)))


@pytest.fixture(scope="module")
def shares() -> Shares:
    market, found = calm_and_wild(), Shares()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.features.coin_days.draws_for", lambda _: DRAWS)
        for seed in range(1, MARKETS + 1):
            ask(snap_of(tossed_market(market, 5_000 + seed)), np.random.default_rng(seed), found)
    return found


def ask(made: Snap, rng: np.random.Generator, found: Shares) -> None:
    for number in range(QUESTIONS):
        _, results = answer(
            made, [random_condition(made, rng) for _ in range(rng.integers(0, 3) if number else 0)]
        )
        for name, data in occurrences(results).items():
            if name not in made.coin.columns or results[name].metadata.conditioned:
                continue
            by_rate = heterogeneity([(each.occurrence_days, each.days) for each in data.years])
            assert data.years_verdict is not None
            if data.years_verdict.p is not None and by_rate is not None:
                found.years.append(data.years_verdict.p < 0.05)
                found.years_by_rate.append(by_rate < 0.05)
            recent = data.recent
            if recent is not None and recent.difference is not None:
                late = round(recent.occurrence * RECENT_DAYS)
                plain = newcombe(late, RECENT_DAYS, recent.before.occurrence_days, recent.before.total_days)
                lower, upper = plain["lower"], plain["upper"]
                assert lower is not None
                assert upper is not None
                found.recent.append(recent.verdict.code == "looks_different")
                found.recent_by_rate.append(lower > 0 or upper < 0)


def test_years_differ_in_one_test_of_twenty(shares: Shares) -> None:
    """The chi-square test of rates finds what the coin makes."""
    assert len(shares.years) > 2_000
    assert 0.02 < np.mean(shares.years) < 0.06
    assert np.mean(shares.years_by_rate) > 0.15


def test_the_last_days_differ_in_one_comparison_of_twenty(shares: Shares) -> None:
    """Newcombe's interval of the rates finds what the coin makes."""
    assert len(shares.recent) > 2_000
    assert 0.02 < np.mean(shares.recent) < 0.065
    assert np.mean(shares.recent_by_rate) > 0.1
