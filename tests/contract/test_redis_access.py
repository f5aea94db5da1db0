"""The service with its sessions in Redis: the same answers, and plain words while Redis is away."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.connection import AbstractConnection
from starlette.testclient import TestClient

from core.contracts.errors import DataError
from service.database.records import StoreUnavailable
from service.database.redis_store import PREFIX
from tests.contract.schema import error_violations
from tests.support.blocking import Accounts, Codes, OneTime, RedisStore
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import VISITOR, running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

RIGHT = "a quiet harbour"


@pytest.fixture
def client(tmp_path: Path, redis_server: RedisServer) -> Iterator[TestClient]:
    with running(tmp_path, redis_url=redis_server.url) as client:
        yield client


def headers(tokens: dict[str, str]) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens['access_token']}"}


def test_entry_login_redeem_refresh_and_logout_work_as_over_sqlite(
    client: TestClient, redis_server: RedisServer
) -> None:
    store = RedisStore(redis_server.url)
    Accounts(store).add("ada", RIGHT, "lite")
    code = Codes(store).make("pro")
    tokens = client.post("/api/auth/login", json={"username": "ada", "password": RIGHT}).json()
    tokens = client.post("/api/auth/redeem", headers=headers(tokens), json={"code": code}).json()
    spent = tokens["refresh_token"]
    tokens = client.post("/api/auth/refresh", json={"refresh_token": spent}).json()
    assert client.get("/api/auth/me", headers=headers(tokens)).json()["profile"] == "pro"
    other = client.post("/api/auth/entry", json=VISITOR).json()
    assert client.post("/api/auth/logout", headers=headers(other)).status_code == 204
    assert client.get("/api/auth/me", headers=headers(other)).json()["code"] == "session_ended"
    assert client.post("/api/auth/refresh", json={"refresh_token": spent}).json()["code"] == "refresh_reused"
    assert client.get("/api/auth/me", headers=headers(tokens)).json()["code"] == "session_ended"
    store.close()


def everything(raw: Any, name: str) -> object:
    """A key's whole value."""
    kind = raw.type(name)
    return {b"hash": raw.hgetall, b"set": raw.smembers, b"string": raw.get}[kind](name)


def test_every_key_is_ours_has_a_lifetime_and_holds_no_token(
    client: TestClient, redis_server: RedisServer
) -> None:
    store = RedisStore(redis_server.url)
    Accounts(store).add("ada", RIGHT, "lite")
    code = Codes(store).make("pro", expires_at=int(time.time()) + 1000)
    secrets = [code, RIGHT]
    login = client.post("/api/auth/login", json={"username": "ada", "password": RIGHT}).json()
    redeemed = client.post("/api/auth/redeem", headers=headers(login), json={"code": code}).json()
    refreshed = client.post("/api/auth/refresh", json={"refresh_token": redeemed["refresh_token"]}).json()
    for answer in (login, redeemed, refreshed):
        secrets += [answer["access_token"], answer["refresh_token"]]
    OneTime(store).once("nonce", int(time.time()) + 100)
    with redis_server.client() as raw:
        names = [name.decode() for name in raw.scan_iter()]
        kept = "\n".join(str(everything(raw, name)) for name in names) + "\n".join(names)
        lasting = {name for name in names if raw.ttl(name) < 0}
    assert all(name.startswith(PREFIX) for name in names)
    assert lasting == {f"{PREFIX}account:ada", f"{PREFIX}version", f"{PREFIX}marker:memory"}
    assert not [secret for secret in secrets if secret in kept]
    store.close()


def test_a_dropped_connection_is_not_noticed(client: TestClient, redis_server: RedisServer) -> None:
    tokens = client.post("/api/auth/entry", json=VISITOR).json()
    with redis_server.client() as raw:
        raw.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 200


