"""What is known of the next session, as it is asked: filters that work, and numbers that cannot be."""

import operator
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.catalogue import TIERS, Tier
from tests.support.service_client import bearer


@pytest.fixture(scope="module")
def coy(client: TestClient) -> float:
    """Yesterday's close, in points."""
    headers = {"Authorization": f"Bearer {_token(client)}"}
    return float(client.get("/api/v2/next", headers=headers).json()["levels"]["coy"])


def _token(client: TestClient) -> str:
    visitor = {"user_id": "7", "user_name": "Ada", "user_email": "a@b.c", "course_id": "dev-cad-std"}
    answer = client.post("/api/auth/entry", json=visitor | {"profile": "pro"})
    return str(answer.json()["access_token"])


def ask(client: TestClient, headers: dict[str, str], **typed: Any) -> Any:
    answer = client.post("/api/v2/next", headers=headers, json=typed)
    assert answer.status_code == 200, answer.text
    return answer.json()


def typed_day(coy: float) -> dict[str, Any]:
    hour = {"high": coy + 5, "low": coy - 1, "close": coy + 2}
    return {"open": coy + 1, "gxh": coy + 3, "gxl": coy - 2, "or12": hour}


def some_bars(coy: float, count: int) -> dict[str, list[float]]:
    turns = [coy + number % 7 for number in range(count)]
    return {"o": turns, "h": [each + 2 for each in turns], "l": [each - 1 for each in turns], "c": turns}


def test_the_night_tells_calendar_levels_and_yesterday(client: TestClient, pro: dict[str, str]) -> None:
    found = client.get("/api/v2/next", headers=pro).json()
    names = [each["feature"] for each in found["known"]]
    assert (found["as_of"], found["source"], found["at"]) == (-1, "night", None)
    assert found["session_date"] > found["last_session"]
    assert {"weekday", "adr10_pts", "gap_up_prev"} <= set(names)
    assert not {"gap_up", "or12_dir"} & set(names)
    assert found["levels"]["open"] is None
    assert all(each["since"] == -1 for each in found["known"])
    assert ask(client, pro) == found


def test_a_tier_is_told_its_own_features_lite_without_yesterday(
    client: TestClient, lite: dict[str, str], standard: dict[str, str], coy: float
) -> None:
    for headers in (lite, standard):
        visible = {each["name"] for each in client.get("/api/features", headers=headers).json()["features"]}
        found = [each["feature"] for each in ask(client, headers, **typed_day(coy))["known"]]
        own = [name for name in found if not name.endswith("_prev")]
        assert set(own) <= visible
        assert {name.removesuffix("_prev") for name in found} <= visible
        assert (len(own) == len(found)) == (headers is lite)


