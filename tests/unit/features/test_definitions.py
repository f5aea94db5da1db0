"""What the registry says of every feature, against the catalogue it was written from."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from core.contracts.catalogue import TIERS
from core.contracts.known_at import KnownAt
from core.features.entries import FeatureGroup, boolean
from core.features.registry import FEATURES, catalogue
from core.market.market import FloatArray, Market
from tests.support.wire import wire_of

REFERENCE = Path(__file__).resolve().parents[4] / "shared" / "design" / "features.json"
OURS_BESIDE_THE_REFERENCE = {
    "known_at_bar",
    "resolves_from",
    "spans_from",
    "clean_twins",
    "plain",
    "example",
    "phrase",
    "phrase_not",
    "question",
    "label_words",
    "known_words",
}
_IN_MINUTES = "one-minute bars, where a symbol keeps them, say what came first within a bar"
REWORDED = {
    "prev_first_bo": "ruling 42: an open beyond yesterday's range is a break, so it names a side",
    "or12_extreme_order": _IN_MINUTES,
    "or12_first_bo": _IN_MINUTES,
    "or12_opp_bo_after_bo": _IN_MINUTES,
    "or18_first_bo": _IN_MINUTES,
    "or18_opp_bo_after_bo": _IN_MINUTES,
    "gx_first_bo": _IN_MINUTES,
    "extreme_order": _IN_MINUTES,
    "gap_adverse_pct_adr": _IN_MINUTES,
}
"""Definitions that a ruling changed since the reference was written."""

NAMED_LABELS = ("month",)
"""Enums whose labels are read by names that the reference does not have."""

CONDITIONS_IN_WORDS = {"the first OR18 breakout": "or18_first_bo"}
"""The one condition that the reference describes instead of naming its feature."""

DEFINITIONS = catalogue().by_name


def test_every_definition_reproduces_the_catalogue() -> None:
    if not REFERENCE.parent.is_dir():
        pytest.skip(f"{REFERENCE} is not there: the reference catalogue is beside the repository")
    given = {entry["name"]: entry for entry in json.loads(REFERENCE.read_text())["features"]}
    assert set(given) <= set(DEFINITIONS)
    for name, definition in ((name, DEFINITIONS[name]) for name in given):
        wire = wire_of(definition)
        if given[name]["applies_from"] in CONDITIONS_IN_WORDS:
            given[name]["applies_from"] = CONDITIONS_IN_WORDS[given[name]["applies_from"]]
        if name in REWORDED:
            given[name]["metadata"] |= {key: definition.description for key in ("description", "tooltip")}
        if name in NAMED_LABELS:
            validation = given[name]["ui_schema"]["filter_component"]["validation"]
            validation["labels"] = list(definition.label_names)
        assert {key: wire[key] for key in given[name]} == given[name]
        assert set(wire) - set(given[name]) == OURS_BESIDE_THE_REFERENCE


def test_every_category_has_features_and_no_name_stands_twice() -> None:
    counts = Counter(definition.category for definition in DEFINITIONS.values())
    assert set(counts) == {category.id for category in catalogue().categories}
    assert len(FEATURES) == len(DEFINITIONS)


def test_a_wider_tier_sees_what_a_narrower_one_sees_and_more() -> None:
    seen = [set(catalogue().visible(tier)) for tier in TIERS]
    assert all(narrower < wider for narrower, wider in pairwise(seen))
    assert seen[-1] == set(catalogue().features)


def test_the_opening_range_of_30_minutes_has_the_tiers_of_the_first_hours() -> None:
    own = {name: each.tier for name, each in DEFINITIONS.items() if each.category == "OR6"}
    assert own == {name: DEFINITIONS[name.replace("or6", "or12")].tier for name in own}
    assert Counter(own.values()) == {"lite": 7, "standard": 5, "pro": 2}


def test_features_and_categories_stand_in_display_order() -> None:
    orders = [definition.display_order for definition in catalogue().features]
    assert orders == sorted(set(orders))
    assert [category.id for category in catalogue().categories] == (
        ["GAPS", "OR12", "OR6", "OR18", "RANGE", "BREAKOUTS", "GLOBEX", "ORCL", "REGIME", "EOD", "DAYDATE"]
    )


def test_events_of_an_opening_range_cannot_happen_within_it() -> None:
    """Ruling 18: 7 for OR6, 13 for OR12, 19 for OR18, else 1."""
    events = [d for d in DEFINITIONS.values() if d.known_at == KnownAt.EVENT]
    first = {"OR6": 7, "OR12": 13, "OR18": 19}
    assert {d.name: d.resolves_from for d in events} == {d.name: first.get(d.category, 1) for d in events}


def test_a_conditional_feature_names_a_registered_event() -> None:
    conditions = {d.name: d.applies_from for d in DEFINITIONS.values() if d.applies_from}
    assert (
        conditions.items()
        >= {
            "first_pullback_bar": "or12_first_close_bo_bar",
            "first_pullback_resumed_bar": "first_pullback_bar",
            "or18_quick_fail_bar": "or18_first_bo",
            "hoy_reentry_bar": "hoy_bo_bar",
            "loy_reentry_bar": "loy_bo_bar",
            "hoy_second_bo_bar": "hoy_reentry_bar",
            "loy_second_bo_bar": "loy_reentry_bar",
        }.items()
    )
    assert all(DEFINITIONS[condition].by_bar_safe for condition in conditions.values())


def test_exactly_the_enums_that_by_bar_may_ask_name_their_deciding_bar() -> None:
    decided = {entry.definition.name for entry in FEATURES if entry.decided_on is not None}
    assert decided == {d.name for d in DEFINITIONS.values() if d.kind == "enum" and d.by_bar_safe}
    assert decided >= {"or6_first_bo", "or12_first_bo", "or18_first_bo", "prev_first_bo", "gx_first_bo"}


def test_an_entry_without_a_definition_text_is_refused() -> None:
    def silent(market: Market) -> FloatArray:
        return market.adr10

    enter = FeatureGroup("GAPS").feature("Silent", boolean(), KnownAt.OPEN, "lite", 1)
    with pytest.raises(ValueError, match="feature silent: no docstring found"):
        enter(silent)
