"""Runs of Dagster in this process without its record of their steps, half of a small build's time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import dagster as dg
from dagster._core.storage.event_log.in_memory import InMemoryEventLogStorage as Record
from sqlalchemy.engine import Connection

_FAILURES = (dg.DagsterEventType.STEP_FAILURE, dg.DagsterEventType.RUN_FAILURE)


@cache
def keep_failures_alone() -> None:
    """From now on an instance in memory records what failed, which a sensor asks for, and no more.

    What a run yields, and what its checks stop, does not go by the record.
    """
    store: Callable[[Record, dg.EventLogEntry], None] = Record.store_event

    def failures(record: Record, event: dg.EventLogEntry) -> None:
        if event.dagster_event_type in _FAILURES:
            store(record, event)

    setattr(Record, "store_event", failures)  # noqa: B010
    setattr(Record, "fetch_materializations", lambda *_, **__: dg.EventRecordsResult([], "", False))  # noqa: B010
    setattr(Record, "_connect", _held)  # noqa: B010


@contextmanager
def _held(record: Record) -> Iterator[Connection]:
    """The connection that the record holds anyway, instead of a new one for each question."""
    with record._db_lock, record._held_conn.begin():
        yield record._held_conn
