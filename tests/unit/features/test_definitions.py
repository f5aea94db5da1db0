"""What the registry says of every feature, against the catalogue it was written from."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from core.contracts.catalogue import definition_to_wire
from core.contracts.known_at import KnownAt
from core.features.entries import FeatureGroup, boolean
from core.features.registry import FEATURES, catalogue
from core.market.market import FloatArray, Market

REFERENCE = Path(__file__).resolve().parents[4] / "shared" / "design" / "features.json"
OURS_BESIDE_THE_REFERENCE = {"known_at_bar", "resolves_from"}
DEFINITIONS = catalogue().by_name


def test_every_definition_reproduces_the_catalogue() -> None:
    if not REFERENCE.parent.is_dir():
        pytest.skip(f"{REFERENCE} is not there: the reference catalogue is beside the repository")
    given = {entry["name"]: entry for entry in json.loads(REFERENCE.read_text())["features"]}
    for name, definition in DEFINITIONS.items():
        wire = definition_to_wire(definition)
        assert {key: wire[key] for key in given[name]} == given[name]
        assert set(wire) - set(given[name]) == OURS_BESIDE_THE_REFERENCE


def test_every_feature_of_a_built_category_is_registered() -> None:
    counts = Counter(definition.category for definition in DEFINITIONS.values())
    assert counts == {"GAPS": 14, "OR12": 19, "GLOBEX": 13}
    assert len(FEATURES) == len(DEFINITIONS)


def test_known_times_are_counted_as_in_the_design() -> None:
    counts = Counter(definition.known_at for definition in DEFINITIONS.values())
    assert counts == {
        KnownAt.OPEN: 11,
        KnownAt.BAR_1: 1,
        KnownAt.BAR_12: 7,
        KnownAt.EVENT: 15,
        KnownAt.EOD: 12,
    }


def test_tiers_are_counted_as_in_the_design() -> None:
    seen = catalogue()
    assert [len(seen.visible(tier)) for tier in ("lite", "standard", "pro")] == [19, 36, 46]


def test_features_and_categories_stand_in_display_order() -> None:
    orders = [definition.display_order for definition in catalogue().features]
    assert orders == sorted(set(orders))
    assert [category.id for category in catalogue().categories] == (
        ["GAPS", "OR12", "OR18", "RANGE", "BREAKOUTS", "GLOBEX", "ORCL", "REGIME", "EOD", "DAYDATE"]
    )


def test_opening_range_events_cannot_happen_before_bar_13() -> None:
    events = [d for d in DEFINITIONS.values() if d.known_at is KnownAt.EVENT]
    assert {d.name for d in events if d.resolves_from == 13} == {
        d.name for d in events if d.category == "OR12"
    }
    assert all(d.resolves_from == 1 for d in events if d.category != "OR12")


def test_a_conditional_feature_names_a_registered_event() -> None:
    conditions = {d.name: d.applies_from for d in DEFINITIONS.values() if d.applies_from}
    assert conditions == {
        "first_pullback_bar": "or12_first_close_bo_bar",
        "first_pullback_resumed_bar": "first_pullback_bar",
    }


def test_exactly_the_enums_that_by_bar_may_ask_name_their_deciding_bar() -> None:
    decided = {entry.definition.name for entry in FEATURES if entry.decided_on is not None}
    assert decided == {d.name for d in DEFINITIONS.values() if d.kind == "enum" and d.by_bar_safe}
    assert decided == {"or12_first_bo", "gx_first_bo"}


def test_an_entry_without_a_definition_text_is_refused() -> None:
    def silent(market: Market) -> FloatArray:
        return market.adr10

    enter = FeatureGroup("GAPS").feature("Silent", boolean(), KnownAt.OPEN, "lite", 1)
    with pytest.raises(ValueError, match="feature silent: no docstring found"):
        enter(silent)
