"""A service that starts while Redis is away or empty serves what it kept, and says so."""

import errno
import logging
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.contracts.publication import SYMBOLS_KEY, current_key
from service.snapshots.redis_source import Copies, RedisSource
from service.snapshots.store import SnapshotStore
from tests.integration.test_redis_source import Shelf, directory, served
from tests.support.redis_publishing import SYMBOL, publish_id
from tests.support.redis_server import RedisServer
from tests.support.service_client import bearer, running
from tests.support.waiting import eventually

__all__ = ["directory"]


@pytest.fixture
def kept(tmp_path: Path, directory: Shelf, redis_server: RedisServer) -> list[str]:
    """A state folder with copies of the first two snapshots, the second used last; Redis then emptied."""
    warehouse, ids = directory
    for each in ids[:2]:
        publish_id(redis_server, warehouse, each)
        with running(tmp_path, redis_url=redis_server.url) as service:
            assert served(service) == each
    with redis_server.client() as client:
        client.flushall()
    return ids


def test_an_empty_redis_at_the_start_leaves_the_last_copy_served_until_the_next_publication(
    tmp_path: Path,
    directory: Shelf,
    kept: list[str],
    redis_server: RedisServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "service.snapshots.store")
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert service.get("/readyz").json() == {"status": "copies", "snapshots": {SYMBOL: kept[1]}}
        assert service.get("/api/v2/date-range", headers=bearer(service)).json()["snapshot"] == kept[1]
        assert f"serving {SYMBOL} {kept[1]} from this machine's copy" in caplog.text
        publish_id(redis_server, directory[0], kept[2])
        eventually(lambda: served(service) == kept[2])
        assert service.get("/readyz").json()["status"] == "ok"


def test_the_publication_of_the_copy_itself_ends_the_exception(
    tmp_path: Path, directory: Shelf, kept: list[str], redis_server: RedisServer
) -> None:
    with running(tmp_path, redis_url=redis_server.url) as service:
        publish_id(redis_server, directory[0], kept[1])
        eventually(lambda: service.get("/readyz").json()["status"] == "ok")
        assert served(service) == kept[1]


def test_without_redis_the_last_copy_is_loaded_and_health_says_so(tmp_path: Path, kept: list[str]) -> None:
    with running(tmp_path, redis_url=f"unix://{tmp_path}/nothing.sock") as service:
        health = service.get("/healthz").json()
        assert (health["status"], health["snapshots"]) == ("copies", {SYMBOL: kept[1]})
        assert service.get("/readyz").json()["code"] == "store_unavailable"


def test_of_two_copies_the_whole_one_is_taken(
    tmp_path: Path, kept: list[str], redis_server: RedisServer
) -> None:
    pack = tmp_path / "state" / "cache" / "snapshots" / SYMBOL / kept[1] / "serving" / "arrays.bin"
    pack.write_bytes(pack.read_bytes()[:-1])
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert served(service) == kept[0]


def test_a_symbol_that_redis_no_longer_names_does_not_come_back(
    tmp_path: Path, kept: list[str], redis_server: RedisServer
) -> None:
    with redis_server.client() as client:
        client.sadd(SYMBOLS_KEY, "NQ")
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert served(service) is None


def test_a_spoilt_publication_at_the_start_leaves_the_copy_served(
    tmp_path: Path, kept: list[str], redis_server: RedisServer
) -> None:
    with redis_server.client() as client:
        client.sadd(SYMBOLS_KEY, SYMBOL)
        client.set(current_key(SYMBOL), kept[3])
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert service.get("/readyz").json() == {"status": "copies", "snapshots": {SYMBOL: kept[1]}}


def test_nothing_kept_is_nothing_served(tmp_path: Path, redis_server: RedisServer) -> None:
    assert RedisSource(redis_server.url, tmp_path / "none").copies(()) == {}
    store = SnapshotStore(RedisSource(redis_server.url, tmp_path / "none"), SYMBOL)
    assert not store.is_from_copies


def test_a_full_disk_is_copied_to_once_in_a_while_however_many_symbols_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def opened(self: Copies, symbol: str, *rest: object) -> None:
        tried.append(symbol)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Copies, "opened", opened)
    source = RedisSource(f"unix://{tmp_path}/nothing.sock", tmp_path)
    for symbol in ("ES", "NQ") * 3:
        with pytest.raises((DataError, OSError)):
            source.load(symbol, "2024-06-07-000000000001")
    assert tried == ["ES", "NQ"]
