"""A clock that was wrong for a while: what was begun by it does not last by it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from core.contracts.errors import Unauthorized
from service.database.records import Session, User
from service.database.sqlite_store import DATABASE
from service.members.sessions import LIFETIME, LONGEST, TOUCH_INTERVAL
from tests.support.blocking import Sessions, SqliteStore
from tests.support.clock import Clock

ADA = User("7", "Ada", "pro", "url")
RIGHT = 1_800_000_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock(RIGHT)


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path, clock)) as store:
        yield store


@pytest.fixture
def sessions(store: SqliteStore, clock: Clock) -> Sessions:
    return Sessions(store, clock)


@contextmanager
def locked(state: Path) -> Iterator[None]:
    with closing(sqlite3.connect(state / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_session_opened_by_a_clock_a_little_ahead_goes_on(sessions: Sessions, clock: Clock) -> None:
    clock.seconds = RIGHT + LONGEST - LIFETIME
    session, token = sessions.open(ADA)
    clock.seconds = RIGHT
    assert sessions.running(session.id).id == session.id
    assert sessions.rotate(token)[0].id == session.id


def test_a_session_opened_by_a_clock_far_ahead_is_over(sessions: Sessions, clock: Clock) -> None:
    clock.seconds = RIGHT + LONGEST - LIFETIME + 1
    session, token = sessions.open(ADA)
    clock.seconds = RIGHT
    with pytest.raises(Unauthorized) as found:
        sessions.running(session.id)
    assert found.value.code == "session_ended"
    with pytest.raises(Unauthorized) as found:
        sessions.rotate(token)
    assert found.value.code == "refresh_invalid"


def test_notes_are_kept_again_though_the_store_failed_while_the_clock_was_ahead(
    sessions: Sessions, store: SqliteStore, clock: Clock, tmp_path: Path
) -> None:
    session, _ = sessions.open(ADA)
    clock.seconds = RIGHT + LIFETIME / 2
    with locked(tmp_path):
        sessions.mark_data_loaded(session.id)
    clock.seconds = RIGHT + TOUCH_INTERVAL
    sessions.mark_data_loaded(session.id)
    kept = store.find(Session, session.id)
    assert kept is not None
    assert kept.data_loaded


def test_a_last_access_noted_ahead_of_the_clock_is_put_right(
    sessions: Sessions, store: SqliteStore, clock: Clock
) -> None:
    session, _ = sessions.open(ADA)
    clock.seconds = RIGHT + LIFETIME / 2
    sessions.running(session.id)
    clock.seconds = RIGHT
    sessions.running(session.id)
    kept = store.find(Session, session.id)
    assert kept is not None
    assert kept.last_accessed == int(RIGHT)
