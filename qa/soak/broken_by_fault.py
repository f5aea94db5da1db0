"""Breaks that one fault shows and nothing else does: without it such a service answers rightly for ever."""

import signal
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis

import service.__main__
from qa.replacing import put
from qa.soak.breaks import Break
from service.database import sqlite_store
from service.database.record_store import Change
from service.database.records import StoreUnavailable
from service.database.redis_store import RedisStore
from service.database.sqlite_store import SqliteStore
from service.serving import serve
from service.settings import Settings
from service.snapshots.store import SnapshotStore

_LATE_SECONDS, _LATE_WITHIN, _MOST_LATE = 0.03, 3.0, 10
"""What takes longer is late, and so many within so many seconds only where Redis is slow."""


def _lock_is_an_error() -> None:
    put(sqlite_store, "StoreUnavailable", RuntimeError)


def _never_writes_again() -> None:
    written, refused = SqliteStore._written, list[bool]()

    def once(store: SqliteStore, changes: tuple[Change, ...]) -> bool:
        if refused:
            raise StoreUnavailable
        try:
            return written(store, changes)
        except StoreUnavailable:
            refused.append(True)
            raise

    put(SqliteStore, "_written", once)


def _full_is_an_error() -> None:
    guarded = RedisStore.guarded

    @contextmanager
    def leaking(store: RedisStore) -> Iterator[None]:
        try:
            with guarded(store):
                yield
        except StoreUnavailable as error:
            if isinstance(error.__cause__, redis.OutOfMemoryError):
                raise error.__cause__ from None
            raise

    put(RedisStore, "guarded", leaking)


def _gives_up_on_slow() -> None:
    guarded, late = RedisStore.guarded, deque[float](maxlen=_MOST_LATE)

    @contextmanager
    def impatient(store: RedisStore) -> Iterator[None]:
        if len(late) == _MOST_LATE and late[-1] - late[0] < _LATE_WITHIN:
            raise StoreUnavailable
        began = time.monotonic()
        try:
            with guarded(store):
                yield
        finally:
            now = time.monotonic()
            late.extend([now] if now - began > _LATE_SECONDS else [])

    put(RedisStore, "guarded", impatient)


def _marks_its_running() -> None:
    def marked(settings: Settings, *more: Any) -> None:
        mark = settings.state / "running"
        if mark.exists():
            sys.exit(2)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        try:
            serve(settings, *more)
        finally:
            mark.unlink()

    put(service.__main__, "serve", marked)


def _ends_badly() -> None:
    def ends_badly(settings: Settings, *more: Any) -> None:
        serve(settings, *more)
        sys.exit(1)

    put(service.__main__, "serve", ends_badly)


def _stops_looking() -> None:
    continued = list[int]()
    signal.signal(signal.SIGCONT, lambda number, frame: continued.append(number))

    def refreshed(store: SnapshotStore) -> None:
        if not continued:
            refresh(store)

    refresh = SnapshotStore._refresh_safely
    put(SnapshotStore, "_refresh_safely", refreshed)


BY_FAULT: dict[str, Break] = {
    "lock-is-an-error": Break("a locked database is an internal error", _lock_is_an_error),
    "never-writes-again": Break("a database that refused a write is given none again", _never_writes_again),
    "full-is-an-error": Break("a full Redis is an internal error", _full_is_an_error),
    "gives-up-on-slow": Break("a Redis that is slow for a while is never asked again", _gives_up_on_slow),
    "marks-its-running": Break("it does not start where it did not end as asked", _marks_its_running),
    "ends-badly": Break("it ends with exit code 1 when asked to end", _ends_badly),
    "stops-looking": Break("once stopped and continued, it never looks for snapshots again", _stops_looking),
}
