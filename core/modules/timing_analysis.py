"""When an event came (statistics.md, timing_analysis)."""

from __future__ import annotations

from itertools import accumulate

from core.contracts.results import TimingAnalysis
from core.modules.activity import bar_counts
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import counted, quantile


def timing_analysis(view: FeatureView) -> TimingAnalysis:
    """Quartiles, mean and counts of the event days' bar numbers; every figure None without an event."""
    others = None if view.others is None else _timing(view, view.others, None)
    return _timing(view, view.matched, others)


def _timing(view: FeatureView, tally: Tally, others: TimingAnalysis | None) -> TimingAnalysis:
    bars = bar_counts(view, tally)
    days, total = counted(1, bars), sum(bars)
    q1, q3 = quantile(days, 0.25), quantile(days, 0.75)
    return TimingAnalysis(
        total_occurrences=total,
        median_bar=quantile(days, 0.5),
        mean_bar=sum(bar * count for bar, count in enumerate(bars, 1)) / total if total else None,
        q1=q1,
        q3=q3,
        iqr=None if q1 is None or q3 is None else q3 - q1,
        distribution={str(bar): count for bar, count in enumerate(bars, 1) if count},
        by_bar_days=list(accumulate(bars)),
        others=others,
    )
