"""Ranges of numerics: lower edge inclusive, upper exclusive, hard limits kept (statistics.md, ruling 22)."""

from bisect import bisect_right
from typing import Any

import numpy as np
import pytest

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import KnownAt
from core.contracts.ranges import ranges_of


def numeric(edges: tuple[float, ...], unit: str | None = "%", **limits: Any) -> FeatureDefinition:
    modules = ("percentage_distribution",)
    return FeatureDefinition(
        "numeric",
        modules,
        unit,
        bucket_edges=edges,
        name="n",
        display_name="N",
        category="TOY",
        description="N.",
        known_at=KnownAt.EOD,
        tier="lite",
        display_order=1,
        **limits,
    )


@pytest.mark.parametrize(
    ("feature", "labels"),
    [
        (numeric((-5, 0, 2.5), "pts"), ("< -5 pts", "-5 to 0 pts", "0 to 2.5 pts", ">= 2.5 pts")),
        (numeric((0, 10, 25), hard_min=0), ("0 %", "0 to 10 %", "10 to 25 %", ">= 25 %")),
        (numeric((20, 35), hard_min=0), ("< 20 %", "20 to 35 %", ">= 35 %")),
        (numeric((0, 99, 100), hard_min=0, hard_max=100), ("0 %", "0 to 99 %", "99 to 100 %", ">= 100 %")),
        (numeric((0, 50, 200), None, hard_max=100), ("< 0", "0 to 50", "50 to 200")),
        (
            numeric((), None),
            ("< 0", "0 to 31", "31 to 62", "62 to 124", "124 to 186", "186 to 240", ">= 240"),
        ),
    ],
)
def test_labels_name_the_ranges_that_can_hold_a_day(
    feature: FeatureDefinition, labels: tuple[str, ...]
) -> None:
    assert ranges_of(feature).labels == labels


def test_a_value_at_an_edge_belongs_to_the_range_above() -> None:
    ranges = ranges_of(numeric((-5, 0, 5)))
    values = [-5.0001, -5, -0.25, 0, 4.9999, 5, 1000]
    assert ranges.code(np.array(values)).tolist() == [bisect_right((-5, 0, 5), value) for value in values]


def test_exactly_the_hard_minimum_is_a_range_of_its_own() -> None:
    ranges = ranges_of(numeric((0, 10, 100), hard_min=0, hard_max=100))
    codes = ranges.code(np.array([0, -0.0, 1e-12, 9.99, 10, 99.99, 100]))
    assert [ranges.labels[code] for code in codes] == [
        "0 %", "0 %", "0 to 10 %", "0 to 10 %", "10 to 100 %", "10 to 100 %", ">= 100 %",
    ]  # fmt: skip
