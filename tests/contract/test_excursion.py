"""Target before stop as it is asked: figures by statsmodels, the days of each cell, what is looked ahead."""

from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from core.contracts.requests import FirstTraded
from tests.oracles.proportions import wilson

FILTERS: dict[str, Any] = {"gap_up": {"operator": "=", "value": True}}
TABLE: dict[str, Any] = {"from_bar": 12, "side": "up", "targets": [20, 35.0, 60], "stops": [15, 30]}
DAYS = [f"{first}_days" for first in get_args(FirstTraded)]


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post("/api/v2/excursion", headers=headers, json=TABLE | body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def days_of(client: TestClient, headers: dict[str, str], excursion: Any, **body: Any) -> Any:
    sent = {"excursion": excursion, "page_size": 500} | body
    answer = client.post("/api/v2/days", headers=headers, json=sent)
    assert answer.status_code == 200, answer.text
    return answer.json()


def near(found: Any, expected: Any) -> bool:
    return bool(found == pytest.approx(expected, abs=1e-6))


@pytest.mark.parametrize("unit", ["adr", "points", "r"])
def test_each_cell_opens_the_days_it_counts(client: TestClient, pro: dict[str, str], unit: str) -> None:
    targets, stops = {"adr": ([20, 60], [30]), "points": ([1.25, 4], [2]), "r": ([0.7, 2], [30])}[unit]
    body = {"from_bar": 6, "side": "down", "unit": unit, "targets": targets, "stops": stops}
    found = ask(client, pro, filters=FILTERS, **body)
    for cell in found["cells"]:
        part = {key: body[key] for key in ("from_bar", "side", "unit")}
        part |= {key: cell[key] for key in ("target", "stop")}
        listed = [
            days_of(client, pro, part | {"first": first}, filters=FILTERS)["total_days"]
            for first in get_args(FirstTraded)
        ]
        assert listed == [cell[name] for name in DAYS]
        assert sum(listed) == found["asked_days"]
    assert found["days"] >= found["asked_days"] > 0


def test_rates_and_intervals_are_statsmodels_s(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro)
    assert [(cell["target"], cell["stop"]) for cell in found["cells"]] == [
        (target, stop) for target in TABLE["targets"] for stop in TABLE["stops"]
    ]
    for cell in found["cells"]:
        hit, n = cell["target_first_days"], cell["target_first_days"] + cell["stop_first_days"]
        assert near(cell["rate"], hit / n)
        assert near(cell["confidence_interval"], wilson(hit, n))
        assert near(cell["break_even"], cell["stop"] / (cell["stop"] + cell["target"]))
    assert found["detail"] is None
    assert found["minute_days"] is None


def test_costs_move_the_break_even(client: TestClient, pro: dict[str, str]) -> None:
    columns = {"columns": ["adr10_pts"], "page_size": 500}
    rows = client.post("/api/v2/days", headers=pro, json=columns).json()["rows"]
    ticks = [row["adr10_pts"] * 4 for row in rows if row["adr10_pts"]]
    share = 100 * 0.5 * len(ticks) / sum(ticks)
    (cell,) = ask(client, pro, targets=[40], stops=[20], costs=0.5)["cells"]
    assert near(cell["break_even"], (20 + share) / 60)
    (cell,) = ask(client, pro, targets=[4], stops=[2], unit="points", costs=2)["cells"]
    assert near(cell["break_even"], (8 + 2) / 24)
    (cell,) = ask(client, pro, targets=[0.5], stops=[2], unit="points", costs=2)["cells"]
    assert cell["break_even"] is None


@pytest.mark.parametrize("unit", ["adr", "points", "r"])
def test_ends_and_means_are_those_of_the_days_counted(
    client: TestClient, pro: dict[str, str], unit: str
) -> None:
    targets, stops = {"adr": ([20, 60], [30]), "points": ([1.25, 4], [2]), "r": ([0.7, 2], [30])}[unit]
    found = ask(client, pro, unit=unit, targets=targets, stops=stops, costs=2)
    for cell in found["cells"]:
        hit, stopped, same, neither = (cell[name] for name in DAYS)
        days = hit + stopped + same + neither
        ends = {"target": hit, "stop": stopped + same, "close": neither}
        assert near(cell["ended"], {name: count / days for name, count in ends.items()})
        mean = cell[{"adr": "mean_adr_pct", "points": "mean_points", "r": "mean_r"}[unit]]
        assert cell["mean_interval"]["lower"] < mean < cell["mean_interval"]["upper"]
        stop = 1 if unit == "r" else cell["stop"]
        assert near(cell["mean_if_target"] - mean, same / days * (cell["target"] + stop))
        assert (cell["mean_points"] is None, cell["mean_adr_pct"] is None) == (
            unit != "points",
            unit == "points",
        )
        assert cell["mean_r"] == pytest.approx(
            (cell["mean_points"] if unit == "points" else cell["mean_adr_pct"]) / cell["stop"], abs=1e-5
        )


def test_two_stops_are_two_r(client: TestClient, pro: dict[str, str]) -> None:
    in_r = ask(client, pro, targets=[2, 0.5], stops=[20], unit="r")["cells"]
    in_adr = ask(client, pro, targets=[40, 10], stops=[20])["cells"]
    figures = [*DAYS, "rate", "confidence_interval", "break_even"]
    assert [[cell[name] for name in figures] for cell in in_r] == [
        [cell[name] for name in figures] for cell in in_adr
    ]


def test_a_single_cell_tells_its_shares_and_years(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro, targets=[35], stops=[15])
    (cell,), detail = found["cells"], found["detail"]
    assert [(each["first"], each["days"]) for each in detail["shares"]] == [
        (first, cell[name]) for first, name in zip(get_args(FirstTraded), DAYS, strict=True)
    ]
    for each in detail["shares"]:
        assert near(each["share"], each["days"] / found["asked_days"])
        assert near(each["confidence_interval"], wilson(each["days"], found["asked_days"]))
    part = {"from_bar": 12, "side": "up", "target": 35, "stop": 15, "first": "target_first"}
    dates = [row["session_date"] for row in days_of(client, pro, part)["rows"]]
    for year in detail["years"]:
        hit, n = year["target_first_days"], year["days"]
        assert hit == sum(day.startswith(str(year["year"])) for day in dates)
        assert near(year["confidence_interval"], wilson(hit, n))
    assert (
        sum(year["days"] for year in detail["years"]) == cell["target_first_days"] + cell["stop_first_days"]
    )


def test_filters_known_after_the_decision_look_ahead(client: TestClient, pro: dict[str, str]) -> None:
    filters = {
        "or12_dir": {"operator": "=", "value": "bull"},
        "outside_day": {"operator": "=", "value": True},
        "gap_up_prev": {"operator": "=", "value": True},
        "gap_fill_bar": {"operator": "<=", "value": 40, "by_bar": 40},
    }
    told = {bar: ask(client, pro, filters=filters, from_bar=bar)["look_ahead"] for bar in (0, 6, 12, 36, 54)}
    assert sorted(told[0]) == sorted(told[6]) == ["gap_fill_bar", "or12_dir", "outside_day"]
    assert sorted(told[12]) == sorted(told[36]) == ["gap_fill_bar", "outside_day"]
    assert told[54] == ["outside_day"]


def test_no_day_is_no_rate(client: TestClient, pro: dict[str, str]) -> None:
    never = {"gap_size_pts": {"operator": ">", "value": 1e9}}
    found = ask(client, pro, filters=never, targets=[30], stops=[30], costs=1)
    (cell,) = found["cells"]
    assert (found["days"], cell["rate"], cell["break_even"]) == (0, None, None)
    assert cell["confidence_interval"] == {"lower": None, "upper": None}
    assert found["detail"]["years"] == []


def test_the_days_of_a_cell_can_be_taken_along(client: TestClient, pro: dict[str, str]) -> None:
    part = {"from_bar": 0, "side": "up", "target": 30, "stop": 20, "first": "stop_first"}
    body = {"kind": "days", "format": "csv", "excursion": part}
    text = client.post("/api/v2/export", headers=pro, json=body).content.decode()
    assert "up from the open, target 30 % of ADR10, stop 20 % of ADR10: stop first" in text
    assert days_of(client, pro, part)["total_days"] > 0


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"targets": []}, "targets: 0 found; 1 to 20 expected."),
        ({"targets": [30, 12]}, "targets[1]: 12 found; 5, 10, ... 100 percent of ADR10 expected."),
        (
            {"stops": [0.3], "unit": "points"},
            "stops[0]: 0.3 found; points, a multiple of the tick 0.25 up to",
        ),
        ({"targets": [21], "unit": "r"}, "targets[0]: 21 found; 0.1, 0.2, ... 20 times the stop expected."),
        ({"costs": -1}, "costs: expected 0 to 1000 ticks, found -1."),
        ({"from_bar": 7}, "from_bar: expected one of 0, 6, 12, 18, 36, 54, found 7."),
    ],
)
def test_a_refusal_names_the_field(
    client: TestClient, pro: dict[str, str], wrong: dict[str, Any], detail: str
) -> None:
    answer = client.post("/api/v2/excursion", headers=pro, json=TABLE | wrong)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(detail)
