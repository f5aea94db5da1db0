"""Every module's `data`, figure by figure from plain lists of values (statistics.md, Modules)."""

from collections.abc import Callable

from tests.oracles.case import Case, Data
from tests.oracles.modules_ath import ath_analysis
from tests.oracles.modules_counts import binary_multi_occurrence
from tests.oracles.modules_ema import ema_accumulation
from tests.oracles.modules_events import occurrence, period_probability, time_distribution, timing_analysis
from tests.oracles.modules_extremes import extreme_timing
from tests.oracles.modules_streaks import streak_analysis
from tests.oracles.modules_values import (
    basic_distribution,
    categorical_distribution,
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
    "extreme_timing": extreme_timing,
    "hod_lod_analysis": extreme_timing,
    "streak_analysis": streak_analysis,
    "ema_accumulation": ema_accumulation,
    "binary_multi_occurrence": binary_multi_occurrence,
    "ath_analysis": ath_analysis,
}


def answer(case: Case) -> dict[str, Data]:
    """Every module of the case's feature: {module: data}."""
    return {module: MODULES[module](case) for module in case.spec.modules}
