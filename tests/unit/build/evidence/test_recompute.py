"""The nightly recomputation agrees with what is served, and sees any closed form that goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from core.contracts.results import Difference, FeatureResult, Interval
from core.build.evidence.findings import Compared
from core.build.evidence.recompute import REFERENCE_FILTERS, Recomputed, filtered_results, recompute
from core.features.compute import FeatureColumn, compute_features
from core.features.registry import catalogue, catalogue_of
from core.build.pack.build_pack import assemble_pack
from core.market.market import Market
from core.modules.results import feature_results
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.views import views
from tests.property.markets import markets, random_market


@dataclass(frozen=True)
class Made:
    """A market's columns and the index made of them."""

    columns: dict[str, FeatureColumn]
    index: SnapshotIndex

    def baseline(self) -> dict[str, FeatureResult]:
        first, last = self.index.first_date, self.index.last_date
        query = parse_query(None, None, None, self.index.catalogue, first=first, last=last)
        names = [each.name for each in self.index.catalogue.features if each.kind != "date"]
        return feature_results(views(self.index, query, self.index.select(query), names), {}, {})

    def recomputed(self) -> Recomputed:
        return recompute(self.index, self.columns, self.baseline())


def made(market: Market) -> Made:
    columns = compute_features(market)
    return Made(columns, SnapshotIndex(assemble_pack(catalogue_of(market), market, columns)))


@pytest.fixture(scope="module")
def whole() -> Made:
    return made(random_market(seed=3, sessions=120))


@settings(deadline=None, max_examples=10)
@given(markets())
def test_any_market_is_served_as_statsmodels_and_scipy_compute_it(market: Market) -> None:
    assert [str(each) for each in made(market).recomputed().differing] == []


def test_every_kind_of_figure_is_compared(whole: Made) -> None:
    found = whole.recomputed()
    assert found.differing == ()
    assert found.p_values == found.q_values
    with_p = sum(
        bool({"occurrence", "categorical_distribution"} & set(each.modules)) for each in catalogue().features
    )
    assert found.p_values > (1 + len(REFERENCE_FILTERS)) * with_p
    assert found.intervals > 5000


def test_the_reference_filters_are_booleans_of_the_catalogue() -> None:
    kinds = {each.name: each.kind for each in catalogue().features}
    assert {kinds[name] for name in REFERENCE_FILTERS} == {"boolean"}


def test_filtered_answers_hold_p_values_and_q_values(whole: Made) -> None:
    occurrences = [
        result.modules["occurrence"].data
        for result in filtered_results(whole.index, "gap_up").values()
        if "occurrence" in result.modules
    ]
    q_values = [data.q_value for data in occurrences if data is not None and hasattr(data, "q_value")]
    assert sum(q is not None for q in q_values) > 50


def test_figures_agree_to_nine_digits_and_null_agrees_with_null_alone() -> None:
    assert Compared("a", "lower", 0.25, 0.25 + 9e-10).agrees
    assert not Compared("a", "lower", 0.25, 0.25 + 9e-9).agrees
    assert Compared("a", "lower", None, None).agrees
    assert not Compared("a", "lower", None, 0.0).agrees
    assert not Compared("a", "lower", 0.0, None).agrees
    assert str(Compared("gap_up", "p", 0.1, None)) == "gap_up p: 0.1 answered, None expected"


def _wider(limits: Callable[..., tuple[float, float]]) -> Callable[..., tuple[float, float]]:
    def planted(days: int, n: int) -> tuple[float, float]:
        lower, upper = limits(days, n)
        return lower * (1 - 1e-7), upper

    return planted


def _upside_down(newcombe: Callable[..., Difference | None]) -> Callable[..., Difference | None]:
    def planted(days: int, n: int, other_days: int, other_n: int) -> Difference | None:
        found = newcombe(days, n, other_days, other_n)
        return found and replace(found, lower=-found.upper, upper=-found.lower)

    return planted


def _one_rank_in(interval: Callable[..., Interval]) -> Callable[..., Interval]:
    def planted(days: Any) -> Interval:
        found = interval(days)
        return Interval(days.at(days.n // 2), found.upper) if found.lower is not None else found

    return planted


def _one_sided(fisher: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *tables: fisher(*tables) / 2


def _uncorrected(adjust: Callable[..., Any]) -> Callable[..., Any]:
    return lambda p_values: {name: p and p * 1.0001 for name, p in adjust(p_values).items()}


def _with_yates(chi_square: Callable[..., Any]) -> Callable[..., Any]:
    def planted(matched: list[int], others: list[int]) -> float | None:
        found: float | None = chi_square(matched, others)
        return found and float(np.sqrt(found))

    return planted


PLANTED = [
    ("core.modules.proportions", "_limits", _wider, "confidence_interval.lower"),
    ("core.modules.occurrence", "newcombe", _upside_down, "difference.lower"),
    ("core.modules.basic_distribution", "median_interval", _one_rank_in, "median_interval.lower"),
    ("core.modules.selection_tests", "fisher_exact", _one_sided, "occurrence.p_value"),
    ("core.modules.selection_tests", "chi_square", _with_yates, "distribution.p_value"),
    ("core.build.evidence.recompute", "adjust", _uncorrected, "q_value"),
]


@pytest.mark.parametrize(("module", "name", "plant", "seen_in"), PLANTED, ids=[row[1] for row in PLANTED])
def test_a_planted_mistake_is_seen_where_it_stands(
    whole: Made, monkeypatch: pytest.MonkeyPatch, module: str, name: str, plant: Any, seen_in: str
) -> None:
    monkeypatch.setattr(f"{module}.{name}", plant(getattr(import_module(module), name)))
    assert any(seen_in in each.figure for each in whole.recomputed().differing)


def test_days_that_the_index_lost_are_seen(whole: Made) -> None:
    name = "gap_up"
    values = whole.columns[name].values.copy()
    values[np.flatnonzero(values == 1)[0]] = 0.0
    changed = replace(whole, columns={**whole.columns, name: replace(whole.columns[name], values=values)})
    assert {each.feature for each in changed.recomputed().differing} >= {name}
