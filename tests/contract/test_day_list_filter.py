"""Lists of days as a filter: of every call, told in answers and files, never answered as before a change."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.contract.exported import open_csv
from tests.contract.schema import answer_schema, operations, violations
from tests.contract.test_same_filters_everywhere import CALLS, verdict
from tests.support.blocking import SqliteStore
from tests.support.day_lists import in_lists, maintaining, matching, put
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

Headers = dict[str, str]
UP = {"feature": "gap_up", "operator": "=", "value": True}
FILL = "gap_fill_by_b12"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("lists")
    publish_random(made / "warehouse", coin=True)
    return made


@pytest.fixture(scope="module")
def listing(folder: Path) -> Iterator[TestClient]:
    with running(folder, poll_interval=60) as client:
        yield client


@pytest.fixture(scope="module")
def ada(listing: TestClient, folder: Path) -> Headers:
    store = SqliteStore(folder / "state")
    headers = maintaining(listing, store)
    store.close()
    return headers


@pytest.fixture(scope="module")
def pro(listing: TestClient) -> Headers:
    return bearer(listing, "pro")


@pytest.fixture(scope="module")
def days(listing: TestClient, ada: Headers, pro: Headers) -> list[str]:
    """All days; every third is in the list thirds, and the first twenty are in early."""
    days = matching(listing, pro)
    put(listing, ada, "thirds", *days[::3])
    put(listing, ada, "early", *days[:20])
    return days


def post(client: TestClient, headers: Headers, path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_lists_alone_and_in_groups_match_what_sets_match(
    listing: TestClient, pro: Headers, days: list[str]
) -> None:
    thirds, early, up = {*days[::3]}, {*days[:20]}, {*matching(listing, pro, UP)}
    down = {*matching(listing, pro, UP | {"value": False})}
    expected = [
        ([in_lists("thirds", "EARLY")], thirds | early),
        ([in_lists("thirds"), in_lists("early", operator="not_in")], thirds - early),
        ([in_lists("thirds", "early", operator="not_in")], {*days} - thirds - early),
        ([{"any_of": [in_lists("early"), UP]}], early | up),
        ([{"none_of": [in_lists("early"), UP]}], down - early),
        (
            [{"at_least": {"count": 2, "of": [in_lists("early"), UP, in_lists("thirds")]}}],
            early & up | early & thirds | up & thirds,
        ),
    ]
    for filters, found in expected:
        assert matching(listing, pro, *filters) == sorted(found)


def test_every_call_takes_lists_and_refuses_alike(listing: TestClient, pro: Headers, days: list[str]) -> None:
    asked = in_lists("thirds")
    for filters in (
        [asked],
        [{"any_of": [asked, UP]}],
        {"day_list": {k: asked[k] for k in ("operator", "value")}},
    ):
        assert {verdict(listing, path, filters, pro)[0] for path in CALLS} == {200}  # type: ignore[arg-type]
    for wrong in (in_lists("nowhere"), asked | {"by_bar": 3}, asked | {"feature": "day_list_prev"}):
        verdicts = {verdict(listing, path, [wrong], pro) for path in CALLS}  # type: ignore[arg-type]
        assert len(verdicts) == 1
        [(status, detail)] = verdicts
        assert (status, detail.startswith("day_list")) == (422, True)
    unknown = verdict(listing, "/api/compute", [in_lists("nowhere")], pro)[1]  # type: ignore[arg-type]
    assert unknown == 'day_list: "nowhere" is no list of days; the lists are: early, thirds.'
    sides = post(listing, pro, "/v2/compare", a={"filters": [asked]}, b={"filters": [in_lists("early")]})
    assert (sides["a_days"], sides["b_days"]) == (len(days[::3]), 20)


def test_every_tier_asks_lists_of_the_whole_day(listing: TestClient, days: list[str]) -> None:
    for tier in ("lite", "standard", "pro"):
        assert matching(listing, bearer(listing, tier), in_lists("early")) == days[:20]
    asked = {"filters": [in_lists("early")], "as_of": 12}
    refused = listing.post("/api/compute", headers=bearer(listing, "standard"), json=asked)
    assert (refused.status_code, refused.json()["code"]) == (422, "not_known_yet")


def test_the_answer_tells_the_filter_and_that_it_is_hindsight(
    listing: TestClient, pro: Headers, days: list[str]
) -> None:
    filters = [in_lists("EARLY", "thirds"), {"none_of": [UP, in_lists("early")]}]
    answer = post(listing, pro, "/compute", filters=filters, statistics_features=["gap_up", FILL])
    assert violations(answer_schema(operations()["compute"][2]), answer) == []
    single, group = answer["filters_applied"]
    assert (single["value"], single["sentence"]) == (
        ["early", "thirds"],
        "in one of the lists early, thirds",
    )
    assert group["sentence"] == "not (in the list early or Gap Up equals True)"
    statistics = answer["data"]["statistics"]
    assert (statistics["metadata"]["hindsight"], statistics["metadata"]["look_ahead"]) == (True, True)
    assert "day_list" in statistics["features"][FILL]["metadata"]["look_ahead"]
    again = [{k: v for k, v in each.items() if v is not None and k != "sentence"} for each in (single, group)]
    assert matching(listing, pro, *again) == matching(listing, pro, *filters)


def test_a_coin_day_of_a_listed_session_is_listed(listing: TestClient, pro: Headers, days: list[str]) -> None:
    """The coin's figures are those of a range of the same dates."""
    found = []
    for question in (
        {"filters": [in_lists("early")]},
        {"start_date": days[0], "end_date": days[19]},
    ):
        answer = post(listing, pro, "/v2/probabilities", features=["or12_bo_up_bar"], **question)
        found.append(answer["probabilities"]["or12_bo_up_bar"]["modules"]["occurrence"]["data"]["coin"])
    assert found[0] == found[1]
    assert found[0]["days"] + found[0]["unpaired_days"] == 20


