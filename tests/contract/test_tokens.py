"""Tokens: short, rotating, revocable; a refresh token that comes twice ends the session."""

from __future__ import annotations

import sqlite3
import stat
import time
from pathlib import Path

import jwt
import pytest
from starlette.testclient import TestClient

from service.access.people import User
from service.access.sessions import DATABASE, REFRESH_LIFETIME, Sessions
from service.access.signing_key import KEY_FILE, signing_key
from service.access.tokens import AUDIENCE, ISSUER, AccessTokens, Claims
from tests.service_client import VISITOR, running

KEY = "k" * 40


def enter(client: TestClient) -> dict[str, str]:
    tokens: dict[str, str] = client.post("/api/auth/entry", json=VISITOR).json()
    return tokens


def refresh(client: TestClient, token: str) -> tuple[int, dict[str, str]]:
    answer = client.post("/api/auth/refresh", json={"refresh_token": token})
    return answer.status_code, answer.json()


def me(client: TestClient, token: str) -> tuple[int, str]:
    answer = client.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def test_a_refresh_rotates_the_pair_and_keeps_session_and_person(client: TestClient) -> None:
    first = enter(client)
    status, second = refresh(client, first["refresh_token"])
    assert status == 200
    assert second["refresh_token"] != first["refresh_token"]
    assert (second["session_id"], second["user_info"]) == (first["session_id"], first["user_info"])
    assert me(client, second["access_token"])[0] == 200


def test_a_spent_refresh_token_ends_the_whole_session(client: TestClient) -> None:
    first = enter(client)
    second = refresh(client, first["refresh_token"])[1]
    assert refresh(client, first["refresh_token"])[1]["code"] == "refresh_reused"
    assert refresh(client, second["refresh_token"])[1]["code"] == "refresh_invalid"
    assert me(client, second["access_token"]) == (401, "session_ended")


def test_one_session_s_end_leaves_the_others(client: TestClient) -> None:
    first, other = enter(client), enter(client)
    headers = {"Authorization": f"Bearer {first['access_token']}"}
    answer = client.post("/api/auth/logout", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")
    assert me(client, first["access_token"]) == (401, "session_ended")
    assert refresh(client, first["refresh_token"])[0] == 401
    assert me(client, other["access_token"])[0] == 200


def test_sessions_outlive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        tokens = enter(client)
    with running(tmp_path) as client:
        assert me(client, tokens["access_token"])[0] == 200
        assert refresh(client, tokens["refresh_token"])[0] == 200


def claims(**changed: object) -> dict[str, object]:
    now = int(time.time())
    whole = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "iat": now,
        "exp": now + 60,
        "sub": "7",
        "sid": "s",
        "tier": "pro",
    }
    return whole | changed


@pytest.mark.parametrize(
    "changed", [{"iss": "x"}, {"aud": "x"}, {"exp": 1}, {"exp": None}, {"sid": None}, {"tier": "gold"}]
)
def test_a_token_that_is_not_whole_and_ours_is_refused(
    client: TestClient, tmp_path: Path, changed: dict[str, object]
) -> None:
    payload = {key: value for key, value in claims(**changed).items() if value is not None}
    with running(tmp_path, signing_key=KEY) as ours:
        assert me(ours, jwt.encode(payload, KEY, "HS256"))[0] == 401


def test_a_token_of_another_key_or_of_no_key_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, signing_key=KEY) as ours:
        sid = enter(ours)["session_id"]
        assert me(ours, jwt.encode(claims(sid=sid), KEY, "HS256"))[0] == 200
        assert me(ours, jwt.encode(claims(sid=sid), "x" * 40, "HS256"))[0] == 401
        assert me(ours, jwt.encode(claims(sid=sid), None, "none"))[0] == 401


def test_an_access_token_lasts_fifteen_minutes(tmp_path: Path) -> None:
    with running(tmp_path, signing_key=KEY) as ours:
        tokens = enter(ours)
        stale = AccessTokens(KEY, now=lambda: time.time() - 901)
        token = stale.issue(Claims("7", tokens["session_id"], "pro"))
        assert me(ours, token) == (401, "token_expired")
        assert int(tokens["expires_in"]) == 900


def test_refresh_tokens_are_stored_as_digests_in_files_nobody_else_reads(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        tokens = enter(client)
    state = tmp_path / "state"
    dump = "\n".join(sqlite3.connect(state / DATABASE).iterdump())
    assert tokens["session_id"] in dump
    assert tokens["refresh_token"] not in dump
    assert tokens["access_token"] not in dump
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    for name in (DATABASE, KEY_FILE):
        assert stat.S_IMODE((state / name).stat().st_mode) == 0o600


def test_a_refresh_token_is_over_after_a_day(tmp_path: Path) -> None:
    now = [1000.0]
    sessions = Sessions(tmp_path, now=lambda: now[0])
    _, token = sessions.open(User("7", "Ada", "pro", "url"))
    now[0] += REFRESH_LIFETIME
    with pytest.raises(Exception, match="its session has ended"):
        sessions.rotate(token)
    sessions.close()


def test_the_signing_key_is_made_once(tmp_path: Path) -> None:
    assert signing_key(tmp_path, None) == signing_key(tmp_path, None)
    assert signing_key(tmp_path, "given" * 8) == "given" * 8
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
