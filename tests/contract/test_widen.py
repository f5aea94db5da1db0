"""Which filters to leave out, as it is asked: each removal is what the shorter question answers."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.oracles.proportions import wilson

RATE = ("occurrence", "occurrence_days", "total_days", "confidence_interval")
GAP_UP = {"feature": "gap_up", "operator": "=", "value": True}
FAR = {"feature": "gap_size_pts", "operator": ">", "value": 3}
FILL = {"feature": "gap_fill_bar", "operator": "<=", "value": 20, "by_bar": 20}
CLASS = {"any_of": [{"feature": "gap_class", "operator": "=", "value": "full_up"}, GAP_UP]}
DATES = {"start_date": "2024-02-01", "end_date": "2024-03-15"}


def post(client: TestClient, headers: dict[str, str], path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def canonical(client: TestClient, headers: dict[str, str], **body: Any) -> list[Any]:
    return list(post(client, headers, "/compute", **body)["filters_applied"])


def asked_again(applied: Any) -> Any:
    """A filter of an answer, as a request takes it."""
    return {key: value for key, value in applied.items() if key != "sentence" and value is not None}


@pytest.mark.parametrize("dates", [{}, DATES])
@pytest.mark.parametrize("as_of", [None, 20])
@pytest.mark.parametrize("filters", [[], [FAR], [GAP_UP, FAR, FILL], [CLASS, FAR, FILL]])
def test_a_removal_is_what_the_shorter_question_answers(
    client: TestClient, pro: dict[str, str], filters: list[Any], dates: dict[str, str], as_of: int | None
) -> None:
    asked = {"filters": filters, "as_of": as_of} | dates
    found = post(client, pro, "/v2/widen", feature="hoy_bo_bar", **asked)
    applied = canonical(client, pro, **asked)
    for removed, told in [((), found), *((each["removed"], each) for each in found["removals"])]:
        rest = [asked_again(each) for at, each in enumerate(applied) if at not in removed]
        body = {"filters": rest, "as_of": as_of, "features": ["hoy_bo_bar"]}
        own = post(client, pro, "/v2/probabilities", **body)
        rate = own["probabilities"]["hoy_bo_bar"]["modules"]["occurrence"]["data"]
        assert told["n_days"] == own["metadata"]["total_days"]
        assert told["rate"] == {key: rate[key] for key in RATE}
        expected = wilson(rate["occurrence_days"], rate["total_days"])
        assert told["rate"]["confidence_interval"] == pytest.approx(expected, abs=1e-6)
        assert told.get("filters", []) == [applied[at] for at in removed]
        assert removed == () or told["n_days"] > found["n_days"]


def test_no_day_at_all_is_widened(client: TestClient, pro: dict[str, str]) -> None:
    far = [{"feature": f"gap_size_p{each}", "operator": ">", "value": 1e9} for each in ("ts", "ct_adr")]
    found = post(client, pro, "/v2/widen", filters=[*far, GAP_UP], feature="gap_class", label="flat")
    assert (found["n_days"], found["rate"]["occurrence"]) == (0, None)
    [pair] = found["removals"]
    assert {each["feature"] for each in pair["filters"]} == {"gap_size_pts", "gap_size_pct_adr"}
    whole = post(client, pro, "/v2/filtered", filters=[GAP_UP])
    assert pair["n_days"] == whole["filtered_data"]["total_days"]


def test_dates_that_cut_something_off_are_a_filter(client: TestClient, lite: dict[str, str]) -> None:
    found = post(client, lite, "/v2/widen", filters=[GAP_UP], start_date="2024-04-01", end_date="2024-04-05")
    [dates] = [each for each in found["removals"] if each["removed"] == [0]]
    assert dates["filters"][0]["feature"] == "Date_Range"
    assert dates["filters"][0]["sentence"] == "Date Range 04/01/2024 to 04/05/2024"
    assert dates["rate"] is None
    whole = post(client, lite, "/v2/widen", filters=[GAP_UP])
    assert dates["n_days"] == whole["n_days"]
    assert [each["removed"] for each in whole["removals"]] == [[0]]


def test_dates_that_are_kept_are_left_out_of_no_removal(client: TestClient, pro: dict[str, str]) -> None:
    asked = {"filters": [GAP_UP, FAR, FILL], "start_date": "2024-04-01", "end_date": "2024-04-05"}
    free = post(client, pro, "/v2/widen", **asked)
    kept = post(client, pro, "/v2/widen", keep_dates=True, **asked)
    assert any(0 in each["removed"] for each in free["removals"])
    assert kept["removals"]
    assert not any(0 in each["removed"] for each in kept["removals"])
    assert kept["n_days"] == free["n_days"]


def test_a_group_is_left_out_as_one_filter(client: TestClient, pro: dict[str, str]) -> None:
    found = post(client, pro, "/v2/widen", filters=[{"none_of": [GAP_UP, FAR]}])
    [removal] = found["removals"]
    assert removal["filters"] == [
        {
            "any_of": None,
            "none_of": [FAR, GAP_UP],
            "at_least": None,
            "sentence": "not (Gap Size (pts, signed) > 3 or Gap Up equals True)",
        }
    ]
