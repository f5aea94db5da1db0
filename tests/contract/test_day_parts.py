"""Any bar of any display opens its days: as many as the bar counts, whatever the filters."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.results import ModuleKind

Bar = tuple[str, int]
FILTERED: dict[str, Any] = {
    "gap_fill_bar": {"operator": "<=", "value": 40},
    "Date_Range": {"operator": "range", "value": ["2024-01-10", "2024-07-01"]},
}
ASKED: list[dict[str, Any]] = [{}, FILTERED]


def occurrence(data: Any) -> Iterator[Bar]:
    yield "active", data["occurrence_days"]


def timing(data: Any) -> Iterator[Bar]:
    """Every bar with days, and some that may have none."""
    for bar in {*map(int, data["distribution"]), 1, 12, 54, 81}:
        yield str(bar), data["distribution"].get(str(bar), 0)


def periods(data: Any) -> Iterator[Bar]:
    for name, period in data["periods"].items():
        yield name, period["days"]


def hours(data: Any) -> Iterator[Bar]:
    for hour in data["hours"]:
        yield hour["bar_range"], hour["days"]


def labels(data: Any) -> Iterator[Bar]:
    for label in data["labels"]:
        yield label["value"], label["count"]


def spread(data: Any) -> Iterator[Bar]:
    if "labels" in data:
        yield from labels(data)
    for position, each in enumerate(data.get("histogram", [])):
        yield str(position), each["count"]


def ranges(data: Any) -> Iterator[Bar]:
    for label, (days, _) in data["distribution"].items():
        yield label, days


def thresholds(data: Any) -> Iterator[Bar]:
    for each in data["ranges"]:
        yield each["label"], each["count"]
    for edge in data["reached"]:
        yield f"reached {edge['threshold']:g}", edge["count"]


def final_extremes(data: Any) -> Iterator[Bar]:
    for bars, period in data["period_analysis"].items():
        yield bars, period["final_extremes"]["count"]


def streaks(data: Any) -> Iterator[Bar]:
    """Each streak has as many days as it is long."""
    for length, count in data["streak_distribution"].items():
        yield length, count * int(length)


def ema(data: Any) -> Iterator[Bar]:
    for bucket in data["regime_balance"]["distribution_buckets"]:
        yield bucket["bar_range"], bucket["days"]


def how_often(data: Any) -> Iterator[Bar]:
    for name in ("none", "once", "multiple"):
        yield name, data[f"days_{name}"]["days"]


def all_time_highs(data: Any) -> Iterator[Bar]:
    yield "days", data["ath_days"]
    yield "next", round((data["next_session_ath"] or 0) * data["next_sessions"])


BARS: dict[ModuleKind, Callable[[Any], Iterator[Bar]]] = {
    "occurrence": occurrence,
    "timing_analysis": timing,
    "period_probability": periods,
    "time_distribution": hours,
    "basic_distribution": spread,
    "percentage_distribution": ranges,
    "threshold_analysis": thresholds,
    "categorical_distribution": labels,
    "extreme_timing": final_extremes,
    "hod_lod_analysis": final_extremes,
    "streak_analysis": streaks,
    "ema_accumulation": ema,
    "binary_multi_occurrence": how_often,
    "ath_analysis": all_time_highs,
}


def sides(data: Any) -> Iterator[tuple[str, Any]]:
    yield "above", data
    if data.get("below"):
        yield "below", data["below"]


def counted(client: TestClient, headers: dict[str, str], part: dict[str, Any], filters: Any) -> int:
    body = {"filters": filters, "part": part, "page_size": 1}
    answer = client.post("/api/v2/days", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["total_days"])


@pytest.mark.parametrize("kind", BARS)
@pytest.mark.parametrize("filters", ASKED, ids=["all days", "filtered"])
def test_a_bar_opens_as_many_days_as_it_counts(
    client: TestClient, pro: dict[str, str], kind: ModuleKind, filters: Any
) -> None:
    catalogue = client.get("/api/features", headers=pro).json()["features"]
    names = [each["name"] for each in catalogue if kind in each["metadata"]["statistical_method"]]
    body = {"filters": filters, "features": names}
    results = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"]
    seen = 0
    for name in names[:: max(1, len(names) // 8)]:
        for side, data in sides(results[name]["modules"][kind]["data"]):
            for place, days in BARS[kind](data):
                part = {"feature": name, "module": kind, "place": place, "side": side}
                assert counted(client, pro, part, filters) == days, part
                seen += days
    assert seen > 0, f"the random market leaves {kind} without a day"


def test_the_days_of_a_bar_are_the_days_that_say_so(client: TestClient, pro: dict[str, str]) -> None:
    part = {"feature": "gap_fill_bar", "module": "time_distribution", "place": "13-24"}
    asked = {"filters": FILTERED, "columns": ["gap_fill_bar"], "page_size": 500}
    rows = client.post("/api/v2/days", headers=pro, json=asked | {"part": part}).json()["rows"]
    everything = client.post("/api/v2/days", headers=pro, json=asked).json()["rows"]
    assert rows == [row for row in everything if 13 <= row["gap_fill_bar"] <= 24]
    assert rows


def test_bins_hold_their_lower_edge_and_part_the_days(client: TestClient, pro: dict[str, str]) -> None:
    """Every day with a value lies in exactly one bin, and no bin reaches into its neighbour."""
    column = "gap_size_pts"
    body = {"features": [column]}
    answer = client.post("/api/v2/probabilities", headers=pro, json=body).json()
    bins = answer["probabilities"][column]["modules"]["basic_distribution"]["data"]["histogram"]
    last = float("-inf")
    for position in range(len(bins)):
        part = {"feature": column, "module": "basic_distribution", "place": str(position)}
        asked = {"part": part, "columns": [column], "page_size": 500}
        rows = client.post("/api/v2/days", headers=pro, json=asked).json()["rows"]
        values = [row[column] for row in rows]
        assert all(value > last for value in values)
        last = max([last, *values])


@pytest.mark.parametrize(
    ("part", "status", "code"),
    [
        ({"module": "ath_analysis", "place": "days"}, 422, "unknown_module"),
        ({"place": "12"}, 422, "unknown_place"),
        ({"place": "Morning"}, 200, None),
        ({"place": ""}, 422, "unknown_place"),
        ({"feature": "gap_fill", "place": "Morning"}, 422, "unknown_feature"),
        ({"module": "guesswork", "place": "Morning"}, 422, "value_type"),
    ],
)
def test_a_bar_that_does_not_exist_is_named(
    client: TestClient, pro: dict[str, str], part: dict[str, Any], status: int, code: str | None
) -> None:
    whole = {"feature": "gap_fill_bar", "module": "period_probability"} | part
    answer = client.post("/api/v2/days", headers=pro, json={"part": whole})
    assert (answer.status_code, answer.json().get("code")) == (status, code)


def test_a_bar_of_a_feature_outside_the_tier_is_refused(client: TestClient, lite: dict[str, str]) -> None:
    part = {"feature": "or12_mm_up_bar", "module": "occurrence", "place": "active"}
    answer = client.post("/api/v2/days", headers=lite, json={"part": part})
    assert (answer.status_code, answer.json()["code"]) == (403, "feature_not_in_tier")