@pytest.mark.parametrize("count", [0, 1, 18, 80])
def test_every_filter_is_accepted_and_counts_the_days_that_are_told(
    client: TestClient, pro: dict[str, str], coy: float, count: int
) -> None:
    typed = typed_day(coy) if not count else {"open": coy, "bars": some_bars(coy, count)}
    found = ask(client, pro, **typed)
    assert found["as_of"] == (count or 12)
    order = [each["name"] for each in client.get("/api/features", headers=pro).json()["features"]]
    own = [each["feature"] for each in found["known"] if not each["feature"].endswith("_prev")]
    assert own == [name for name in order if name in own]
    assert len(found["known"]) > 150
    every = client.get("/api/v2/summary", headers=pro).json()["totalDays"]
    filters = [each for each in found["known"] if each["filter"] is not None]
    for each in filters[:: max(1, len(filters) // 60)]:
        asked = client.post("/api/v2/filtered", headers=pro, json={"filters": [each["filter"]]})
        assert asked.status_code == 200, asked.text
        assert asked.json()["filtered_data"]["total_days"] == each["days"], each
        assert each["share"] is None or each["days"] / every <= each["share"] <= 1
        assert each["rank"] is None or 0 <= each["rank"] <= 1


def test_the_day_passes_its_own_filters(client: TestClient, pro: dict[str, str], coy: float) -> None:
    """Those of a day in the data, too: each number lies in the range that is named for it."""
    for typed in (typed_day(coy), {"open": coy + 1, "bars": some_bars(coy, 40)}):
        for each in ask(client, pro, **typed)["known"]:
            asked, value = each["filter"], each["value"]
            if asked is None or value is None:
                continue
            if asked["operator"] == "range":
                assert asked["value"][0] <= value <= asked["value"][1]
            elif asked["operator"] in ("<", ">="):
                assert (value < asked["value"]) == (asked["operator"] == "<")
            else:
                assert value == asked["value"]


PASSES: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@pytest.mark.parametrize("open_", [None, -30, -1, 0, 1, 30])
def test_questions_whose_filters_the_session_fails_are_ruled_out(
    client: TestClient, pro: dict[str, str], coy: float, open_: int | None
) -> None:
    """By the values that are told, with the usual questions' plain conditions."""
    found = ask(client, pro, open=None if open_ is None else coy + open_)
    values = {each["feature"]: each["value"] for each in found["known"]}
    expected = [
        claim["id"]
        for claim in client.get("/api/v2/claims", headers=pro).json()["claims"]
        for each in claim["filters"]
        if values.get(each["feature"]) is not None
        and not PASSES[each["operator"]](values[each["feature"]], each["value"])
    ]
    assert found["ruled_out"] == list(dict.fromkeys(expected))
    assert ("gap-up-fills" in expected, "gap-down-fills" in expected) == (
        open_ is not None and open_ <= 0,
        open_ is not None and open_ >= 0,
    )


@pytest.mark.parametrize("tier", ["lite", "standard", "pro"])
def test_no_ruled_out_question_is_of_a_higher_tier(client: TestClient, coy: float, tier: Tier) -> None:
    headers, ruled_out = bearer(client, tier), set[str]()
    for points in (-30, 0, 30):
        bars = some_bars(coy + points, 40)
        for typed in ({"open": coy + points}, {"open": bars["o"][0], "bars": bars}):
            ruled_out |= set(ask(client, headers, **typed)["ruled_out"])
    claims = client.get("/api/v2/claims", headers=headers).json()["claims"]
    tiers = {claim["id"]: claim["tier"] for claim in claims}
    assert ruled_out
    assert {TIERS.index(tiers[name]) for name in ruled_out} <= set(range(TIERS.index(tier) + 1))


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        ({"open": 0.1}, [("not_on_tick", "open"), ("outside_range", "or12")]),
        ({"gxh": 2000}, [("far_from_close", "gxh")]),
        ({"gxh": 1.7e308}, [("far_from_close", "gxh")]),
        ({"gxh": -3}, [("high_under_low", "gxh"), ("high_under_low", "gxl")]),
        ({"gxh": 0}, [("open_outside_globex", "gxh")]),
        ({"gxl": 2}, [("open_outside_globex", "gxl")]),
        ({"open": None}, [("outside_range", "or12")]),
        ({"or12": (-2, 1, 0)}, [("high_under_low", "or12")]),
        ({"or12": (4, 2, 3)}, [("outside_range", "or12")]),
        ({"or12": (4, 0, 5)}, [("outside_range", "or12")]),
        ({"bars": {"o": [1.0], "h": [], "l": [], "c": []}}, [("bars_shape", "bars")]),
        ({"bars": {"o": [1], "h": [0], "l": [0], "c": [0]}}, [("bars_shape", "bars")]),
        ({"bars": {"o": [2], "h": [3], "l": [0], "c": [0]}}, [("bars_shape", "bars")]),
        ({"bars": {"o": [], "h": [], "l": [], "c": []}}, []),
    ],
)
def test_a_number_that_cannot_be_is_left_out_with_a_note(
    client: TestClient, pro: dict[str, str], coy: float, change: dict[str, Any], notes: list[tuple[str, str]]
) -> None:
    typed = typed_day(coy)
    for field, value in change.items():
        if field == "or12":
            typed[field] = dict(zip(("high", "low", "close"), (coy + each for each in value), strict=True))
        elif field == "bars":
            typed[field] = {side: [coy + each for each in prices] for side, prices in value.items()}
        else:
            typed[field] = None if value is None else coy + value
    found = ask(client, pro, **typed)
    assert [(each["code"], each["field"]) for each in found["notes"] if each["field"]] == notes
    for _, field in notes:
        if field in found["levels"]:
            assert found["levels"][field] is None


def test_a_body_of_wrong_types_is_refused_as_ever(client: TestClient, pro: dict[str, str]) -> None:
    for body in ({"open": "5300"}, {"or12": {"high": 1}}, {"bars": [1]}, {"bars": {"o": ["a"]}}):
        answer = client.post("/api/v2/next", headers=pro, json=body)
        assert answer.status_code == 422
        assert answer.json()["code"] in ("value_type", "missing_field")


def test_days_alike_are_asked_of_a_date_or_of_the_next_session(
    client: TestClient, pro: dict[str, str], coy: float
) -> None:
    def post(**body: Any) -> Any:
        return client.post("/api/v2/alike", headers=pro, json={"as_of": 0} | body)

    found = post(next=typed_day(coy) | {"or12": None}).json()
    assert found["date"] > found["days"][0]["date"]
    assert found["compared_days"] == client.get("/api/v2/summary", headers=pro).json()["totalDays"]
    assert "gx_range_pct_adr" in found["weights"]
    for body in ({}, {"date": "2024-05-02", "next": {}}):
        assert (post(**body).status_code, post(**body).json()["code"]) == (422, "date_or_next")
    late = post(next={"open": coy}, as_of=12)
    assert (late.status_code, late.json()["code"]) == (422, "as_of_not_reached")