def test_a_connection_dropped_while_it_is_written_to_is_not_noticed(
    client: TestClient, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_idle(connection: AbstractConnection, timeout: float = 0) -> bool:
        return False

    tokens = client.post("/api/auth/entry", json=VISITOR).json()
    monkeypatch.setattr(AbstractConnection, "can_read", is_idle)
    with redis_server.client() as raw:
        raw.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 200


def test_a_silent_redis_lets_known_readers_read_and_is_503_for_all_else(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        known, unseen = (client.post("/api/auth/entry", json=VISITOR).json() for _ in range(2))
        assert "almanac-sign-ins" not in client.get("/api/auth/me", headers=headers(known)).headers
        server.process.send_signal(signal.SIGSTOP)
        answer = client.get("/api/auth/me", headers=headers(known))
        assert (answer.status_code, answer.headers["almanac-sign-ins"]) == (200, "away")
        assert answer.json()["user_id"] == VISITOR["user_id"]
        for method, path, body in (
            ("GET", "/api/auth/me", None),
            ("POST", "/api/auth/entry", VISITOR),
            ("POST", "/api/auth/login", {"username": "ada", "password": "a quiet harbour"}),
            ("POST", "/api/auth/refresh", {"refresh_token": known["refresh_token"]}),
            ("POST", "/api/auth/redeem", {"code": "0000"}),
            ("POST", "/api/cache/clear", {}),
            ("POST", "/api/v2/charts/cache/clear", {}),
            ("POST", "/api/v2/quiz/next", {}),
            ("POST", "/api/v2/quiz/answer", {"token": "0000", "probability": 50}),
        ):
            asker = unseen if method == "GET" else known
            answer = client.request(method, path, headers=headers(asker), json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable"), path
            assert answer.json()["message"].startswith("Sign-ins cannot be checked at the moment.")
            assert int(answer.headers["retry-after"]) > 0
            assert error_violations(answer.json()) == []
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").json()["code"] == "store_unavailable"
        server.process.send_signal(signal.SIGCONT)
        assert until_answered(client, unseen) == 200
        assert "almanac-sign-ins" not in client.get("/api/auth/me", headers=headers(known)).headers


def test_a_sign_out_while_redis_is_silent_holds_at_once_and_in_redis_when_it_is_back(tmp_path: Path) -> None:
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        mine, other = (client.post("/api/auth/entry", json=VISITOR).json() for _ in range(2))
        for tokens in (mine, other):
            assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 200
        server.process.send_signal(signal.SIGSTOP)
        assert client.post("/api/auth/logout", headers=headers(mine)).status_code == 204
        assert client.get("/api/auth/me", headers=headers(mine)).status_code == 401
        assert client.get("/api/auth/me", headers=headers(other)).status_code == 200
        server.process.send_signal(signal.SIGCONT)
        assert until_answered(client, other) == 200
        assert client.get("/api/auth/me", headers=headers(mine)).status_code == 401
        answer = client.post("/api/auth/refresh", json={"refresh_token": mine["refresh_token"]})
        assert answer.status_code == 401
        with server.client() as raw:
            assert json.loads(raw.get(f"almanac:access:session:{mine['session_id']}"))["active"] is False


def test_a_session_ended_elsewhere_while_redis_was_away_reads_no_more_when_it_is_back(
    tmp_path: Path,
) -> None:
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        tokens = client.post("/api/auth/entry", json=VISITOR).json()
        assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 200
        with server.client() as raw:
            name = f"almanac:access:session:{tokens['session_id']}"
            raw.set(name, json.dumps(json.loads(raw.get(name)) | {"active": False}))
        server.process.send_signal(signal.SIGSTOP)
        assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 200
        server.process.send_signal(signal.SIGCONT)

        def is_asked() -> bool:
            answer = client.get("/api/auth/me", headers=headers(tokens))
            return "almanac-sign-ins" not in answer.headers

        eventually(is_asked)
        assert client.get("/api/auth/me", headers=headers(tokens)).status_code == 401


def until_answered(client: TestClient, tokens: dict[str, str]) -> int:
    def is_answered() -> bool:
        answer = client.get("/api/auth/me", headers=headers(tokens))
        return answer.status_code != 503 and "almanac-sign-ins" not in answer.headers

    eventually(is_answered)
    return client.get("/api/auth/me", headers=headers(tokens)).status_code


def test_a_dead_store_is_asked_once_and_not_by_every_request() -> None:
    with running_redis() as server:
        store = RedisStore(server.url, pause=60)
        server.process.kill()
        server.process.wait()
        with pytest.raises(StoreUnavailable) as first:
            store.ping()
        with pytest.raises(StoreUnavailable) as second:
            store.ping()
    assert first.value.__cause__ is not None
    assert second.value.__cause__ is None


def test_a_redis_that_refuses_to_write_is_a_store_that_is_away(redis_server: RedisServer) -> None:
    with running_redis("--maxmemory", "1") as full:
        store = RedisStore(full.url)
        with pytest.raises(StoreUnavailable):
            OneTime(store).once("n", int(time.time()) + 10)
        store.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--appendonly", "yes"), []),
        (("--save", "900 1"), []),
        ((), ["neither appendonly nor save"]),
        (("--save", "900 1", "--maxmemory-policy", "allkeys-lru"), ["maxmemory-policy is allkeys-lru"]),
        (("--rename-command", "CONFIG", ""), []),
    ],
)
def test_a_redis_that_may_forget_is_said_at_start_one_line_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, options: tuple[str, ...], said: list[str]
) -> None:
    with running_redis(*options) as server, running(tmp_path, redis_url=server.url):
        lines = [
            record.getMessage() for record in caplog.records if record.getMessage().startswith("REDIS_URL")
        ]
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))


def test_an_address_that_is_not_redis_s_is_refused_at_start_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="REDIS_URL") as caught, running(tmp_path, redis_url="http://:pw@h/"):
        pass
    assert "pw" not in caught.value.detail
