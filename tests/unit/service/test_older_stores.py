"""What the store of version 2 kept is taken over, from SQLite and from Redis, with what it is worth."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import orjson
import pytest

from core.contracts.errors import Unauthorized
from service.access import redis_store
from service.access.record_store import Change
from service.access.records import Account, Code, Grant, Session, StoreUnavailable, User
from service.access.sessions import RefreshReused
from service.access.sqlite_store import DATABASE
from tests.support.blocking import AccessStore, RedisStore, Sessions, SqliteStore
from tests.support.redis_server import RedisServer


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


NOW = int(time.time())
LATER = NOW + 5000
ADA = User("7", "Ada", "lite", "course", (), "ada@example.com", "dev-cad-ess", "Essentials")
SESSION = Session("s1", ADA, NOW, NOW, LATER, True, False, 3, digest("live"))
ENDED = replace(SESSION, id="s2", active=False, data_loaded=True, token=digest("s2-live"))
ACCOUNT = Account("ada", "$argon2id$...", "standard", ("maintain",), 1, True, ("network",))
CODE = Code("d" * 64, "pro", 2, 100, LATER, 1)
UNDATED = Code("e" * 64, "lite", 1, 100, revoked=True)
GRANT = Grant(CODE.digest, "pro", 100, LATER)
LASTING = replace(GRANT, expires_at=None)
PREFIX = "almanac:access:"
LOCK = f"{PREFIX}migration"

TABLES = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at INTEGER NOT NULL,
 last_accessed INTEGER NOT NULL, active INTEGER NOT NULL, data_loaded INTEGER NOT NULL,
 expires_at INTEGER NOT NULL, generation INTEGER NOT NULL, person TEXT NOT NULL, token TEXT NOT NULL) STRICT;
CREATE INDEX sessions_by_user ON sessions(user_id);
CREATE INDEX sessions_by_end ON sessions(expires_at);
CREATE TABLE refresh_tokens (digest TEXT PRIMARY KEY,
 session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE) STRICT;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens(session_id);
CREATE TABLE names (name TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
CREATE INDEX names_by_end ON names(expires_at);
CREATE TABLE tries (bucket TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at REAL NOT NULL) STRICT;
CREATE INDEX tries_by_end ON tries(expires_at);
CREATE TABLE accounts (username TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE codes (digest TEXT PRIMARY KEY, tier TEXT NOT NULL, uses INTEGER NOT NULL,
 created_at INTEGER NOT NULL, expires_at INTEGER, used INTEGER NOT NULL, revoked INTEGER NOT NULL) STRICT;
CREATE TABLE redeemed (digest TEXT NOT NULL REFERENCES codes(digest) ON DELETE CASCADE,
 user_id TEXT NOT NULL, PRIMARY KEY (digest, user_id)) STRICT;
CREATE TABLE grants (user_id TEXT PRIMARY KEY, record TEXT NOT NULL, expires_at INTEGER) STRICT;
PRAGMA user_version=2;
"""


def text_of(record: object) -> str:
    return orjson.dumps(record, option=orjson.OPT_SORT_KEYS).decode()


def fields(record: Session | Code) -> dict[str, Any]:
    """A record as version 2 kept it: numbers, and its user as a text."""
    kept = {name: getattr(record, name) for name in record.__slots__}
    kept = {name: int(value) if isinstance(value, bool) else value for name, value in kept.items()}
    return kept | ({"person": text_of(kept.pop("user"))} if isinstance(record, Session) else {})


def insert(raw: sqlite3.Connection, table: str, values: dict[str, Any]) -> None:
    names, places = ", ".join(values), ", ".join("?" * len(values))
    raw.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(values.values()))


