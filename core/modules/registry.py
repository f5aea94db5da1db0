"""Every probability module that is built, by the kind a feature definition names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.contracts.results import ModuleData
from core.modules.ath_analysis import ath_analysis
from core.modules.basic_distribution import basic_distribution
from core.modules.binary_multi_occurrence import binary_multi_occurrence
from core.modules.categorical_distribution import categorical_distribution
from core.modules.ema_accumulation import ema_accumulation
from core.modules.extreme_timing import extreme_timing
from core.modules.feature_view import FeatureView
from core.modules.hod_lod_analysis import hod_lod_analysis
from core.modules.occurrence import occurrence
from core.modules.percentage_distribution import percentage_distribution
from core.modules.period_probability import period_probability
from core.modules.streak_analysis import streak_analysis
from core.modules.threshold_analysis import threshold_analysis
from core.modules.time_distribution import time_distribution
from core.modules.timing_analysis import timing_analysis


@dataclass(frozen=True, slots=True)
class Module:
    """A statistic about a feature: the function that answers it, and what the page calls it."""

    display_name: str
    answer: Callable[[FeatureView], ModuleData]


MODULES: Mapping[str, Module] = {
    "occurrence": Module("Occurrence", occurrence),
    "timing_analysis": Module("Timing Analysis", timing_analysis),
    "period_probability": Module("Period Probability", period_probability),
    "time_distribution": Module("Time Distribution", time_distribution),
    "basic_distribution": Module("Basic Distribution", basic_distribution),
    "percentage_distribution": Module("Percentage Distribution", percentage_distribution),
    "threshold_analysis": Module("Threshold Analysis", threshold_analysis),
    "categorical_distribution": Module("Categorical Distribution", categorical_distribution),
    "extreme_timing": Module("Extreme Timing", extreme_timing),
    "hod_lod_analysis": Module("HOD/LOD Analysis", hod_lod_analysis),
    "streak_analysis": Module("Streak Analysis", streak_analysis),
    "ema_accumulation": Module("EMA Accumulation", ema_accumulation),
    "binary_multi_occurrence": Module("Binary/Multi Occurrence", binary_multi_occurrence),
    "ath_analysis": Module("All-Time High Analysis", ath_analysis),
}
