"""Answers of POST /v2/compare: each feature on the days of two questions."""

from __future__ import annotations

from msgspec import Struct

from core.contracts.results.rates import Difference, Interval
from core.contracts.results.verdict import Verdict


class GroupRate(Struct, frozen=True, gc=False):
    """A share of one question's days: `occurrence_days` of the `total_days` with a value."""

    occurrence: float | None
    occurrence_days: int
    total_days: int
    confidence_interval: Interval


class LabelRates(Struct, frozen=True, gc=False):
    """One label of an enum on both questions' days, and what the difference says."""

    value: str
    a: GroupRate
    b: GroupRate
    difference: Difference | None
    verdict: Verdict


class FeatureComparison(Struct, frozen=True, gc=False):
    """One feature on all days of A and on all days of B.

    `difference` is A's rate minus B's, by correlated Wilson limits; null without a value on either side.
    `only_a` and `only_b` leave out the days that are in both. A feature that a filter of either question
    decides, `decided_by`, is not tested. Of an enum `label` names the label that differs most surely: rates,
    difference and verdict are that label's, and `labels` tells all of them.
    """

    a: GroupRate
    b: GroupRate
    only_a: GroupRate
    only_b: GroupRate
    difference: Difference | None
    verdict: Verdict
    decided_by: list[str]
    label: str | None = None
    labels: list[LabelRates] | None = None
