"""What holds for every call that is declared: its limit, its tier, its token, its kept answer.

Misspelled fields and parameters are in `test_misspelled_fields.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.requests import QuestionRequest
from service.call import GAP_UP, SNAPSHOT, Call
from service.members.tiers import LIMITS
from service.routes import CALLS
from service.settings.values import Rate
from tests.support.service_client import bearer, running

BODIES: dict[str, dict[str, object]] = {
    "excursion": {"from_bar": 12, "side": "up", "targets": [30], "stops": [20]},
    "compare": {"a": {}, "b": {}},
    "curve": {"by": "gap_size_pts", "outcome": "gap_fill_by_b12"},
    "held": {"feature": "gap_up"},
    "probabilities": {"features": ["gap_up"]},
    "alike": {"date": "2024-05-02", "as_of": 12},
    "quizAnswer": {"token": "x", "probability": 5},
    "exportFile": {"kind": "days", "format": "csv"},
    "makeView": {"address": "/"},
    "addWatch": {"name": "Gap", "channel": "email", **GAP_UP},
}
"""What a call needs in its body, where an empty one is refused."""

LITE = {"alike": {"as_of": None}}
"""Fields that would be refused before the part."""

LIMITED = [call for call in CALLS if call.limit == "compute" and not call.is_open]
CLOSED = [call for call in CALLS if not call.is_open]
PARTS = [call for call in CALLS if call.part and not getattr(LIMITS["lite"].features, call.part)]
NAMING = [call for call in CALLS if "snapshot" in getattr(call.body, "__struct_fields__", ())]
"""Calls with a body that may name its snapshot."""

QUESTIONS = [
    call
    for call in CALLS
    if call.name == "compare" or (issubclass(call.body or object, QuestionRequest) and call.is_reading)
]


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with running(folder) as client:
        yield client


@pytest.fixture(scope="module")
def limited(folder: Path) -> Iterator[TestClient]:
    with running(folder, compute_limit=Rate(2, 60)) as client:
        yield client


def made(client: TestClient, call: Call, headers: dict[str, str], **body: Any) -> Any:
    sent: dict[str, Any] = {"json": BODIES.get(call.name, {}) | body} if call.method == "post" else {}
    return client.request(call.method, f"/api{call.path}", headers=headers, **sent)


@pytest.mark.parametrize("call", LIMITED, ids=lambda call: call.name)
def test_every_call_that_computes_counts(limited: TestClient, call: Call) -> None:
    headers = bearer(limited, "pro", user_id=call.name)
    codes = [made(limited, call, headers).status_code for _ in range(3)]
    assert 429 not in codes[:2]
    assert codes[2] == 429


@pytest.mark.parametrize("call", CLOSED, ids=lambda call: call.name)
def test_no_call_answers_without_a_token(client: TestClient, call: Call) -> None:
    answer = made(client, call, {})
    assert answer.status_code == 401
    assert answer.json()["code"] == "unauthorized"


@pytest.mark.parametrize("call", PARTS, ids=lambda call: call.name)
def test_a_tier_without_the_part_is_refused(client: TestClient, call: Call) -> None:
    answer = made(client, call, bearer(client, "lite"), **LITE.get(call.name, {}))
    assert answer.status_code == 403, answer.text
    assert answer.json()["code"] == f"{call.part}_not_in_tier"


@pytest.mark.parametrize("call", QUESTIONS, ids=lambda call: call.name)
def test_a_question_repeated_has_the_same_answer(client: TestClient, call: Call) -> None:
    first, second = (made(client, call, bearer(client, "pro")) for _ in range(2))
    assert first.status_code == second.status_code == 200, first.text
    if call.files:
        return
    answers = [{**each.json(), "metadata": None} for each in (first, second)]
    if call.name == "start":
        for each in answers:
            each["answer"]["metadata"] = None
    assert answers[0] == answers[1]


def test_each_part_of_a_tier_is_declared_by_a_call() -> None:
    elsewhere = {"as_of", "export"}
    assert {call.part for call in CALLS if call.part} == set(
        LIMITS["pro"].features.__struct_fields__
    ) - elsewhere


@pytest.mark.parametrize("call", NAMING, ids=lambda call: call.name)
def test_a_call_that_names_its_snapshot_is_answered_of_it_or_refused(client: TestClient, call: Call) -> None:
    """The refusal of another snapshot comes before the call's own."""
    headers = bearer(client, "pro")
    served = client.get("/api/v2/date-range", headers=headers).json()["snapshot"]
    without_mail = 422 if call.name == "addWatch" else 200
    assert made(client, call, headers, snapshot=served).status_code == without_mail
    for gone in ("2020-01-02-0123456789ab", ""):
        refused = made(client, call, headers, snapshot=gone)
        assert (refused.status_code, refused.json()["code"]) == (409, "snapshot_gone")
        detail = f'snapshot: "{gone}" found; {served} is served, send its id or none.'
        assert refused.json()["detail"] == detail


def test_every_question_may_name_its_snapshot() -> None:
    asking = {call.name for call in CALLS if issubclass(call.body or object, QuestionRequest)}
    assert {call.name for call in NAMING} == asking | {"compare", "nextSessionTyped"}


@pytest.mark.parametrize(
    "call", [call for call in CALLS if SNAPSHOT in call.parameters], ids=lambda call: call.name
)
def test_a_call_without_a_body_names_its_snapshot_in_the_query(client: TestClient, call: Call) -> None:
    headers = bearer(client, "pro")
    served = client.get("/api/v2/date-range", headers=headers).json()["snapshot"]
    for given, status in ((served, 200), ("2020-01-02-0123456789ab", 409), ("", 409)):
        answer = client.get(f"/api{call.path}", headers=headers, params={"snapshot": given})
        assert answer.status_code == status, answer.text
