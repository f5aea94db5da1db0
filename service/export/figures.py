"""Every figure of a result as a row: read from the answer's own JSON, so that file and page agree."""

from collections.abc import Callable, Iterator, Mapping

from service.export.coin_figures import coin_labels, coin_quartiles, coin_rate, coin_timing
from service.export.figure import SHARE, Data, Figure, field_at, fraction, measure, verdict_of


def figures_of(module: str, data: Data, unit: str, n: int) -> list[Figure]:
    """The figures of one module; `unit` is the feature's own, `n` its days with a value."""
    return list(_READERS.get(module, _every_number)(data, unit, n))


def _occurrence(data: Data, unit: str, n: int) -> Iterator[Figure]:
    others, baseline = data["others"], data["baseline"]
    compared = _compared(others)
    limits = data["confidence_interval"]
    yield Figure("Occurrence", SHARE, data["occurrence"], data["total_days"], limits, **compared)
    days = field_at(others, "occurrence_days")
    yield Figure("Active days", "days", data["occurrence_days"], n, others=days)
    yield Figure("Baseline", SHARE, field_at(baseline, "occurrence"), field_at(baseline, "total_days"))
    yield Figure("Lift", "ratio", field_at(others, "lift"), n, field_at(others, "lift_interval"))
    for each in data["years"]:
        limits = each["confidence_interval"]
        yield Figure(f"Year {each['year']}", SHARE, each["occurrence"], each["days"], limits)
    yield Figure("Years against one another", "test", None, n, **verdict_of(data["years_verdict"]))
    recent = data["recent"]
    if recent is not None:
        name = f"Last {recent['days']} days against all before"
        figures = recent["occurrence"], recent["days"]
        said = verdict_of(recent["verdict"])
        yield Figure(name, SHARE, *figures, difference=recent["difference"], **said)
        before = recent["before"]
        yield Figure("All days before them", SHARE, before["occurrence"], before["total_days"])
    yield from coin_rate(data["coin"])


def _compared(others: Data | None) -> Data:
    """What a figure has beside it of the other days: their rate, the difference and the verdict."""
    if others is None:
        return {}
    return {
        "others": others["occurrence"],
        "difference": {"value": others["difference"], **others["confidence_interval"]},
        **verdict_of(others["verdict"]),
    }


def _timing(data: Data, unit: str, n: int) -> Iterator[Figure]:
    events, others = data["total_occurrences"], data["others"]
    yield Figure("Event days", "days", events, n, others=field_at(others, "total_occurrences"))
    for field, name in (
        ("median_bar", "Median bar"),
        ("mean_bar", "Mean bar"),
        ("q1", _SPREAD["q1"]),
        ("q3", _SPREAD["q3"]),
    ):
        yield Figure(name, "bar", data[field], events, others=field_at(others, field))
    for bar, days in data["distribution"].items():
        beside = None if others is None else others["distribution"].get(bar, 0)
        yield Figure(f"Event on bar {bar}", "days", days, events, others=beside)
    yield from coin_timing(data["coin"])


