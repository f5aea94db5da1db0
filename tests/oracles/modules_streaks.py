"""streak_analysis: runs of adjacent exchange sessions, all matched and active (statistics.md, ruling 5)."""

from collections.abc import Mapping
from datetime import date
from statistics import fmean

from tests.oracles.case import Case, Data, Told, told, told_all, told_universe
from tests.oracles.catalogue import Spec, is_active
from tests.oracles.days import Value
from tests.oracles.figures import quantile
from tests.oracles.proportions import percent, ratio


def streak_analysis(case: Case) -> Data:
    """How long the feature stays active, for a signed count below zero too; beside it the whole range."""
    every = told_universe(case)
    return {**_sides(told(case), every, case.spec), "baseline": _sides(told_all(case), every, case.spec)}


def _sides(days: Told, every: Told, spec: Spec) -> Data:
    below = _streaks(days, every, spec, "below") if "below" in spec.sides else None
    return {**_streaks(days, every, spec, "above"), "below": below}


def is_on(value: Value, spec: Spec, side: str) -> bool:
    """Whether a value carries a streak: active, an enum's first label, a number under 0 for `below`."""
    if value is None:
        return False
    if spec.kind == "enum":
        return value == spec.labels[0]
    return float(value) < 0 if side == "below" else is_active(value)


def runs_of(days: Told, spec: Spec, side: str) -> list[list[date]]:
    """Each run's sessions, in order."""
    on = {day.date: None if value is None else is_on(value, spec, side) for day, value in days}
    after = {day.follows: day.date for day, _ in days if day.follows is not None}
    runs = []
    for day, _ in days:
        if not on[day.date] or (day.follows is not None and on.get(day.follows)):
            continue
        run, at = [day.date], after.get(day.date)
        while at is not None and on[at]:
            run.append(at)
            at = after.get(at)
        runs.append(run)
    return runs


def _streaks(days: Told, every: Told, spec: Spec, side: str) -> Data:
    values = [value for _, value in days if value is not None]
    active = sum(1 for value in values if is_on(value, spec, side))
    runs = runs_of(days, spec, side)
    lengths = [len(run) for run in runs]
    next_on = {
        day.follows: is_on(value, spec, side)
        for day, value in every
        if day.follows is not None and value is not None
    }
    longest = max(lengths, default=0)
    return {
        "active_days": active,
        "total_days": len(values),
        "overall_percentage": percent(active, len(values)),
        "streak_distribution": {str(length): lengths.count(length) for length in sorted(set(lengths))},
        "streak_stats": {"median_streak": quantile(lengths, 0.5), "max_streak": longest or None},
        "mean_streak": fmean(lengths) if lengths else None,
        "continuation": [_continuation(runs, next_on, length) for length in range(1, longest + 1)],
    }


def _continuation(runs: list[list[date]], next_on: Mapping[date, bool], at: int) -> Data:
    """Whether the next session, matched or not, continues the runs that reached `at`, where it is known."""
    reached = [run[at - 1] for run in runs if len(run) >= at]
    known = [next_on[day] for day in reached if day in next_on]
    return {"length": at, "probability": ratio(sum(known), len(known)), "streaks": len(known)}
