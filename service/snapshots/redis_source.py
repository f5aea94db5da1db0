"""Snapshots from Redis: copied to a folder of this machine, checked by digest, then opened like any other."""

import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

import redis.asyncio
from redis import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.publication import (
    CHANNEL,
    SYMBOLS_KEY,
    content_of,
    current_key,
    damage_of,
    fields_of,
    files_key,
    previous_key,
    served_files,
    shown_address,
)
from service.snapshots.snapshot import Snapshot, manifest_of, open_snapshot
from service.snapshots.source import SourceUnavailable, Wait

KEPT_COPIES = 2
"""The served snapshot and the one before, to which a rollback most likely leads."""

_ANSWER_SECONDS = 10.0
_REFUSED_SECONDS = 30.0
_HALF_DONE = ".copying-"
_HALF_DONE_SECONDS = 3600.0
_SYMBOL = re.compile(r"[A-Z0-9][A-Z0-9-]{0,11}")


File = Callable[[str], Iterator[bytes]]
"""Gives a published file by path, in pieces."""


class RedisSource:
    """Publications below `almanac:*`; the last two of a symbol stay in the folder `copies`."""

    def __init__(self, url: str, copies: Path) -> None:
        self._url = url
        self._copies = Copies(copies)
        self._refused: dict[tuple[str, str], float] = {}
        self._client = Redis.from_url(
            url,
            socket_timeout=_ANSWER_SECONDS,
            socket_connect_timeout=_ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    def current(self) -> dict[str, str]:
        """The pointers; SourceUnavailable where Redis does not answer."""
        with self._asking():
            symbols = self._symbols()
            if not symbols:
                return {}
            found = cast("list[bytes | None]", self._client.mget(list(map(current_key, symbols))))
        return {symbol: _text(name) for symbol, name in zip(symbols, found, strict=True) if name is not None}

    def manifest(self, symbol: str, snapshot_id: str) -> Manifest:
        """The published manifest, or that of a copy; SourceUnavailable where Redis does not answer."""
        with self._asking(), tempfile.TemporaryDirectory() as folder:
            return _read(Path(folder), symbol, snapshot_id, partial(self._file, symbol, snapshot_id))

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The snapshot, copied first where no whole copy is there; SourceUnavailable where Redis is silent.

        One that was refused is not copied again for a while, or until a publication is announced.
        """
        name = (symbol, snapshot_id)
        if self._refused.get(name, 0.0) > time.monotonic():
            raise DataError(f"publication {symbol} {snapshot_id}: was refused a moment ago.")
        try:
            with self._asking():
                return self._copies.opened(symbol, snapshot_id, partial(self._file, symbol, snapshot_id))
        except SourceUnavailable:
            raise
        except (DataError, OSError):
            now = time.monotonic()
            still = {each: until for each, until in self._refused.items() if until > now}
            self._refused = {**still, name: now + _REFUSED_SECONDS}
            raise

    def earlier(self, symbol: str, snapshot_id: str) -> list[str]:
        """The snapshot it replaced in Redis, then the copies, the one used last first."""
        replaced = None
        with suppress(SourceUnavailable), self._asking():
            replaced = cast("bytes | None", self._client.get(previous_key(symbol)))
        first = [] if replaced is None else [_text(replaced)]
        return first + [each.snapshot_id for each in self._copies.manifests(symbol)]

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        """The last copies: of what Redis names, or of every symbol where Redis is away or empty."""
        try:
            with self._asking():
                named = self._symbols()
        except SourceUnavailable:
            named = []
        wanted = [symbol for symbol in named or self._copies.symbols() if symbol not in served]
        found = {symbol: self._copies.manifests(symbol) for symbol in wanted}
        return {symbol: manifests[0] for symbol, manifests in found.items() if manifests}

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        """Wait for announcements; polling finds what a lost connection missed."""
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=_ANSWER_SECONDS, retry=AsyncRetry(NoBackoff(), 0)
        )
        async with client, client.pubsub() as subscription:
            yield partial(self._announced, subscription)
        self._client.close()

    async def _announced(self, subscription: PubSub, seconds: float) -> None:
        """Return at a message, which a new subscription is too, or after `seconds`."""
        try:
            if not subscription.subscribed:
                await subscription.subscribe(CHANNEL)
            if await subscription.get_message(timeout=seconds) is not None:
                self._refused = {}
        except (RedisError, OSError):
            await asyncio.sleep(seconds)

    def _symbols(self) -> list[str]:
        """Those ever published."""
        return sorted(map(_text, cast("set[bytes]", self._client.smembers(SYMBOLS_KEY))))

    def _file(self, symbol: str, snapshot_id: str, path: str) -> Iterator[bytes]:
        key, fields = files_key(symbol, snapshot_id), list(fields_of(path))
        pieces = content_of(cast("list[bytes | None]", self._client.hmget(key, fields)))
        if pieces is None:
            raise DataError(f"published {path}: is missing. Run `almanac publish` where the warehouse is.")
        return pieces

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except RedisError as error:
            raise SourceUnavailable(f"Redis at {shown_address(self._url)}: {error}") from error


def _text(name: bytes) -> str:
    """A name as text; bytes that are no text become a name that nothing has."""
    return name.decode(errors="replace")


class Copies:
    """`<folder>/<SYMBOL>/<snapshot id>/` as in a warehouse; several services of a machine may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def opened(self, symbol: str, snapshot_id: str, file: File) -> Snapshot:
        """The snapshot from its copy, made first where none is whole; `file` gives a published file by path.

        Raises:
            DataError: a published file is missing or differs from the manifest; the names are none.
        """
        if not (_SYMBOL.fullmatch(symbol) and is_snapshot_id(snapshot_id)):
            raise DataError(f"publication {symbol[:20]!r} {snapshot_id[:60]!r}: no symbol and snapshot id.")
        folder = self._folder / symbol / snapshot_id
        try:
            snapshot = open_snapshot(folder, symbol, snapshot_id)
        except DataError:
            _replace(folder, file)
            try:
                snapshot = open_snapshot(folder, symbol, snapshot_id)
            except DataError:  # one that this service cannot read does not stay
                shutil.rmtree(folder, ignore_errors=True)
                raise
        _mark_used(folder)
        _forget_older(folder.parent)
        return snapshot

    def symbols(self) -> list[str]:
        """Symbols of which there are copies, ascending."""
        return sorted(each.name for each in self._folder.glob("*") if _SYMBOL.fullmatch(each.name))

    def manifests(self, symbol: str) -> list[Manifest]:
        """Manifests of the copies, the one used last first; one that cannot be read is passed over."""
        found = []
        for folder in sorted((self._folder / symbol).glob("[!.]*"), key=_used_at, reverse=True):
            with suppress(DataError):
                found.append(manifest_of(folder, symbol, folder.name))
        return found


def _read(folder: Path, symbol: str, snapshot_id: str, file: File) -> Manifest:
    """Write a published manifest into a folder and read it."""
    (folder / MANIFEST_FILE).write_bytes(b"".join(file(MANIFEST_FILE)))
    return manifest_of(folder, symbol, snapshot_id)


def _replace(folder: Path, file: File) -> None:
    """Copy under another name and rename, so that nobody finds half a copy; another may be first."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=_HALF_DONE, dir=folder.parent) as half_done:
        copy = Path(half_done) / folder.name
        (copy / "serving").mkdir(parents=True)
        (copy / MANIFEST_FILE).write_bytes(b"".join(file(MANIFEST_FILE)))
        for entry in served_files(read_manifest(copy)):
            with (copy / entry.path).open("wb") as written:
                found = damage_of(_noted(file(entry.path), written), entry.sha256)
            if found is not None:
                raise DataError(f"published {entry.path}: {found}.")
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            copy.rename(folder)


def _noted(pieces: Iterator[bytes], written: BinaryIO) -> Iterator[bytes]:
    """The pieces, each written as it passes: a file is never in memory both packed and whole."""
    for piece in pieces:
        written.write(piece)
        yield piece


def _forget_older(folder: Path) -> None:
    """Keep the last ones used; remove what a killed copier left an hour ago."""
    copies = sorted(folder.glob("[!.]*"), key=_used_at, reverse=True)
    left = [
        each for each in folder.glob(f"{_HALF_DONE}*") if time.time() - _used_at(each) > _HALF_DONE_SECONDS
    ]
    for each in (*copies[KEPT_COPIES:], *left):
        shutil.rmtree(each, ignore_errors=True)


def _mark_used(folder: Path) -> None:
    """Date a copy later than every other one, whatever the clock says."""
    others = [_used_at(each) + 1 for each in folder.parent.glob("[!.]*") if each != folder]
    moment = max([time.time(), *others])
    os.utime(folder, (moment, moment))


def _used_at(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
