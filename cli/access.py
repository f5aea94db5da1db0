"""What the commands about accounts and codes share: the access store the service uses, and its audit log."""

from __future__ import annotations

import argparse
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cli.options import STATE, add_option

if TYPE_CHECKING:
    from service.access.store import AccessStore

Done = TypeVar("Done")


def add_state(parser: argparse.ArgumentParser) -> None:
    """The --state option."""
    add_option(parser, STATE)


def with_store(asked: argparse.Namespace, work: Callable[[AccessStore], Awaitable[Done]]) -> Done:
    """What the work gives on the access store of --state, or of REDIS_URL where that is set."""
    import anyio

    from service.access.store import store_at

    async def done() -> Done:
        store = store_at(asked.state, os.environ.get("REDIS_URL") or None)
        try:
            return await work(store)
        finally:
            await store.close()

    return anyio.run(done)


def note_change(asked: argparse.Namespace, user_id: str | None, outcome: str, **facts: str) -> None:
    """A line about a change in the audit log."""
    from service.access.audit import Audit

    Audit(asked.state).note("account_changed", user_id=user_id, client=None, outcome=outcome, **facts)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under their heads, in columns."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, *rows)
    )


def day(seconds: int | None) -> str:
    """A time as its UTC day; `-` where there is none."""
    from datetime import UTC, datetime

    return "-" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
