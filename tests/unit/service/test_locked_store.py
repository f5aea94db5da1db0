"""A store that cannot be written: waited for once, not once a request, and no answer depends on a note."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from service.database.record_store import NOTE_PAUSE
from service.database.records import Session, StoreUnavailable, User
from service.database.sqlite_store import DATABASE
from service.members.sessions import TOUCH_INTERVAL
from tests.support.blocking import Sessions, SqliteStore

ADA = User("7", "Ada", "pro", "url")


@contextmanager
def locked(state: Path) -> Iterator[None]:
    """Another process's transaction, as far as SQLite is concerned."""
    with closing(sqlite3.connect(state / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def seconds_of_a_refused_try(store: SqliteStore) -> float:
    began = time.perf_counter()
    with pytest.raises(StoreUnavailable):
        store.tries.hit("somebody", 10, 60)
    return time.perf_counter() - began


def test_a_lock_is_waited_for_once_until_a_change_succeeds_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    for _ in range(2):
        with locked(tmp_path):
            first = seconds_of_a_refused_try(store)
            assert sum(seconds_of_a_refused_try(store) for _ in range(4)) < first
        assert store.tries.hit("somebody", 10, 60) == 0
    store.close()


def test_a_session_goes_on_while_its_notes_cannot_be_kept(tmp_path: Path) -> None:
    clock = [1_000_000.0]
    store = SqliteStore(tmp_path, lambda: clock[0])
    sessions = Sessions(store, lambda: clock[0])
    session, _ = sessions.open(ADA)
    clock[0] += TOUCH_INTERVAL
    with locked(tmp_path):
        assert sessions.running(session.id).id == session.id
        sessions.mark_data_loaded(session.id)
    clock[0] += NOTE_PAUSE
    sessions.mark_data_loaded(session.id)
    sessions.running(session.id)
    kept = store.find(Session, session.id)
    assert kept is not None
    assert (kept.data_loaded, kept.last_accessed) == (True, int(clock[0]))
    store.close()
