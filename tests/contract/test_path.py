"""The typical path as it is asked: groups of days by their closes, reasons without a coin, a kept answer."""

from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from tests.support.service_client import bearer

GAP_UP = {"gap_up": {"operator": "=", "value": True}}
SHARES = {"p10": 0.1, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p90": 0.9}


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = client.post("/api/v2/path", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def days_of(client: TestClient, headers: dict[str, str], **body: Any) -> dict[str, Any]:
    """Every day as the gallery has it, by its date."""
    pages = [
        client.post("/api/v2/days/bars", headers=headers, json=body | {"page": page, "page_size": 60}).json()
        for page in (1, 2, 3)
    ]
    return {day["date"]: day for page in pages for day in page["days"]}


def assert_path(found: Any, days: list[Any]) -> None:
    known = [day for day in days if day["adr10"]]
    gone = np.array([np.array(day["c"]) * day["tick"] / day["adr10"] for day in known])
    assert found["days"] == len(known)
    for name, share in SHARES.items():
        assert found[name] == pytest.approx(np.quantile(gone, share, axis=0), abs=1e-6)


@pytest.mark.parametrize(
    "body",
    [
        {"filters": GAP_UP},
        {"filters": GAP_UP, "start_date": "2024-02-01", "end_date": "2024-05-31"},
        {"filters": {"or12_dir": {"operator": "=", "value": "bull"}}, "as_of": 12},
    ],
)
def test_days_that_match_and_the_others_of_the_dates(
    client: TestClient, pro: dict[str, str], body: dict[str, Any]
) -> None:
    found = ask(client, pro, **body)
    matched, dates = (days_of(client, pro, **each) for each in (body, body | {"filters": {}}))
    assert found["total_days"] == len(matched) > found["matched"]["days"]
    assert_path(found["matched"], list(matched.values()))
    assert_path(found["others"], [day for date, day in dates.items() if date not in matched])
    assert found["coin"] is None


def test_without_a_filter_there_are_no_others(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro)
    assert (found["total_days"], found["others"]) == (160, None)
    assert found["matched"]["days"] < 160


def test_no_day_and_one_day(tossed: TestClient) -> None:
    headers = bearer(tossed)
    none = ask(tossed, headers, filters={"gap_size_pts": {"operator": ">", "value": 1e9}})
    assert (none["total_days"], none["matched"]) == (0, None)
    assert none["others"]["days"] > 100
    dates = [day for day, each in days_of(tossed, headers).items() if each["adr10"]]
    one = ask(tossed, headers, start_date=dates[0], end_date=dates[0])
    assert (one["total_days"], one["matched"]["days"], one["others"]) == (1, 1, None)
    assert one["matched"]["p10"] == one["matched"]["p90"]
    for found in (none, one):
        assert found["coin"].keys() == {"verdict"}
        assert (found["coin"]["verdict"]["code"], found["coin"]["verdict"]["reason"]) == (
            "not_tested",
            "too_few",
        )


def test_days_without_adr10_are_no_path(tossed: TestClient) -> None:
    headers = bearer(tossed)
    unknown = {"none_of": [{"feature": "adr10_pts", "operator": ">=", "value": 0}]}
    assert ask(tossed, headers, filters=unknown)["matched"] is None
    days = days_of(tossed, headers)
    (date, *_) = (day for day, each in days.items() if each["adr10"] is None)
    found = ask(tossed, headers, start_date=date, end_date=date)
    assert (found["total_days"], found["matched"]) == (1, None)


def test_a_coin_s_days_match_by_their_own_values(tossed: TestClient) -> None:
    headers = bearer(tossed)
    whole, bull = (
        ask(tossed, headers, filters=filters)["coin"]
        for filters in ({}, {"close_above_open": {"operator": "=", "value": True}})
    )
    assert whole["days"] == 104 * ask(tossed, headers)["matched"]["days"]
    assert bull["days"] < whole["days"]
    assert bull["p10"][-1] > 0 > whole["p10"][-1]


def test_it_is_kept(tossed: TestClient) -> None:
    headers = bearer(tossed)
    asked = tossed.get("/api/cache/stats", headers=headers)
    first = tossed.post("/api/v2/path", headers=headers, json={"filters": GAP_UP})
    again = tossed.post("/api/v2/path", headers=headers, json={"filters": GAP_UP})
    assert asked.status_code == 200
    assert again.content == first.content
    assert "statistics" not in again.headers["server-timing"]
