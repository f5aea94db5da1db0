"""A personal token reads what a session of its tier reads, changes nothing, and is in no log."""

import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from core.contracts.catalogue import TIERS, Tier
from service.call import Call
from service.database.sqlite_store import DATABASE
from service.members.personal_tokens import PREFIX
from service.observability.logs import JsonLines
from service.routes import CALLS
from service.settings.values import Rate
from tests.contract.schema import document, error_violations
from tests.contract.test_openapi import BODIES, PATHS
from tests.contract.test_tier_of_every_call import NEEDED, PRO
from tests.support.blocking import PersonalTokens, SqliteStore
from tests.support.service_client import UNLIMITED, bearer, running

WRITING = {
    *("entry", "entryCode", "login", "refresh", "redeem", "logout", "erase"),
    *("quizNext", "quizAnswer", "makeView", "addWatch", "removeWatch", "watchOff"),
    *("putDayList", "removeDayList", "clearCache", "clearChartCache"),
}
"""Calls that change something, as their summaries say; a session or nobody makes them."""

READING = [call for call in CALLS if call.name not in WRITING]
MOVING = re.compile(
    r'"(timestamp|computed_at|cache_hit|from_cache|hits|misses|\w+_ms|\w+_at)":("[^"]*"|[^,}]+)'
)
"""What differs between two answers to one question."""


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with running(folder, poll_interval=60, export_limit=UNLIMITED, token_limit=UNLIMITED) as client:
        yield client


@pytest.fixture(scope="module")
def tokens(folder: Path, client: TestClient) -> Iterator[PersonalTokens]:
    store = SqliteStore(folder / "state")
    yield PersonalTokens(store)
    store.close()


@pytest.fixture(scope="module")
def of_tier(tokens: PersonalTokens) -> dict[Tier, dict[str, str]]:
    """Headers with a token of each tier."""
    return {tier: {"Authorization": f"Bearer {tokens.add(f'a-{tier}', tier, None)}"} for tier in TIERS}


def ask(client: TestClient, headers: dict[str, str], call: Call, **body: Any) -> Any:
    path = "/api" + call.path.format(**{"name": "gap_class", "id": "x"} | PATHS.get(call.name, {}))
    whole = NEEDED.get(call.name, {}) | BODIES.get(call.name, {}) | body
    named = {name: ["gap_up"] if value is None else value for name, value in whole.items()}
    return client.request(
        call.method, path, headers=headers, json=None if call.method in ("get", "delete") else named
    )


def refusal(answer: Any) -> tuple[int, str]:
    assert error_violations(answer.json()) == []
    return answer.status_code, answer.json()["code"]


def records(folder: Path) -> set[tuple[str, str, str]]:
    """All that the store holds, but for counts of calls and when a token was used last."""
    with sqlite3.connect(folder / "state" / DATABASE) as raw:
        rows = raw.execute("SELECT kind, name, text FROM records WHERE kind != 'window'").fetchall()
    return {(kind, name, re.sub(r'"used_at":[^,]+', "", text)) for kind, name, text in rows}


def test_each_call_says_whether_it_reads_and_so_does_the_document() -> None:
    assert {call.name for call in CALLS if not call.is_reading} == WRITING
    paths = document()["paths"]
    for call in CALLS:
        security = paths[call.path][call.method].get("security", document()["security"])
        assert ({"personal_token": []} in security) == (call.is_reading and not call.is_open), call.name


@pytest.mark.parametrize("call", READING, ids=lambda call: call.name)
def test_a_token_reads_what_a_session_of_its_tier_reads(
    client: TestClient, of_tier: dict[Tier, dict[str, str]], call: Call
) -> None:
    for tier in TIERS:
        mine, theirs = (ask(client, headers, call) for headers in (of_tier[tier], bearer(client, tier)))
        assert mine.status_code == theirs.status_code
        if call.files or call.name == "me":
            continue
        assert MOVING.sub("", mine.text) == MOVING.sub("", theirs.text)


