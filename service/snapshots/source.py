"""Where published snapshots come from: what a source can be asked, and a warehouse's folder as one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest
from service.snapshots.snapshot import Snapshot, manifest_of, open_snapshot

Wait: TypeAlias = Callable[[float], Awaitable[None]]
"""Returns after so many seconds, or at once where a publication is announced."""


class SourceUnavailable(DataError, code="source_away"):
    """The source cannot be asked now; what is loaded is served on."""


class SnapshotSource(Protocol):
    """Publications by symbol, of a folder or of Redis; `current` is cheap, loading is not."""

    def current(self) -> dict[str, str]:
        """Ids of the current snapshots by symbol."""

    def manifest(self, symbol: str, snapshot_id: str) -> Manifest:
        """A snapshot's manifest, without a look at its files; DataError where it cannot be read."""

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The whole snapshot; DataError where it is missing, half-written or of another version."""

    def earlier(self, symbol: str, snapshot_id: str) -> list[str]:
        """Ids to serve a symbol by where that one cannot be loaded, the likeliest first."""

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        """This machine's copies of publications that cannot be loaded now, of symbols that are not served."""

    def listening(self) -> AbstractAsyncContextManager[Wait]:
        """Listen for publications while the block runs."""


class DirectorySource:
    """Snapshots below `<warehouse>/snapshots/<SYMBOL>/`, the pointer a one-line file replaced by rename."""

    def __init__(self, warehouse: Path) -> None:
        self._folder = warehouse / "snapshots"

    def current(self) -> dict[str, str]:
        """The line of every pointer that has one."""
        found = {}
        for pointer in self._folder.glob("*/CURRENT"):
            with suppress(FileNotFoundError):
                found[pointer.parent.name] = pointer.read_text(encoding="utf-8", errors="replace").strip()
        return {symbol: line for symbol, line in found.items() if line}

    def manifest(self, symbol: str, snapshot_id: str) -> Manifest:
        return manifest_of(self._folder / symbol / snapshot_id, symbol, snapshot_id)

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        return open_snapshot(self._folder / symbol / snapshot_id, symbol, snapshot_id)

    def earlier(self, symbol: str, snapshot_id: str) -> list[str]:
        """What it replaced, as far as its manifest can be read."""
        with suppress(DataError):
            replaced = self.manifest(symbol, snapshot_id).replaces
            return [replaced] if replaced else []
        return []

    def copies(self, served: Collection[str]) -> dict[str, Manifest]:
        """None: the folder itself is all there is."""
        return {}

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        """Nothing announces a rename: the caller polls."""
        yield asyncio.sleep
