"""Free disk space: checked before large writes, and reported in words if it runs out meanwhile."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id

_FULL = (errno.ENOSPC, errno.EDQUOT)
_REMEDY = "Free some (old backups, done/ and refused/ in the drop folder), or move it to a larger disk."
_OF_BARS, _OF_COIN_DAYS, _MOST_COIN_DAYS = 3, 30, 40_000_000
"""Bytes that a first build writes for each byte of its bars, and for its coin days at most."""


class DiskFull(DataError, code="disk_full"):
    """The disk has too little free space."""


@dataclass(frozen=True, slots=True)
class Room:
    """`work` will write about `needed` bytes below `folder`; 0 if unknown."""

    folder: Path
    work: str
    needed: int = 0

    def require(self) -> None:
        """DiskFull if there are fewer free bytes than needed."""
        if self.needed and free_bytes(self.folder) < self.needed:
            raise DiskFull(self._sentence("Too little space"))

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """Raise DiskFull, with folder, bytes and remedy, instead of the system's error for a full disk."""
        try:
            yield
        except OSError as error:
            if not is_full(error):
                raise
            raise self.full() from error

    def full(self) -> DiskFull:
        return DiskFull(self._sentence(os.strerror(errno.ENOSPC)))

    def _sentence(self, what: str) -> str:
        needs = f", {self.work} needs about {self.needed:,}" if self.needed else f" for {self.work}"
        free = f"{free_bytes(self.folder):,} bytes are free"
        return f"{self.folder}: {what}: {free}{needs}. {_REMEDY}"


def is_full(error: OSError) -> bool:
    """Whether an error means a full disk or quota; of a copied folder, that of any file."""
    if isinstance(error, shutil.Error):  # its only argument lists (source, target, why) of each file
        return any(str(why).startswith(f"[Errno {code}]") for *_, why in error.args[0] for code in _FULL)
    return error.errno in _FULL


def free_bytes(folder: Path) -> int:
    """Free bytes on the disk of a folder, existing or not."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(there).free


def bytes_below(path: Path) -> int:
    """Bytes of a file, or of every file below a folder; 0 if missing."""
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(each.stat().st_size for each in files if each.is_file())


def build_bytes(warehouse: Warehouse, symbol: str, arriving: int = 0) -> int:
    """Estimated bytes that a build of the symbol adds on the disk, from the build before it.

    It counts a new snapshot, and one step's part at a time next to its predecessor. `arriving` are the
    bytes of files imported before a first build.
    """
    served = current_id(warehouse.snapshots(symbol))
    if served is None:
        bars = bytes_below(warehouse.bars(symbol)) + arriving
        return _OF_BARS * bars + min(_OF_COIN_DAYS * bars, _MOST_COIN_DAYS)
    parts = warehouse.work(symbol, "").glob("*/")
    return bytes_below(warehouse.snapshot(symbol, served)) + max(map(bytes_below, parts), default=0)