def test_a_token_of_a_lower_tier_is_refused_as_a_session_is(
    client: TestClient, of_tier: dict[Tier, dict[str, str]]
) -> None:
    calls = {call.name: call for call in CALLS}
    late = {"filters": {PRO: {"operator": ">=", "value": 20}}}
    for name in ("compute", "days", "exportFile", "chartData"):
        assert refusal(ask(client, of_tier["standard"], calls[name], **late)) == (403, "feature_not_in_tier")
        assert ask(client, of_tier["pro"], calls[name], **late).status_code == 200
    assert refusal(ask(client, of_tier["lite"], calls["curve"], filters={})) == (403, "curve_not_in_tier")
    claiming = of_tier["standard"] | {"X-Profile": "pro", "X-Tier": "pro"}
    assert ask(client, claiming, calls["compute"], **late, profile="pro").status_code == 403
    assert refusal(ask(client, claiming, calls["compute"], **late, tier="pro")) == (422, "unknown_field")


def test_reading_calls_write_nothing(
    client: TestClient, folder: Path, of_tier: dict[Tier, dict[str, str]]
) -> None:
    ask(client, of_tier["pro"], CALLS[6])
    before = records(folder)
    for call in READING:
        ask(client, of_tier["pro"], call)
    assert records(folder) == before


@pytest.mark.parametrize("call", [call for call in CALLS if call.name in WRITING], ids=lambda call: call.name)
def test_a_call_that_changes_something_takes_no_token(
    client: TestClient, folder: Path, of_tier: dict[Tier, dict[str, str]], call: Call
) -> None:
    before = records(folder)
    for headers in of_tier.values():
        answer = ask(client, headers, call)
        assert refusal(answer) == (403, "personal_token_reads_only")
        assert answer.json()["detail"].endswith(f"sign in to call {call.name}.")
    assert records(folder) == before


def test_a_revoked_a_late_and_an_unknown_token_are_401_with_what_to_do(
    client: TestClient, tokens: PersonalTokens, folder: Path
) -> None:
    gone, late = tokens.add("gone", "pro", None), tokens.add("late", "pro", 1_700_000_000)
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {gone}"}).status_code == 200
    tokens.revoke("gone")
    for token, code in (
        (gone, "personal_token_revoked"),
        (late, "personal_token_expired"),
        (PREFIX + "A" * 43, "personal_token_unknown"),
        (PREFIX, "personal_token_unknown"),
        (gone[:-1], "personal_token_unknown"),
        (f"{gone} {gone}", "personal_token_unknown"),
    ):
        for call in (*READING, *(call for call in CALLS if call.name in WRITING)):
            if call.is_open and call.is_reading:
                continue
            answer = ask(client, {"Authorization": f"Bearer {token}"}, call)
            assert refusal(answer) == (401, code), call.name
            assert answer.headers["www-authenticate"] == "Bearer"
            assert "ask for a new one" in answer.json()["detail"]
            assert token not in answer.text or token == PREFIX


def test_who_a_token_is_names_no_person(client: TestClient, of_tier: dict[Tier, dict[str, str]]) -> None:
    told = client.get("/api/auth/me", headers=of_tier["lite"]).json()
    assert (told["user_id"], told["profile"], told["profile_source"]) == ("token:a-lite", "lite", "token")
    assert (told["email"], told["permissions"]) == (None, [])


@pytest.mark.parametrize("query", ["token", "access_token", "authorization", "api_key"])
def test_a_token_in_an_address_lets_nobody_in(client: TestClient, tokens: PersonalTokens, query: str) -> None:
    token = tokens.add(f"in-{query}".replace("_", "-"), "pro", None)
    assert client.get("/api/features", params={query: token}).status_code == 401
    assert client.get("/api/features", headers={"Authorization": f"Basic {token}"}).status_code == 401
    assert client.get("/api/features", headers={"Cookie": f"{query}={token}"}).status_code == 401


