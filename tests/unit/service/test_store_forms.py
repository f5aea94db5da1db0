"""A store of another form is refused with what to do; of many first requests one looks at the form."""

import asyncio
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import cast

import pytest

from core.contracts.errors import DataError
from service.database import redis_store
from service.database.records import Grant, Session, StoreUnavailable
from service.database.sqlite_store import DATABASE, FORM
from tests.support.blocking import Codes, RedisStore, SqliteStore
from tests.support.redis_server import RedisServer

PREFIX = "almanac:access:"
REMEDY = "Then add accounts, codes, tokens and lists again"


@pytest.mark.parametrize(
    ("statement", "form"),
    [
        ("CREATE TABLE sessions (id TEXT PRIMARY KEY, person TEXT NOT NULL)", "unnamed"),
        (f"PRAGMA user_version={FORM - 1}", str(FORM - 1)),
        (f"PRAGMA user_version={FORM + 1}", str(FORM + 1)),
    ],
)
def test_a_database_of_another_form_is_refused_as_it_is(tmp_path: Path, statement: str, form: str) -> None:
    path = tmp_path / DATABASE
    with closing(sqlite3.connect(path)) as other:
        other.execute(statement)
    before = path.read_bytes()
    with pytest.raises(DataError, match=f"is of form {form}.*move the file away.*{REMEDY}"):
        SqliteStore(tmp_path)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master WHERE name = 'records'").fetchone() is None
    assert len(path.read_bytes()) == len(before)


def test_a_database_of_this_form_is_opened_again(tmp_path: Path) -> None:
    grant = Grant("7", "d" * 64, "pro", 100)
    with closing(SqliteStore(tmp_path)) as store:
        Codes(store).grant(grant)
    with closing(SqliteStore(tmp_path)) as store:
        assert store.find(Grant, "7") == grant


@pytest.mark.parametrize("key", ["version", "accounts", "codes"])
def test_a_redis_of_another_form_is_refused_as_it_is(redis_server: RedisServer, key: str) -> None:
    with redis_server.client() as raw:
        raw.set(PREFIX + key, "9")
        with closing(RedisStore(redis_server.url)) as store:
            with pytest.raises(StoreUnavailable, match=f"is of form .*another database.*{REMEDY}"):
                store.find(Session, "s1")
            with pytest.raises(StoreUnavailable, match="is of form"):
                Codes(store).grant(Grant("7", "d" * 64, "pro", 100))
        assert raw.keys() == [f"{PREFIX}{key}".encode()]
        assert raw.get(PREFIX + key) == b"9"


def test_a_redis_of_this_form_is_opened_again(redis_server: RedisServer) -> None:
    grant = Grant("7", "d" * 64, "pro", 100)
    for known in (None, grant):
        with closing(RedisStore(redis_server.url)) as store:
            assert store.find(Grant, "7") == known
            Codes(store).grant(grant)


def test_a_grant_takes_the_place_of_bytes_that_are_no_text(redis_server: RedisServer) -> None:
    grant = Grant("7", "d" * 64, "pro", 100)
    key = f"{PREFIX}grant:{sha256(b'7').hexdigest()}"
    with redis_server.client() as raw, closing(RedisStore(redis_server.url)) as store:
        raw.set(key, b"\xff\xfe")
        Codes(store).grant(grant)
        assert store.find(Grant, "7") == grant


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
def test_every_request_to_a_redis_of_another_form_is_refused(redis_server: RedisServer, turns: int) -> None:
    with redis_server.client() as raw:
        raw.set(f"{PREFIX}version", "9")
        found = asyncio.run(_found_at_once(redis_server.url, 300, turns))
    assert {type(each) for each in found} == {StoreUnavailable}


def test_more_requests_at_once_than_connections_wait_for_one(redis_server: RedisServer) -> None:
    assert asyncio.run(_found_at_once(redis_server.url, 500)) == [None] * 500


def test_of_requests_that_come_together_one_looks_at_the_form(redis_server: RedisServer) -> None:
    with redis_server.client() as raw:
        raw.config_resetstat()
        assert asyncio.run(_found_at_once(redis_server.url, 40)) == [None] * 40
        commands = cast("dict[str, dict[str, int]]", raw.info("commandstats"))
    assert commands["cmdstat_set"]["calls"] == len(["the form"])
    assert commands["cmdstat_get"]["calls"] == 1 + 40
