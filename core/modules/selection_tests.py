"""Every feature's tests on one selection, matched against others, computed for all features at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.modules.activity import active_days
from core.modules.feature_view import FeatureView, Tally
from core.modules.fisher import fisher_exact
from core.modules.significance import chi_square

T = TypeVar("T")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FeatureTests:
    """`activity` is Fisher's p-value of active days, `labels` the chi-square p-value of an enum's labels."""

    activity: float | None = None
    labels: float | None = None


UNTESTED = FeatureTests()


def selection_tests(views: Sequence[FeatureView]) -> dict[str, FeatureTests]:
    """The tests of each feature, by name.

    None where nothing is filtered, a side has no day, the feature is named in a filter, or it has no such
    test: Fisher where an occurrence is shown (each p-value counted can be seen), chi-square for enums.
    """
    activity = _activity_p_values(views)
    return {
        view.definition.name: FeatureTests(
            activity.get(view.definition.name), _survived(_labels_p_value, view)
        )
        for view in views
    }


def selection_p_values(views: Sequence[FeatureView]) -> dict[str, float | None]:
    """The one p-value of each feature that Holm's adjustment ranges over (statistics.md, honesty rule 3)."""
    return own_p_values(views, selection_tests(views))


def own_p_values(views: Sequence[FeatureView], tests: Mapping[str, FeatureTests]) -> dict[str, float | None]:
    """`selection_p_values` of views whose tests are there."""
    return {view.definition.name: own_p_value(view, tests[view.definition.name]) for view in views}


def p_value_of(view: FeatureView) -> float | None:
    """The feature's one p-value on this selection: Fisher's, or for an enum the chi-square."""
    return selection_p_values([view])[view.definition.name]


def own_p_value(view: FeatureView, tests: FeatureTests) -> float | None:
    """The one of a feature's tests that stands for it among the others."""
    return tests.labels if view.definition.kind == "enum" else tests.activity


def _activity_p_values(views: Sequence[FeatureView]) -> dict[str, float]:
    tables = {view.definition.name: _survived(_activity_table, view) for view in views}
    known = {name: table for name, table in tables.items() if table is not None}
    if not known:
        return {}
    days, n, other_days, other_n = np.array(list(known.values()), dtype=np.int64).T
    return dict(zip(known, fisher_exact(days, n, other_days, other_n).tolist(), strict=True))


def _activity_table(view: FeatureView) -> tuple[int, int, int, int] | None:
    others = _tested_against(view)
    if others is None or "occurrence" not in view.definition.modules:
        return None
    return active_days(view, view.matched), view.matched.n, active_days(view, others), others.n


def _labels_p_value(view: FeatureView) -> float | None:
    others = _tested_against(view)
    if others is None or view.definition.kind != "enum":
        return None
    return chi_square(view.matched.counts.tolist(), others.counts.tolist())


def _tested_against(view: FeatureView) -> Tally | None:
    """The other days, where a test has a question: not of a feature in a filter, not without a day."""
    if view.conditioned or view.others is None or view.matched.n == 0 or view.others.n == 0:
        return None
    return view.others


def _survived(test: Callable[[FeatureView], T], view: FeatureView) -> T | None:
    """The test's answer; None, and a line in the log, where one feature's counts cannot be tested."""
    try:
        return test(view)
    except Exception:
        logger.exception("no test of %s", view.definition.name)
        return None
