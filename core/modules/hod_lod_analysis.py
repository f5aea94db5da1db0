"""The extremes of the day by the bar that made them (statistics.md, hod_lod_analysis)."""

from __future__ import annotations

from core.contracts.session_results import ExtremeTiming
from core.modules.extreme_timing import extreme_timing
from core.modules.feature_view import FeatureView


def hod_lod_analysis(view: FeatureView) -> ExtremeTiming:
    """The figures of extreme_timing for a feature that is itself the bar of the final extreme."""
    return extreme_timing(view)
