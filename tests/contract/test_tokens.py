"""Tokens: short, rotating, revocable; a refresh token that comes twice ends the session."""

import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import jwt
import pytest
from starlette.testclient import TestClient

from core.contracts.errors import DataError, Unauthorized
from qa.fuzz.tokens import part
from service.database.records import User
from service.database.sqlite_store import DATABASE
from service.members.sessions import LIFETIME
from service.members.tokens import (
    AUDIENCE,
    ISSUER,
    KEY_FILE,
    TYPE,
    AccessTokens,
    Claims,
    key_id,
    signing_keys,
)
from tests.support.blocking import Authenticator, Sessions, SqliteStore
from tests.support.service_client import VISITOR, running

KEY = "k" * 64


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A service whose signing key the test knows."""
    with running(tmp_path_factory.mktemp("tokens"), signing_keys=(KEY,)) as client:
        yield client


@pytest.fixture(scope="module")
def sid(ours: TestClient) -> str:
    return enter(ours)["session_id"]


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
    assert refresh(client, second["access_token"])[1]["code"] == "refresh_invalid"
    assert me(client, second["refresh_token"]) == (401, "unauthorized")
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
        "jti": "j",
        "sub": "7",
        "sid": "s",
        "gen": 0,
        "tier": "pro",
    }
    return whole | changed


def signed(payload: dict[str, object], key: str = KEY, algorithm: str = "HS256", **headers: str) -> str:
    named = {"typ": TYPE, "kid": key_id(KEY)} | headers
    return jwt.encode(payload, "" if algorithm == "none" else key, algorithm, named)


LATER = int(time.time()) + 6000


@pytest.mark.parametrize(
    "changed",
    [
        *({"iss": "x"}, {"aud": "x"}, {"exp": 1}, {"exp": None}, {"exp": "soon"}, {"iat": None}),
        *({"iat": LATER}, {"nbf": LATER}, {"jti": None}, {"sid": None}, {"sid": ["s"]}, {"sub": None}),
        *({"sub": "8"}, {"gen": 1}, {"gen": "0"}, {"gen": None}, {"tier": "gold"}, {"tier": None}),
        *({"iss": None}, {"iss": ISSUER.upper()}, {"aud": ["another"]}, {"aud": None}, {"exp": True}),
        *({"exp": {}}, {"sid": {"$ne": ""}}, {"gen": True}, {"tier": "PRO"}, {"tier": ["pro"]}, {"tier": 3}),
    ],
)
def test_a_token_that_is_not_whole_and_ours_is_refused(
    ours: TestClient, sid: str, changed: dict[str, object]
) -> None:
    whole = claims(sid=sid)
    assert me(ours, signed(whole))[0] == 200
    payload = {key: value for key, value in (whole | changed).items() if value is not None}
    assert me(ours, signed(payload))[0] == 401


def test_a_token_of_another_key_kind_or_algorithm_is_refused(ours: TestClient, sid: str) -> None:
    whole = claims(sid=sid)
    assert me(ours, signed(whole))[0] == 200
    for forged in (
        signed(whole, "x" * 40),
        signed(whole, "x" * 40, kid=key_id("x" * 40)),
        signed(whole, algorithm="none"),
        signed(whole, KEY, "HS512"),
        signed(whole, KEY, "HS384"),
        signed(whole, (key_id(KEY) * 3)[:32]),
        *(signed(whole, typ=kind) for kind in ("JWT", "refresh+jwt", "application/at+jwt", "AT+JWT")),
        *(signed(whole, kid=kid) for kid in ("../../dev/null", "' OR 1=1 --", "", "\x00", "*", "a" * 999)),
        *(signed(whole, "x" * 40, **{name: "http://127.0.0.1:1/"}) for name in ("jwk", "jku", "x5u", "x5c")),
        signed(whole) + "A" * 5000,
        *(signed(whole | {"sid": sid}) for sid in ("another", "' OR '1'='1", "*", "", "\u202e")),
    ):
        assert me(ours, forged)[0] == 401


@pytest.mark.parametrize("algorithm", ["none", "NONE", "nOnE", "", "RS256", "ES256", "EdDSA", "HS512"])
def test_a_true_signature_under_another_algorithm_s_name_is_refused(ours: TestClient, algorithm: str) -> None:
    _, payload, signature = enter(ours)["access_token"].split(".")
    header = part({"alg": algorithm, "typ": TYPE, "kid": key_id(KEY)})
    for end in (f".{signature}", ".", ".AA", ""):
        assert me(ours, f"{header}.{payload}{end}")[0] == 401


@pytest.mark.parametrize(
    "header",
    [
        *(
            "",
            "Bearer",
            "Bearer ",
            "Basic YWRhOmFkYQ==",
            "Token {}",
            "{}",
            "Bearer {},{}",
            "Bearer Bearer {}",
        ),
        *("Bearer {} x", "Bearer\t{}", "Bearer null", "Bearer ....", "B {}"),
    ],
)
def test_an_authorization_that_is_not_a_bearer_token_is_refused(ours: TestClient, header: str) -> None:
    token = enter(ours)["access_token"]
    headers = {"Authorization": header.replace("{}", token)}
    assert ours.get("/api/auth/me", headers=headers).status_code == 401


def test_keys_rotate_without_anyone_signing_in_again(tmp_path: Path) -> None:
    new = "n" * 40
    with running(tmp_path, signing_keys=(KEY,)) as before:
        first = enter(before)
    with running(tmp_path, signing_keys=(new, KEY)) as between:
        assert me(between, first["access_token"])[0] == 200
        second = refresh(between, first["refresh_token"])[1]
        assert jwt.get_unverified_header(second["access_token"])["kid"] == key_id(new)
    with running(tmp_path, signing_keys=(new,)) as after:
        assert me(after, first["access_token"])[0] == 401
        assert me(after, second["access_token"])[0] == 200


def test_an_access_token_lasts_fifteen_minutes_to_the_second(ours: TestClient) -> None:
    tokens = enter(ours)
    stale = AccessTokens([KEY], now=lambda: time.time() - 900)
    token = stale.issue(Claims("7", tokens["session_id"], "pro"))
    assert me(ours, token) == (401, "token_expired")
    assert int(tokens["expires_in"]) == 900


def test_every_access_token_is_another_one(client: TestClient) -> None:
    first = enter(client)
    second = refresh(client, first["refresh_token"])[1]
    assert second["access_token"] != first["access_token"]


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


def test_a_session_lasts_a_day_however_often_it_is_refreshed(tmp_path: Path) -> None:
    now = [1000.0]
    store = SqliteStore(tmp_path, lambda: now[0])
    sessions = Sessions(store, lambda: now[0])
    guard = Authenticator(sessions, AccessTokens([KEY]), lambda: now[0])
    answer = guard.sign_in(User("7", "Ada", "pro", "url"))
    now[0] += LIFETIME - 60
    late = guard.refresh(answer.refresh_token)
    assert late.expires_in == 60
    now[0] += 60
    with pytest.raises(Unauthorized, match="sign in again"):
        guard.refresh(late.refresh_token)
    with pytest.raises(Unauthorized, match="has ended"):
        sessions.running(late.session_id)
    store.close()


def test_the_signing_key_is_made_once(tmp_path: Path) -> None:
    assert signing_keys(tmp_path, ()) == signing_keys(tmp_path, ())
    assert signing_keys(tmp_path, ("given" * 8,)) == ("given" * 8,)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_a_new_line_in_front_of_the_key_file_signs_from_now_on(tmp_path: Path) -> None:
    (old,) = signing_keys(tmp_path, ())
    (tmp_path / KEY_FILE).write_text(f"{KEY}\n{old}\n")
    assert signing_keys(tmp_path, ()) == (KEY, old)
    (tmp_path / KEY_FILE).write_text(f"short\n{old}\n")
    with pytest.raises(DataError, match="shorter"):
        signing_keys(tmp_path, ())
