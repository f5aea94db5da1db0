"""The engine's aggregates in arrays against the modules' figures, feature by feature."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.results import Moments
from core.modules.feature_view import FeatureView
from core.modules.moments import moments, spread
from core.modules.order_statistics import ordered, quantile
from core.query import aggregate_passes, ranks
from core.query.aggregates import QUARTILES, AggregatePlan, Aggregates
from core.query.bitmaps import pack
from core.query.conditions import FilterQuery
from core.query.selection import Selection
from core.query.views import views
from tests.property.test_answer_plan import questions, snapshot

BLOCKS = (4096, 32, 8)
"""How many blocks a numeric's ranks share; at the first every rank of these markets has its own."""


@lru_cache
def plan(sessions: int, names: tuple[str, ...], blocks: int) -> AggregatePlan:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranks, "EXACT", 0)
        patch.setattr(ranks, "BLOCKS", blocks)
        return AggregatePlan(snapshot(sessions), names)


@settings(max_examples=60)
@given(questions(), st.sampled_from(BLOCKS), st.booleans())
def test_aggregates_are_the_modules_figures_with_and_without_the_kernel(
    question: tuple[int, FilterQuery, list[str]], blocks: int, plain: bool
) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    selection = index.select(query)
    made = plan(sessions, tuple(names), blocks)
    with pytest.MonkeyPatch.context() as patch:
        if plain:
            patch.setattr(aggregate_passes, "_COUNT", None)
        found = made.of(selection)
    asked = {view.definition.name: view for view in views(index, query, selection, names)}
    assert found.matched == selection.count
    for name, (counts, missing) in zip(names, made.table.split(found.counts), strict=True):
        assert counts.tolist() == asked[name].matched.counts.tolist()
        assert missing == asked[name].matched.missing
    numbers = [name for name in names if asked[name].definition.kind not in ("boolean", "enum")]
    assert sorted(made.numbers) == sorted(numbers)
    for place, name in enumerate(made.numbers):
        same_as_modules(found, place, asked[name])


def same_as_modules(found: Aggregates, place: int, view: FeatureView) -> None:
    """Quantiles to the bit; moments to ten digits, and None in the same places."""
    days = ordered(view.scale, view.matched)
    expected = [quantile(days, probability) for probability in QUARTILES.tolist()]
    assert [None if np.isnan(x) else x for x in found.summaries[place].tolist()] == expected
    same_moments(found, place, moments(view.scale, view.matched))


def same_moments(found: Aggregates, place: int, known: Moments) -> None:
    figures = [np.nan if figure is None else figure for figure in (known.mean, known.std, known.skewness)]
    np.testing.assert_allclose(found.moments[:, place], figures, rtol=1e-10, atol=1e-10)


def test_neighbours_in_value_far_from_the_mean_keep_their_digits() -> None:
    index = snapshot(400)
    name = next(each.name for each in index.catalogue.features if each.kind == "numeric")
    order, values = index.ascending(name)
    made = plan(400, (name,), BLOCKS[0])
    for first in range(0, len(order) - 4, 9):
        days = slice(first, first + 4)
        mask = np.zeros(index.n_sessions, dtype=np.bool_)
        mask[order[days]] = True
        found = made.of(Selection(pack(mask), index.n_sessions))
        same_moments(found, 0, spread(values[days]))