def _periods(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for name, each in data["periods"].items():
        others = field_at(data, "others", "periods", name, "probability")
        yield Figure(name, SHARE, each["probability"], n, each["confidence_interval"], others)


def _hours(data: Data, unit: str, n: int) -> Iterator[Figure]:
    events = sum(hour["days"] for hour in data["hours"])
    for index, hour in enumerate(data["hours"]):
        others = None if data["others"] is None else data["others"]["hours"][index]["pct"]
        name = f"Event in bars {hour['bar_range']}"
        yield Figure(name, SHARE, fraction(hour["pct"]), events, others=fraction(others))


def _basic(data: Data, unit: str, n: int) -> Iterator[Figure]:
    if "labels" in data:
        yield from _labels(data, unit, n)
        return
    limits = {"median": data["median_interval"]}
    for field, name in _SPREAD.items():
        others = field_at(data["others"], field) if field in _QUARTILES else None
        yield Figure(name, unit, data[field], data["n"], limits.get(field), others)
    for part in data["parts"] or ():
        matched = part["matched"]
        for field in _QUARTILES:
            name = f"{part['label']}: {_SPREAD[field]}"
            yield Figure(name, unit, matched[field], matched["n"], others=field_at(part["others"], field))
    for index, each in enumerate(data["histogram"]):
        beside = None if data["others_histogram"] is None else data["others_histogram"][index]
        yield Figure(_bin_name(each, unit), "days", each["count"], data["n"], others=beside)
    yield from coin_quartiles(data["coin"], unit, {field: _SPREAD[field] for field in _QUARTILES})


_QUARTILES = ("q1", "median", "q3")
_SPREAD = {
    "mean": "Mean",
    "std": "Standard deviation",
    "min": "Minimum",
    "q1": "Lower quartile",
    "median": "Median",
    "q3": "Upper quartile",
    "max": "Maximum",
}


def _bin_name(each: Data, unit: str) -> str:
    lower, upper = each["lower"], each["upper"]
    if lower is None:
        return f"Days below {measure(upper, unit)}"
    if upper is None:
        return f"Days at or above {measure(lower, unit)}"
    if lower == upper:
        return f"Days at {measure(lower, unit)}"
    return f"Days from {measure(lower, unit)} to below {measure(upper, unit)}"


def _labels(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for each in data["labels"]:
        limits, compared = each["confidence_interval"], _compared(each["others"])
        yield Figure(each["label"], SHARE, fraction(each["pct"]), n, limits, **compared)
    yield from coin_labels(data)


def _ranges(data: Data, unit: str, n: int) -> Iterator[Figure]:
    yield Figure("Mean", unit, data["stats"]["mean"], n)
    yield Figure("Standard deviation", unit, data["stats"]["std"], n)
    yield Figure("Skewness", "ratio", data["stats"]["skewness"], n)
    for label, (_, pct) in data["distribution"].items():
        others = None if data["others"] is None else data["others"]["distribution"][label][1]
        yield Figure(f"Range {label}", SHARE, fraction(pct), n, others=fraction(others))


def _thresholds(data: Data, unit: str, n: int) -> Iterator[Figure]:
    yield Figure("Median", unit, data["median"], n)
    rows = [(f"Range {each['label']}", each, each["days"]) for each in data["ranges"]]
    for edge in data["reached"]:
        words = "At or above" if edge["direction"] == "at_or_above" else "At or below"
        rows.append((f"{words} {measure(edge['threshold'], unit)}", edge, n))
    for name, each, days in rows:
        value, others = fraction(each["percentage"]), fraction(each["others_percentage"])
        yield Figure(name, SHARE, value, days, each["confidence_interval"], others)


def _extremes(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for field in ("average", "median", "max"):
        value, others = data["daily_updates"][field], field_at(data["others"], "daily_updates", field)
        yield Figure(f"Updates a day, {field}", "updates", value, n, others=others)
    for bars, period in data["period_analysis"].items():
        for field, name in (("new_extremes", "New extremes"), ("final_extremes", "Final extreme")):
            share = fraction(period[field]["pct_of_total"])
            others = fraction(field_at(data["others"], "period_analysis", bars, field, "pct_of_total"))
            yield Figure(f"{name} in bars {bars}", SHARE, share, n, others=others)


def _streaks(data: Data, unit: str, n: int) -> Iterator[Figure]:
    total = data["total_days"]
    yield Figure("Active days", SHARE, fraction(data["overall_percentage"]), total)
    yield Figure("Mean streak", "sessions", data["mean_streak"], total)
    yield Figure("Median streak", "sessions", data["streak_stats"]["median_streak"], total)
    yield Figure("Longest streak", "sessions", data["streak_stats"]["max_streak"], total)
    for length, count in data["streak_distribution"].items():
        yield Figure(f"Streaks of {length}", "streaks", count, total)
    for each in data["continuation"]:
        yield Figure(f"Went on after {each['length']}", SHARE, each["probability"], each["streaks"])


def _ema(data: Data, unit: str, n: int) -> Iterator[Figure]:
    balance, persistence = data["regime_balance"], data["regime_persistence"]
    yield Figure("Bars a day, mean", "bars", balance["mean_bars"], n)
    yield Figure("Of the bars", SHARE, fraction(balance["mean_percentage"]), n)
    for bucket in balance["distribution_buckets"]:
        yield Figure(f"Days with {bucket['bar_range']} bars", SHARE, fraction(bucket["days_pct"]), n)
    yield Figure("Full day", SHARE, persistence["full_day_regime_prob"], n)
    yield Figure("Average run", "bars", persistence["avg_consecutive_bars"], persistence["runs"])
    yield Figure("Longest run", "bars", persistence["max_streak"], persistence["runs"])
    for each in persistence["continuation_distribution"]:
        name = f"Runs of {each['threshold_bars']} bars or more"
        yield Figure(name, SHARE, each["probability"], persistence["runs"])
    yield Figure("Run at the last bar, mean", "bars", data["streak_stats"]["mean_eod_streak"], n)
    yield Figure("Longest across sessions", "bars", data["streak_stats"]["max_streak_in_data"], n)


def _how_often(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for field, name in (("days_none", "None"), ("days_once", "Once"), ("days_multiple", "Multiple")):
        others = fraction(field_at(data["others"], field, "percentage"))
        yield Figure(name, SHARE, fraction(data[field]["percentage"]), n, others=others)
    average = field_at(data["others"], "average_when_active")
    yield Figure("Average when active", "times", data["average_when_active"], n, others=average)
    yield Figure("Maximum", "times", data["max"], n, others=field_at(data["others"], "max"))


def _all_time_highs(data: Data, unit: str, n: int) -> Iterator[Figure]:
    days = data["ath_days"]
    yield Figure("All-time-high days", SHARE, fraction(data["percentage"]), n)
    yield Figure("Next session too", SHARE, data["next_session_ath"], data["next_sessions"])
    yield Figure("Sessions since last, median", "sessions", data["days_since_last"]["median"], days)
    yield Figure("Sessions since last, maximum", "sessions", data["days_since_last"]["max"], days)
    yield Figure("First at, median", "bar", data["median_bar_of_first_ath"], days)
    for field, name in (("q1", "lower quartile"), ("median", "median"), ("q3", "upper quartile")):
        yield Figure(f"Drawdown when not, {name}", "%", data["drawdown_when_not"][field], n - days)


def _every_number(data: Data, unit: str, n: int) -> Iterator[Figure]:
    """The numbers of a module that has no rows of its own, by their field."""
    for field, value in data.items():
        if isinstance(value, int | float):
            yield Figure(field.replace("_", " ").capitalize(), unit, value, n)


Reader = Callable[[Data, str, int], Iterator[Figure]]

_READERS: Mapping[str, Reader] = {
    "occurrence": _occurrence,
    "timing_analysis": _timing,
    "period_probability": _periods,
    "time_distribution": _hours,
    "basic_distribution": _basic,
    "percentage_distribution": _ranges,
    "threshold_analysis": _thresholds,
    "categorical_distribution": _labels,
    "extreme_timing": _extremes,
    "hod_lod_analysis": _extremes,
    "streak_analysis": _streaks,
    "ema_accumulation": _ema,
    "binary_multi_occurrence": _how_often,
    "ath_analysis": _all_time_highs,
}
