"""The document, the routes and the live answers say the same."""

from importlib.metadata import version
from typing import Any

import pytest
from openapi_spec_validator import validate
from starlette.testclient import TestClient

from scripts.codegen.openapi import DOCUMENT, render
from service.routes import CALLS
from tests.contract.schema import answer_schema, document, operations, violations
from tests.support.service_client import VISITOR

FILTERS = {
    "gap_fill_bar": {"operator": "<=", "value": 40},
    "gap_up_prev": {"operator": "=", "value": True},
    "gap_down_prev2": {"operator": "=", "value": False, "first_in": 3},
    "none_of": [{"feature": "gap_class", "operator": "=", "value": "flat"}],
    "at_least": {"count": 1, "of": [{"feature": "gap_size_pts", "operator": ">", "value": -1000}]},
    "Date_Range": {"operator": "range", "value": ["2024-01-10", "2024-05-01"]},
}
ALL_PARTS = {"statistics": True, "charts": True, "navigation": True}
BODIES: dict[str, dict[str, Any]] = {
    "entry": VISITOR,
    "filtered": {"filters": FILTERS},
    "compute": {"filters": FILTERS, "features": ALL_PARTS, "statistics_features": None},
    "probabilities": {"filters": FILTERS, "features": None},
    "days": {"filters": FILTERS, "columns": None, "sort": {"column": "gap_size_pts"}, "page_size": 7},
    "excursion": {"filters": FILTERS, "from_bar": 6, "side": "down", "targets": [30], "stops": [20]},
    "compare": {"a": {"filters": FILTERS}, "b": {}, "features": None},
    "curve": {"filters": FILTERS, "by": "gap_size_pts", "outcome": "close_above_open", "cut": 2},
    "dayBars": {
        "filters": FILTERS,
        "columns": ["gap_class", "gap_size_pts", "trade_date"],
        "sort": {"column": "gap_size_pts"},
        "page_size": 7,
    },
    "path": {"filters": FILTERS},
    "questions": {"filters": FILTERS},
    "held": {"filters": FILTERS, "feature": "gap_fill_bar"},
    "widen": {"filters": FILTERS, "feature": "gap_class", "label": "flat"},
    "quizNext": {"filters": {"gap_fill_bar": {"operator": "=", "value": 0, "by_bar": 12}}, "as_of": 12},
    "alike": {"filters": {"gap_up": {"operator": "=", "value": True}}, "date": "2024-05-02", "as_of": 12},
    "makeView": {"address": "/", "filters": FILTERS, "feature": "gap_half_fill_bar"},
    "chartData": {"filters": FILTERS, "ama_config": {"show_outside_bars": True}},
    "navigate": {"filters": FILTERS, "direction": "previous"},
    "clearChartCache": {},
    "clearCache": {},
}
APART = {
    "quizAnswer",
    *("login", "logout", "erase", "refresh", "exportFile", "entryCode", "redeem"),
    *("putDayList", "removeDayList", "sharedView", "addWatch", "removeWatch", "watchOff"),
}
"""Calls whose answers tests of their own hold against the document."""

PATHS = {
    "feature": {"name": "gap_class"},
    "values": {"name": "gap_fill_bar"},
    "profileFeatures": {"profile": "pro"},
}


def test_the_document_is_valid_openapi() -> None:
    validate(document())


def test_the_committed_document_is_what_the_contracts_say() -> None:
    assert DOCUMENT.read_bytes() == render()


def test_the_service_serves_the_committed_document_with_its_own_version(client: TestClient) -> None:
    committed = document()
    served = client.get("/api/openapi.json").json()
    assert served["info"]["version"] == version("session-almanac")
    assert served == committed | {"info": committed["info"] | {"version": version("session-almanac")}}


def test_every_call_of_the_document_is_answered_and_no_other() -> None:
    assert set(operations()) == {call.name for call in CALLS}


@pytest.mark.parametrize("name", sorted(set(operations()) - APART))
def test_live_answers_match_their_schema(client: TestClient, pro: dict[str, str], name: str) -> None:
    method, path, operation = operations()[name]
    names = [each["name"] for each in client.get("/api/features", headers=pro).json()["features"]]
    body = BODIES.get(name)
    if body is not None:
        body = {key: names if value is None else value for key, value in body.items()}
    address = "/api" + path.format(**PATHS.get(name, {}))
    answer = client.request(method, address, headers=pro, json=body)
    assert answer.status_code == 200, answer.text
    assert violations(answer_schema(operation), answer.json()) == []


def test_every_feature_answers_every_module_it_names(client: TestClient, pro: dict[str, str]) -> None:
    features = client.get("/api/features", headers=pro).json()["features"]
    named = {each["name"]: each["metadata"]["statistical_method"] for each in features}
    body = {"features": list(named), "filters": FILTERS}
    results = client.post("/api/v2/probabilities", headers=pro, json=body).json()["probabilities"]
    counted = {each["name"]: named[each["name"]] for each in features if each["type"] != "date"}
    assert {name: list(result["modules"]) for name, result in results.items()} == counted
    failed = [
        (name, kind)
        for name, result in results.items()
        for kind, module in result["modules"].items()
        if module["status"] != "success"
    ]
    assert failed == []


def test_refresh_answers_match_their_schema(client: TestClient) -> None:
    first = client.post("/api/auth/entry", json=VISITOR).json()
    answer = client.post("/api/auth/refresh", json={"refresh_token": first["refresh_token"]})
    assert violations(answer_schema(operations()["refresh"][2]), answer.json()) == []


def test_an_answered_quiz_matches_its_schema(client: TestClient, pro: dict[str, str]) -> None:
    token = client.post("/api/v2/quiz/next", headers=pro, json={}).json()["token"]
    answer = client.post("/api/v2/quiz/answer", headers=pro, json={"token": token, "probability": 70})
    assert answer.status_code == 200
    assert violations(answer_schema(operations()["quizAnswer"][2]), answer.json()) == []


def test_a_wrong_answer_is_seen(client: TestClient, pro: dict[str, str]) -> None:
    schema = answer_schema(operations()["dateRange"][2])
    answer = client.get("/api/v2/date-range", headers=pro).json()
    assert violations(schema, answer | {"total_days": "160"}) != []
    assert violations(schema, answer | {"totaldays": 160}) != []


@pytest.mark.parametrize("name", [call.name for call in CALLS if call.example is not None])
def test_an_example_of_the_document_is_answered(client: TestClient, pro: dict[str, str], name: str) -> None:
    method, path, operation = operations()[name]
    example = operation["requestBody"]["content"]["application/json"]["example"]
    answer = client.request(method, f"/api{path}", headers=pro, json=example)
    assert answer.status_code == 200, answer.text
