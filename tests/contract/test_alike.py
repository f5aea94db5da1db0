"""Days alike as they are asked: what comes back, and what is refused with which sentence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from statsmodels.stats.multitest import multipletests

from tests.oracles.proportions import newcombe, wilson
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

DAY, BAR = "2024-05-02", 12


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A service whose days are enough for a back-test."""
    folder: Path = tmp_path_factory.mktemp("tested")
    publish_random(folder / "warehouse", sessions=400)
    with running(folder, poll_interval=60) as client:
        yield client


def post(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    return client.post("/api/v2/alike", headers=headers, json={"date": DAY, "as_of": BAR} | body)


def ask(client: TestClient, headers: dict[str, str], **body: Any) -> Any:
    answer = post(client, headers, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_days_alike_come_before_the_day_nearest_first(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro)
    assert (found["date"], found["as_of"], len(found["days"])) == (DAY, BAR, 25)
    assert all(each["date"] < DAY for each in found["days"])
    distances = [each["distance"] for each in found["days"]]
    assert distances == sorted(distances)
    assert 0 < distances[0] <= distances[-1] < 1
    assert sum(found["weights"].values()) == pytest.approx(1, abs=1e-4)
    assert len(ask(client, pro, n=3)["days"]) == 3


def test_what_followed_is_what_the_filter_by_date_answers(client: TestClient, pro: dict[str, str]) -> None:
    found = ask(client, pro)
    body = {"end_date": "2024-05-01", "features": ["gap_fill_bar", "close_above_open"], "as_of": BAR}
    all_days = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"]
    told = {each["feature"]: each for each in found["outcomes"]}
    assert "close_above_open" in told
    for name in told.keys() & all_days.keys():
        own = all_days[name]["modules"]["occurrence"]["data"]
        assert told[name]["all"] == {key: own[key] for key in told[name]["all"]}
    for each in found["outcomes"]:
        near, every = each["neighbours"], each["all"]
        expected = wilson(near["occurrence_days"], near["total_days"])
        assert near["confidence_interval"] == pytest.approx(expected, abs=1e-6)
        rest = (every[key] - near[key] for key in ("occurrence_days", "total_days"))
        if each["difference"] is not None:
            limits = newcombe(near["occurrence_days"], near["total_days"], *rest)
            assert each["difference"] == pytest.approx(limits, abs=1e-6)


def test_filters_and_dates_choose_the_days_they_come_from(client: TestClient, pro: dict[str, str]) -> None:
    filters = {"gap_up": {"operator": "=", "value": True}}
    asked = {"filters": filters, "start_date": "2024-02-01", "end_date": "2024-07-01"}
    matched = client.post("/api/v2/days", headers=pro, json=asked | {"page_size": 500}).json()["rows"]
    days = {each["session_date"] for each in matched if each["session_date"] < DAY}
    found = ask(client, pro, **asked, n=60)
    assert found["compared_days"] == len(days)
    assert {each["date"] for each in found["days"]} == days


def test_a_tier_looks_at_its_own_features(
    client: TestClient, standard: dict[str, str], pro: dict[str, str], lite: dict[str, str]
) -> None:
    listed = {each["name"] for each in client.get("/api/features", headers=standard).json()["features"]}
    found = ask(client, standard)
    assert set(found["weights"]) <= listed
    assert {each["feature"] for each in found["outcomes"]} <= listed
    assert set(ask(client, pro)["weights"]) - listed
    assert post(client, lite).json()["code"] == "as_of_not_in_tier"


def test_what_is_left_out_is_not_looked_at(client: TestClient, pro: dict[str, str]) -> None:
    whole = ask(client, pro)
    left = list(whole["weights"])[::2]
    found = ask(client, pro, leave_out=left)
    assert list(found["weights"]) == list(whole["weights"])[1::2]
    later = ask(client, pro, leave_out=["close_above_open", "trade_date"])
    assert later["weights"] == whole["weights"]


def test_without_a_day_before_nothing_is_alike(client: TestClient, pro: dict[str, str]) -> None:
    first = client.get("/api/v2/date-range", headers=pro).json()["min_date"]
    for asked in ({"date": first}, {"start_date": DAY}):
        found = ask(client, pro, **asked)
        assert (found["compared_days"], found["days"]) == (0, [])
        rates = [(each["all"]["occurrence"], each["difference"]) for each in found["outcomes"]]
        assert set(rates) == {(None, None)}


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"date": "5/2/2024"}, "date_format", "write it as YYYY-MM-DD"),
        ({"date": "2024-07-03"}, "date_not_full_session", "is a half day; a full session is expected"),
        ({"date": "2024-05-04"}, "date_not_full_session", "the exchange was closed"),
        ({"date": "1999-01-04"}, "date_not_full_session", "is before the data"),
        ({"date": "2044-01-04"}, "date_not_full_session", "is after the data"),
        ({"date": 20240502}, "value_type", "date"),
        ({"as_of": None}, "missing_field", "as_of: missing; expected the last bar that is known, -1 to 80"),
        ({"as_of": 81}, "value_type", "as_of"),
        ({"n": 0}, "n_range", "n: expected a whole number from 1 to 60, found 0"),
        ({"n": 61}, "n_range", "n: expected a whole number from 1 to 60, found 61"),
        ({"leave_out": ["gap"]}, "unknown_feature", "gap"),
        ({"leave_out": ["gap_up_prev"]}, "prev_not_supported", "leave_out"),
        ({"filters": {"close_above_open": {"operator": "=", "value": True}}}, "not_known_yet", "bar 12"),
    ],
)
def test_what_cannot_be_asked_is_said(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], code: str, words: str
) -> None:
    refused = post(client, pro, **body)
    assert (refused.status_code, refused.json()["code"]) == (422, code), refused.text
    assert words in refused.json()["detail"]


