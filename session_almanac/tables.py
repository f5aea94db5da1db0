"""The API's answers as tables: nothing is computed here, figures only change their place."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.contracts.errors import InvalidRequest
from session_almanac.frames import ColumnType, Plain, Table

Json = dict[str, Any]

_SIDE: dict[str, ColumnType] = {
    "days": "whole", "occurrence_days": "whole", "occurrence": "number", "lower": "number", "upper": "number",
}  # fmt: skip
_RATE_OF: dict[str, ColumnType] = {"feature": "text", "value": "text", **_SIDE}
_VERDICT: dict[str, ColumnType] = {
    "p_value": "number", "adjusted_p": "number", "family_size": "whole", "verdict": "text", "words": "text",
    "reason": "text",
}  # fmt: skip
_YEARS: dict[str, ColumnType] = {
    "feature": "text", "year": "whole", **_SIDE, **_VERDICT,
}  # fmt: skip
_HELD: dict[str, ColumnType] = {
    "feature": "text", "alarm": "yes_no", "since": "date", "days": "whole",
    "years_per_false_alarm": "number", "delay_of_10_points": "whole",
    "verdict": "text", "words": "text", "reason": "text",
}  # fmt: skip
_OTHERS: dict[str, ColumnType] = {
    "others_days": "whole", "others_occurrence_days": "whole", "others_occurrence": "number",
    "others_difference": "number", "others_difference_lower": "number", "others_difference_upper": "number",
    "others_lift": "number", "others_lift_lower": "number", "others_lift_upper": "number",
    **{f"others_{name}": kind for name, kind in _VERDICT.items()},
}  # fmt: skip
_COIN_VERDICT = {f"coin_{name}": kind for name, kind in _VERDICT.items()}
_COIN: dict[str, ColumnType] = {
    "coin_days": "whole", "coin_unpaired_days": "whole", "coin_occurrence": "number",
    "coin_difference": "number", "coin_difference_lower": "number", "coin_difference_upper": "number",
    "expected": "number", "expected_low": "whole", "expected_high": "whole", **_COIN_VERDICT,
}  # fmt: skip
_MARKS: dict[str, ColumnType] = {
    "at_risk_days": "whole", "already_days": "whole", "decided_by": "list", "look_ahead": "list",
}  # fmt: skip
_RATE = {**_RATE_OF, **_OTHERS, **_COIN, **_MARKS}
_BESIDE_COIN = {**_RATE_OF, **_COIN}
_MIDDLE: tuple[str, ...] = ("mean", "std", "min", "q1", "median", "q3", "max", "median_lower", "median_upper")
_NUMBERS: dict[str, ColumnType] = {
    "feature": "text", "unit": "text", "days": "whole", **dict.fromkeys(_MIDDLE, "number"),
    "others_days": "whole", "others_q1": "number", "others_median": "number", "others_q3": "number",
    "coin_days": "whole", "coin_q1": "number", "coin_median": "number", "coin_q3": "number",
    **_COIN_VERDICT, "decided_by": "list", "look_ahead": "list",
}  # fmt: skip
_COMPARED: dict[str, ColumnType] = {
    "feature": "text", "value": "text",
    **{f"{side}_{name}": kind for side in ("a", "b") for name, kind in _SIDE.items()},
    "difference": "number", "difference_lower": "number", "difference_upper": "number",
    **_VERDICT,
    "decided_by": "list",
}  # fmt: skip
_CURVE: dict[str, ColumnType] = {
    "value": "number", "lowest": "number", "highest": "number", **_SIDE,
    "band_lower": "number", "band_upper": "number", "leaves_overall": "yes_no",
    "coin_days": "whole", "coin_occurrence_days": "whole", "coin_occurrence": "number", "coin_reason": "text",
}  # fmt: skip
_CELLS: dict[str, ColumnType] = {
    "target": "number", "stop": "number", "target_first_days": "whole", "stop_first_days": "whole",
    "same_bar_days": "whole", "neither_days": "whole", "rate": "number", "lower": "number", "upper": "number",
    "break_even": "number", "ended_target": "number", "ended_stop": "number", "ended_close": "number",
    "mean_r": "number", "mean_adr_pct": "number", "mean_points": "number", "mean_lower": "number",
    "mean_upper": "number", "mean_if_target": "number", "coin_days": "whole", "coin_unpaired_days": "whole",
    "coin_mean": "number", "coin_difference": "number", "coin_difference_lower": "number",
    "coin_difference_upper": "number", **_COIN_VERDICT,
}  # fmt: skip
_BARS: dict[str, ColumnType] = {
    "date": "date", "bar_number": "whole", "time": "time", "time_label": "text", "open": "number",
    "high": "number", "low": "number", "close": "number", "volume": "whole", "ema": "number", "ibs": "number",
    "bar_range": "number", "avg_range": "number", "z_score_full": "number", "z_score_body": "number",
    "is_outside_bar": "yes_no", "is_inside_bar": "yes_no", "signal_type": "whole", "ft_flag": "whole",
}  # fmt: skip
_FEATURES: dict[str, ColumnType] = {
    "name": "text", "display_name": "text", "category": "text", "kind": "text", "unit": "text",
    "labels": "list", "known_at": "text", "known_at_bar": "whole", "by_bar_safe": "yes_no",
    "has_prev_twin": "yes_no", "tier": "text", "definition": "text", "plain": "text", "example": "text",
}  # fmt: skip

_KINDS: dict[str, Plain] = {
    "boolean": "yes_no", "integer bar": "whole", "integer count": "whole", "numeric": "number",
    "date": "date",
}  # fmt: skip
_SPREADS = ("basic_distribution", "categorical_distribution")


def features_table(answer: Json) -> Table:
    """GET /features."""
    rows = ({**each, **_definition(each)} for each in answer["features"])
    return Table(_FEATURES, rows, {name: answer[name] for name in ("snapshot", "profile")})


def _definition(feature: Json) -> Json:
    about = feature["metadata"]
    return {
        "display_name": feature["displayName"],
        "kind": feature["type"],
        "unit": about["unit"],
        "labels": list(_labels(feature)),
        "definition": about["description"],
    }


def _labels(feature: Json) -> tuple[str, ...]:
    return tuple(feature["ui_schema"]["filter_component"]["validation"]["enum"] or ())


def days_table(features: Mapping[str, Json], columns: Sequence[str], rows: list[Json], about: Json) -> Table:
    """Rows of POST /v2/days; `features` are the definitions of the columns."""
    kinds = {name: _KINDS.get(features[name]["type"]) or _labels(features[name]) for name in columns}
    return Table({"session_date": "date", **kinds}, rows, about)


def rate_table(answer: Json) -> Table:
    """POST /v2/probabilities: a row for how often a feature occurred, and one for each label of an enum."""
    rows = (row for result in answer["probabilities"].values() for row in _rates(result))
    return Table(_RATE, rows, _about(answer))


def coin_table(answer: Json) -> Table:
    """The same rows with the coin days alone."""
    return Table(_BESIDE_COIN, rate_table(answer).rows, _about(answer))


def _about(answer: Json) -> Json:
    return {"snapshot": answer["snapshot"], **answer["metadata"]}


def _rates(result: Json) -> Iterator[Json]:
    marks = {"feature": result["feature"], **_marks(result)}
    found = _data(result)
    if occurred := found.get("occurrence"):
        yield marks | _occurrence(occurred)
    for spread in filter(None, map(found.get, _SPREADS)):
        for label in spread.get("labels", ()):
            yield marks | _label(spread, label)
    if not (occurred or any("labels" in found.get(name, {}) for name in _SPREADS)):
        detail = (
            f"{result['feature']}: it has no rate; ask numbers() for its middle, or filter by its values."
        )
        raise InvalidRequest(detail, code="no_rate")


def _data(result: Json) -> dict[str, Json]:
    """What a feature's modules say, those left out that say why they cannot."""
    return {name: module["data"] for name, module in result["modules"].items() if module["data"]}


