"""extreme_timing and hod_lod_analysis: when a day passes its own extreme (statistics.md, ruling 23)."""

from bisect import bisect_right
from statistics import fmean

from tests.oracles.case import Case, Data, Told, told, told_others
from tests.oracles.catalogue import Spec
from tests.oracles.days import Day
from tests.oracles.figures import quantile
from tests.oracles.proportions import percent

PERIODS = {"1-27": (1, 27), "28-54": (28, 54), "55-81": (55, 81)}


def extreme_timing(case: Case) -> Data:
    """Updates of the side's extreme per day and by period, and when the final one was in."""
    others = _known(told_others(case))
    return {
        **_timing(_known(told(case)), case.spec),
        "others": _timing(others, case.spec) if others else None,
    }


def _known(days: Told) -> list[Day]:
    return [day for day, value in days if value is not None]


def updates(day: Day, side: str) -> list[int]:
    """The bars i >= 2 that pass every earlier high (low) of the session."""
    prices = [bar.high if side == "high" else -bar.low for bar in day.bars]
    furthest, bars = prices[0], []
    for number, price in enumerate(prices[1:], start=2):
        if price > furthest:
            furthest = price
            bars.append(number)
    return bars


def final_bar(day: Day, sides: tuple[str, ...]) -> int:
    """The first bar at the day's high (low); the earlier of the two for both sides."""
    highs, lows = [bar.high for bar in day.bars], [bar.low for bar in day.bars]
    at = {"high": highs.index(max(highs)) + 1, "low": lows.index(min(lows)) + 1}
    return min(at[side] for side in sides)


def _timing(days: list[Day], spec: Spec) -> Data:
    per_day = [[bar for side in spec.sides for bar in updates(day, side)] for day in days]
    finals = sorted(final_bar(day, spec.sides) for day in days)
    new = [bar for bars in per_day for bar in bars]
    counts = [float(len(bars)) for bars in per_day]
    return {
        "daily_updates": {
            "average": fmean(counts) if counts else None,
            "median": quantile(counts, 0.5),
            "max": max(map(len, per_day), default=None),
        },
        "period_analysis": {
            name: {"new_extremes": _share(new, span), "final_extremes": _share(finals, span)}
            for name, span in PERIODS.items()
        },
        "final_by_bar_days": [bisect_right(finals, k) for k in range(1, 82)],
    }


def _share(bars: list[int], span: tuple[int, int]) -> Data:
    count = sum(1 for bar in bars if span[0] <= bar <= span[1])
    return {"count": count, "pct_of_total": percent(count, len(bars))}
