"""What stands damaged in Redis is nothing: it signs nobody in, is no answer, and is never a 500."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis
from starlette.testclient import TestClient

from service.database.records import User
from tests.support.blocking import Accounts, Codes, OneTime, RedisStore
from tests.support.redis_server import RedisServer
from tests.support.service_client import VISITOR, running
from tests.support.snapshots import publish_random

FIELDS = ("user", "created_at", "last_accessed", "expires_at", "active", "generation")
DAMAGES: list[bytes | str] = [
    "",
    "\x00",
    "{",
    "{}",
    "null",
    "[]",
    '{"user_id": 7}',
    "prn",
    "9" * 400,
    b"\xff\xfe\x80",
]
IN_A_FIELD: list[bytes | str] = [
    *DAMAGES,
    *(json.dumps(damage) for damage in DAMAGES if isinstance(damage, str)),
]
PASSWORD = "a quiet harbour"
USER = User("9", "Bea", "lite", "url")


@pytest.fixture
def client(tmp_path: Path, redis_server: RedisServer) -> Iterator[TestClient]:
    publish_random(tmp_path / "warehouse")
    with running(tmp_path, redis_url=redis_server.url) as client:
        yield client


@pytest.fixture
def raw(redis_server: RedisServer) -> Iterator[Any]:
    with closing(redis.Redis.from_url(redis_server.url)) as raw:
        yield raw


@pytest.fixture
def store(redis_server: RedisServer) -> Iterator[RedisStore]:
    with closing(RedisStore(redis_server.url)) as store:
        yield store


def key(raw: Any, kind: str) -> bytes:
    found: list[bytes] = list(raw.scan_iter(match=f"almanac:access:{kind}*"))
    return found[0]


def damage_field(raw: Any, name: bytes | str, field: str, damage: bytes | str) -> None:
    """Write the damage in the place of one field's value, whatever the record then is."""
    marked = json.dumps(json.loads(raw.get(name)) | {field: "DAMAGED"}).encode()
    raw.set(name, marked.replace(b'"DAMAGED"', damage if isinstance(damage, bytes) else damage.encode()))


def entered(client: TestClient) -> dict[str, Any]:
    tokens: dict[str, Any] = client.post("/api/auth/entry", json=VISITOR).json()
    return tokens


def asked(client: TestClient, tokens: dict[str, Any]) -> int:
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    return client.get("/api/auth/me", headers=headers).status_code


@pytest.mark.parametrize("field", FIELDS)
def test_a_damaged_session_is_an_ended_one(client: TestClient, raw: Any, field: str) -> None:
    for damage in IN_A_FIELD:
        tokens = entered(client)
        name = f"almanac:access:session:{tokens['session_id']}"
        damage_field(raw, name, field, damage)
        assert asked(client, tokens) == 401, damage
        renewed = client.post("/api/auth/refresh", json={"refresh_token": tokens["refresh_token"]})
        assert renewed.status_code in (200, 401), (field, damage)


@pytest.mark.parametrize("field", FIELDS)
def test_a_session_without_a_field_is_an_ended_one(client: TestClient, raw: Any, field: str) -> None:
    tokens = entered(client)
    name = f"almanac:access:session:{tokens['session_id']}"
    kept = json.loads(raw.get(name))
    del kept[field]
    raw.set(name, json.dumps(kept))
    assert asked(client, tokens) == 401


def test_a_record_of_another_type_is_none(client: TestClient, raw: Any) -> None:
    tokens = entered(client)
    for kind in ("session:", "refresh:", "tries:"):
        for name in raw.scan_iter(match=f"almanac:access:{kind}*"):
            raw.delete(name)
            raw.rpush(name, "x")
    assert asked(client, tokens) == 401
    assert (
        client.post("/api/auth/refresh", json={"refresh_token": tokens["refresh_token"]}).status_code == 401
    )
    body = {"username": "ada", "password": "nothing of hers"}
    assert client.post("/api/auth/login", json=body).status_code == 401


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_account_and_grant_let_nobody_in(
    client: TestClient, raw: Any, store: RedisStore, damage: bytes | str
) -> None:
    Accounts(store).add("ada", PASSWORD, "pro")
    body = {"username": "ada", "password": PASSWORD}
    assert client.post("/api/auth/login", json=body).status_code == 200
    raw.set("almanac:access:account:ada", damage)
    assert client.post("/api/auth/login", json=body).status_code == 401
    assert Accounts(store).known("ada") is None
    assert Accounts(store).every() == []
    code = Codes(store).make("pro")
    Codes(store).redeem(code, USER, "s")
    raw.set(key(raw, "grant"), damage)
    assert Codes(store).applied(USER) == USER


@pytest.mark.parametrize("field", ["tier", "uses", "created_at", "expires_at", "used", "revoked"])
def test_a_damaged_code_gives_nothing(client: TestClient, raw: Any, store: RedisStore, field: str) -> None:
    headers = {"Authorization": f"Bearer {entered(client)['access_token']}"}
    for damage in (each for each in IN_A_FIELD if (field, each) != ("expires_at", "null")):
        code = Codes(store).make("pro")
        for name in raw.scan_iter(match="almanac:access:code:*"):
            damage_field(raw, name, field, damage)
        answer = client.post("/api/auth/redeem", json={"code": code}, headers=headers)
        assert answer.status_code == 404, (field, damage)
        for kind in ("code", "tries"):
            raw.delete(*raw.scan_iter(match=f"almanac:access:{kind}:*"))


def test_a_name_that_is_kept_damaged_has_passed(raw: Any, store: RedisStore) -> None:
    assert OneTime(store).once("link", 2**40)
    for damage in DAMAGES:
        raw.set(key(raw, "name"), damage)
        assert not OneTime(store).once("link", 2**40)
