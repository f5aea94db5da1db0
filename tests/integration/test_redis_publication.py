"""Publication in Redis moves one pointer: whatever stops it, what is served is a whole snapshot."""

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE
from core.contracts.publication import CHANNEL, files_key, previous_key
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import Overtaken
from pipelines.publication import LIFETIME, RETIRED_SECONDS, connected, publish
from service.snapshots.redis_source import RedisSource
from tests.support.redis_publishing import (
    SYMBOL,
    files_of,
    found_in,
    kept_ids,
    pointer,
    publish_id,
    small_snapshots,
    stays,
    tampered,
)
from tests.support.redis_server import RedisServer

COUNT = 7


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> tuple[Warehouse, list[str]]:
    """A warehouse and the ids of its snapshots, the earliest built first."""
    return small_snapshots(tmp_path_factory.mktemp("directory") / "warehouse", COUNT)


@pytest.fixture
def client(redis_server: RedisServer) -> Iterator[redis.Redis]:
    with redis_server.client() as client:
        yield client


def test_publishing_brings_the_serving_files_and_points_at_them(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    with client.pubsub() as heard:  # type: ignore[no-untyped-call]
        heard.subscribe(CHANNEL)
        heard.get_message(timeout=60)
        first = publish_id(redis_server, warehouse, ids[0])
        second = publish_id(redis_server, warehouse, ids[1])
        said = [(heard.get_message(timeout=60) or {}).get("data") for _ in range(2)]
    assert [first.replaces, second.replaces] == [None, ids[0]]
    assert said == [f"{SYMBOL} {each}".encode() for each in ids[:2]]
    assert (pointer(client), client.get(previous_key(SYMBOL))) == (ids[1], ids[0].encode())
    for each in ids[:2]:
        assert found_in(client, each) == files_of(warehouse, each)
        assert stays(client, each)


def _require_whole_or_passing(
    client: redis.Redis, warehouse: Warehouse, served: str | None, ids: tuple[str, ...]
) -> None:
    """The served snapshot is whole and stays; what else is there stays whole, or expires."""
    assert served in ids
    for each in ids:
        if each == served or each in kept_ids(client):
            assert found_in(client, each) == files_of(warehouse, each)
            assert stays(client, each)
        else:
            assert not stays(client, each)
            assert client.ttl(files_key(SYMBOL, each)) <= LIFETIME


@pytest.mark.parametrize(
    ("before", "ours", "theirs"), [([0], 1, 2), ([0, 1, 2, 3], 4, 0)], ids=["a newer one", "a way back"]
)
def test_another_publication_at_any_moment_is_seen_and_nothing_is_mixed(
    directory: tuple[Warehouse, list[str]],
    redis_server: RedisServer,
    client: redis.Redis,
    before: list[int],
    ours: int,
    theirs: int,
) -> None:
    warehouse, ids = directory
    outcomes: list[str] = []
    for at in range(1, 100):
        client.flushall()
        for each in before:
            publish_id(redis_server, warehouse, ids[each])
        (warehouse.snapshots(SYMBOL) / "CURRENT").write_text(ids[ours])
        came = False

        def meddle(number: int, content: bytes, send: Callable[[bytes], None]) -> None:
            nonlocal came
            if number == at and not came:  # noqa: B023
                came = True
                publish_id(redis_server, warehouse, ids[theirs])
            send(content)

        try:
            with tampered(redis_server, meddle) as publisher:
                outcomes.append(publish(publisher, warehouse, SYMBOL).snapshot_id)
        except Overtaken:
            outcomes.append("overtaken")
        if not came:
            break
        assert pointer(client) == ids[theirs], at
        _require_whole_or_passing(client, warehouse, ids[theirs], tuple(ids[:5]))
    moments = outcomes[:-1]
    assert "overtaken" in moments
    assert moments == sorted(moments, key=lambda each: (each == ids[ours], each == "overtaken"))


def test_the_one_before_stays_for_rollback_and_older_ones_expire_after_their_grace(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    retired = [publish_id(redis_server, warehouse, each).retired for each in ids]
    assert retired == [(), (), *((each,) for each in ids[:-2])]
    assert kept_ids(client) == ids[-2:]
    for each in ids[:-2]:
        assert found_in(client, each) == files_of(warehouse, each), "readers may still be copying it"
        assert 0 < client.ttl(files_key(SYMBOL, each)) <= RETIRED_SECONDS
    assert all(stays(client, each) for each in ids[-2:])


def test_publishing_the_served_snapshot_again_keeps_the_one_before(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, (old, new, *_) = directory
    for each in (old, new, new, new):
        last = publish_id(redis_server, warehouse, each)
    assert (last.replaces, last.retired) == (new, ())
    assert (pointer(client), client.get(previous_key(SYMBOL))) == (new, old.encode())
    assert all(stays(client, each) for each in (old, new))


def test_going_back_moves_the_pointer_and_sends_nothing(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    for each in ids:
        publish_id(redis_server, warehouse, each)
    back = publish_id(redis_server, warehouse, ids[-2])
    assert (back.bytes_written, back.replaces, pointer(client)) == (0, ids[-1], ids[-2])
    far_back = publish_id(redis_server, warehouse, ids[0])
    assert far_back.bytes_written > 0
    assert stays(client, ids[0]), "it was about to expire"
    assert set(kept_ids(client)) == {ids[0], ids[-2]}


def test_a_file_spoilt_in_redis_is_sent_again_and_one_spoilt_on_disk_is_refused(
    tmp_path: Path, redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, (old, new) = small_snapshots(tmp_path / "warehouse", 2)
    publish_id(redis_server, warehouse, old)
    client.hset(files_key(SYMBOL, old), "serving/toc.json.z", b"{")
    publish_id(redis_server, warehouse, old)
    assert found_in(client, old) == files_of(warehouse, old)
    toc = warehouse.snapshot(SYMBOL, new) / "serving" / "toc.json"
    toc.write_bytes(toc.read_bytes()[:-1])
    with pytest.raises(DataError, match=r"toc\.json: differs .*almanac build"):
        publish_id(redis_server, warehouse, new)
    assert pointer(client) == old


def test_a_redis_that_may_drop_keys_is_refused_with_the_remedy(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    client.config_set("maxmemory-policy", "volatile-lru")
    try:
        with pytest.raises(DataError, match=r"volatile-lru, expected noeviction.*CONFIG SET") as refused:
            publish_id(redis_server, warehouse, ids[0])
    finally:
        client.config_set("maxmemory-policy", "noeviction")
    assert refused.value.code == "redis_evicts"
    assert client.dbsize() == 0


def test_a_full_redis_keeps_the_old_snapshot_and_what_was_written_expires(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, (old, new, *_) = directory
    publish_id(redis_server, warehouse, old)
    size = sum(len(zlib.compress(each, 1)) for each in files_of(warehouse, new).values())
    client.config_set("maxmemory", int(client.info("memory")["used_memory"]) + size // 2)
    try:
        with pytest.raises(DataError, match=r"is full.*Raise maxmemory") as refused:
            publish_id(redis_server, warehouse, new)
    finally:
        client.config_set("maxmemory", 0)
    assert refused.value.code == "redis_full"
    assert pointer(client) == old
    _require_whole_or_passing(client, warehouse, old, (old, new))


def test_no_sentence_repeats_the_password(directory: tuple[Warehouse, list[str]]) -> None:
    for url in ("redis://ada:secret@127.0.0.1:1/0", "http://ada:secret@127.0.0.1", "unix://"):
        with pytest.raises(DataError) as refused, connected(url) as client:
            publish(client, directory[0], SYMBOL)
        assert "secret" not in refused.value.detail
        assert "127.0.0.1:1" in refused.value.detail or "REDIS_URL: expected" in refused.value.detail


def test_the_one_before_is_the_one_that_was_served_whenever_it_was_built(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis
) -> None:
    warehouse, ids = directory
    for each in (ids[0], ids[2], ids[0], ids[3]):
        publish_id(redis_server, warehouse, each)
    assert kept_ids(client) == [ids[0], ids[3]]


def test_what_an_earlier_version_published_is_packed_when_it_is_published_again(
    directory: tuple[Warehouse, list[str]], redis_server: RedisServer, client: redis.Redis, tmp_path: Path
) -> None:
    warehouse, (old, *_) = directory
    publish_id(redis_server, warehouse, old)
    key = files_key(SYMBOL, old)
    client.delete(key)
    client.hset(key, mapping=files_of(warehouse, old))  # type: ignore[arg-type]
    source = RedisSource(redis_server.url, tmp_path)
    assert source.load(SYMBOL, old).id == old
    assert publish_id(redis_server, warehouse, old).bytes_written > 0
    assert found_in(client, old) == files_of(warehouse, old)
    plain = [path for path in files_of(warehouse, old) if client.hexists(key, path)]
    assert plain == [MANIFEST_FILE]
