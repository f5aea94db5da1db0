"""Whether an outcome has stopped, as it is asked: the days of the question, in the order of their dates.

Seen failing: all days in the place of the matching ones, days with an event by the bar left in, years of all
days at the pace of the matching ones.
"""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.oracles.stopped import fall_of

WITHOUT = {"alarm": None, "since": None, "days": 0, "years_per_false_alarm": None, "delay_of_10_points": None}
NO_FRIDAY = [{"feature": "weekday", "operator": "in", "value": ["Mon", "Tue", "Wed", "Thu"]}]


def post(client: TestClient, headers: dict[str, str], path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("as_of", [None, 12, 15])
@pytest.mark.parametrize("dates", [{}, {"start_date": "2024-02-01", "end_date": "2025-02-01"}])
@pytest.mark.parametrize("filters", [[], NO_FRIDAY])
@pytest.mark.parametrize(
    "feature", ["gap_up", "hoy_bo_bar", "gap_fill_bar", "or12_bo_up_bar", "close_above_open"]
)
def test_it_is_the_fall_of_the_matching_days(
    client: TestClient,
    pro: dict[str, str],
    feature: str,
    filters: list[Any],
    dates: dict[str, str],
    as_of: int | None,
) -> None:
    asked = {"filters": filters, "as_of": as_of} | dates
    found = post(client, pro, "/v2/held", feature=feature, **asked)
    days = post(client, pro, "/v2/days", columns=[feature], page_size=500, **asked)
    assert days["pages"] <= 1
    values = {row["session_date"]: row[feature] for row in reversed(days["rows"]) if row[feature] is not None}
    if as_of is not None:
        values = {day: value for day, value in values.items() if not _has_come(value, as_of)}
    came, n = [value > 0 for value in values.values()], len(values)
    if feature == "gap_up" and as_of is not None:
        assert found == WITHOUT | _said(found, "known_by_then")
    elif n < 100:
        assert found == WITHOUT | _said(found, "too_few")
        assert found["verdict"]["words"] == "Too few days to tell whether it stopped; 100 are needed."
    else:
        fall = fall_of(came)
        since = None if fall is None else list(values)[n // 2 + fall.since]
        assert (found["alarm"], found["since"], found["days"]) == (fall is not None, since, n - n // 2)
        sessions = post(client, pro, "/v2/filtered", **dates)["filtered_data"]["total_days"]
        assert found["years_per_false_alarm"] == pytest.approx(2500 / n * sessions / 250, abs=0.051)


def _has_come(value: Any, as_of: int) -> bool:
    return not isinstance(value, bool) and 1 <= value <= as_of


def _said(found: Any, reason: str) -> dict[str, Any]:
    assert (found["verdict"]["against"], found["verdict"]["reason"]) == ("first_half", reason)
    return {name: found[name] for name in ("verdict", "feature", "snapshot")}


def test_an_outcome_that_a_filter_decides_is_not_looked_at(client: TestClient, pro: dict[str, str]) -> None:
    filters = [{"feature": "gap_up", "operator": "=", "value": True}]
    found = post(client, pro, "/v2/held", feature="gap_down", filters=filters)
    assert found == WITHOUT | _said(found, "fixed_by_filter")
    assert found["feature"] == "gap_down"
