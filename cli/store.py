"""What the commands on the access store share: the store itself, its audit log, and tables."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from service.database.record_store import RecordStore
    from service.members.audit import Event

Result = TypeVar("Result")


def with_store(
    state: Path, work: Callable[[RecordStore], Awaitable[Result]], *, is_shared: bool = True
) -> Result:
    """The work's result on the access store of --state, or of REDIS_URL where that is set and shared."""
    import anyio

    from service.database.store import store_at

    async def run() -> Result:
        store = store_at(state, (os.environ.get("REDIS_URL") or None) if is_shared else None)
        try:
            return await work(store)
        finally:
            await store.close()

    return anyio.run(run)


def note_change(state: Path, event: Event, user_id: str | None, outcome: str, **facts: str) -> None:
    from service.members.audit import Audit

    Audit(state).note(event, user_id=user_id, client=None, outcome=outcome, **facts)


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], without: str) -> int:
    """Print rows in columns under their heads, or `without` where there are none; returns 0."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows) if rows else ():
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if not rows:
        print(without)
    return 0


def utc_day(seconds: int | None) -> str:
    """A time as its UTC day; `-` where there is none."""
    return "-" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
