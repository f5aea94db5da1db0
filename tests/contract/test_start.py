"""One call brings what a page shows first: each part as its own call gives it, for whoever may see it."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.answers.data import summary
from tests.contract.schema import answer_schema, operations, violations
from tests.support.service_client import bearer, running
from tests.support.snapshots import publish_random

FILTERS = {"gap_up": {"operator": "=", "value": True}}
CARDS = ["gap_class", "gap_fill_bar"]
QUESTION: dict[str, Any] = {"filters": FILTERS, "start_date": "2000-01-01"}
PRO = "or12_mm_up_bar"


def started(client: TestClient, headers: dict[str, str], query: str = "", **body: Any) -> Any:
    answer = client.post(f"/api/v2/start{query}", headers=headers, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.json()


def got(client: TestClient, headers: dict[str, str], path: str) -> Any:
    return client.get(f"/api{path}", headers=headers).json()


@pytest.mark.parametrize("tier", ["lite", "standard", "pro"])
def test_each_part_is_what_its_own_call_answers(client: TestClient, tier: str) -> None:
    headers = bearer(client, tier)
    whole = started(client, headers, **QUESTION, features=CARDS)
    assert violations(answer_schema(operations()["start"][2]), whole) == []
    assert whole["summary"] == got(client, headers, "/v2/summary")
    assert whole["catalogue"] == got(client, headers, "/features")
    assert whole["snapshot"] == whole["summary"]["snapshot"]["id"]
    body = QUESTION | {"statistics_features": CARDS}
    answer = client.post("/api/compute", headers=headers, json=body).json()
    assert answer.pop("metadata")["from_cache"]
    assert not whole["answer"].pop("metadata")["from_cache"]
    assert whole["answer"] == answer
    assert whole["refused"] is None


def test_the_values_are_those_of_every_bar_and_count(client: TestClient, standard: dict[str, str]) -> None:
    values = started(client, standard)["values"]
    features = got(client, standard, "/features")["features"]
    assert set(values) == {
        each["name"] for each in features if each["business_logic"]["value_format"] in ("bar", "count")
    }
    for name, found in values.items():
        assert found == got(client, standard, f"/v2/features/{name}/values")["values"], name


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"filters": {PRO: {"operator": ">=", "value": 20}}}, "feature_not_in_tier"),
        ({"features": [PRO]}, "feature_not_in_tier"),
        ({"filters": {f"{PRO}_prev": {"operator": ">=", "value": 20}}}, "feature_not_in_tier"),
        ({"filters": {"no_such": {"operator": "=", "value": 1}}}, "unknown_feature"),
        ({"filters": {"gap_up": {"operator": "=", "value": "up"}}}, None),
        ({"start_date": "yesterday"}, "date_format"),
    ],
)
def test_a_refused_question_is_refused_in_its_own_words_and_the_rest_is_there(
    client: TestClient, standard: dict[str, str], question: dict[str, Any], code: str | None
) -> None:
    whole = started(client, standard, **question)
    body = {"statistics_features": question.get("features", [])} | question
    body.pop("features", None)
    refused = client.post("/api/compute", headers=standard, json=body).json()
    assert whole["refused"] | {"timestamp": ""} == refused | {"timestamp": ""}
    assert whole["refused"]["code"] == (code or refused["code"])
    assert whole["answer"] is None
    assert whole["catalogue"] == got(client, standard, "/features")
    assert PRO not in whole["values"]
    assert violations(answer_schema(operations()["start"][2]), whole) == []


def test_an_instrument_that_is_not_served_is_refused_as_a_whole(
    client: TestClient, pro: dict[str, str]
) -> None:
    answer = client.post("/api/v2/start", headers=pro, json={"symbol": "XX"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_symbol")


def test_all_parts_are_of_one_snapshot_also_while_another_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, poll_interval=60) as client:
        headers = bearer(client)
        before = started(client, headers)["snapshot"]

        async def later(request: Any) -> Any:
            publish_random(tmp_path / "warehouse", seed=2)
            request.services.store.refresh()
            return await summary(request)

        monkeypatch.setattr("service.answers.start.summary", later)
        whole = started(client, headers, features=CARDS)
        assert whole["summary"]["snapshot"]["id"] == whole["catalogue"]["snapshot"] == before
        monkeypatch.undo()
        assert started(client, headers)["snapshot"] != before


def test_it_is_for_whoever_is_signed_in(client: TestClient) -> None:
    assert client.post("/api/v2/start", json={}).status_code == 401
