"""The record of every night: what was expected, what came, and the result.

One file per symbol and session, warehouse/nights/ES/2026-11-20.json, rewritten whole by every run of that
night. A run writes its start first, so that a killed one is visible.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
import orjson

from core.contracts.errors import DataError
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse

Result = Literal["ok", "late", "wrong file", "missing", "outage", "failed"]
"""late: missing, with a try left; missing: missing at the last try; failed: there and not published."""

Record = TypeVar("Record")

MOST_TRIES = 20
"""Runs of one night in its record, the latest."""


class Busy(DataError, code="busy"):
    """Another nightly run of the symbol is in progress."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An imported file: its rows, and how many bars were new and how many replaced one."""

    name: str
    rows: int
    added: int
    replaced: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that was not imported, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Try:
    """One run. Stamps are UTC in ISO form; without `ended` it is in progress or was killed.

    `have` is the last session of the served snapshot `snapshot_id` when the run ended.
    """

    started: str
    ended: str | None = None
    result: Result | None = None
    why: str = ""
    arrived: tuple[Arrival, ...] = ()
    refused: tuple[Refusal, ...] = ()
    have: str | None = None
    snapshot_id: str | None = None


@dataclass(frozen=True, slots=True)
class Night:
    """The night after `session` (ISO date), its runs in order; `expected_bars` of RTH are expected."""

    symbol: str
    session: str
    expected_bars: int
    tries: tuple[Try, ...] = ()

    @property
    def last(self) -> Try | None:
        return self.tries[-1] if self.tries else None

    def begun(self, started: str) -> Night:
        """The night with a new run."""
        return replace(self, tries=(*self.tries, Try(started))[-MOST_TRIES:])

    def ended(self, ended: Try) -> Night:
        """The night with its latest run replaced by the result `ended`."""
        return replace(self, tries=(*self.tries[:-1], ended))


def read_night(warehouse: Warehouse, symbol: str, session: date) -> Night | None:
    """The record of a night, None without a run; DataError `damaged_night` if it cannot be read."""
    path = warehouse.night(symbol, session.isoformat())
    try:
        return _read(path, Night)
    except FileNotFoundError:
        return None
    except (ValueError, msgspec.ValidationError) as error:
        raise DataError(
            f"{path}: not readable ({error}). Delete it; the next run writes it again.", code="damaged_night"
        ) from error


def write_night(warehouse: Warehouse, night: Night) -> None:
    """Replace the record of a night, whole or not at all."""
    _write(warehouse.night(night.symbol, night.session), night)


def write_attempt(warehouse: Warehouse, symbol: str, attempt: Try) -> None:
    """Note the progress of the current run, for its later steps."""
    _write(warehouse.attempt(symbol), attempt)


def read_attempt(warehouse: Warehouse, symbol: str) -> Try:
    """The progress of the current run; DataError `stale_part` if it cannot be read."""
    path = warehouse.attempt(symbol)
    try:
        return _read(path, Try)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise DataError(f"{path}: not readable ({error}). Run: almanac nightly", code="stale_part") from error


def is_kept_nightly(warehouse: Warehouse, symbol: str) -> bool:
    """Whether a nightly run was ever made for the symbol, so that its bars are expected every night."""
    return next(warehouse.nights(symbol).glob("*.json"), None) is not None


def remove_nights(warehouse: Warehouse, symbol: str, before: date) -> list[str]:
    """Remove the records of sessions before `before`; returns their dates."""
    old = [path for path in warehouse.nights(symbol).glob("*.json") if path.stem < before.isoformat()]
    for path in old:
        path.unlink()
    return sorted(path.stem for path in old)


@contextmanager
def only_run(warehouse: Warehouse, symbol: str) -> Iterator[None]:
    """Hold the symbol's night; Busy if another process does. A killed holder's lock is released."""
    warehouse.nights(symbol).mkdir(parents=True, exist_ok=True)
    with (warehouse.nights(symbol) / ".lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(
                f"{symbol}: another nightly run is at work. Its outcome: almanac status {symbol}"
            ) from None
        yield


def is_running(warehouse: Warehouse, symbol: str) -> bool:
    try:
        with (warehouse.nights(symbol) / ".lock").open("r") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _read(path: Path, kind: type[Record]) -> Record:
    """A record with every field of its type and no other; else ValueError or msgspec.ValidationError."""
    found = orjson.loads(path.read_bytes())
    record = msgspec.convert(found, kind)
    if orjson.loads(orjson.dumps(record)) != found:
        raise msgspec.ValidationError("a field is missing or not known")
    return record


def _write(path: Path, record: Night | Try) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, orjson.dumps(record, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
