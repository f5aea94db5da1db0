"""The modules about whether and when something happened (statistics.md, Modules)."""

from bisect import bisect_right
from statistics import fmean

from tests.oracles.case import Case, Data, Told, present, told, told_all, with_others
from tests.oracles.catalogue import Spec, is_active
from tests.oracles.figures import quantile
from tests.oracles.other_days import beside
from tests.oracles.proportions import heterogeneity, newcombe, percent, ratio, wilson

RECENT_DAYS = 250

PERIODS = {"Morning": (1, 27), "Mid-Session": (28, 54), "Late Session": (55, 81)}
HOURS = {
    "9:30": (1, 12),
    "10:30": (13, 24),
    "11:30": (25, 36),
    "12:30": (37, 48),
    "13:30": (49, 60),
    "14:30": (61, 72),
    "15:30": (73, 81),
}


def occurrence(case: Case) -> Data:
    """How often it happened, and against the other days."""
    matched, others = present(case.matched), present(case.others)
    x, n = sum(map(is_active, matched)), len(matched)
    y, m = sum(map(is_active, others)), len(others)
    return {
        **_rate(x, n),
        "confidence_interval": wilson(x, n),
        "baseline": _rate(x + y, n + m),
        "others": beside(case, is_active),
        **by_year(told(case), [day.date.year for day, _ in told_all(case)], case.conditioned),
        "recent": recent_days([is_active(value) for value in matched], case.conditioned),
        "at_risk_days": None,
        "already_days": None,
    }


def by_year(told: Told, years: list[int], conditioned: bool) -> Data:
    """Each year of the dates, with or without a matched day, and whether they differ."""
    counts = {year: (0, 0) for year in sorted(set(years))}
    for day, value in told:
        if value is not None:
            x, n = counts[day.date.year]
            counts[day.date.year] = x + is_active(value), n + 1
    return {
        "years": [
            {
                "year": year,
                "days": n,
                "occurrence_days": x,
                "occurrence": ratio(x, n),
                "confidence_interval": wilson(x, n),
            }
            for year, (x, n) in counts.items()
        ],
        "years_verdict": years_verdict(counts, conditioned),
    }


def years_verdict(counts: dict[int, tuple[int, int]], conditioned: bool) -> Data:
    """Whether the years have one rate, before Holm's adjustment."""
    p = None if conditioned else heterogeneity([*counts.values()])
    is_one = sum(n > 0 for _, n in counts.values()) == 1
    reason = "fixed_by_filter" if conditioned else "one_year" if is_one else "too_few"
    return {"against": "years", "p": p, "reason": reason if p is None else None}


def recent_days(active: list[bool], conditioned: bool) -> Data | None:
    """The last 250 days with a value beside all before them; null where there is none before."""
    late, before = active[-RECENT_DAYS:], active[:-RECENT_DAYS]
    if not before:
        return None
    return {
        "days": len(late),
        "occurrence": ratio(sum(late), len(late)),
        "before": _rate(sum(before), len(before)),
        "difference": (difference := newcombe(sum(late), len(late), sum(before), len(before))),
        "verdict": {"against": "recent", "code": recent_code(difference, conditioned)},
    }


def recent_code(difference: Data, conditioned: bool) -> str:
    """Whether the interval leaves out 0."""
    if conditioned:
        return "not_tested"
    return "looks_different" if difference["lower"] > 0 or difference["upper"] < 0 else "could_be_chance"


def _rate(x: int, n: int) -> Data:
    return {"occurrence": ratio(x, n), "occurrence_days": x, "total_days": n}


def timing_analysis(case: Case) -> Data:
    """When it happened, over the days on which it did."""
    return with_others(case, _timing)


def _timing(values: list[int], _: Spec) -> Data:
    bars = sorted(value for value in values if value > 0)
    q1, q3 = quantile(bars, 0.25), quantile(bars, 0.75)
    return {
        "total_occurrences": len(bars),
        "median_bar": quantile(bars, 0.5),
        "mean_bar": fmean(bars) if bars else None,
        "q1": q1,
        "q3": q3,
        "iqr": q3 - q1 if q1 is not None and q3 is not None else None,
        "distribution": {str(bar): bars.count(bar) for bar in sorted(set(bars))},
        "by_bar_days": [bisect_right(bars, k) for k in range(1, 82)],
    }


def _within(values: list[int], span: tuple[int, int]) -> int:
    return sum(1 for value in values if span[0] <= value <= span[1])


def period_probability(case: Case) -> Data:
    """The share of days whose event fell in each third of the session."""
    return with_others(case, _periods)


def _periods(values: list[int], _: Spec) -> Data:
    n, events = len(values), sum(map(is_active, values))
    days = {name: _within(values, span) for name, span in PERIODS.items()}
    return {
        "periods": {
            name: {
                "bar_range": f"{span[0]}-{span[1]}",
                "probability": ratio(days[name], n),
                "confidence_interval": wilson(days[name], n),
                "share_of_events": ratio(days[name], events),
            }
            for name, span in PERIODS.items()
        },
        "most_likely_period": max(PERIODS, key=days.__getitem__) if events else None,
    }


def time_distribution(case: Case) -> Data:
    """Event days by the hour in which it happened."""
    return with_others(case, _hours)


def _hours(values: list[int], _: Spec) -> Data:
    events = sum(map(is_active, values))
    hours = []
    for label, span in HOURS.items():
        days = _within(values, span)
        pct = percent(days, events)
        hours.append({"label": label, "bar_range": f"{span[0]}-{span[1]}", "days": days, "pct": pct})
    return {"hours": hours}
