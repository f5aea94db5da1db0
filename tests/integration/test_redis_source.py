"""A service that reads Redis: it notices publications, keeps what it has, copies only what it can trust."""

import hashlib
import logging
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest
import redis
from starlette.testclient import TestClient

from core.contracts.manifest import MANIFEST_FILE
from core.contracts.pack import PACK_SCHEMA
from core.contracts.publication import SYMBOLS_KEY, current_key, files_key
from core.market.instruments import SAMPLE_SYMBOLS
from core.warehouse.paths import Warehouse
from pipelines.publication import connected, publish
from service.snapshots.redis_source import KEPT_COPIES, Copies, RedisSource
from service.snapshots.source import SourceUnavailable
from service.snapshots.store import SnapshotStore
from tests.support.redis_publishing import SYMBOL, publish_id, small_snapshots
from tests.support.redis_server import RedisServer, running_redis
from tests.support.service_client import running
from tests.support.snapshots import publish_random
from tests.support.waiting import eventually

HOURS = 3600.0
Shelf = tuple[Warehouse, list[str]]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A warehouse and the ids of its snapshots."""
    return small_snapshots(tmp_path_factory.mktemp("directory") / "warehouse", 4)


@pytest.fixture
def client(redis_server: RedisServer) -> Iterator[redis.Redis]:
    with redis_server.client() as client:
        yield client


def served(client: TestClient) -> str | None:
    snapshots: dict[str, str] = client.get("/healthz").json()["snapshots"]
    return snapshots.get(SYMBOL)


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / SYMBOL).iterdir())


def test_a_publication_is_served_when_it_is_announced(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    publish_id(redis_server, warehouse, ids[0])
    with running(tmp_path, redis_url=redis_server.url, poll_interval=HOURS) as client:
        assert client.get("/readyz").json() == {"status": "ok", "snapshots": {SYMBOL: ids[0]}}
        for each in (ids[1], ids[0], ids[2]):
            publish_id(redis_server, warehouse, each)
            eventually(lambda each=each: served(client) == each)  # type: ignore[misc]


@pytest.mark.parametrize("symbol", SAMPLE_SYMBOLS)
def test_a_symbol_of_sample_data_is_served(tmp_path: Path, redis_server: RedisServer, symbol: str) -> None:
    published = publish_random(tmp_path / "warehouse", symbol=symbol, sessions=40)
    with connected(redis_server.url) as client:
        publish(client, Warehouse(tmp_path / "warehouse"), symbol)
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert service.get("/readyz").json()["snapshots"] == {symbol: published}


def test_an_announcement_that_was_missed_is_found_by_asking(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    for each in ids[:2]:
        publish_id(redis_server, warehouse, each)
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert served(service) == ids[1]
        client.set(current_key(SYMBOL), ids[0])
        eventually(lambda: served(service) == ids[0])


def test_with_redis_the_warehouse_is_not_read(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    publish_id(redis_server, warehouse, ids[0])
    (tmp_path / "warehouse").symlink_to(warehouse.root)
    (warehouse.snapshots(SYMBOL) / "CURRENT").write_text(ids[1])
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert served(service) == ids[0]


def test_redis_gone_and_back_empty_changes_nothing_until_the_next_publication(
    tmp_path: Path, directory: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    warehouse, ids = directory
    caplog.set_level(logging.INFO, "service.snapshots.store")
    with running_redis() as server:
        publish_id(server, warehouse, ids[0])
        with running(tmp_path, redis_url=server.url) as service:
            server.process.kill()
            server.process.wait()
            eventually(lambda: "snapshots cannot be read" in caplog.text)
            time.sleep(0.3)
            assert served(service) == ids[0]
            assert caplog.text.count("snapshots cannot be read") == 1
            with _started_again(server):
                eventually(lambda: "can be read again" in caplog.text)
                assert served(service) == ids[0]
                publish_id(server, warehouse, ids[1])
                eventually(lambda: served(service) == ids[1])


@contextmanager
def _started_again(server: RedisServer) -> Iterator[None]:
    """The server's command once more: empty, on the same socket."""
    with subprocess.Popen(server.process.args, stdout=subprocess.DEVNULL) as again:
        try:
            yield
        finally:
            again.kill()


