"""In which hour of the day an event came (statistics.md, time_distribution)."""

from __future__ import annotations

from core.contracts.results import Hour, TimeDistribution
from core.modules.activity import bar_counts
from core.modules.feature_view import FeatureView, Tally
from core.modules.proportions import percentage

HOURS = (
    ("9:30", 1, 12),
    ("10:30", 13, 24),
    ("11:30", 25, 36),
    ("12:30", 37, 48),
    ("13:30", 49, 60),
    ("14:30", 61, 72),
    ("15:30", 73, 81),
)
"""New York time at which each hour starts, its first bar and its last; the last one has nine bars."""


def time_distribution(view: FeatureView) -> TimeDistribution:
    """Event days by hour, as days and as a percentage of the event days."""
    others = None if view.others is None else TimeDistribution(_hours(view, view.others))
    return TimeDistribution(_hours(view, view.matched), others)


def _hours(view: FeatureView, tally: Tally) -> list[Hour]:
    bars = bar_counts(view, tally)
    events = sum(bars)
    return [_hour(label, first, last, sum(bars[first - 1 : last]), events) for label, first, last in HOURS]


def _hour(label: str, first: int, last: int, days: int, events: int) -> Hour:
    return Hour(label, f"{first}-{last}", days, percentage(days, events))
