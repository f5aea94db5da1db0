"""Who asks too often waits, is told how long, and holds up nobody else."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

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
