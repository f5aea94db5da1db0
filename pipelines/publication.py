"""Publish the warehouse's served snapshot in Redis: its files under a new key, then one transaction.

A kill, a full server or a lost connection at any command leaves the pointer on a whole snapshot. Files are
written under their own key with a time to live and read back. The transaction that moves the pointer keeps
them for good. One Redis server holds them all; it is a copy of the warehouse and needs no persistence.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import OutOfMemoryError, RedisError, WatchError
from redis.retry import Retry

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.publication import (
    CHANNEL,
    SYMBOLS_KEY,
    content_of,
    current_key,
    damage_of,
    fields_of,
    files_key,
    kept_key,
    packed,
    previous_key,
    require_redis_address,
    served_files,
    shown_address,
)
from core.warehouse.damage import Damage
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import GRACE_SECONDS, Overtaken, current_id

LIFETIME = int(GRACE_SECONDS)
"""Seconds that files stay which a publisher wrote and did not publish."""

RETIRED_SECONDS = 120
"""Seconds that a snapshot stays which is neither served nor the one before, for who is copying it."""

_ANSWER_SECONDS = 30.0


_AGAIN = "It serves the snapshot before or the new one, whole; run `almanac publish` when it answers."


@contextmanager
def connected(url: str, again: str = _AGAIN) -> Iterator[Redis]:
    """A client of the server at `url`; what goes wrong with it comes out as DataError.

    `again` says what is there then, and the remedy.
    """
    address = shown_address(require_redis_address(url))
    client = Redis.from_url(
        url,
        socket_timeout=_ANSWER_SECONDS,
        socket_connect_timeout=_ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with client:
            yield client
    except OutOfMemoryError as error:
        raise DataError(
            f"Redis at {address} is full: nothing was published and what was written expires. "
            "Raise maxmemory to hold three snapshots of a symbol, two of each other, and the sign-ins.",
            code="redis_full",
        ) from error
    except RedisError as error:
        raise DataError(
            f"Redis at {address}: {str(error).rstrip('.')}. {again}",
            code="redis_away",
        ) from error


def served_id(client: Redis, symbol: str) -> str | None:
    """The id Redis points at, None before the first publication."""
    found = cast("bytes | None", client.get(current_key(symbol)))
    return None if found is None else found.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Publication:
    """What Redis now points at, the id it pointed at before, bytes written and ids that begin to expire."""

    symbol: str
    snapshot_id: str
    replaces: str | None
    bytes_written: int
    retired: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Published:
    """A snapshot of the warehouse, on its way to `key`.

    `digests` are the SHA-256 of the manifest as it lies there and of every served file as the manifest says.
    """

    folder: Path
    manifest: Manifest
    key: str
    digests: dict[str, str]

    def field(self, path: str) -> tuple[str, bytes]:
        """A file's field and its content as it is written, packed but for the manifest.

        DataError `broken_snapshot` where it is not what the manifest says.
        """
        content = (self.folder / path).read_bytes()
        _require_whole(str(self.folder / path), iter((content,)), self.digests[path])
        return (path, content) if path == MANIFEST_FILE else (fields_of(path)[0], packed(content))


def publish(client: Redis, warehouse: Warehouse, symbol: str) -> Publication:
    """Bring the warehouse's served snapshot to Redis and point at it; what is there whole is not sent again.

    Raises DataError `redis_evicts` where the server may drop keys, and `broken_snapshot` where a file differs
    from its manifest here or there. Raises Overtaken where another publication came between.
    """
    policy = cast("dict[str, object]", client.info("memory")).get("maxmemory_policy")
    if policy != "noeviction":
        raise DataError(
            f"Redis: maxmemory-policy is {policy}, expected noeviction: short of memory, it may drop a "
            "snapshot's files. Set it with `redis-cli CONFIG SET maxmemory-policy noeviction` and in "
            "redis.conf.",
            code="redis_evicts",
        )
    # The pointer is read before the warehouse is: whoever publishes between the two is noticed.
    started_from = served_id(client, symbol)
    published = _on_its_way(warehouse, symbol)
    written = _write(client, published)
    _point(client, published, started_from)
    snapshot_id = published.manifest.snapshot_id
    return Publication(symbol, snapshot_id, started_from, written, _retire(client, symbol, snapshot_id))


def _on_its_way(warehouse: Warehouse, symbol: str) -> _Published:
    served = current_id(warehouse.snapshots(symbol))
    if served is None:
        raise DataError(f"{symbol}: no snapshot yet; run: almanac build {symbol}", code="no_snapshot")
    folder = warehouse.snapshot(symbol, served)
    manifest = read_manifest(folder)
    digests = {MANIFEST_FILE: hashlib.sha256((folder / MANIFEST_FILE).read_bytes()).hexdigest()}
    digests |= {entry.path: entry.sha256 for entry in served_files(manifest)}
    return _Published(folder, manifest, files_key(manifest.symbol, manifest.snapshot_id), digests)


def _write(client: Redis, published: _Published) -> int:
    """Write the files that a kept snapshot lacks in Redis; returns the bytes sent."""
    manifest, written = published.manifest, 0
    is_kept = client.zscore(kept_key(manifest.symbol), manifest.snapshot_id) is not None
    for path in published.digests:
        field, content = published.field(path)
        if is_kept and client.hget(published.key, field) == content:
            continue
        # In one act with its time to live, so that a kill leaves nothing for ever.
        with client.pipeline() as writing:
            writing.hset(published.key, field, content)
            if field != path:
                writing.hdel(published.key, path)  # as an earlier version wrote it
            if not is_kept:
                writing.expire(published.key, LIFETIME)
            writing.execute()
        written += len(content)
    return written


def _require_whole(where: str, pieces: Iterator[bytes] | None, expected: str) -> None:
    found = damage_of(pieces, expected)
    if found is not None:
        raise DataError(
            f"{where}: {found}. Build again with `almanac build`, or go back with `almanac rollback`.",
            code="broken_snapshot",
        )


def _point(client: Redis, published: _Published, started_from: str | None) -> None:
    """Read the files back and move the pointer, in one transaction that a change of either aborts."""
    symbol, snapshot_id = published.manifest.symbol, published.manifest.snapshot_id
    try:
        with client.pipeline() as moving:
            moving.watch(current_key(symbol), published.key)  # type: ignore[no-untyped-call]
            served = served_id(moving, symbol)
            _require_first(symbol, served, (snapshot_id, started_from))
            _read_back(moving, published)
            _move(moving, published, served)
    except WatchError:
        # redis-py says the same of a connection lost after EXEC, so the pointer itself is asked.
        served = served_id(client, symbol)
        _require_first(symbol, served, (snapshot_id, started_from))
        if served != snapshot_id:
            raise


def _require_first(symbol: str, served: str | None, expected: tuple[str, str | None]) -> None:
    """Raise Overtaken where Redis names neither this snapshot nor the one the publication began from."""
    if served not in expected:
        raise Overtaken(
            f"Redis {current_key(symbol)}: names {served}, but this publication started from {expected[1]}. "
            f"Another one came between; run `almanac publish {symbol}` to publish what the warehouse serves."
        )


def _read_back(reading: Pipeline, published: _Published) -> None:
    for path, digest in published.digests.items():
        _require_whole(f"Redis {published.key} {path}", _read(reading, published.key, path), digest)


def _read(reading: Redis, key: str, path: str) -> Iterator[bytes] | None:
    """A published file in pieces, packed or plain; None where it is missing."""
    return content_of(cast("list[bytes | None]", reading.hmget(key, list(fields_of(path)))))


def _move(moving: Pipeline, published: _Published, served: str | None) -> None:
    manifest = published.manifest
    symbol, snapshot_id = manifest.symbol, manifest.snapshot_id
    moving.multi()
    moving.persist(published.key)
    moving.zadd(kept_key(symbol), {snapshot_id: datetime.fromisoformat(manifest.built_at).timestamp()})
    moving.sadd(SYMBOLS_KEY, symbol)
    moving.set(current_key(symbol), snapshot_id)
    if served is not None and served != snapshot_id:
        moving.set(previous_key(symbol), served)
    moving.publish(CHANNEL, f"{symbol} {snapshot_id}")
    moving.execute()


def _retire(client: Redis, symbol: str, served: str) -> tuple[str, ...]:
    """Let all but the served snapshot and the one before it expire; a next publication tries again."""
    try:
        with client.pipeline() as retiring:
            watched = current_key(symbol), previous_key(symbol), kept_key(symbol)
            retiring.watch(*watched)  # type: ignore[no-untyped-call]
            if served_id(retiring, symbol) != served:
                return ()
            kept = cast("list[bytes]", retiring.zrange(kept_key(symbol), 0, -1, desc=True))
            before = cast("bytes | None", retiring.get(previous_key(symbol)))
            old = [name.decode() for name in kept if name not in (served.encode(), before)]
            retiring.multi()
            for name in old:
                retiring.expire(files_key(symbol, name), RETIRED_SECONDS)
                retiring.zrem(kept_key(symbol), name)
            retiring.execute()
            return tuple(old)
    except WatchError:
        return ()


def damages_in_redis(client: Redis, warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Every file of every kept snapshot against its manifest, and the pointer against the warehouse's."""
    remedy = f"Run `almanac publish {symbol}`."
    served = expected = served_id(client, symbol)
    with suppress(DataError, OSError):  # a damaged pointer is found where the warehouse is looked at
        expected = current_id(warehouse.snapshots(symbol))
    if served != expected:
        found = f"names {served or 'nothing'}, the warehouse serves {expected or 'nothing'}"
        yield Damage(f"Redis {current_key(symbol)}", found, remedy)
    kept = cast("list[bytes]", client.zrange(kept_key(symbol), 0, -1))
    for name in sorted({each.decode(errors="replace") for each in kept} | ({served} if served else set())):
        key = files_key(symbol, name)
        damaged = list(_damaged(client, key))
        if name != served and client.zscore(kept_key(symbol), name) is None:
            continue  # a publication removed it meanwhile
        again = remedy if name == served else "It is not served; publishing it again mends it."
        yield from (Damage(f"Redis {key} {path}", found, again) for path, found in damaged)


def _damaged(client: Redis, key: str) -> Iterator[tuple[str, str]]:
    """The damaged files of one snapshot, each with what is wrong with it."""
    own = cast("bytes | None", client.hget(key, MANIFEST_FILE))
    if own is None:
        yield MANIFEST_FILE, "is missing"
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / MANIFEST_FILE).write_bytes(own)
            files = served_files(read_manifest(Path(folder)))
    except DataError as error:
        yield MANIFEST_FILE, error.detail
        return
    for entry in files:
        if found := damage_of(_read(client, key, entry.path), entry.sha256):
            yield entry.path, found
