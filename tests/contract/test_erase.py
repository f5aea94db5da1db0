"""POST /auth/erase: whoever is signed in has what is kept of them removed, and nobody else's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.erasures import FILE, erasures_in
from tests.contract.schema import answer_schema, operations, violations
from tests.support.blocking import Accounts, SqliteStore
from tests.support.service_client import VISITOR, bearer, running
from tests.support.snapshots import publish_random

PASSWORD = "a quiet harbour"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, course_site="school.example") as client:
        yield client


def erased(client: TestClient, headers: dict[str, str], user_id: str) -> Any:
    return client.post("/api/auth/erase", json={"user_id": user_id}, headers=headers)


def link_of(client: TestClient, headers: dict[str, str]) -> str:
    answer = client.post("/api/v2/views", json={"address": "/", "filters": []}, headers=headers)
    return str(answer.json()["id"])


def test_a_member_erases_themselves_and_nobody_else(client: TestClient, tmp_path: Path) -> None:
    mine, again, others = (bearer(client, user_id=each) for each in ("mine-1", "mine-1", "other-1"))
    my_link, other_link = link_of(client, mine), link_of(client, others)
    answer = erased(client, mine, "mine-1")
    assert answer.status_code == 200
    assert violations(answer_schema(operations()["erase"][2]), answer.json()) == []
    removed = answer.json()["removed"]
    assert (removed["sessions"], removed["short links"]) == (2, 1)
    assert removed["lines of the audit log without the name"] > 0
    assert all(answer.json()["left"])
    for headers in (mine, again):
        assert client.get("/api/auth/me", headers=headers).status_code == 401
    assert client.get(f"/api/v2/views/{my_link}", headers=others).status_code == 404
    assert client.get(f"/api/v2/views/{other_link}", headers=others).status_code == 200
    log = (tmp_path / "state" / "audit.log").read_text()
    assert "mine-1" not in log
    assert "other-1" in log
    assert '"event":"member_erased"' in log
    [note] = erasures_in((tmp_path / "state" / FILE).read_bytes())
    assert note.is_of("mine-1")
    assert not note.is_of("other-1")


def test_another_s_id_erases_nothing(client: TestClient) -> None:
    mine, others = bearer(client, user_id="mine-1"), bearer(client, user_id="other-1")
    answer = erased(client, mine, "other-1")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_yourself")
    assert [client.get("/api/auth/me", headers=each).status_code for each in (mine, others)] == [200, 200]


def test_an_account_erases_itself_and_signs_in_no_more(client: TestClient, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "state")
    Accounts(store).add("ada", PASSWORD, "lite")
    store.close()
    body = {"username": "ada", "password": PASSWORD}
    tokens = client.post("/api/auth/login", json=body).json()
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert erased(client, headers, "account:ada").json()["removed"]["account"] == 1
    assert client.post("/api/auth/login", json=body).status_code == 401


def test_of_a_user_that_many_share_only_the_own_session_is_erased(client: TestClient) -> None:
    entry = {"course": "dev-cad-std", "referrer": "https://school.example/x"}
    mine, others = (client.post("/api/auth/entry", json=entry).json() for _ in range(2))
    mine, others = ({"Authorization": f"Bearer {each['access_token']}"} for each in (mine, others))
    links = [link_of(client, each) for each in (mine, others)]
    removed = erased(client, mine, "course-member:dev-cad-std").json()["removed"]
    assert removed == {"sessions": 1, "short links": 1}
    assert client.get("/api/auth/me", headers=mine).status_code == 401
    found = [client.get(f"/api/v2/views/{each}", headers=others).status_code for each in links]
    assert found == [404, 200]


def test_a_member_who_comes_back_begins_anew(client: TestClient) -> None:
    first = bearer(client, user_id="mine-1")
    erased(client, first, "mine-1")
    assert client.get("/api/auth/me", headers=bearer(client, user_id="mine-1")).status_code == 200
    assert VISITOR["user_id"] != "mine-1"
