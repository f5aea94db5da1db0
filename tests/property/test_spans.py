"""An outcome that spans from bar s asks nothing of the bars before it but how they left the market.

Left by them: the open, the running high and low, the last close. The checker is shown to catch a span
that begins too late, and each span is shown to begin no bar too early.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import LAST_BAR
from core.features.entries import Feature
from core.features.registry import FEATURES, catalogue
from core.market.market import FloatArray, Market
from tests.property.markets import markets, random_market, with_other_past
from tests.support.one_feature import compute_feature
from tests.support.sizes import examples

BY_NAME = {entry.definition.name: entry for entry in FEATURES}
CATALOGUE = catalogue()
LATER = {name: entry for name, entry in BY_NAME.items() if (entry.definition.spans_from or 0) > 1}
TWINS = [(each.name, twin) for each in CATALOGUE.features for twin in each.clean_twins]


def moved_by_another_past(entry: Feature, market: Market, last: int, seed: int) -> bool:
    """Whether the value on any session changes with the way that bars 1..`last` went."""
    now = compute_feature(entry, market).values
    then = compute_feature(entry, with_other_past(market, last, seed)).values
    return not np.array_equal(now, then, equal_nan=True)


@given(market=markets(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(40), deadline=None)
def test_an_outcome_that_begins_later_does_not_ask_how_the_bars_before_it_went(
    market: Market, seed: int
) -> None:
    for name, entry in LATER.items():
        span = entry.definition.first_bar
        assert not moved_by_another_past(entry, market, span - 1, seed), name


@pytest.mark.parametrize("name", LATER)
def test_a_span_begins_no_bar_too_early(name: str) -> None:
    entry = LATER[name]
    assert any(
        moved_by_another_past(entry, random_market(seed, 100, step), entry.definition.first_bar, seed)
        for seed, step in enumerate([1, 2, 3, 8])
    )


@pytest.mark.parametrize("name", ["hod_bar", "gap_fill_bar", "ema20_bars_above", "open_touch_count"])
def test_a_span_that_begins_too_late_is_caught(name: str) -> None:
    assert BY_NAME[name].definition.spans_from == 1
    planted = replace(BY_NAME[name].definition, first_bar=13)
    entry = replace(BY_NAME[name], definition=planted)
    assert any(moved_by_another_past(entry, random_market(seed, 100), 12, seed) for seed in range(4))


def test_what_is_known_before_the_bars_has_no_span_and_everything_else_has_one() -> None:
    for feature in CATALOGUE.features:
        if feature.known_at_bar() == 0:
            assert feature.spans_from is None
        else:
            assert feature.spans_from is not None
            assert 1 <= feature.spans_from <= min(feature.resolves_from, feature.known_at_bar())


def test_what_follows_a_range_or_a_bar_begins_after_it() -> None:
    """Ruling 44: 7 for what follows OR6, 13 OR12, 19 OR18, the bar after k for the rest of the day."""
    begins = {name: entry.definition.spans_from for name, entry in LATER.items()}
    assert (
        begins.items()
        >= {
            "late_extreme": 55,
            "last_hour_dir": 70,
            "rod_dir_b18": 19,
            "rod_move_b18_pct_adr": 19,
            "mfe_up_b18_pct_adr": 19,
            "mfe_dn_b18_pct_adr": 19,
            "rod_dir_b54": 55,
            "rod_move_b54_pct_adr": 55,
        }.items()
    )
    for category, length in (("OR6", 6), ("OR12", 12), ("OR18", 18)):
        own = [each for each in CATALOGUE.features if each.category == category]
        later = {each.spans_from for each in own if each.known_at_bar() == LAST_BAR}
        assert later == {length + 1}


def test_a_clean_twin_begins_later_and_the_earliest_comes_first() -> None:
    for feature in CATALOGUE.features:
        spans = [CATALOGUE.by_name[name].first_bar for name in feature.clean_twins]
        assert [feature.first_bar, *spans] == sorted({feature.first_bar, *spans})


def test_the_clean_twin_is_the_earliest_that_begins_after_the_bar() -> None:
    bull_day, resting = CATALOGUE.by_name["close_above_open"], CATALOGUE.by_name["rod_dir_b54"]
    found = {bar: CATALOGUE.clean_twin(bull_day, bar) for bar in (1, 6, 7, 12, 13, 18, 54, 55, 69, 70)}
    assert {bar: twin and twin.name for bar, twin in found.items()} == {
        1: "or6_dir_holds_eod",
        6: "or6_dir_holds_eod",
        7: "or12_dir_holds_eod",
        12: "or12_dir_holds_eod",
        13: "rod_dir_b18",
        18: "rod_dir_b18",
        54: "rod_dir_b54",
        55: "last_hour_dir",
        69: "last_hour_dir",
        70: None,
    }
    assert CATALOGUE.clean_twin(resting, 60) == CATALOGUE.by_name["last_hour_dir"]
    assert CATALOGUE.clean_twin(CATALOGUE.by_name["gap_fill_bar"], 12) is None


@pytest.mark.parametrize(("name", "twin"), TWINS)
def test_a_clean_twin_says_the_same_of_a_day_that_begins_with_it(name: str, twin: str) -> None:
    """Where nothing happened before the twin's span (one tick up for a twin that needs a direction) and the
    day does not end where it began, the outcome and its twin are one question.
    """
    begins = CATALOGUE.by_name[twin].first_bar
    market = random_market(5, sessions=300)
    price = market.close[:, begins - 2]
    earlier = market.tick if twin in ("or6_dir_holds_eod", "or12_dir_holds_eod") else 0.0
    still = {each: getattr(market, each).copy() for each in ("open", "high", "low", "close")}
    for bars in still.values():
        bars[:, : begins - 1] = price[:, np.newaxis]
    still["open"][:, 0] = still["low"][:, 0] = price - earlier
    market = replace(market, coy=np.where(np.isnan(market.coy), np.nan, price), **still)
    outcome, later = (truth(BY_NAME[each], market) for each in (name, twin))
    asked = (market.close[:, -1] != price) & ~np.isnan(outcome)
    assert len(np.unique(outcome[asked])) > 1
    np.testing.assert_array_equal(outcome[asked], later[asked])


def truth(entry: Feature, market: Market) -> FloatArray:
    """Values (N,), where bull is true and bear false."""
    values = compute_feature(entry, market).values
    return np.equal(values, 0).astype(float) if entry.definition.labels else values