def _marks(result: Json) -> Json:
    return {name: result["metadata"][name] for name in ("unit", "decided_by", "look_ahead")}


def _occurrence(data: Json) -> Json:
    return {
        **_rate(data),
        **_others(data["others"]),
        **_coin(data["coin"]),
        **{name: data[name] for name in ("at_risk_days", "already_days")},
    }


def _label(spread: Json, data: Json) -> Json:
    return {
        "value": data["value"],
        "days": spread.get("n", spread.get("total_observations")),
        "occurrence_days": data["count"],
        "occurrence": _fraction(data["pct"]),
        **data["confidence_interval"],
        **_others(data["others"]),
        **_coin(data["coin"]),
    }


def _fraction(percentage: float | None) -> float | None:
    return None if percentage is None else percentage / 100


def _rate(data: Json | None) -> Json:
    """A rate of the API under the columns' names: `days` are those with a value."""
    if data is None:
        return {}
    days = data.get("total_days", data.get("days"))
    limits: Json = data.get("confidence_interval", {})
    counts = {"occurrence_days": data["occurrence_days"], "occurrence": data["occurrence"]}
    return {"days": days, **counts, **limits}


def _prefixed(prefix: str, data: Json) -> Json:
    return {f"{prefix}_{name}": value for name, value in data.items()}


def _difference(name: str, data: Json | None) -> Json:
    if data is None:
        return {}
    return {name: data["value"], f"{name}_lower": data["lower"], f"{name}_upper": data["upper"]}


def _others(data: Json | None) -> Json:
    """The other days' figures and what the comparison's verdict says."""
    figures = dict(data or {})
    if figures:
        figures["days"] = figures.pop("total_days")
    lift = _prefixed("lift", figures.pop("lift_interval", {}))
    return _beside("others", figures | lift)


def _coin(data: Json | None) -> Json:
    """A coin's figures and what its verdict says, or why there is none."""
    figures = dict(data or {})
    return _expected(figures.pop("expect", None)) | _beside("coin", figures)