def test_a_change_of_a_list_is_answered_at_once_whatever_was_kept(
    listing: TestClient, ada: Headers, pro: Headers, days: list[str]
) -> None:
    asked = {"filters": [in_lists("moving")], "statistics_features": ["gap_up"]}
    for chosen in (days[:3], days[5:8], [*days[5:8], "2024-01-06"], [], days[:3]):
        put(listing, ada, "moving", *chosen)
        for from_cache in (False, True):
            answer = post(listing, pro, "/compute", **asked)
            assert answer["total_days"] == len({*chosen} & {*days})
            is_repeated = chosen == days[:3] and answer["metadata"]["from_cache"]
            assert is_repeated or answer["metadata"]["from_cache"] == from_cache
    listing.delete("/api/v2/lists/moving", headers=ada)
    assert listing.post("/api/compute", headers=pro, json=asked).json()["code"] == "unknown_list"


def test_a_file_says_which_list_was_asked(listing: TestClient, pro: Headers, days: list[str]) -> None:
    body = {"kind": "days", "format": "csv", "filters": [in_lists("early")]}
    opened = open_csv(listing.post("/api/v2/export", headers=pro, json=body).content)
    assert ("Filter", "in the list early") in opened.facts
    assert sorted(row[0] for row in opened.rows) == days[:20]


def test_a_page_s_widening_may_leave_a_list_out(listing: TestClient, pro: Headers, days: list[str]) -> None:
    found = post(listing, pro, "/v2/widen", filters=[in_lists("early"), UP])
    removed = {each["filters"][0]["feature"]: each["n_days"] for each in found["removals"]}
    assert removed["day_list"] == len(matching(listing, pro, UP))
    assert removed["gap_up"] == 20


def test_the_days_of_a_list_are_practised(listing: TestClient, pro: Headers, days: list[str]) -> None:
    """Though no other question as of a bar takes a list; a filter beside it is judged as ever."""
    for feature in ("close_above_open", None):
        asked = {"filters": [in_lists("early")], "as_of": 12} | ({"feature": feature} if feature else {})
        found = []
        for _ in range(15):
            token = post(listing, pro, "/v2/quiz/next", **asked)["token"]
            found.append(post(listing, pro, "/v2/quiz/answer", token=token, probability=50))
        assert {each["date"] for each in found} <= {*days[:20]}
        assert all(each["base"]["days"] <= 20 for each in found)
    late = [in_lists("early"), {"feature": "close_above_open", "operator": "=", "value": True}]
    refused = listing.post("/api/v2/quiz/next", headers=pro, json={"filters": late})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_known_yet")