@pytest.fixture
def sqlite_of_before(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as raw, raw:
        raw.executescript(TABLES)
        for session in (SESSION, ENDED):
            insert(raw, "sessions", fields(session) | {"user_id": "7"})
            insert(raw, "refresh_tokens", {"digest": session.token, "session_id": session.id})
        insert(raw, "refresh_tokens", {"digest": digest("spent"), "session_id": "s1"})
        insert(raw, "names", {"name": "nonce", "expires_at": LATER})
        insert(raw, "accounts", {"username": "ada", "record": text_of(ACCOUNT)})
        for code in (CODE, UNDATED):
            insert(raw, "codes", fields(code))
        insert(raw, "redeemed", {"digest": CODE.digest, "user_id": "7"})
        for user_id, grant in (("7", GRANT), ("8", LASTING)):
            insert(raw, "grants", {"user_id": user_id, "record": text_of(grant), "expires_at": LATER})
    return tmp_path


@pytest.fixture
def redis_of_before(redis_server: RedisServer) -> str:
    def hashed(kind: str, name: str) -> str:
        return f"{PREFIX}{kind}:{sha256(name.encode()).hexdigest()}"

    with redis_server.client() as raw:
        for session in (SESSION, ENDED):
            values = fields(session)
            raw.hset(f"{PREFIX}session:{values.pop('id')}", mapping=values)
            raw.set(f"{PREFIX}refresh:{session.token}", session.id, ex=5000)
        raw.set(f"{PREFIX}refresh:{digest('spent')}", "s1", ex=5000)
        raw.hset(f"{PREFIX}session:broken", mapping={"person": "{", "active": "1"})
        raw.set(hashed("name", "nonce"), LATER, ex=5000)
        raw.hset(f"{PREFIX}accounts", "ada", text_of(ACCOUNT))
        for code in (CODE, UNDATED):
            values = {name: "" if value is None else value for name, value in fields(code).items()}
            raw.hset(f"{PREFIX}code:{values.pop('digest')}", mapping=values)
            raw.sadd(f"{PREFIX}codes", code.digest)
        raw.sadd(f"{PREFIX}codes", "f" * 64)
        raw.sadd(hashed("redeemed", CODE.digest), "7")
        raw.set(hashed("grant", "7"), text_of(GRANT), ex=5000)
        raw.set(hashed("grant", "8"), text_of(LASTING))
    return redis_server.url


@pytest.fixture(params=["sqlite_of_before", "redis_of_before"])
def store(request: pytest.FixtureRequest) -> Iterator[AccessStore]:
    before = request.getfixturevalue(request.param)
    kind = SqliteStore if isinstance(before, Path) else RedisStore
    with closing(kind(before)) as store, closing(kind(before)) as again:
        assert again.find(Account, "ada") == ACCOUNT
        yield store


def test_sessions_run_on_and_a_spent_token_ends_its_own(store: AccessStore) -> None:
    assert [store.find(Session, name) for name in ("s1", "s2", "broken")] == [SESSION, ENDED, None]
    sessions = Sessions(store)
    with pytest.raises(Unauthorized, match="its session has ended"):
        sessions.rotate("s2-live")
    rotated, following = sessions.rotate("live")
    assert rotated == replace(SESSION, token=digest(following))
    with pytest.raises(RefreshReused):
        sessions.rotate("spent")
    with pytest.raises(Unauthorized, match="its session has ended"):
        sessions.rotate(following)


def test_a_name_that_passed_does_not_pass_again(store: AccessStore) -> None:
    assert not store.once("nonce", LATER)


def test_an_account_is_there_and_can_be_changed(store: AccessStore) -> None:
    assert store.accounts() == [ACCOUNT]
    assert store.put_account(replace(ACCOUNT, tier="pro"), ACCOUNT)


def test_codes_their_users_and_their_grants_count_as_before(store: AccessStore) -> None:
    assert store.codes() == [CODE, UNDATED]
    assert (store.find(Grant, "7"), store.find(Grant, "8")) == (GRANT, LASTING)
    assert [store.has_redeemed(CODE.digest, user) for user in ("7", "8")] == [True, False]
    assert store.take_code(CODE.digest, "7") == CODE
    assert store.take_code(CODE.digest, "8") == replace(CODE, used=2)
    assert store.take_code(CODE.digest, "9") is None


def test_a_database_of_before_grants_gets_them_and_keeps_its_sessions(sqlite_of_before: Path) -> None:
    with closing(sqlite3.connect(sqlite_of_before / DATABASE)) as raw:
        raw.execute("DROP TABLE grants")
    with closing(SqliteStore(sqlite_of_before)) as store:
        store.put_grant("7", GRANT)
        assert (store.find(Session, "s1"), store.find(Grant, "7")) == (SESSION, GRANT)


def test_a_takeover_that_was_cut_off_is_finished(redis_server: RedisServer, redis_of_before: str) -> None:
    with redis_server.client() as raw:
        before = {key: raw.dump(key) for key in raw.keys(f"{PREFIX}*")}
        with closing(RedisStore(redis_of_before)) as store:
            store.ping()
            assert store.codes() == [CODE, UNDATED]
        for key in raw.keys(f"{PREFIX}session:*"):
            raw.delete(key)
        raw.delete(f"{PREFIX}version", f"{PREFIX}code:{UNDATED.digest}")
        for key, content in before.items():
            if not raw.exists(key):
                raw.restore(key, 0, content)
        assert {raw.type(f"{PREFIX}code:{each.digest}") for each in (CODE, UNDATED)} == {b"string", b"hash"}
    with closing(RedisStore(redis_of_before)) as store:
        assert store.codes() == [CODE, UNDATED]
        assert (store.find(Account, "ada"), store.find(Session, "s1")) == (ACCOUNT, SESSION)
        assert store.has_redeemed(CODE.digest, "7")


@pytest.mark.parametrize("kind", ["accounts", "codes", f"code:{CODE.digest}"])
def test_what_is_of_another_type_locks_nobody_out(
    redis_server: RedisServer, redis_of_before: str, kind: str
) -> None:
    with redis_server.client() as raw:
        raw.delete(PREFIX + kind)
        raw.rpush(PREFIX + kind, "something else")
    with closing(RedisStore(redis_of_before)) as store:
        assert store.find(Session, "s1") == SESSION
        assert UNDATED in store.codes() or kind == "codes"


def test_a_store_of_a_newer_version_is_refused(redis_server: RedisServer) -> None:
    with redis_server.client() as raw:
        raw.set(f"{PREFIX}version", "4")
        with closing(RedisStore(redis_server.url)) as store, pytest.raises(StoreUnavailable):
            store.find(Session, "s1")
        assert raw.get(f"{PREFIX}version") == b"4"


def test_a_grant_takes_the_place_of_bytes_that_are_no_text(redis_server: RedisServer) -> None:
    key = f"{PREFIX}grant:{sha256(b'7').hexdigest()}"
    with redis_server.client() as raw, closing(RedisStore(redis_server.url)) as store:
        raw.set(key, b"\xff\xfe")
        store.put_grant("7", GRANT)
        assert store.find(Grant, "7") == GRANT


def test_tries_of_a_database_of_version_3_go_on_counting(tmp_path: Path) -> None:
    def windows(raw: sqlite3.Connection) -> list[str]:
        return [text for (text,) in raw.execute("SELECT text FROM records WHERE kind = 'window'")]

    with closing(SqliteStore(tmp_path)) as store:
        assert store.tries.hit("ada", 1, 60) == 0
    with closing(sqlite3.connect(tmp_path / DATABASE)) as raw, raw:
        raw.execute("CREATE TABLE tries (bucket TEXT PRIMARY KEY, count INTEGER, expires_at REAL) STRICT")
        raw.execute("INSERT INTO tries SELECT name, text ->> 'count', text ->> 'expires_at' FROM records")
        raw.executescript("DELETE FROM records; PRAGMA user_version=3;")
    with closing(SqliteStore(tmp_path)) as store, closing(sqlite3.connect(tmp_path / DATABASE)) as raw:
        assert len(windows(raw)) == 1
        assert store.tries.hit("ada", 1, 60) > 0


async def _found_at_once(url: str, requests: int, turns: int = 0) -> list[object]:
    """What requests to a service that just started find of a session, some turns of the loop apart."""
    store, asked = redis_store.RedisStore(url), []
    try:
        for _ in range(requests):
            asked.append(asyncio.ensure_future(store.find(Session, "s1")))
            for _ in range(turns):
                await asyncio.sleep(0)
        return await asyncio.gather(*asked, return_exceptions=True)
    finally:
        await store.close()


@pytest.mark.parametrize("turns", [0, 1])
def test_whoever_comes_while_a_takeover_fails_is_told_to_come_back(
    redis_server: RedisServer, turns: int
) -> None:
    with redis_server.client() as raw:
        raw.set(f"{PREFIX}version", "9")
        found = asyncio.run(_found_at_once(redis_server.url, 300, turns))
    assert {type(each) for each in found} == {StoreUnavailable}


def test_a_long_takeover_keeps_its_turn(redis_of_before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(store: redis_store.RedisStore, command: str, key: str) -> Any:
        await asyncio.sleep(0.3)
        return await former(store, command, key)

    former = redis_store.RedisStore._former
    monkeypatch.setattr(redis_store.RedisStore, "_former", late)
    monkeypatch.setattr(redis_store, "LOCK_SECONDS", 1)
    monkeypatch.setattr(redis_store, "WAIT", 60)
    assert asyncio.run(_found_at_once(redis_of_before, 3)) == [SESSION] * 3


def test_a_store_that_closes_ends_its_takeover(redis_server: RedisServer, redis_of_before: str) -> None:
    async def closed_at_once() -> int:
        store = redis_store.RedisStore(redis_of_before)
        asked = asyncio.ensure_future(store.find(Session, "s1"))
        while not await store.client.exists(LOCK):
            await asyncio.sleep(0)
        await store.close()
        with pytest.raises(StoreUnavailable):
            await asked
        return len(asyncio.all_tasks())

    assert asyncio.run(closed_at_once()) == 1
    with redis_server.client() as raw:
        assert not raw.exists(LOCK)


def test_a_store_that_closes_while_its_lock_is_being_given_lets_it_go(
    redis_server: RedisServer, redis_of_before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def closed_before_the_answer() -> None:
        store = redis_store.RedisStore(redis_of_before)
        was_set, given = asyncio.Event(), store.client.set

        async def answered_late(*args: Any, **named: Any) -> None:
            await given(*args, **named)
            was_set.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(store.client, "set", answered_late)
        asked = asyncio.ensure_future(store.find(Session, "s1"))
        await was_set.wait()
        await store.close()
        with pytest.raises(StoreUnavailable):
            await asked

    asyncio.run(closed_before_the_answer())
    with redis_server.client() as raw:
        assert not raw.exists(LOCK)


def test_more_requests_at_once_than_connections_wait_for_one(redis_server: RedisServer) -> None:
    assert asyncio.run(_found_at_once(redis_server.url, 500)) == [None] * 500


def test_requests_that_come_together_take_over_once(redis_server: RedisServer) -> None:
    with redis_server.client() as raw:
        raw.config_resetstat()
        assert asyncio.run(_found_at_once(redis_server.url, 40)) == [None] * 40
        commands = cast("dict[str, dict[str, int]]", raw.info("commandstats"))
    assert commands["cmdstat_set"]["calls"] == len(["the lock", "the version"])


def test_no_request_waits_until_another_service_has_taken_over(
    redis_server: RedisServer, redis_of_before: str
) -> None:
    with redis_server.client() as raw:
        raw.set(LOCK, "another", px=60_000)
        found = asyncio.run(_found_at_once(redis_of_before, 40))
        assert {type(each) for each in found} == {StoreUnavailable}
        assert raw.get(LOCK) == b"another"
        raw.set(LOCK, "one that ended at it", px=300)
    assert asyncio.run(_found_at_once(redis_of_before, 40)) == [SESSION] * 40


def test_a_service_that_lost_its_turn_stops_taking_over(
    redis_server: RedisServer, redis_of_before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def written_last(store: redis_store.RedisStore, *changes: Change) -> bool:
        await store.client.delete(LOCK)
        return await written(store, *changes)

    written = redis_store.RedisStore._written
    with monkeypatch.context() as patch, redis_server.client() as raw:
        patch.setattr(redis_store.RedisStore, "_written", written_last)
        assert isinstance(asyncio.run(_found_at_once(redis_of_before, 1))[0], StoreUnavailable)
        assert raw.exists(f"{PREFIX}accounts")
        assert not raw.exists(f"{PREFIX}version")
    assert asyncio.run(_found_at_once(redis_of_before, 1)) == [SESSION]
