"""Answers of POST /v2/compare: each feature on the days of two questions."""

from __future__ import annotations

from msgspec import Struct

from core.contracts.results.rates import Difference, Interval


class GroupRate(Struct, frozen=True, gc=False):
    """A share of one question's days: `occurrence_days` of the `total_days` with a value."""

    occurrence: float | None
    occurrence_days: int
    total_days: int
    confidence_interval: Interval


class LabelRates(Struct, frozen=True, gc=False):
    """One label of an enum on both questions' days."""

    value: str
    a: GroupRate
    b: GroupRate


class FeatureComparison(Struct, frozen=True, gc=False):
    """One feature on all days of A and on all days of B.

    `only_a` and `only_b` leave out the days that are in both; `difference` (A minus B, Newcombe's limits) and
    `p_value` are of these two, and null where one of them has no day with a value. `p_value` is Fisher's of
    active days; an enum's is chi-square's of its labels. `q_value` is Holm's over the features of the tier.
    A feature that a filter of either question decides, `decided_by`, is not tested. Of an enum `label` names
    the label whose shares of A alone and B alone differ most: the rates and the difference are that label's,
    and `labels` tells all of them.
    """

    a: GroupRate
    b: GroupRate
    only_a: GroupRate
    only_b: GroupRate
    difference: Difference | None
    p_value: float | None
    q_value: float | None
    decided_by: list[str]
    label: str | None = None
    labels: list[LabelRates] | None = None