def test_a_service_started_without_redis_serves_when_it_comes(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    source = RedisSource(f"unix://{tmp_path}/nothing.sock", tmp_path / "copies")
    with pytest.raises(SourceUnavailable, match=r"Redis at .*nothing\.sock"):
        source.current()
    with running(tmp_path, redis_url=redis_server.url) as service:
        assert service.get("/readyz").status_code == 503
        publish_id(redis_server, warehouse, ids[0])
        eventually(lambda: served(service) == ids[0])


def test_the_copies_are_the_served_snapshot_and_the_one_before(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    store = SnapshotStore(RedisSource(redis_server.url, tmp_path), SYMBOL)
    for count, each in enumerate(ids, start=1):
        publish_id(redis_server, warehouse, each)
        store.refresh()
        assert store.snapshot().id == each
        assert copies(tmp_path) == sorted(ids[:count][-KEPT_COPIES:])


def test_a_copy_just_made_stays_and_is_the_last_when_the_clock_went_back(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    source = RedisSource(redis_server.url, tmp_path)
    ahead = time.time() + 3600
    for each in ids[:KEPT_COPIES]:
        publish_id(redis_server, warehouse, each)
        source.load(SYMBOL, each)
        os.utime(tmp_path / SYMBOL / each, (ahead, ahead))
    publish_id(redis_server, warehouse, ids[KEPT_COPIES])
    source.load(SYMBOL, ids[KEPT_COPIES])
    assert ids[KEPT_COPIES] in copies(tmp_path)
    last = next(iter(Copies(tmp_path).manifests(SYMBOL)), None)
    assert last is not None
    assert last.snapshot_id == ids[KEPT_COPIES]


def test_a_whole_copy_is_used_again_and_a_spoilt_one_is_copied_anew(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    publish_id(redis_server, warehouse, ids[0])
    RedisSource(redis_server.url, tmp_path).load(SYMBOL, ids[0])
    arrays = tmp_path / SYMBOL / ids[0] / "serving" / "arrays.bin"
    content = arrays.read_bytes()
    arrays.write_bytes(content[:-1])
    assert RedisSource(redis_server.url, tmp_path).load(SYMBOL, ids[0]).id == ids[0]
    assert arrays.read_bytes() == content
    client.delete(files_key(SYMBOL, ids[0]))
    assert RedisSource(redis_server.url, tmp_path).load(SYMBOL, ids[0]).id == ids[0]


def _lead_elsewhere(client: redis.Redis, key: str) -> None:
    """A manifest, whole by its digests, one file of which would land beside the copies."""
    files = cast("dict[bytes, bytes]", client.hgetall(key))
    elsewhere = b"serving/../../../landed"
    client.hset(key, elsewhere, files[b"serving/toc.json"])
    client.hset(key, MANIFEST_FILE, files[MANIFEST_FILE.encode()].replace(b"serving/toc.json", elsewhere))


def _of_another_schema(client: redis.Redis, key: str) -> None:
    """Whole by its digests, but of a service to come."""
    files = cast("dict[bytes, bytes]", client.hgetall(key))
    toc = files[b"serving/toc.json"]
    later = toc.replace(b'"schema": %d' % PACK_SCHEMA, b'"schema": %d' % (PACK_SCHEMA + 1))
    was, becomes = (hashlib.sha256(each).hexdigest().encode() for each in (toc, later))
    client.hset(key, "serving/toc.json", later)
    client.hset(key, MANIFEST_FILE, files[MANIFEST_FILE.encode()].replace(was, becomes))


SPOILT: list[tuple[str, Callable[[redis.Redis, str], object]]] = [
    ("a file cut", lambda client, key: client.hset(key, "serving/arrays.bin", b"cut")),
    ("a file missing", lambda client, key: client.hdel(key, "serving/toc.json")),
    ("no manifest", lambda client, key: client.hdel(key, MANIFEST_FILE)),
    ("nothing", lambda client, key: client.delete(key)),
    ("a pack of another schema", lambda client, key: _of_another_schema(client, key)),
    ("a name that leads elsewhere", lambda client, key: _lead_elsewhere(client, key)),
]


@pytest.mark.parametrize("spoil", [each[1] for each in SPOILT], ids=[each[0] for each in SPOILT])
def test_a_spoilt_publication_leaves_the_last_good_one_served_until_it_is_mended(
    tmp_path: Path,
    directory: Shelf,
    redis_server: RedisServer,
    client: redis.Redis,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[redis.Redis, str], object],
) -> None:
    warehouse, ids = directory
    publish_id(redis_server, warehouse, ids[0])
    with running(tmp_path, redis_url=redis_server.url) as service:
        eventually(lambda: served(service) == ids[0])
        _publish_quietly(client, warehouse, redis_server, ids, spoil)
        eventually(lambda: f"snapshot {SYMBOL} {ids[1]} was not loaded" in caplog.text)
        time.sleep(0.1)
        assert served(service) == ids[0]
        assert caplog.text.count("was not loaded") == 1
        assert copies(tmp_path / "state" / "cache" / "snapshots") == [ids[0]]
        publish_id(redis_server, warehouse, ids[1])
        eventually(lambda: served(service) == ids[1])


def _publish_quietly(
    client: redis.Redis,
    warehouse: Warehouse,
    server: RedisServer,
    ids: list[str],
    spoil: Callable[[redis.Redis, str], object],
) -> None:
    """Spoilt files under a moved pointer, as no publisher leaves them."""
    with client.pipeline() as together:
        for path in (MANIFEST_FILE, *(f"serving/{file.name}" for file in _serving(warehouse, ids[1]))):
            content = (warehouse.snapshot(SYMBOL, ids[1]) / path).read_bytes()
            together.hset(files_key(SYMBOL, ids[1]), path, content)
        together.execute()
    spoil(client, files_key(SYMBOL, ids[1]))
    client.set(current_key(SYMBOL), ids[1])


def _serving(warehouse: Warehouse, snapshot_id: str) -> list[Path]:
    return sorted((warehouse.snapshot(SYMBOL, snapshot_id) / "serving").iterdir())


@pytest.mark.parametrize(
    ("symbol", "wanted"), [("../x", "2024-01-01-000000000000"), ("ES", "../../x"), ("ES", "")]
)
def test_names_that_are_none_are_refused_before_a_file_is_touched(
    tmp_path: Path, redis_server: RedisServer, client: redis.Redis, symbol: str, wanted: str
) -> None:
    client.sadd(SYMBOLS_KEY, symbol)
    client.set(current_key(symbol), wanted)
    store = SnapshotStore(RedisSource(redis_server.url, tmp_path / "copies"), SYMBOL)
    store.refresh()
    assert dict(store.snapshots) == {}
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_copier_left_goes_after_an_hour(
    tmp_path: Path, directory: Shelf, redis_server: RedisServer
) -> None:
    warehouse, ids = directory
    publish_id(redis_server, warehouse, ids[0])
    old, young = (tmp_path / SYMBOL / f".copying-{age}" for age in ("old", "young"))
    for folder in (old, young):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    RedisSource(redis_server.url, tmp_path).load(SYMBOL, ids[0])
    assert copies(tmp_path) == [".copying-young", ids[0]]