def _beside(prefix: str, data: Json) -> Json:
    figures = dict(data)
    limits = _prefixed("difference", figures.pop("confidence_interval", {}))
    said = _verdict(figures.pop("verdict", None))
    return _prefixed(prefix, figures | limits | said)


def _expected(data: Json | None) -> Json:
    """The rate to expect, and on how many of the next ten such days."""
    if data is None:
        return {}
    return {"expected": data["rate"], "expected_low": data["low"], "expected_high": data["high"]}


def _verdict(data: Json | None) -> Json:
    if data is None:
        return {}
    tests = {"p_value": data["p"], **{name: data[name] for name in ("adjusted_p", "family_size")}}
    return {"verdict": data["code"], "words": data["words"], "reason": data["reason"], **tests}


def years_table(answer: Json) -> Table:
    """The years of each occurrence of POST /v2/probabilities; each row says whether they all differ."""
    found = {name: _data(result).get("occurrence") for name, result in answer["probabilities"].items()}
    for name, data in found.items():
        if data is None:
            detail = (
                f"{name}: it is nothing that occurs or not, so it has no years; ask days() for its values."
            )
            raise InvalidRequest(detail, code="no_years")
    known = {name: data for name, data in found.items() if data}
    rows = (
        {"feature": name, "year": year["year"], **_rate(year), **_verdict(data["years_verdict"])}
        for name, data in known.items()
        for year in data["years"]
    )
    return Table(_YEARS, rows, _about(answer))


def held_table(answers: Sequence[Json]) -> Table:
    """POST /v2/held: a row a feature."""
    rows = ({**answer, **_verdict(answer["verdict"])} for answer in answers)
    return Table(_HELD, rows, {"snapshot": answers[0]["snapshot"]} if answers else {})


def numbers_table(answer: Json) -> Table:
    """The middle of each number, count or event bar of POST /v2/probabilities."""
    rows = (_numbers(result) for result in answer["probabilities"].values())
    return Table(_NUMBERS, list(rows), _about(answer))


def _numbers(result: Json) -> Json:
    found = _data(result)
    about = {"feature": result["feature"], **_marks(result)}
    spread = found.get("basic_distribution", {})
    if "median" in spread:
        limits = {f"median_{end}": value for end, value in spread["median_interval"].items()}
        compared = _coin(spread["coin"]) | _prefixed("others", _middle(spread["others"]))
        return about | _middle(spread) | limits | compared
    if timing := found.get("timing_analysis"):
        return about | _middle(timing) | _prefixed("others", _middle(timing["others"]))
    raise InvalidRequest(f"{result['feature']}: it is no number; ask rate().", code="no_numbers")


def _middle(data: Json | None) -> Json:
    """Quartiles under the columns' names; an event's are over the days on which it came."""
    if data is None:
        return {}
    renamed = {"n": "days", "total_occurrences": "days", "mean_bar": "mean", "median_bar": "median"}
    return {renamed.get(name, name): value for name, value in data.items()}


def compare_table(answer: Json) -> Table:
    """POST /v2/compare: those that differ most surely first."""
    place = {name: at for at, name in enumerate(answer["ranking"])}
    names = sorted(answer["features"], key=lambda name: place.get(name, len(place)))
    rows = (_compared(name, answer["features"][name]) for name in names)
    about = {name: answer[name] for name in ("a_days", "b_days", "both_days", "ranking", "snapshot")}
    return Table(_COMPARED, rows, about)


def _compared(name: str, data: Json) -> Json:
    return {
        "feature": name,
        "value": data["label"],
        **_prefixed("a", _rate(data["a"])),
        **_prefixed("b", _rate(data["b"])),
        **_difference("difference", data["difference"]),
        **_verdict(data["verdict"]),
        "decided_by": data["decided_by"],
    }


def curve_table(answer: Json) -> Table:
    """POST /v2/curve."""
    rows = (
        {**point, **_rate(point), **_prefixed("band", point["band"]), **_coin(point["coin"])}
        for point in answer["points"]
    )
    return Table(_CURVE, rows, {name: value for name, value in answer.items() if name != "points"})


def excursion_table(answer: Json) -> Table:
    """POST /v2/excursion: a row a target and a stop."""
    rows = (
        {
            **cell,
            **cell["confidence_interval"],
            **_prefixed("ended", cell["ended"] or {}),
            **_prefixed("mean", cell["mean_interval"]),
            **_coin(cell["coin"]),
        }
        for cell in answer["cells"]
    )
    about = ("days", "asked_days", "minute_days", "look_ahead", "snapshot")
    return Table(_CELLS, rows, {name: answer[name] for name in about})


def bars_table(answer: Json) -> Table:
    """POST /v2/charts/data: one row a bar, with its signal."""
    signals = {each["bar_number"]: each for each in answer["amaSignals"]}
    marks = ("signal_type", "ft_flag")
    rows = (
        bar | {name: signals.get(bar["bar_number"], {}).get(name) for name in marks} for bar in answer["bars"]
    )
    return Table(
        _BARS, rows, {**answer["metadata"], **answer["referenceLines"], "snapshot": answer["snapshot"]}
    )
