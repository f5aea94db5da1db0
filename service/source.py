"""Where snapshots come from: one interface, and the warehouse's directory as its first implementation."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.contracts.publication import served_files
from core.query.pack import Pack
from service.snapshot import Snapshot, make_snapshot

POINTER = "CURRENT"
SERVING = "serving"
_REMEDY = "Build the snapshot again, or roll back to the one before."

Wait: TypeAlias = Callable[[float], Awaitable[None]]
"""Returns after so many seconds, or at once where a publication is announced."""


class SourceAway(DataError):
    """The source cannot be asked now; what is loaded is served on."""

    code = "source_away"


class SnapshotSource(Protocol):
    """Publications by symbol; asking what is current is cheap, loading is not."""

    def symbols(self) -> list[str]:
        """Symbols that have a publication, ascending."""

    def current(self, symbol: str) -> str | None:
        """Id of the symbol's current snapshot, None where there is none."""

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The whole snapshot.

        Raises:
            DataError: it is missing, half-written or of another version.
        """

    def copies(self, served: Collection[str]) -> list[Snapshot]:
        """What this machine kept of publications that cannot be had now, of symbols that are not served."""

    def listening(self) -> AbstractAsyncContextManager[Wait]:
        """Hear of publications as long as the block lasts."""


class DirectorySource:
    """Snapshots below `<warehouse>/snapshots/<SYMBOL>/`, the pointer a one-line file replaced by rename."""

    def __init__(self, warehouse: Path) -> None:
        self._folder = warehouse / "snapshots"

    def symbols(self) -> list[str]:
        """Symbols with a pointer."""
        if not self._folder.is_dir():
            return []
        return sorted(pointer.parent.name for pointer in self._folder.glob(f"*/{POINTER}"))

    def current(self, symbol: str) -> str | None:
        """The pointer's line."""
        path = self._folder / symbol / POINTER
        try:
            return path.read_text(encoding="utf-8", errors="replace").strip() or None
        except FileNotFoundError:
            return None

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """The snapshot in its folder."""
        return open_snapshot(self._folder / symbol / snapshot_id, symbol, snapshot_id)

    def copies(self, served: Collection[str]) -> list[Snapshot]:
        """None: the folder itself is all there is."""
        return []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Wait]:
        """Nothing announces a rename: one waits."""
        yield asyncio.sleep


def open_snapshot(folder: Path, symbol: str, snapshot_id: str) -> Snapshot:
    """Manifest and pack of a folder, every serving file checked against the manifest's digest.

    Raises:
        DataError: it is another snapshot, or not whole.
    """
    manifest = read_manifest(folder)
    if (manifest.symbol, manifest.snapshot_id) != (symbol, snapshot_id):
        found = f"{manifest.symbol} {manifest.snapshot_id}"
        raise DataError(f"{folder / MANIFEST_FILE}: describes {found}. {_REMEDY}")
    _verify(folder, manifest)
    return make_snapshot(manifest, Pack.open(folder / SERVING))


def _verify(folder: Path, manifest: Manifest) -> None:
    for entry in served_files(manifest):
        found = _digest(folder / entry.path)
        if found != entry.sha256:
            raise DataError(
                f"{folder / entry.path}: sha256 {found} found, {entry.sha256} expected. {_REMEDY}"
            )


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}. {_REMEDY}") from error
