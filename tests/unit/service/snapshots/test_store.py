"""The store of snapshots asks its source on, whatever it fails with, and lets go when the service ends."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from unittest.mock import Mock

import pytest

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import Wait
from service.snapshots.store import SnapshotStore


class DeafSource:
    """A source without publications whose wait takes the first cancellation for its end."""

    is_deaf = True

    def current(self) -> dict[str, str]:
        return {}

    def manifest(self, symbol: str, snapshot_id: str) -> Manifest:
        raise AssertionError("nothing is published")

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        raise AssertionError("nothing is published")

    def earlier(self, symbol: str, snapshot_id: str) -> list[str]:
        return []

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        return {}

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        yield self._wait

    async def _wait(self, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            if not self.is_deaf:
                raise
            self.is_deaf = False


def test_polling_ends_although_a_wait_swallows_the_first_cancellation() -> None:
    async def polled() -> None:
        async with SnapshotStore(DeafSource(), "ES").polling(60):
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(polled(), timeout=30))


class FailingSource(DeafSource):
    """A source that fails with whatever comes next, and asks to be asked again at once."""

    is_deaf = False

    def __init__(self) -> None:
        self.faults: list[Exception] = [
            OSError(5, "Input/output error"),
            UnicodeDecodeError("utf-8", b"\x80", 0, 1, "invalid start byte"),
            RuntimeError("a fault of our own"),
        ]
        self.answered = asyncio.Event()

    def current(self) -> dict[str, str]:
        if self.faults:
            raise self.faults.pop()
        self.answered.set()
        return {}

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        raise OSError(5, "Input/output error")

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(0.001)


def test_polling_and_the_start_go_on_whatever_a_source_fails_with() -> None:
    async def polled() -> None:
        source = FailingSource()
        async with SnapshotStore(source, "ES").polling(60):
            await source.answered.wait()

    asyncio.run(asyncio.wait_for(polled(), timeout=30))


class Refusing(DeafSource):
    """A source whose publications are damaged unless they are named `good`."""

    wanted = "bad"

    def current(self) -> dict[str, str]:
        return {"ES": self.wanted}

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        if snapshot_id != "good":
            raise DataError(f"{snapshot_id}: damaged")
        manifest = Mock(symbol=symbol, snapshot_id=snapshot_id, built_at="2026-01-02T00:00:00+00:00")
        return Mock(id=snapshot_id, symbol=symbol, manifest=manifest)


def test_a_snapshot_refused_again_after_a_good_one_is_said_again(caplog: pytest.LogCaptureFixture) -> None:
    source = Refusing()
    store = SnapshotStore(source, "ES")
    said = []
    for wanted in ("bad", "bad", "good", "bad"):
        source.wanted = wanted
        store.refresh()
        said.append(caplog.text.count("bad was not loaded"))
    assert said == [1, 1, 1, 2]
