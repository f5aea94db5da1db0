"""Where snapshots come from: one interface, and the warehouse's directory as its first implementation."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Protocol

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, Manifest, read_manifest
from core.query.pack import Pack
from service.snapshot import Snapshot, make_snapshot

POINTER = "CURRENT"
SERVING = "serving"
_REMEDY = "Build the snapshot again, or roll back to the one before."


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
        try:
            return (self._folder / symbol / POINTER).read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

    def load(self, symbol: str, snapshot_id: str) -> Snapshot:
        """Manifest and pack, every serving file checked against the manifest's digest."""
        folder = self._folder / symbol / snapshot_id
        manifest = read_manifest(folder)
        if (manifest.symbol, manifest.snapshot_id) != (symbol, snapshot_id):
            found = f"{manifest.symbol} {manifest.snapshot_id}"
            raise DataError(f"{folder / MANIFEST_FILE}: describes {found}. {_REMEDY}")
        _verify(folder, manifest)
        return make_snapshot(manifest, Pack.open(folder / SERVING))


def _verify(folder: Path, manifest: Manifest) -> None:
    served = [entry for entry in manifest.files if entry.path.startswith(f"{SERVING}/")]
    if not served:
        raise DataError(f"{folder / MANIFEST_FILE}: lists no file of {SERVING}/. {_REMEDY}")
    for entry in served:
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
