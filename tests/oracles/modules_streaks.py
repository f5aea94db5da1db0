"""streak_analysis: runs of adjacent exchange sessions, all matched and active (statistics.md, ruling 5)."""

from __future__ import annotations

from statistics import fmean

from tests.oracles.case import Case, Data, Told, told, told_all
from tests.oracles.catalogue import Spec, is_active
from tests.oracles.days import Value
from tests.oracles.figures import quantile
from tests.oracles.proportions import percent, ratio


def streak_analysis(case: Case) -> Data:
    """How long the feature stays active, for a signed count below zero too; beside it the whole range."""
    return {**_sides(told(case), case.spec), "baseline": _sides(told_all(case), case.spec)}


def _sides(days: Told, spec: Spec) -> Data:
    below = _streaks(days, spec, "below") if "below" in spec.sides else None
    return {**_streaks(days, spec, "above"), "below": below}


def is_on(value: Value, spec: Spec, side: str) -> bool:
    """Whether a value carries a streak: active, an enum's first label, a number under 0 for `below`."""
    if value is None:
        return False
    if spec.kind == "enum":
        return value == spec.labels[0]
    return float(value) < 0 if side == "below" else is_active(value)


def runs_of(days: Told, spec: Spec, side: str) -> list[tuple[int, bool]]:
    """Each run's length and whether the exchange session after it is matched with a value (not active)."""
    on = {day.date: None if value is None else is_on(value, spec, side) for day, value in days}
    after = {day.follows: day.date for day, _ in days if day.follows is not None}
    runs = []
    for day, _ in days:
        if not on[day.date] or (day.follows is not None and on.get(day.follows)):
            continue
        length, at = 1, after.get(day.date)
        while at is not None and on[at]:
            length, at = length + 1, after.get(at)
        runs.append((length, at is not None and on[at] is not None))
    return runs


def _streaks(days: Told, spec: Spec, side: str) -> Data:
    values = [value for _, value in days if value is not None]
    active = sum(1 for value in values if is_on(value, spec, side))
    runs = runs_of(days, spec, side)
    lengths = [length for length, _ in runs]
    longest = max(lengths, default=0)
    return {
        "active_days": active,
        "total_days": len(values),
        "overall_percentage": percent(active, len(values)),
        "streak_distribution": {str(length): lengths.count(length) for length in sorted(set(lengths))},
        "streak_stats": {"median_streak": quantile(lengths, 0.5), "max_streak": longest or None},
        "mean_streak": fmean(lengths) if lengths else None,
        "continuation": [_continuation(runs, length) for length in range(1, longest + 1)],
    }


def _continuation(runs: list[tuple[int, bool]], at: int) -> Data:
    went_on = sum(1 for length, _ in runs if length > at)
    ended = sum(1 for length, is_known in runs if length == at and is_known)
    return {"length": at, "probability": ratio(went_on, went_on + ended), "streaks": went_on + ended}
