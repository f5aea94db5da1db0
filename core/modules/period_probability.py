"""In which third of the day an event came (statistics.md, period_probability)."""

from __future__ import annotations

from core.contracts.results import Period, PeriodProbability
from core.modules.activity import bar_counts
from core.modules.feature_view import FeatureView, Tally
from core.modules.proportions import share, wilson

PERIODS = {"Morning": (1, 27), "Mid-Session": (28, 54), "Late Session": (55, 81)}
"""First and last bar of each period, in the order of the day."""


def period_probability(view: FeatureView) -> PeriodProbability:
    """Share of the days with a value whose event fell in each period; the three add to the occurrence."""
    others = None if view.others is None else _periods(view, view.others, None)
    return _periods(view, view.matched, others)


def _periods(view: FeatureView, tally: Tally, others: PeriodProbability | None) -> PeriodProbability:
    bars = bar_counts(view, tally)
    days = {name: sum(bars[first - 1 : last]) for name, (first, last) in PERIODS.items()}
    n, events = tally.n, sum(bars)
    periods = {name: _period(name, count, n, events) for name, count in days.items()}
    return PeriodProbability(periods, max(days, key=days.__getitem__) if events else None, others)


def _period(name: str, days: int, n: int, events: int) -> Period:
    first, last = PERIODS[name]
    return Period(f"{first}-{last}", days, share(days, n), wilson(days, n), share(days, events))