def test_one_feature_at_least_is_looked_at(client: TestClient, pro: dict[str, str]) -> None:
    names = list(ask(client, pro)["weights"])
    assert len(ask(client, pro, leave_out=names[1:])["weights"]) == 1
    refused = post(client, pro, leave_out=names).json()
    assert (refused["code"], refused["detail"].partition(":")[0]) == ("all_left_out", "leave_out")


def test_the_nearest_full_sessions_are_named(client: TestClient, pro: dict[str, str]) -> None:
    detail = post(client, pro, date="2024-07-04").json()["detail"]
    assert detail.endswith("nearest: 2024-07-02, 2024-07-05.")


def test_no_back_test_is_told_where_there_is_none(client: TestClient, pro: dict[str, str]) -> None:
    assert {each["brier"] for each in ask(client, pro)["outcomes"]} == {None}


def test_the_back_test_of_the_last_bar_by_then_is_told(tested: TestClient) -> None:
    headers, scores = bearer(tested, "pro"), {}
    for bar, at in ((-1, -1), (0, 0), (5, 0), (12, 12), (17, 12), (80, 54)):
        outcomes = {each["feature"]: each["brier"] for each in ask(tested, headers, as_of=bar)["outcomes"]}
        told = {name: each for name, each in outcomes.items() if each is not None}
        assert {each["as_of"] for each in told.values()} == {at}
        assert all(100 <= each["days"] <= 150 for each in told.values())
        assert all(0 <= each[key] <= 1 for each in told.values() for key in ("neighbours", "base"))
        for each in told.values():
            assert each["difference"] == pytest.approx(each["neighbours"] - each["base"], abs=2e-6)
            limits, verdict = each["confidence_interval"], each["verdict"]
            assert limits["lower"] <= each["difference"] <= limits["upper"]
            assert (verdict["code"] == "cannot_tell") == (
                verdict["p"] is None or verdict["adjusted_p"] >= 0.05
            )
        tests = [each["verdict"] for each in told.values() if each["verdict"]["p"] is not None]
        adjusted = multipletests([each["p"] for each in tests], method="holm")[1]
        assert [each["adjusted_p"] for each in tests] == pytest.approx(list(adjusted), abs=1e-4)
        # The adjusted p is of the outcomes that are open as of the bar.
        scores[bar] = told["close_above_open"] | {"verdict": None}
    assert scores[0] == scores[5] != scores[-1]
    rare = ask(tested, headers, as_of=12)["outcomes"]
    assert any(each["brier"] is None for each in rare)


def test_the_same_question_is_answered_from_the_cache(client: TestClient, pro: dict[str, str]) -> None:
    def hits() -> int:
        return int(client.get("/api/cache/stats", headers=pro).json()["hits"])

    first, before = ask(client, pro, leave_out=["gap_up", "gap_down"], n=7), hits()
    assert ask(client, pro, leave_out=["gap_down", "gap_up", "gap_down"], n=7) == first
    assert hits() == before + 1
    assert ask(client, pro, n=7) != first
    assert hits() == before + 1
