"""Breaks that one fault shows and nothing else does: without it such a service answers rightly for ever."""

import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import redis

import service.__main__
from service.access.records import StoreUnavailable
from service.access.redis_store import RedisConnection
from service.access.sqlite_store import Database
from service.data.store import SnapshotStore
from service.serving import serve
from service.settings import Settings
from tests.soak.breaks import Break, put

_LATE_SECONDS, _LATE_WITHIN, _MOST_LATE = 0.03, 3.0, 10
"""What takes longer is late, and so many within so many seconds only where Redis is slow."""


def _lock_is_an_error() -> None:
    def rows(database: Database, query: str, *values: Any) -> list[Any]:
        return database._connection.execute(query, values).fetchall()

    put(Database, "rows", rows)


def _never_writes_again() -> None:
    rows, refused = Database.rows, list[bool]()

    def once(database: Database, query: str, *values: Any) -> list[Any]:
        if refused and not query.startswith("SELECT"):
            raise StoreUnavailable
        try:
            return rows(database, query, *values)
        except StoreUnavailable:
            refused.append(True)
            raise

    put(Database, "rows", once)


def _full_is_an_error() -> None:
    guarded = RedisConnection.guarded

    async def leaking(connection: RedisConnection, ask: Callable[[], Any]) -> Any:
        try:
            return await guarded(connection, ask)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, redis.OutOfMemoryError):
                raise error.__cause__ from None
            raise

    put(RedisConnection, "guarded", leaking)


def _gives_up_on_slow() -> None:
    guarded, late = RedisConnection.guarded, deque[float](maxlen=_MOST_LATE)

    async def impatient(connection: RedisConnection, ask: Callable[[], Any]) -> Any:
        if len(late) == _MOST_LATE and late[-1] - late[0] < _LATE_WITHIN:
            raise StoreUnavailable
        began = time.monotonic()
        try:
            return await guarded(connection, ask)
        finally:
            now = time.monotonic()
            late.extend([now] if now - began > _LATE_SECONDS else [])

    put(RedisConnection, "guarded", impatient)


def _marks_its_running() -> None:
    def marked(settings: Settings) -> None:
        mark = settings.state / "running"
        if mark.exists():
            sys.exit(2)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        try:
            serve(settings)
        finally:
            mark.unlink()

    put(service.__main__, "serve", marked)


def _ends_badly() -> None:
    def ends_badly(settings: Settings) -> None:
        serve(settings)
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
