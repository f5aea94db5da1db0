"""Filters moved round the circle of days have nothing to do with any outcome: how often are they called so?

Whole years of the sample, every pair of a moved filter and an outcome tested by itself. Seeds are fixed.
"""

from dataclasses import dataclass

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.columns import Flags
from core.figures.formulas import Floats, Mask
from core.figures.other_days import LONG_RUNS, against_others, in_long_runs
from core.figures.other_days_question import days_by_year
from core.figures.outcomes import outcomes_of
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from core.warehouse.serving.load_index import load_index

pytestmark = pytest.mark.large

MOVES = 150
RARE = 0.05
FLIPS_DAILY = 0.1


@dataclass(frozen=True, eq=False)
class Filters:
    """The outcomes of a market as filters: the days (F, N) that pass each, their lag-1 correlation (F,)."""

    flags: Flags
    days: Mask
    correlation: Floats

    def null_p_values(self, chosen: Mask, rng: np.random.Generator) -> Floats:
        """The p-values of every outcome under some of these filters, each moved by random days."""
        outcomes = list(outcomes_of(self.flags, self.flags.row_of))
        found, rows = [], np.flatnonzero(chosen)
        for _ in range(MOVES):
            moved = np.roll(self.days[rng.choice(rows)], rng.integers(1, self.days.shape[1]))
            matched = self.flags.layout.bitmap(moved)
            days = days_by_year(self.flags, outcomes, matched, ~matched)
            found.append(against_others(days, self.flags.log_factorials).p_value)
        p_values = np.concatenate(found)
        return np.asarray(p_values[~np.isnan(p_values)])


@pytest.fixture(scope="module")
def filters() -> Filters:
    market = build_market(build_sessions(sample_bars(), instrument(SAMPLE_SYMBOL)))
    pack = assemble_pack(catalogue_of(market), market, compute_features(market))
    flags = load_index(pack).engine.columns.flags
    days = flags.layout.unpack(flags.words).T
    share = days.mean(axis=1)
    days = days[(share > RARE) & (share < 1 - RARE)]
    correlation = np.array([np.corrcoef(each[:-1], each[1:])[0, 1] for each in days])
    return Filters(flags, days, correlation)


def test_filters_that_flip_daily_are_called_so_once_in_twenty(filters: Filters) -> None:
    p_values = filters.null_p_values(np.abs(filters.correlation) < FLIPS_DAILY, np.random.default_rng(1))
    assert len(p_values) > 20_000
    assert 0.03 < (p_values < 0.05).mean() < 0.07


def test_filters_in_long_runs_are_called_so_more_often_and_are_marked(filters: Filters) -> None:
    runs = filters.correlation > LONG_RUNS
    p_values = filters.null_p_values(runs, np.random.default_rng(1))
    assert (p_values < 0.05).mean() < 0.15
    assert [in_long_runs(each) for each in filters.days] == runs.tolist()
