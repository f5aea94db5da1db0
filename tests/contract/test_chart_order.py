"""The chart steps through the days in the order of POST /v2/days.

The outside oracle: the rows of the days' call against a walk from day to day by what the chart says is next.
"""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.contract.chart_calls import GAP_UP, chart, days_of, half_day, refused

NAVIGATE = "/api/navigation/navigate"
NEWEST: dict[str, Any] = {"sort": {"column": "session_date", "descending": True}}
BY_GAP: dict[str, Any] = {"sort": {"column": "gap_size_pts", "descending": False}}
ORDERS: list[dict[str, Any]] = [
    NEWEST,
    {"sort": {"column": "session_date", "descending": False}},
    {"sort": {"column": "gap_size_pts", "descending": True}},
    BY_GAP,
    {"sort": {"column": "gap_fill_bar", "descending": False}},
    {"sort": {"column": "prev_first_bo", "descending": True}},
    BY_GAP | {"part": {"feature": "gap_fill_bar", "module": "occurrence", "place": "active"}},
    NEWEST | {"dates": ["2024-01-10", "2024-02-01", "2024-02-02", "2024-03-01"]},
    {
        "sort": {"column": "session_date", "descending": True},
        "excursion": {"from_bar": 0, "side": "up", "target": 10, "stop": 10, "first": "target_first"},
    },
]


def listed(client: TestClient, headers: dict[str, str], **body: Any) -> list[str]:
    """The dates of every page of POST /v2/days, in its order."""
    dates: list[str] = []
    page, pages = 1, 1
    while page <= pages:
        answer = client.post(
            "/api/v2/days", headers=headers, json={"page_size": 7, "page": page} | body
        ).json()
        dates += [row["session_date"] for row in answer["rows"]]
        page, pages = page + 1, answer["pages"]
    return dates


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_next_leads_through_the_rows_of_the_days_in_their_order(
    client: TestClient, pro: dict[str, str], order: dict[str, Any]
) -> None:
    body = order if "dates" in order else order | {"filters": GAP_UP}
    days = listed(client, pro, **body)
    assert len(days) > 2
    shown, before = days[0], None
    walked: list[str] = []
    while shown is not None:
        found = chart(client, pro, selected_date=shown, include_previous_day=False, **body)["navigation"]
        assert found["availableDates"] == days
        assert (found["currentDate"], found["currentIndex"]) == (shown, len(walked))
        assert found["previous"] == before
        assert (found["has_previous"], found["has_next"]) == (before is not None, found["next"] is not None)
        walked.append(shown)
        before, shown = shown, found["next"]
    assert walked == days


@pytest.mark.parametrize("order", [BY_GAP, NEWEST], ids=str)
def test_navigate_steps_in_the_same_order(
    client: TestClient, pro: dict[str, str], order: dict[str, Any]
) -> None:
    days = listed(client, pro, filters=GAP_UP, **order)

    def step(direction: str, day: str | None = None) -> Any:
        body = {"filters": GAP_UP, "direction": direction, "selected_date": day} | order
        return client.post(NAVIGATE, headers=pro, json=body).json()["navigation"]["currentDate"]

    assert (step("first"), step("last")) == (days[0], days[-1])
    assert [step("next", day) for day in days] == [*days[1:], days[-1]]
    assert [step("previous", day) for day in days] == [days[0], *days[:-1]]


def test_without_a_date_the_latest_day_is_drawn_in_any_order(client: TestClient, pro: dict[str, str]) -> None:
    for order in (BY_GAP, NEWEST, {}):
        found = chart(client, pro, filters=GAP_UP, **order)
        assert found["metadata"]["currentDate"] == days_of(client, pro, filters=GAP_UP)[-1]


def test_a_day_that_is_none_of_them_comes_before_the_first_of_another_order(
    client: TestClient, pro: dict[str, str]
) -> None:
    found = chart(client, pro, selected_date=half_day(), filters=GAP_UP, **BY_GAP)["navigation"]
    assert (found["currentIndex"], found["previous"]) == (-1, None)
    assert found["next"] == listed(client, pro, filters=GAP_UP, **BY_GAP)[0]
    by_date = chart(client, pro, selected_date=half_day(), filters=GAP_UP)["navigation"]
    days = days_of(client, pro, filters=GAP_UP)
    assert by_date["previous"] == max(day for day in days if day < half_day())
    assert by_date["next"] == min((day for day in days if day > half_day()), default=None)


@pytest.mark.parametrize("filters", [{}, GAP_UP], ids=str)
def test_days_most_like_a_day_are_walked_nearest_first(
    client: TestClient, pro: dict[str, str], filters: dict[str, Any]
) -> None:
    asked = {"filters": filters, "as_of": 12}
    like = {"date": "2024-05-02", "leave_out": ["gap_size_pts"], "n": 7}
    alike = client.post("/api/v2/alike", headers=pro, json=asked | like).json()["days"]
    days = [each["date"] for each in alike]
    assert len(days) == 7
    assert days not in (sorted(days), sorted(days, reverse=True))
    body = asked | {"like": like}
    assert listed(client, pro, **body) == days
    shown: str | None = days[0]
    walked: list[str] = []
    while shown is not None:
        walked.append(shown)
        shown = chart(client, pro, selected_date=shown, **body)["navigation"]["next"]
    assert walked == days
    narrowed = listed(client, pro, **body, dates=sorted(days)[:3])
    assert narrowed == [day for day in days if day in sorted(days)[:3]]


def test_what_is_not_alike_is_refused_by_its_field(client: TestClient, pro: dict[str, str]) -> None:
    like: dict[str, Any] = {"date": "2024-05-02"}
    both = refused(client, pro, as_of=12, like=like, **BY_GAP)
    assert both[:2] == (422, "sort_and_like")
    assert both[2].startswith("sort, like: ")
    assert refused(client, pro, like=like)[2].startswith("as_of: missing")
    for wrong, code, words in (
        ({"date": "2.5.2024"}, "date_format", "like.date: "),
        ({"date": half_day()}, "date_not_full_session", "like.date: "),
        (like | {"leave_out": ["nothing"]}, "unknown_feature", "like.leave_out[0]: "),
        (like | {"n": 61}, "n_range", "like.n: "),
        (like | {"next": {}}, "unknown_field", "like"),
    ):
        found = refused(client, pro, as_of=12, like=wrong)
        assert (found[1], found[2].startswith(words)) == (code, True), found


def test_an_order_that_there_is_not_is_refused_by_its_field(client: TestClient, pro: dict[str, str]) -> None:
    for path in ("/api/v2/charts/data", NAVIGATE):
        unknown = refused(client, pro, path, sort={"column": "nothing"})
        assert unknown[:2] == (422, "unknown_feature")
        assert unknown[2].startswith("sort.column: ")
        assert refused(client, pro, path, sort={"column": "gap_size_pts", "down": True})[1] == "unknown_field"
        part = {"feature": "nothing", "module": "occurrence", "place": "active"}
        assert refused(client, pro, path, part=part)[2].startswith("part.feature: ")
        assert refused(client, pro, path, dates=["1.2.2024"])[2].startswith("dates[0]: ")
