"""Who asks too often waits, is told how long, and holds up nobody else."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from service.notes import given_days
from service.settings.values import Rate
from tests.contract.schema import error_violations
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import publish_random

TWO = Rate(2, 60)
ELSEWHERE = {"X-Forwarded-For": "192.0.2.9"}
SIGN_IN = {
    "entry": ("/api/auth/entry", VISITOR, 200),
    "login": ("/api/auth/login", {"username": "a", "password": "b"}, 401),
    "refresh": ("/api/auth/refresh", {"refresh_token": "x"}, 401),
}


def refused(client: TestClient, path: str, body: object, headers: dict[str, str] | None = None) -> bool:
    """Whether the answer is a refusal for asking too often, which must say when to come back."""
    answer = client.post(path, json=body, headers=headers)
    if answer.status_code != 429:
        return False
    assert answer.json()["code"] == "too_many_requests"
    assert error_violations(answer.json()) == []
    assert 0 < int(answer.headers["retry-after"]) <= 60
    return True


@pytest.mark.parametrize("call", SIGN_IN)
def test_the_third_try_to_sign_in_waits_and_another_address_does_not(tmp_path: Path, call: str) -> None:
    path, body, usual = SIGN_IN[call]
    with running(tmp_path, **{f"{call}_limit": TWO}) as client:
        assert [client.post(path, json=body).status_code for _ in range(2)] == [usual, usual]
        assert refused(client, path, body)
        assert not refused(client, path, body, ELSEWHERE)


def test_a_restart_forgets_no_try(tmp_path: Path) -> None:
    path, body, _ = SIGN_IN["login"]
    for expected in (False, False, True):
        with running(tmp_path, login_limit=TWO) as client:
            assert refused(client, path, body) == expected


def test_whoever_computes_too_often_waits_and_others_do_not(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, compute_limit=TWO) as client:
        one, other = bearer(client), bearer(client)
        assert [refused(client, "/api/compute", {}, one) for _ in range(3)] == [False, False, True]
        assert refused(client, "/api/v2/filtered", {}, one)
        assert refused(client, "/api/v2/start", {}, one)
        assert not refused(client, "/api/compute", {}, other)
        assert client.get("/api/features", headers=one).status_code == 200


def test_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    wanted = {"kind": "days", "format": "csv", "filters": {}, "columns": []}
    with running(tmp_path, export_limit=TWO) as client:
        headers = bearer(client)
        asked = [refused(client, "/api/v2/export", wanted, headers) for _ in range(3)]
        assert asked == [False, False, True]
        assert not refused(client, "/api/compute", {}, headers)


def test_a_large_answer_counts_for_several_calls_and_a_kept_one_does_not(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, compute_limit=Rate(12, 60)) as client:
        headers = bearer(client, "pro")
        names = [each["name"] for each in client.get("/api/features", headers=headers).json()["features"]]
        body = {"statistics_features": names, "filters": {"gap_up": {"operator": "=", "value": True}}}
        assert not refused(client, "/api/compute", body, headers)
        assert not refused(client, "/api/compute", body, headers), "the kept answer"
        fresh = body | {"options": {"cache": False}}
        assert not refused(client, "/api/compute", fresh, headers)
        assert refused(client, "/api/compute", fresh, headers)


def test_many_links_at_once_are_all_made(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path) as client, ThreadPoolExecutor(40) as pool:
        headers = bearer(client, "pro")

        def make(number: int) -> int:
            body = {"address": f"/?n={number}"}
            return client.post("/api/v2/views", headers=headers, json=body).status_code

        assert set(pool.map(make, range(120))) == {200}


def test_given_days_of_a_person_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_days, "MOST_GIVEN", 3)
    publish_random(tmp_path / "warehouse")
    with running(tmp_path) as client:
        ada, bob = bearer(client, user_id="ada"), bearer(client, user_id="bob")

        def begun(headers: dict[str, str]) -> str:
            return str(client.post("/api/v2/quiz/next", headers=headers, json={}).json()["token"])

        def status(headers: dict[str, str], token: str) -> int:
            body = {"token": token, "probability": 50}
            return client.post("/api/v2/quiz/answer", headers=headers, json=body).status_code

        theirs, mine = begun(bob), [begun(ada) for _ in range(5)]
        assert [status(ada, token) for token in mine] == [404, 404, 200, 200, 200]
        assert status(bob, theirs) == 200


@pytest.mark.parametrize(
    "user_id", ["token:ada", "account:ada", "course-member:x", "TOKEN:ada", " token:ada"]
)
def test_nobody_enters_under_an_id_that_the_service_gives(tmp_path: Path, user_id: str) -> None:
    with running(tmp_path) as client:
        answer = client.post("/api/auth/entry", json=VISITOR | {"user_id": user_id})
        assert (answer.status_code, answer.json()["code"]) == (403, "invalid_parameters")


def test_a_page_of_another_origin_may_use_every_method_there_is(tmp_path: Path) -> None:
    with running(tmp_path, allowed_origins=("https://tools.example",)) as client:
        for method in ("GET", "POST", "DELETE"):
            asking = {"Origin": "https://tools.example", "Access-Control-Request-Method": method}
            answer = client.options("/api/v2/watches/x", headers=asking)
            assert method in answer.headers["access-control-allow-methods"]
            assert answer.status_code == 204
