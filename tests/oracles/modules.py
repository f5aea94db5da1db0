"""Every module's `data`, figure by figure from plain lists of values (statistics.md, Modules)."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracles.case import Case, Data
from tests.oracles.modules_events import occurrence, period_probability, time_distribution, timing_analysis
from tests.oracles.modules_values import (
    basic_distribution,
    categorical_distribution,
    label_p,
    percentage_distribution,
    threshold_analysis,
)

MODULES: dict[str, Callable[[Case], Data]] = {
    "occurrence": occurrence,
    "timing_analysis": timing_analysis,
    "period_probability": period_probability,
    "time_distribution": time_distribution,
    "basic_distribution": basic_distribution,
    "percentage_distribution": percentage_distribution,
    "threshold_analysis": threshold_analysis,
    "categorical_distribution": categorical_distribution,
}


def answer(case: Case) -> dict[str, Data]:
    """Every module of the case's feature: {module: data}."""
    return {module: MODULES[module](case) for module in case.spec.modules}


def feature_p(case: Case) -> float | None:
    """The one p-value a feature brings to Holm: Fisher for events and booleans, chi-square for enums."""
    if case.conditioned or case.spec.kind in ("numeric", "bar"):
        return None
    if case.spec.kind == "enum":
        return label_p(case)
    p_value: float | None = occurrence(case)["p_value"]
    return p_value
