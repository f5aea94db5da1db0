"""Publish the warehouse's served snapshot in Redis: its files beside the others, then one transaction.

A kill, a full server or a lost connection at any command leaves the pointer on a whole snapshot: files are
written under their own key with a time to live, read back, and kept for good by the same transaction that
moves the pointer. One Redis server holds them all; it is a copy of the warehouse and needs no persistence.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import cast

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.publication import (
    CHANNEL,
    SYMBOLS_KEY,
    current_key,
    files_key,
    kept_key,
    previous_key,
    served_files,
)
from core.storage.paths import Warehouse
from core.storage.snapshot_directory import GRACE_SECONDS, KEPT_FOR_ROLLBACK, current_id
from core.storage.snapshots import Overtaken
from pipelines.redis_server import require_noeviction, served_id

LIFETIME = int(GRACE_SECONDS)
"""Seconds that unpublished files and retired snapshots stay, for readers that are still copying them."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What Redis now points at, the id it pointed at before, bytes written and ids that begin to expire."""

    symbol: str
    snapshot_id: str
    replaces: str | None
    bytes_written: int
    retired: tuple[str, ...]


@dataclass(frozen=True)
class _Published:
    """A snapshot of the warehouse, on its way."""

    folder: Path

    @cached_property
    def manifest(self) -> Manifest:
        return read_manifest(self.folder)

    @property
    def key(self) -> str:
        return files_key(self.manifest.symbol, self.manifest.snapshot_id)

    @cached_property
    def digests(self) -> dict[str, str]:
        """SHA-256 of the manifest as it lies there, and of every served file as the manifest says."""
        own = hashlib.sha256((self.folder / MANIFEST_FILE).read_bytes()).hexdigest()
        return {MANIFEST_FILE: own} | {entry.path: entry.sha256 for entry in served_files(self.manifest)}

    def content(self, path: str) -> bytes:
        content = (self.folder / path).read_bytes()
        _require_digest(str(self.folder / path), content, self.digests[path])
        return content


def publish(client: Redis, warehouse: Warehouse, symbol: str) -> Publication:
    """Bring the warehouse's served snapshot to Redis and point at it; what is there whole is not sent again.

    DataError `redis_evicts` where the server may drop keys, `broken_snapshot` where a file differs from its
    manifest here or there, Overtaken where another publication came between.
    """
    require_noeviction(client)
    # The pointer is read before the warehouse is: whoever publishes between the two is noticed.
    started_from = served_id(client, symbol)
    published = _Published(_served_folder(warehouse, symbol))
    written = _write(client, published)
    _point(client, published, started_from)
    snapshot_id = published.manifest.snapshot_id
    return Publication(symbol, snapshot_id, started_from, written, _retire(client, symbol, snapshot_id))


def _served_folder(warehouse: Warehouse, symbol: str) -> Path:
    served = current_id(warehouse.snapshots(symbol))
    if served is None:
        raise DataError(f"{symbol}: no snapshot yet; run: almanac build {symbol}", code="no_snapshot")
    return warehouse.snapshot(symbol, served)


def _write(client: Redis, published: _Published) -> int:
    """The bytes sent; files of a kept snapshot that are there already are not."""
    manifest, written = published.manifest, 0
    is_kept = client.zscore(kept_key(manifest.symbol), manifest.snapshot_id) is not None
    for path in published.digests:
        content = published.content(path)
        if not (is_kept and client.hget(published.key, path) == content):
            _write_file(client, published.key, path, content, expires=not is_kept)
            written += len(content)
    return written


def _write_file(client: Redis, key: str, path: str, content: bytes, *, expires: bool) -> None:
    """One file, in one act with its time to live, so that a kill leaves nothing for ever."""
    with client.pipeline() as writing:
        writing.hset(key, path, content)
        if expires:
            writing.expire(key, LIFETIME)
        writing.execute()


def _require_digest(place: str, content: bytes | None, expected: str) -> None:
    if content is None or hashlib.sha256(content).hexdigest() != expected:
        found = "is missing" if content is None else f"differs from sha256 {expected[:12]}"
        raise DataError(
            f"{place}: {found}. Build again with `almanac build`, or go back with `almanac rollback`.",
            code="broken_snapshot",
        )


def _point(client: Redis, published: _Published, started_from: str | None) -> None:
    """Read the files back and move the pointer, in one transaction that a change of either undoes."""
    symbol, snapshot_id = published.manifest.symbol, published.manifest.snapshot_id
    try:
        with client.pipeline() as moving:
            moving.watch(current_key(symbol), published.key)  # type: ignore[no-untyped-call]
            served = served_id(moving, symbol)
            if served not in (snapshot_id, started_from):
                raise _overtaken(symbol, served, started_from)
            _read_back(moving, published)
            _move(moving, published, served)
    except WatchError as error:
        # redis-py says the same of a connection lost after EXEC, so the pointer itself is asked.
        served = served_id(client, symbol)
        if served not in (snapshot_id, started_from):
            raise _overtaken(symbol, served, started_from) from error
        if served != snapshot_id:
            raise


def _read_back(reading: Pipeline, published: _Published) -> None:
    for path, digest in published.digests.items():
        content = cast("bytes | None", reading.hget(published.key, path))
        _require_digest(f"Redis {published.key} {path}", content, digest)


def _move(moving: Pipeline, published: _Published, served: str | None) -> None:
    manifest = published.manifest
    symbol, snapshot_id = manifest.symbol, manifest.snapshot_id
    built = datetime.fromisoformat(manifest.built_at).timestamp()
    moving.multi()
    moving.persist(published.key)
    moving.zadd(kept_key(symbol), {snapshot_id: built})
    moving.sadd(SYMBOLS_KEY, symbol)
    moving.set(current_key(symbol), snapshot_id)
    if served is not None and served != snapshot_id:
        moving.set(previous_key(symbol), served)
    moving.publish(CHANNEL, f"{symbol} {snapshot_id}")
    moving.execute()


def _overtaken(symbol: str, served: str | None, started_from: str | None) -> Overtaken:
    return Overtaken(
        f"Redis {current_key(symbol)}: names {served}, but this publication started from {started_from}. "
        f"Another one came between; run `almanac publish {symbol}` to publish what the warehouse serves."
    )


def _retire(client: Redis, symbol: str, served: str) -> tuple[str, ...]:
    """Let snapshots beyond the last three besides the served one expire; a next publication tries again."""
    try:
        with client.pipeline() as retiring:
            retiring.watch(current_key(symbol), kept_key(symbol))  # type: ignore[no-untyped-call]
            old = _retired(retiring, symbol, served)
            retiring.multi()
            for name in old:
                retiring.expire(files_key(symbol, name), LIFETIME)
                retiring.zrem(kept_key(symbol), name)
            retiring.execute()
            return old
    except WatchError:
        return ()


def _retired(reading: Pipeline, symbol: str, served: str) -> tuple[str, ...]:
    kept = cast("list[bytes]", reading.zrange(kept_key(symbol), 0, -1, desc=True))
    others = [name.decode() for name in kept if name.decode() != served]
    return tuple(others[KEPT_FOR_ROLLBACK:]) if served_id(reading, symbol) == served else ()