def test_no_log_holds_a_token_wherever_it_was_sent(
    client: TestClient, folder: Path, tokens: PersonalTokens, caplog: pytest.LogCaptureFixture
) -> None:
    token = tokens.add("logged", "pro", None)
    secret = token.removeprefix(PREFIX)
    bearing = {"Authorization": f"Bearer {token}"}
    with caplog.at_level(logging.DEBUG):
        for headers in (
            bearing,
            bearing | {"X-Session-ID": token},
            {"X-Request-ID": token, "Referer": token},
        ):
            for call in CALLS:
                ask(client, headers, call)
            client.get(f"/api/{token}?token={token}", headers=headers)
    ours = [record for record in caplog.records if not record.name.startswith("http")]
    for written in (logging.Formatter(), JsonLines()):
        lines = [written.format(record) for record in ours]
        assert len(lines) > len(CALLS)
        assert [line for line in lines if secret in line] == []
    assert secret not in (folder / "state" / "audit.log").read_text()


def test_a_kept_answer_asks_the_store_as_often_as_a_session_s(
    client: TestClient, tokens: PersonalTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.database import sqlite_store

    asked: list[str] = []
    get, write = sqlite_store.SqliteStore.get, sqlite_store.SqliteStore.write

    async def got(store: Any, kind: Any, name: str) -> str | None:
        asked.append(f"get {kind}")
        return await get(store, kind, name)

    async def written(store: Any, *changes: Any) -> bool:
        asked.append("write")
        return await write(store, *changes)

    monkeypatch.setattr(sqlite_store.SqliteStore, "get", got)
    monkeypatch.setattr(sqlite_store.SqliteStore, "write", written)
    token = {"Authorization": f"Bearer {tokens.add('quick', 'pro', None)}"}
    counts = []
    for headers in (bearer(client, "pro"), token):
        for _ in range(2):
            client.post("/api/compute", headers=headers, json={})
        asked.clear()
        assert client.post("/api/compute", headers=headers, json={}).status_code == 200
        counts.append(len(asked))
    assert counts == [1, 1]


def test_a_revocation_and_a_new_tier_hold_from_the_next_call_in_every_process(folder: Path) -> None:
    store = SqliteStore(folder / "state")
    tokens = PersonalTokens(store)
    with running(folder, poll_interval=60) as one, running(folder, poll_interval=60) as other:
        headers = {"Authorization": f"Bearer {tokens.add('shared', 'lite', None)}"}
        assert [each.get("/api/auth/me", headers=headers).status_code for each in (one, other)] == [200, 200]
        tokens.revoke("shared")
        assert [each.get("/api/auth/me", headers=headers).status_code for each in (one, other)] == [401, 401]
    store.close()


def test_calls_of_a_token_are_counted_for_it_and_for_the_address(folder: Path) -> None:
    store = SqliteStore(folder / "state")
    tokens = PersonalTokens(store)
    with running(folder, poll_interval=60, token_limit=Rate(3, 60)) as client:
        first, second = (
            {"Authorization": f"Bearer {tokens.add(name, 'lite', None)}"} for name in ("first", "second")
        )

        def status(headers: dict[str, str], address: str) -> int:
            return client.get("/api/auth/me", headers=headers | {"X-Forwarded-For": address}).status_code

        assert [status(first, f"192.0.2.{last}") for last in (1, 1, 2, 3)] == [200, 200, 200, 429]
        assert [status(second, "192.0.2.1") for _ in range(2)] == [200, 429]
        assert status(second, "192.0.2.9") == 200
        unknown = {"Authorization": f"Bearer {PREFIX}{'A' * 43}"}
        assert [status(unknown, "192.0.2.10") for _ in range(4)] == [401, 401, 401, 429]
        session = bearer(client, "lite")
        assert [status(session, "192.0.2.10") for _ in range(5)] == [200] * 5
    store.close()


def test_a_token_beside_a_session_leaves_the_session_alone(
    client: TestClient, tokens: PersonalTokens
) -> None:
    session = bearer(client, "pro")
    token = {"Authorization": f"Bearer {tokens.add('beside', 'lite', None)}"}
    assert client.post("/api/auth/logout", headers=token).status_code == 403
    tokens.revoke("beside")
    assert client.get("/api/auth/me", headers=token).status_code == 401
    assert client.get("/api/auth/me", headers=session).json()["profile"] == "pro"
