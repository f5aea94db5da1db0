"""ema_accumulation: bars of the day on one side of the 5-minute EMA20 (statistics.md, Modules).

The texts of the buckets (`label`, `pct_range`) are left out: no page fixes their wording.
"""

from statistics import fmean

from tests.oracles.case import Case, Data, Told, told, told_all
from tests.oracles.catalogue import Spec
from tests.oracles.days import Day
from tests.oracles.figures import quantile
from tests.oracles.proportions import percent, ratio

BUCKETS = {
    81: ((0, 16), (17, 32), (33, 48), (49, 64), (65, 81)),
    18: ((0, 3), (4, 7), (8, 10), (11, 14), (15, 18)),
}
THRESHOLDS = (5, 10, 20, 40)


def ema_accumulation(case: Case) -> Data:
    """Balance, runs and streaks on the feature's side; and on the other, under `below`, where it has two."""
    return {**_sides(told(case), case.spec), "baseline": _sides(told_all(case), case.spec)}


def _sides(days: Told, spec: Spec) -> Data:
    below = _side(days, spec, spec.sides[1]) if len(spec.sides) == 2 else None
    return {**_side(days, spec, spec.sides[0]), "below": below}


def bars_on(day: Day, side: str, span: int) -> list[bool]:
    """Per bar of the span: whether it closed on that side of the EMA20."""
    if day.past.ema is None:
        raise ValueError(f"{day.date}: a value without the EMA it counts by")
    pairs = list(zip(day.bars, day.past.ema, strict=True))[:span]
    if side == "above":
        return [bar.close > average for bar, average in pairs]
    return [bar.close < average for bar, average in pairs]


def run_lengths(bars: list[bool]) -> list[int]:
    """The lengths of the runs of consecutive bars on the side."""
    lengths, run = [], 0
    for on in [*bars, False]:
        if not on and run:
            lengths.append(run)
        run = run + 1 if on else 0
    return lengths


def alive_at_last(bars: list[bool]) -> int:
    """The run that still stands at the last bar, 0 where none does."""
    count = 0
    for on in reversed(bars):
        if not on:
            break
        count += 1
    return count


def longest_across(days: Told, per_day: list[list[bool]], span: int) -> int | None:
    """The longest run, carried from bar 81 into bar 1 of the adjacent matched session; null without one.

    A span that ends at bar 18 does not touch the next session, so there nothing is carried. `per_day` are the
    bars of the days that have a value.
    """
    longest, carried, before = 0, 0, None
    known = iter(per_day)
    for day, value in days:
        bars = [] if value is None else next(known)
        if span < 81 or value is None or before is None or day.follows != before:
            carried = 0
        for on in bars:
            carried = carried + 1 if on else 0
            longest = max(longest, carried)
        before = day.date
    return longest or None


def _side(days: Told, spec: Spec, side: str) -> Data:
    per_day = [bars_on(day, side, spec.span) for day, value in days if value is not None]
    counts = [float(sum(bars)) for bars in per_day]
    mean = fmean(counts) if counts else None
    alive = [float(alive_at_last(bars)) for bars in per_day]
    quartiles = [quantile(counts, share) for share in (0.25, 0.5, 0.75)]
    return {
        "is_5m_ema": True,
        "regime_balance": {
            "mean_bars": mean,
            "mean_percentage": None if mean is None else 100 * mean / spec.span,
            "distribution_buckets": [_bucket(counts, low, high) for low, high in BUCKETS[spec.span]],
        },
        "regime_persistence": _persistence(per_day, spec.span),
        "streak_stats": {
            "mean_eod_streak": fmean(alive) if alive else None,
            "max_streak_in_data": longest_across(days, per_day, spec.span),
        },
        "distribution_stats": {"quartiles": quartiles if counts else None},
    }


def _bucket(counts: list[float], low: int, high: int) -> Data:
    days = sum(1 for count in counts if low <= count <= high)
    return {"bar_range": f"{low}-{high}", "days": days, "days_pct": percent(days, len(counts))}


def _persistence(per_day: list[list[bool]], span: int) -> Data:
    runs = [length for bars in per_day for length in run_lengths(bars)]
    shares = {
        bars: ratio(sum(1 for length in runs if length >= bars), len(runs)) if bars <= span else None
        for bars in THRESHOLDS
    }
    return {
        "runs": len(runs),
        "avg_consecutive_bars": fmean(runs) if runs else None,
        "max_streak": max(runs, default=None),
        "continuation_prob_5_plus": shares[5],
        "continuation_distribution": [
            {"threshold_bars": bars, "probability": share} for bars, share in shares.items()
        ],
        "full_day_regime_prob": ratio(sum(1 for bars in per_day if all(bars)), len(per_day)),
    }
