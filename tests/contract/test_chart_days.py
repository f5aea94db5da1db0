"""Which day a chart shows, the days beside it, whose charts are kept, and who may have them."""

from datetime import date, timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from core.contracts.feature_answers import LimitFeatures
from service.members.tiers import LIMITS, MAINTAIN
from tests.contract.chart_calls import GAP_UP, NEVER, chart, days_of, refused
from tests.contract.schema import answer_schema, operations, violations
from tests.support.service_client import bearer


def test_a_day_that_does_not_match_names_the_nearest_that_do(client: TestClient, pro: dict[str, str]) -> None:
    days = days_of(client, pro, filters=GAP_UP)
    other = sorted(set(days_of(client, pro)) - set(days))
    inside = next(day for day in other if days[0] < day < days[-1])
    before = max(day for day in days if day < inside)
    after = min(day for day in days if day > inside)
    nearest = {inside: f"{before}, {after}", "1999-01-04": days[0], "2030-01-01": days[-1]}
    for day, named in nearest.items():
        status, code, detail = refused(client, pro, filters=GAP_UP, selected_date=day)
        assert (status, code) == (404, "date_not_matched")
        assert detail.endswith(f"nearest: {named}")


def test_a_date_without_a_session_is_told_why(client: TestClient, pro: dict[str, str]) -> None:
    days = days_of(client, pro)
    summary = client.get("/api/v2/summary", headers=pro).json()
    first = date.fromisoformat(days[0])
    sunday = str(first + timedelta(days=7 - first.isoweekday()))
    matching = days_of(client, pro, filters=GAP_UP)
    other = next(day for day in days if day not in matching)
    told = {
        sunday: f"{sunday}: the exchange was closed",
        "1999-01-04": f"1999-01-04 is before the data, which begin on {summary['min_date']}",
        "2030-01-01": f"2030-01-01 is after the data, which end on {summary['max_date']}",
        other: f"{other} is not among the {len(matching)} matching days",
    }
    for day, sentence in told.items():
        detail = refused(client, pro, filters=GAP_UP, selected_date=day)[2]
        assert detail.startswith(f"selected_date: {sentence}; nearest: ")


@pytest.mark.parametrize("selected", [None, "2024-05-03", "1999-01-04"])
def test_when_no_day_matches_the_chart_is_empty(
    client: TestClient, pro: dict[str, str], selected: str | None
) -> None:
    found = chart(client, pro, filters=NEVER, selected_date=selected, ama_config={})
    assert (found["bars"], found["amaSignals"]) == ([], [])
    assert set(found["referenceLines"].values()) == {None}
    assert (found["metadata"]["currentDate"], found["metadata"]["kind"]) == (None, None)
    assert found["navigation"] == {
        "availableDates": [],
        "currentDate": None,
        "currentIndex": -1,
        "totalDates": 0,
        "previous": None,
        "next": None,
        "has_previous": False,
        "has_next": False,
    }


def test_one_matching_day_has_no_neighbours(client: TestClient, pro: dict[str, str]) -> None:
    one = {"start_date": "2024-05-03", "end_date": "2024-05-03"}
    beside = chart(client, pro, **one)["navigation"]
    assert (beside["totalDates"], beside["currentIndex"]) == (1, 0)
    assert (beside["has_previous"], beside["has_next"]) == (False, False)


def test_navigating_walks_the_matching_days_one_by_one(client: TestClient, pro: dict[str, str]) -> None:
    days = days_of(client, pro, filters=GAP_UP)

    def step(**body: Any) -> Any:
        answer = client.post("/api/navigation/navigate", headers=pro, json={"filters": GAP_UP} | body)
        assert violations(answer_schema(operations()["navigate"][2]), answer.json()) == []
        return answer.json()["navigation"]

    assert step()["currentDate"] == step(direction="last")["currentDate"] == days[-1]
    here, walked = step(direction="first")["currentDate"], []
    for _ in days:
        walked.append(here)
        here = step(selected_date=here, direction="next")["currentDate"]
    assert walked == days
    assert step(selected_date=here, direction="previous")["currentDate"] == days[-2]
    assert step(selected_date=days[1])["currentIndex"] == 1
    outside = client.post(
        "/api/navigation/navigate", headers=pro, json={"filters": GAP_UP, "selected_date": "2030-01-01"}
    )
    assert (outside.status_code, outside.json()["code"]) == (404, "date_not_matched")


def test_a_chart_is_kept_by_day_and_settings_whatever_the_filters(client: TestClient) -> None:
    mine = bearer(client, user_id="charts-mine")
    day = days_of(client, mine, filters=GAP_UP)[0]

    def hits() -> int:
        return int(client.get("/api/cache/stats", headers=mine).json()["charts"]["hits"])

    before = hits()
    first = chart(client, mine, selected_date=day, ama_config={"climax_factor": 2})
    same = chart(
        client,
        mine,
        selected_date=day,
        ama_config={"climax_factor": 2.0, "show_climax": None},
        filters=GAP_UP,
    )
    assert hits() == before + 1
    assert {part: same[part] for part in ("bars", "amaSignals", "metadata")} == {
        part: first[part] for part in ("bars", "amaSignals", "metadata")
    }
    chart(client, mine, selected_date=day, ama_config={"climax_factor": 2.1})
    assert hits() == before + 1


def test_clearing_forgets_the_caller_s_own_charts_and_no_answers(client: TestClient) -> None:
    mine, hers = bearer(client, user_id="clears"), bearer(client, user_id="keeps")
    client.post("/api/v2/charts/cache/clear", headers=mine)
    chart(client, mine, selected_date="2024-05-03", ama_config={"zscore_lookback": 31})
    chart(client, hers, selected_date="2024-05-03", ama_config={"zscore_lookback": 32})
    client.post("/api/compute", headers=mine, json={"start_date": "2024-01-17"})
    assert client.post("/api/v2/charts/cache/clear", headers=mine).json() == {"cleared": 1}
    again = client.post("/api/compute", headers=mine, json={"start_date": "2024-01-17"}).json()
    assert again["metadata"]["from_cache"] is True
    assert MAINTAIN not in client.get("/api/auth/me", headers=mine).json()["permissions"]


def test_a_tier_without_charts_is_refused_everywhere(
    client: TestClient, pro: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(
        LIMITS["pro"],
        features=LimitFeatures(
            charts=False,
            navigation=False,
            export=False,
            excursion=False,
            compare=False,
            curve=False,
            as_of=False,
            gallery=False,
            path=False,
            alike=False,
        ),
    )
    monkeypatch.setitem(LIMITS, "pro", bare)
    assert refused(client, pro)[:2] == (403, "charts_not_in_tier")
    assert refused(client, pro, "/api/compute", features=["charts"])[:2] == (403, "charts_not_in_tier")
    assert refused(client, pro, "/api/navigation/navigate")[:2] == (403, "navigation_not_in_tier")
    assert refused(client, pro, "/api/compute", features=["navigation"])[1] == "navigation_not_in_tier"
    assert client.post("/api/compute", headers=pro, json={}).status_code == 200


def test_a_profile_narrows_the_navigation_s_features(client: TestClient, pro: dict[str, str]) -> None:
    body = {"profile": "lite", "filters": {"gap_up_prev": {"operator": "=", "value": True}}}
    assert refused(client, pro, "/api/navigation/navigate", **body)[0] == 403
