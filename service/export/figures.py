"""Every figure of a result as a row: read from the answer's own JSON, so that file and page agree."""

from collections.abc import Callable, Iterator, Mapping

from service.export.figure import SHARE, Data, Figure, field_of, fraction, measure
from service.export.session_figures import all_time_highs, ema, extremes, how_often, streaks


def figures_of(module: str, data: Data, unit: str, n: int) -> list[Figure]:
    """The figures of one module; `unit` is the feature's own, `n` its days with a value."""
    return list(_READERS.get(module, _every_number)(data, unit, n))


def _occurrence(data: Data, unit: str, n: int) -> Iterator[Figure]:
    yield Figure(
        "Occurrence",
        SHARE,
        data["occurrence"],
        data["total_days"],
        data["confidence_interval"],
        field_of(data, "others", "occurrence"),
        data["difference"],
        data["p_value"],
        data["q_value"],
    )
    yield Figure(
        "Active days", "days", data["occurrence_days"], n, others=field_of(data, "others", "occurrence_days")
    )
    yield Figure(
        "Baseline", SHARE, field_of(data, "baseline", "occurrence"), field_of(data, "baseline", "total_days")
    )
    yield Figure("Lift", "ratio", data["lift"], n)


def _timing(data: Data, unit: str, n: int) -> Iterator[Figure]:
    events, others = data["total_occurrences"], data["others"]
    yield Figure("Event days", "days", events, n, others=field_of(others, "total_occurrences"))
    for field, name in _BARS.items():
        yield Figure(name, "bar", data[field], events, others=field_of(others, field))
    for bar, days in data["distribution"].items():
        beside = None if others is None else others["distribution"].get(bar, 0)
        yield Figure(f"Event on bar {bar}", "days", days, events, others=beside)


_BARS = {"median_bar": "Median bar", "mean_bar": "Mean bar", "q1": "Lower quartile", "q3": "Upper quartile"}


def _periods(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for name, each in data["periods"].items():
        others = field_of(data, "others", "periods", name, "probability")
        yield Figure(name, SHARE, each["probability"], n, each["confidence_interval"], others)


def _hours(data: Data, unit: str, n: int) -> Iterator[Figure]:
    events = sum(hour["days"] for hour in data["hours"])
    for place, hour in enumerate(data["hours"]):
        others = None if data["others"] is None else data["others"]["hours"][place]["pct"]
        name = f"Event in bars {hour['bar_range']}"
        yield Figure(name, SHARE, fraction(hour["pct"]), events, others=fraction(others))


def _basic(data: Data, unit: str, n: int) -> Iterator[Figure]:
    if "labels" in data:
        yield from _labels(data, unit, n)
        return
    limits = {"median": data["median_interval"]}
    for field, name in _SPREAD.items():
        others = field_of(data["others"], field) if field in _QUARTILES else None
        yield Figure(name, unit, data[field], data["n"], limits.get(field), others)
    for part in data["parts"] or ():
        yield from _part(part, unit)
    for place, each in enumerate(data["histogram"]):
        beside = None if data["others_histogram"] is None else data["others_histogram"][place]
        yield Figure(_bin_name(each, unit), "days", each["count"], data["n"], others=beside)


def _part(part: Data, unit: str) -> Iterator[Figure]:
    matched = part["matched"]
    for field in _QUARTILES:
        name = f"{part['label']}: {_SPREAD[field]}"
        yield Figure(name, unit, matched[field], matched["n"], others=field_of(part["others"], field))


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
        value, others = fraction(each["pct"]), fraction(field_of(each["others"], "pct"))
        yield Figure(each["label"], SHARE, value, n, each["confidence_interval"], others)
    yield Figure("Labels against others", "test", None, n, p=data["p_value"], q=data["q_value"])


def _ranges(data: Data, unit: str, n: int) -> Iterator[Figure]:
    for name in ("mean", "std", "skewness"):
        yield Figure(_MOMENTS[name], "ratio" if name == "skewness" else unit, data["stats"][name], n)
    for label, (_, pct) in data["distribution"].items():
        others = None if data["others"] is None else data["others"]["distribution"][label][1]
        yield Figure(f"Range {label}", SHARE, fraction(pct), n, others=fraction(others))


_MOMENTS = {"mean": "Mean", "std": "Standard deviation", "skewness": "Skewness"}


def _thresholds(data: Data, unit: str, n: int) -> Iterator[Figure]:
    yield Figure("Median", unit, data["median"], n)
    for each in data["ranges"]:
        yield _threshold(f"Range {each['label']}", each, each["days"])
    for edge in data["reached"]:
        words = "At or above" if edge["direction"] == "at_or_above" else "At or below"
        yield _threshold(f"{words} {measure(edge['threshold'], unit)}", edge, n)


def _threshold(name: str, each: Data, n: int) -> Figure:
    others = fraction(each["others_percentage"])
    return Figure(name, SHARE, fraction(each["percentage"]), n, each["confidence_interval"], others)


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
    "extreme_timing": extremes,
    "hod_lod_analysis": extremes,
    "streak_analysis": streaks,
    "ema_accumulation": ema,
    "binary_multi_occurrence": how_often,
    "ath_analysis": all_time_highs,
}
