"""Copies of published snapshots in a folder of this machine, checked by digest and few in number."""

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import MANIFEST_FILE, read_manifest
from core.contracts.publication import served_files
from service.snapshot import Snapshot
from service.source import open_snapshot

KEPT_COPIES = 2
"""The served snapshot and the one before, to which a rollback most likely leads."""

_HALF_DONE = ".copying-"
_HALF_DONE_SECONDS = 3600.0
_REMEDY = "Run `almanac publish` where the warehouse is."
_SYMBOL = re.compile(r"[A-Z0-9]{1,12}")


class Copies:
    """`<folder>/<SYMBOL>/<snapshot id>/` as in a warehouse; several services of a machine may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def opened(self, symbol: str, snapshot_id: str, file: Callable[[str], bytes | None]) -> Snapshot:
        """The snapshot from its copy, made first where none is whole; `file` gives a published file by path.

        Raises:
            DataError: a published file is missing or differs from the manifest; the names are none.
        """
        if not (_SYMBOL.fullmatch(symbol) and is_snapshot_id(snapshot_id)):
            raise DataError(f"publication {symbol[:20]!r} {snapshot_id[:60]!r}: no symbol and snapshot id.")
        folder = self._folder / symbol / snapshot_id
        try:
            snapshot = open_snapshot(folder, symbol, snapshot_id)
        except DataError:
            _replace(folder, file)
            snapshot = _opened_or_removed(folder, symbol, snapshot_id)
        _mark_used(folder)
        _forget_older(folder.parent)
        return snapshot

    def symbols(self) -> list[str]:
        """Symbols of which there are copies, ascending."""
        return sorted(shelf.name for shelf in self._folder.glob("*") if _SYMBOL.fullmatch(shelf.name))

    def last(self, symbol: str) -> Snapshot | None:
        """The copy that was used last; one that cannot be read is passed over, None where none can."""
        for folder in sorted((self._folder / symbol).glob("[!.]*"), key=_used_at, reverse=True):
            with suppress(Exception):
                return open_snapshot(folder, symbol, folder.name)
        return None


def _opened_or_removed(folder: Path, symbol: str, snapshot_id: str) -> Snapshot:
    """The copy opened; one that this service cannot read does not stay."""
    try:
        return open_snapshot(folder, symbol, snapshot_id)
    except DataError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _replace(folder: Path, file: Callable[[str], bytes | None]) -> None:
    """Copy beside and rename, so that nobody finds half a copy; another service may be first."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=_HALF_DONE, dir=folder.parent) as half_done:
        copy = Path(half_done) / folder.name
        _copy(copy, file)
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            copy.rename(folder)


def _copy(copy: Path, file: Callable[[str], bytes | None]) -> None:
    (copy / "serving").mkdir(parents=True)
    (copy / MANIFEST_FILE).write_bytes(_found(file, MANIFEST_FILE))
    for entry in served_files(read_manifest(copy)):
        content = _found(file, entry.path)
        if hashlib.sha256(content).hexdigest() != entry.sha256:
            raise DataError(
                f"published {entry.path}: differs from sha256 {entry.sha256[:12]} of the manifest."
            )
        (copy / entry.path).write_bytes(content)


def _found(file: Callable[[str], bytes | None], path: str) -> bytes:
    content = file(path)
    if content is None:
        raise DataError(f"published {path}: is missing. {_REMEDY}")
    return content


def _forget_older(shelf: Path) -> None:
    """Keep the last ones used; remove what a killed copier left an hour ago."""
    copies = sorted(shelf.glob("[!.]*"), key=_used_at, reverse=True)
    left = [
        each for each in shelf.glob(f"{_HALF_DONE}*") if time.time() - _used_at(each) > _HALF_DONE_SECONDS
    ]
    for folder in (*copies[KEPT_COPIES:], *left):
        shutil.rmtree(folder, ignore_errors=True)


def _mark_used(folder: Path) -> None:
    """Date a copy later than every other one, whatever the clock said then or says now."""
    others = [_used_at(each) + 1 for each in folder.parent.glob("[!.]*") if each != folder]
    moment = max([time.time(), *others])
    os.utime(folder, (moment, moment))


def _used_at(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
