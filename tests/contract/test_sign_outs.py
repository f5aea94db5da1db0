"""A sign-out while Redis is silent outlives the service that was asked."""

import json
import signal
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from service.members.sessions import FOLDER
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import VISITOR, running
from tests.support.waiting import eventually


def headers(tokens: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens['access_token']}"}


def entered(client: TestClient) -> dict[str, Any]:
    tokens: dict[str, Any] = client.post("/api/auth/entry", json=VISITOR).json()
    assert me(client, tokens) == 200
    return tokens


def me(client: TestClient, tokens: dict[str, Any]) -> int:
    return client.get("/api/auth/me", headers=headers(tokens)).status_code


def signed_out(client: TestClient, tokens: dict[str, Any]) -> int:
    return client.post("/api/auth/logout", headers=headers(tokens)).status_code


def is_active(server: RedisServer, tokens: dict[str, Any]) -> bool:
    with server.client() as raw:
        text = raw.get(f"almanac:access:session:{tokens['session_id']}")
    return bool(json.loads(text)["active"])


def is_nothing_kept(folder: Path) -> bool:
    return not list((folder / "state" / FOLDER).iterdir())


def test_it_is_carried_out_by_the_next_service_though_the_first_has_died(tmp_path: Path) -> None:
    with running_redis() as server:
        with running(tmp_path, redis_url=server.url) as client:
            tokens = entered(client)
            server.process.send_signal(signal.SIGSTOP)
            assert signed_out(client, tokens) == 204
        server.process.send_signal(signal.SIGCONT)
        assert is_active(server, tokens)
        with running(tmp_path, redis_url=server.url) as client:
            assert me(client, tokens) == 401
            body = {"refresh_token": tokens["refresh_token"]}
            assert client.post("/api/auth/refresh", json=body).status_code == 401
        assert not is_active(server, tokens)
        assert is_nothing_kept(tmp_path)


def test_it_is_carried_out_when_redis_answers_though_nobody_calls(tmp_path: Path) -> None:
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        tokens = entered(client)
        server.process.send_signal(signal.SIGSTOP)
        assert signed_out(client, tokens) == 204
        server.process.send_signal(signal.SIGCONT)
        eventually(lambda: not is_active(server, tokens))
        eventually(lambda: is_nothing_kept(tmp_path))


def test_another_process_of_the_folder_refuses_the_session_during_the_silence(tmp_path: Path) -> None:
    with running_redis() as server:
        with running(tmp_path, redis_url=server.url) as one, running(tmp_path, redis_url=server.url) as other:
            tokens = entered(one)
            assert me(other, tokens) == 200
            server.process.send_signal(signal.SIGSTOP)
            assert signed_out(one, tokens) == 204
            assert me(other, tokens) == 401
        server.process.send_signal(signal.SIGCONT)


def test_one_who_was_not_seen_here_may_leave_too(tmp_path: Path) -> None:
    with running_redis() as server:
        with running(tmp_path / "one", redis_url=server.url) as client:
            tokens = entered(client)
            key = (tmp_path / "one" / "state" / "signing.key").read_text()
        with running(tmp_path / "other", redis_url=server.url, signing_keys=tuple(key.split())) as other:
            server.process.send_signal(signal.SIGSTOP)
            assert me(other, tokens) == 503
            assert signed_out(other, tokens) == 204
            assert me(other, tokens) == 401
            server.process.send_signal(signal.SIGCONT)
            eventually(lambda: not is_active(server, tokens))


def test_a_folder_that_cannot_be_written_lets_nobody_stay_signed_in(tmp_path: Path) -> None:
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        tokens = entered(client)
        (tmp_path / "state" / FOLDER).write_text("in the way")
        server.process.send_signal(signal.SIGSTOP)
        assert signed_out(client, tokens) == 204
        assert me(client, tokens) == 401
        (tmp_path / "state" / FOLDER).unlink()
        server.process.send_signal(signal.SIGCONT)
        eventually(lambda: not is_active(server, tokens))


def test_the_name_is_on_the_disk_before_the_answer(tmp_path: Path) -> None:
    with running_redis() as server, running(tmp_path, redis_url=server.url) as client:
        tokens = entered(client)
        server.process.send_signal(signal.SIGSTOP)
        began = time.time()
        assert signed_out(client, tokens) == 204
        kept = tmp_path / "state" / FOLDER / tokens["session_id"]
        assert kept.stat().st_mtime >= int(began)
        server.process.send_signal(signal.SIGCONT)
