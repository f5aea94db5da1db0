"""by_bar N is the definition on bars 1..N alone, and serving's rule on finished columns agrees with it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR, KnownAt
from core.evidence.own_properties import other_by_bar
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.entries import Feature
from core.features.registry import FEATURES
from core.market.market import Market
from tests.property.markets import markets, random_market
from tests.support.one_feature import compute_feature
from tests.support.sizes import examples

BY_BAR = tuple(entry for entry in FEATURES if entry.definition.by_bar_safe)


def assert_rule_is_the_definition(market: Market, bar: int) -> None:
    assert [*other_by_bar(BY_BAR, market, bar)] == []


def test_by_bar_may_be_asked_of_exactly_the_event_features() -> None:
    events = [entry for entry in FEATURES if entry.definition.known_at == KnownAt.EVENT]
    assert events
    assert list(BY_BAR) == events


@given(market=markets(), bar=st.integers(1, LAST_BAR))
@settings(max_examples=examples(60), deadline=None)
def test_the_served_rule_is_the_definition_on_the_bars_until_then(market: Market, bar: int) -> None:
    assert_rule_is_the_definition(market, bar)


@pytest.mark.parametrize("step", [1, 3, 20])
def test_the_served_rule_holds_on_every_bar(step: int) -> None:
    market = random_market(seed=step, sessions=40, step=step)
    for bar in range(1, LAST_BAR + 1):
        assert_rule_is_the_definition(market, bar)


@pytest.mark.parametrize("entry", BY_BAR, ids=lambda entry: entry.definition.name)
def test_by_the_last_bar_is_the_feature_itself(entry: Feature) -> None:
    market = random_market(seed=5, sessions=200)
    columns = compute_features(market, BY_BAR)
    served = value_by_bar(entry.definition, columns, LAST_BAR)
    np.testing.assert_array_equal(served, columns[entry.definition.name].values)


@pytest.mark.parametrize("entry", BY_BAR, ids=lambda entry: entry.definition.name)
def test_random_markets_decide_every_event_both_ways(entry: Feature) -> None:
    """The properties above are worth something only where events happen, fail to, and are null."""
    parts = [random_market(seed, sessions=300, step=step) for seed, step in enumerate([1, 3, 20])]
    values = np.concatenate([compute_feature(entry, market).values for market in parts])
    assert (values == 0).any()
    assert (values > 0).any()
