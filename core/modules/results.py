"""A feature's result: every module its definition names, with the tests added.

The same functions answer the nightly baseline (nothing filtered) and a filtered request.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.contracts.results import (
    CategoricalDistribution,
    FeatureResult,
    Grade,
    LabelDistribution,
    ModuleData,
    ModuleMetadata,
    ModuleResult,
    Occurrence,
    ResultMetadata,
    SampleSize,
    SharedBars,
)
from core.modules.activity import active_days
from core.modules.feature_view import FeatureView
from core.modules.registry import MODULES
from core.modules.selection_tests import (
    UNTESTED,
    FeatureTests,
    own_p_value,
    p_value_of,
    selection_p_values,
    selection_tests,
)
from core.modules.significance import adjust

__all__ = ["Marks", "adjust", "feature_result", "feature_results", "p_value_of", "selection_p_values"]

logger = logging.getLogger(__name__)

FAILED = "This statistic could not be computed for the selected days."


@dataclass(frozen=True, slots=True)
class Marks:
    """What a result says of the question: see `core.contracts.results.ResultMetadata`."""

    look_ahead: Sequence[str] = ()
    decided_by: Sequence[str] = ()
    shared_bars: SharedBars | None = None
    days_cluster: bool = False


NO_MARKS = Marks()


def feature_result(view: FeatureView, marks: Marks = NO_MARKS) -> FeatureResult:
    """One feature's result, without a q-value: that needs the p-values of all the tier's features."""
    return feature_results([view], {}, {view.definition.name: marks})[view.definition.name]


def feature_results(
    views: Sequence[FeatureView],
    q_values: Mapping[str, float | None],
    marks: Mapping[str, Marks],
    tests: Mapping[str, FeatureTests] | None = None,
) -> dict[str, FeatureResult]:
    """Results by feature name, in the order of `views`.

    `q_values` is `adjust` of the selection's `selection_p_values`, `marks` what each feature's result says of
    the question. `tests` spares computing `selection_tests` of these views where the caller holds them.
    """
    known = selection_tests(views) if tests is None else tests
    return {
        name: _result(view, marks.get(name, NO_MARKS), known.get(name, UNTESTED), q_values.get(name))
        for view in views
        for name in [view.definition.name]
    }


def _result(view: FeatureView, marks: Marks, tests: FeatureTests, q_value: float | None) -> FeatureResult:
    definition = view.definition
    return FeatureResult(
        feature=definition.name,
        metadata=ResultMetadata(
            display_name=definition.display_name,
            category=definition.category,
            kind=definition.kind,
            unit=definition.unit,
            known_at_bar=definition.known_at_bar(),
            sample_size=SampleSize(view.matched.n, grade(view.matched.n)),
            conditioned=view.conditioned,
            look_ahead=list(marks.look_ahead),
            decided_by=list(marks.decided_by),
            outcome=_outcome(view),
            shared_bars=marks.shared_bars,
            days_cluster=marks.days_cluster,
        ),
        modules={kind: module_result(kind, view, tests, q_value) for kind in definition.modules},
    )


def _outcome(view: FeatureView) -> Literal["certain", "impossible"] | None:
    """What all matched days of a conditioned feature have in common."""
    tally, is_enum = view.matched, view.definition.kind == "enum"
    if not view.conditioned or tally.n == 0 or not (is_enum or "occurrence" in view.definition.modules):
        return None
    if is_enum:
        return "certain" if tally.counts.max() == tally.n else None
    active = active_days(view, tally)
    if active == tally.n:
        return "certain"
    return None if active else "impossible"


def module_result(
    kind: str, view: FeatureView, tests: FeatureTests = UNTESTED, q_value: float | None = None
) -> ModuleResult:
    """One module's answer; where it fails, a line in the log and an answer that says so."""
    module = MODULES[kind]
    metadata = ModuleMetadata(n=view.matched.n, missing_days=view.matched.missing)
    try:
        data = _with_tests(module.answer(view), view, tests, q_value)
    except Exception:
        logger.exception("%s of %s failed", module.display_name, view.definition.name)
        return ModuleResult("error", module.display_name, None, FAILED, metadata)
    return ModuleResult("success", module.display_name, data, None, metadata)


def _with_tests(
    data: ModuleData, view: FeatureView, tests: FeatureTests, q_value: float | None
) -> ModuleData:
    """The data with its p-value, and the q-value where that p-value is the feature's own."""
    own = None if own_p_value(view, tests) is None else q_value
    if isinstance(data, Occurrence):
        return replace(data, p_value=tests.activity, q_value=None if view.definition.kind == "enum" else own)
    if isinstance(data, LabelDistribution | CategoricalDistribution):
        return replace(data, p_value=tests.labels, q_value=own)
    return data


def grade(days: int) -> Grade:
    """How far a sample carries: small under 30 days, medium to 100, large above."""
    if days < 30:
        return "small"
    return "medium" if days <= 100 else "large"
