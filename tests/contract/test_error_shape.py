"""Every way a request can fail has one shape: detail, message, code, timestamp."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.errors import TooManyRequests
from service.answers import compute
from service.edge.errors import error_response
from service.members.sessions import Sessions
from tests.contract.schema import error_violations
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import publish_random

LATE = {"operator": ">", "value": 0}
GAP = {"operator": "=", "value": True}
GAP_UP = {"feature": "gap_up"} | GAP
ABOVE = {"operator": ">", "value": True}

CELL = {"from_bar": 12, "side": "up", "targets": [30], "stops": [20]}
ALIKE = {"date": "2024-05-02", "as_of": 12}
LISTED = {"feature": "day_list", "operator": "in", "value": ["nowhere"]}
CURVE = {"by": "gap_size_pts", "outcome": "close_above_open"}
WATCH = {"name": "Gap and go", "channel": "email", "filters": [GAP_UP]}
REFUSALS: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("get", "/api/nowhere", {}, 404, "not_found"),
    ("get", "/nowhere", {}, 404, "not_found"),
    ("get", "/api/compute", {}, 405, "method_not_allowed"),
    ("delete", "/api/features", {}, 405, "method_not_allowed"),
    ("post", "/healthz", {}, 405, "method_not_allowed"),
    ("post", "/api/compute", {"content": b"{"}, 400, "malformed_json"),
    ("post", "/api/compute", {"content": b'{"a": NaN}'}, 400, "malformed_json"),
    ("post", "/api/compute", {"content": b"\xff\xfe"}, 400, "malformed_json"),
    ("post", "/api/compute", {"content": b"[" * 5000}, 422, "too_deep"),
    ("post", "/api/compute", {"content": b" " * (256 * 1024 + 1)}, 413, "body_too_large"),
    ("post", "/api/compute", {"json": [1]}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"statistics_features": "gap_up"}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"statistics_features": [1]}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"features": ["bars"]}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"profile": "gold"}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"options": {"cache": 1}}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"statistics_features": ["gap"]}}, 422, "unknown_feature"),
    ("post", "/api/compute", {"json": {"statistics_features": ["gap_up_prev"]}}, 422, "prev_not_supported"),
    ("post", "/api/compute", {"json": {"symbol": "XX"}}, 422, "unknown_symbol"),
    ("post", "/api/compute", {"json": {"filters": {"gap": GAP}}}, 422, "unknown_feature"),
    (
        "post",
        "/api/compute",
        {"json": {"filters": {"gap_up": GAP | {"operator": ">"}}}},
        422,
        "unknown_operator",
    ),
    ("post", "/api/compute", {"json": {"filters": {"gap_up": GAP | {"value": 3}}}}, 422, "value_type"),
    ("post", "/api/compute", {"json": {"start_date": "2024-13-01"}}, 422, "date_format"),
    ("post", "/api/compute", {"json": {"start_date": 20240101}}, 422, "value_type"),
    ("post", "/api/v2/probabilities", {"json": {}}, 422, "missing_field"),
    ("post", "/api/v2/days", {"json": {"page": 0}}, 422, "page_range"),
    ("post", "/api/v2/days", {"json": {"page": 1.5}}, 422, "value_type"),
    ("post", "/api/v2/days", {"json": {"page_size": 501}}, 422, "page_size_range"),
    ("post", "/api/v2/days", {"json": {"dates": ["1/2/2024"]}}, 422, "date_format"),
    ("post", "/api/v2/days", {"json": {"sort": {"column": "gap"}}}, 422, "unknown_feature"),
    *(
        ("post", "/api/v2/excursion", {"json": CELL | wrong}, 422, code)
        for wrong, code in (
            ({"from_bar": 7}, "value_type"),
            ({"side": "long"}, "value_type"),
            ({"unit": "ticks"}, "value_type"),
            ({"targets": []}, "distances_count"),
            ({"stops": [5.0] * 21}, "distances_count"),
            ({"targets": [30, 12]}, "distance_range"),
            ({"stops": [105]}, "distance_range"),
            ({"unit": "points", "stops": [0.1]}, "distance_range"),
            ({"unit": "r", "targets": [0.05]}, "distance_range"),
            ({"unit": "r", "targets": [1e300]}, "distance_range"),
            ({"costs": -1}, "costs_range"),
        )
    ),
    ("post", "/api/compute", {"json": {"as_of": 81}}, 422, "value_type"),
    (
        "post",
        "/api/compute",
        {"json": {"as_of": 0, "filters": {"or12_bo_up_bar": LATE}}},
        422,
        "not_known_yet",
    ),
    ("post", "/api/v2/excursion", {"json": CELL | {"as_of": 80}}, 422, "decided_before"),
    *(
        ("post", "/api/v2/alike", {"json": ALIKE | wrong}, 422, code)
        for wrong, code in (
            ({"as_of": None}, "missing_field"),
            ({"date": "2024-07-03"}, "date_not_full_session"),
            ({"n": 61}, "n_range"),
            ({"leave_out": ["gap"]}, "unknown_feature"),
        )
    ),
    ("post", "/api/v2/questions", {"json": {"as_of": 81}}, 422, "value_type"),
    ("post", "/api/v2/questions", {"json": {"filters": {"gap_upp": GAP}}}, 422, "unknown_feature"),
    (
        "post",
        "/api/v2/questions",
        {"json": {"filters": {"inside_day": GAP}, "as_of": 6}},
        422,
        "not_known_yet",
    ),
    ("post", "/api/v2/questions", {"json": {"symbol": "XX"}}, 422, "unknown_symbol"),
    ("get", "/api/v2/claims?symbol=XX", {}, 422, "unknown_symbol"),
    ("post", "/api/v2/compare", {"json": {"a": {}}}, 422, "missing_field"),
    ("post", "/api/v2/compare", {"json": {"a": {}, "b": {"filters": 3}}}, 422, "filters_shape"),
    *(
        ("post", "/api/v2/curve", {"json": CURVE | wrong}, 422, code)
        for wrong, code in (
            ({"by": "gap"}, "unknown_feature"),
            ({"by": "gap_up"}, "curve_by"),
            ({"outcome": "gap_size_pts"}, "curve_outcome"),
            ({"label": "bull"}, "curve_outcome"),
            ({"cut": "high"}, "value_type"),
            ({"by": "bull_day_streak", "cut": 1.5}, "value_type"),
        )
    ),
    *(
        ("post", "/api/v2/days/bars", {"json": wrong}, 422, code)
        for wrong, code in (
            ({"page": 0}, "page_range"),
            ({"page_size": 0}, "page_size_range"),
            ({"page_size": 61}, "page_size_range"),
            ({"page_size": "all"}, "value_type"),
            ({"columns": ["gap_up"] * 5}, "columns_count"),
            ({"columns": ["gap"]}, "unknown_feature"),
            ({"columns": ["gap_up_prev"]}, "prev_not_supported"),
            ({"sort": {"column": "gap"}}, "unknown_feature"),
            ({"dates": ["1/2/2024"]}, "date_format"),
            ({"part": {"feature": "gap_up", "module": "time_distribution", "place": "1"}}, "unknown_module"),
        )
    ),
    ("post", "/api/v2/path", {"json": {"filters": {"gap": GAP}}}, 422, "unknown_feature"),
    ("post", "/api/v2/path", {"json": {"as_of": 81}}, 422, "value_type"),
    ("post", "/api/v2/path", {"json": {"start_date": "2024-13-01"}}, 422, "date_format"),
    *(
        ("post", "/api/v2/widen", {"json": wrong}, 422, code)
        for wrong, code in (
            ({"feature": "gap"}, "unknown_feature"),
            ({"feature": "gap_size_pts"}, "widen_outcome"),
            ({"feature": "gap_up", "label": "bull"}, "widen_outcome"),
            ({"label": "bull"}, "widen_outcome"),
            ({"feature": "gap_up_prev2"}, "prev_not_supported"),
        )
    ),
    *(
        ("post", "/api/v2/held", {"json": wrong}, 422, code)
        for wrong, code in (
            ({}, "missing_field"),
            ({"feature": "gap"}, "unknown_feature"),
            ({"feature": "gap_size_pts"}, "held_outcome"),
            ({"feature": "gap_up_prev2"}, "prev_not_supported"),
            ({"feature": "gap_up", "filters": {"gap": GAP}}, "unknown_feature"),
            ({"feature": "gap_up", "label": "bull"}, "unknown_field"),
        )
    ),
    *(
        ("post", "/api/v2/quiz/next", {"json": wrong}, 422, code)
        for wrong, code in (
            ({"as_of": 0}, "value_type"),
            ({"feature": "gap_up"}, "quiz_feature"),
            ({"filters": {"gap_up": GAP, "gap_down": GAP}}, "quiz_no_day"),
            ({"filters": {"close_above_open": GAP}}, "not_known_yet"),
        )
    ),
    ("post", "/api/v2/quiz/answer", {"json": {"token": "x", "probability": 101}}, 422, "value_type"),
    ("post", "/api/v2/quiz/answer", {"json": {"token": "x", "probability": 5}}, 404, "quiz_token_unknown"),
    *(
        ("post", "/api/compute", {"json": {"filters": wrong}}, 422, code)
        for wrong, code in (
            ({"any_of": []}, "empty_group"),
            ({"at_least": {"count": 2, "of": [GAP_UP]}}, "group_count"),
            ([{"any_of": [{"none_of": [GAP_UP]}]}], "nested_group"),
            ([GAP_UP, {"none_of": [GAP_UP]}], "contradiction"),
            ([GAP_UP | {"feature": "gap_up_prev6"}], "prev_range"),
            ([GAP_UP | {"first_in": 21}], "first_in_range"),
        )
    ),
    *(
        ("post", "/api/compute", {"json": {"filters": [LISTED | wrong]}}, 422, code)
        for wrong, code in (
            ({}, "unknown_list"),
            ({"value": "days"}, "value_type"),
            ({"value": []}, "empty_list"),
            ({"operator": "="}, "unknown_operator"),
            ({"by_bar": 3}, "by_bar_not_supported"),
            ({"first_in": 3}, "first_in_not_supported"),
            ({"feature": "day_list_prev"}, "prev_not_supported"),
        )
    ),
    ("post", "/api/v2/lists", {"json": {"name": "days", "days": []}}, 403, "maintain_needed"),
    ("delete", "/api/v2/lists/days", {}, 403, "maintain_needed"),
    ("delete", "/api/v2/lists", {}, 405, "method_not_allowed"),
    ("get", "/api/v2/lists?symbol=XX", {}, 422, "unknown_symbol"),
    ("post", "/api/v2/views", {"json": {}}, 422, "missing_field"),
    ("post", "/api/v2/views", {"json": {"address": "//evil.example"}}, 422, "view_address"),
    ("post", "/api/v2/views", {"json": {"address": "/", "feature": "gap"}}, 422, "unknown_feature"),
    ("get", "/api/v2/views/x", {}, 404, "view_unknown"),
    *(
        ("post", "/api/v2/watches", {"json": WATCH | wrong}, 422, code)
        for wrong, code in (
            ({}, "watch_channel"),
            ({"filters": {}}, "watch_filters"),
            ({"channel": "post"}, "value_type"),
            ({"name": ""}, "value_type"),
            ({"filters": {"gap": GAP}}, "unknown_feature"),
        )
    ),
    ("delete", "/api/v2/watches/x", {}, 404, "watch_unknown"),
    ("get", "/api/v2/watches?symbol=XX", {}, 422, "unknown_symbol"),
    ("post", "/api/v2/watches/off", {"json": {"token": "x"}}, 404, "watch_link_unknown"),
    ("post", "/api/v2/watches/off", {"json": {}}, 422, "missing_field"),
    ("get", "/api/features/gap", {}, 404, "unknown_feature"),
    ("get", "/api/features/gap_up_prev", {}, 404, "unknown_feature"),
    ("get", "/api/v2/features/gap/values", {}, 404, "unknown_feature"),
    ("get", "/api/profiles/gold/features", {}, 404, "unknown_profile"),
    ("get", "/api/features?profile=gold", {}, 422, "unknown_profile"),
    ("get", "/api/features?category=CHART", {}, 422, "unknown_category"),
    ("get", "/api/features?symbol=XX", {}, 422, "unknown_symbol"),
    ("post", "/api/auth/login", {"json": {"username": "a", "password": "b"}}, 401, "login_failed"),
    ("post", "/api/auth/login", {"json": {"username": "a"}}, 422, "missing_field"),
    ("post", "/api/auth/refresh", {"json": {"refresh_token": "x"}}, 401, "refresh_invalid"),
    ("post", "/api/auth/entry", {"json": {}}, 403, "authentication_required"),
]


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code"),
    REFUSALS,
    ids=[f"{path}-{code}" for _, path, _, _, code in REFUSALS],
)
def test_every_refusal_has_the_one_shape(
    client: TestClient,
    pro: dict[str, str],
    method: str,
    path: str,
    sent: dict[str, Any],
    status: int,
    code: str,
) -> None:
    answer = client.request(method, path, headers=pro | {"Content-Type": "application/json"}, **sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert error_violations(answer.json()) == []
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", answer.json()["timestamp"])
    assert answer.json()["message"][0].isupper()


@pytest.mark.parametrize(
    ("body", "field", "expected"),
    [
        ({"statistics_features": [1]}, "statistics_features[0]", "text"),
        ({"options": {"cache": "yes"}}, "options.cache", "true or false"),
        ({"profile": "gold"}, "profile", "one of lite, standard, pro"),
        ({"features": 3}, "features", "an object or a list"),
    ],
)
def test_a_wrong_type_names_its_field_and_what_was_expected(
    client: TestClient, pro: dict[str, str], body: dict[str, Any], field: str, expected: str
) -> None:
    detail = client.post("/api/compute", headers=pro, json=body).json()["detail"]
    assert detail.startswith(f"{field}: expected {expected}, found ")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("compute", {"filters": {"gap": GAP}}, "filters.gap"),
        ("compute", {"filters": {"gap" * 100: GAP}}, f"filters.{'gap' * 20}"),
        (
            "compute",
            {"filters": [GAP | {"feature": "gap_up"}, GAP | {"feature": "gap"}]},
            "filters[1].feature",
        ),
        (
            "v2/filtered",
            {"filters": [{"any_of": [GAP | {"feature": "gap"}]}]},
            "filters[0].any_of[0].feature",
        ),
        (
            "v2/filtered",
            {"filters": {"at_least": {"count": 1, "of": [GAP | {"feature": "gap"}]}}},
            "filters.at_least.of[0].feature",
        ),
        ("compute", {"filters": {"trade_date_prev": GAP}}, "filters.trade_date_prev"),
        ("compute", {"statistics_features": ["gap_up", "gap_up", "gap"]}, "statistics_features[2]"),
        ("v2/probabilities", {"features": ["gap"]}, "features[0]"),
        ("v2/compare", {"a": {}, "b": {"filters": {"gap": GAP}}}, "b: filters.gap"),
        ("v2/compare", {"a": {}, "b": {}, "features": ["gap_up", "gap"]}, "features[1]"),
        ("v2/curve", {"by": "gap", "outcome": "gap_up"}, "by"),
        ("v2/curve", {"by": "gap_size_pts", "outcome": "gap"}, "outcome"),
        ("v2/days", {"columns": ["gap_up", "gap"]}, "columns[1]"),
        ("v2/days", {"sort": {"column": "gap"}}, "sort.column"),
        ("v2/days", {"part": {"feature": "gap", "module": "occurrence", "place": "active"}}, "part.feature"),
        ("v2/alike", {"leave_out": ["gap"]}, "leave_out[0]"),
        ("v2/widen", {"feature": "gap"}, "feature"),
        ("v2/held", {"feature": "gap"}, "feature"),
        ("v2/quiz/next", {"feature": "gap"}, "feature"),
        ("v2/views", {"address": "/", "feature": "gap"}, "feature"),
        ("v2/export", {"kind": "statistics", "format": "csv", "features": ["gap"]}, "features[0]"),
    ],
)
def test_an_unknown_feature_names_the_field_that_asks_for_it(
    client: TestClient, pro: dict[str, str], path: str, body: dict[str, Any], field: str
) -> None:
    answer = client.post(f"/api/{path}", headers=pro, json=body).json()
    assert answer["code"] == "unknown_feature"
    assert answer["detail"].startswith(f"{field}: ")
    assert "is not a feature" in answer["detail"]


@pytest.mark.parametrize("wrong", [81, -2, True, "12"])
def test_a_bar_that_is_none_names_those_there_are_and_the_whole_day(
    client: TestClient, pro: dict[str, str], wrong: object
) -> None:
    sides: dict[str, Any] = {"a": {}, "b": {}}
    for path, body in (("/api/compute", {}), ("/api/v2/compare", sides), ("/api/v2/widen", {})):
        detail = client.post(path, headers=pro, json=body | {"as_of": wrong}).json()["detail"]
        assert detail == (
            "as_of: expected a bar from 1 to 80, 0 for the open or -1 for before it, "
            f"found {json.dumps(wrong)}; leave it out for the whole day."
        )


def test_an_unfit_token_is_refused_everywhere_but_on_the_open_calls(client: TestClient) -> None:
    for path in ("/api/features", "/api/auth/me", "/api/cache/stats", "/api/v2/date-range"):
        for header in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp5"}):
            answer = client.get(path, headers=header)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert error_violations(answer.json()) == []
    for path in ("/api/openapi.json", "/healthz", "/readyz"):
        assert client.get(path).status_code == 200


def test_without_a_snapshot_the_answer_is_503_and_when_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as empty:
        headers = bearer(empty)
        for method, path in (("get", "/api/v2/date-range"), ("post", "/api/compute"), ("get", "/readyz")):
            answer = empty.request(method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (503, "no_snapshot")
            assert int(answer.headers["retry-after"]) > 0
            assert error_violations(answer.json()) == []
        assert empty.get("/healthz").json()["status"] == "waiting"


def test_a_bug_is_500_without_internals_and_the_log_has_its_request_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path) as client:
        monkeypatch.setattr(compute, "metadata", lambda *_: 1 / 0)
        with caplog.at_level(logging.ERROR):
            answer = client.post("/api/compute", headers=bearer(client))
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert error_violations(answer.json()) == []
    assert "zero" not in answer.text
    assert f"request {answer.headers['x-request-id']} failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_past_the_request_budget_the_answer_is_504(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, request_budget=1e-9) as client:
        assert client.post("/api/auth/entry", json=VISITOR).json()["code"] == "request_timeout"
        answer = client.post("/api/auth/entry", json=VISITOR)
    assert answer.status_code == 504
    assert error_violations(answer.json()) == []


def test_a_stranger_by_name_is_refused(client: TestClient, pro: dict[str, str]) -> None:
    answer = client.get("/api/features", headers=pro | {"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "host_not_allowed")
    assert error_violations(answer.json()) == []


def test_too_many_requests_says_when_to_come_back() -> None:
    answer = error_response(TooManyRequests("username: too many tries."))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")


def test_a_database_that_fails_is_500_in_the_one_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as client:
        headers = bearer(client)
        monkeypatch.setattr(
            Sessions, "running", lambda *_: (_ for _ in ()).throw(OSError("disk /secret/path"))
        )
        answer = client.get("/api/auth/me", headers=headers)
    assert answer.status_code == 500
    assert "secret" not in answer.text
