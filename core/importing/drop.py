"""The drop folder: files wait in drop/ES/ (or in drop/ under a name with ES) for the nightly run.

An imported file moves to drop/ES/done/, a refused one to drop/ES/refused/ with a text file of the reason.
Files with a leading dot or an ending of unfinished downloads, and files that still grow, are ignored. What
is not a regular file (a named pipe, a device, a link that leaves the folder) waits too, and is refused
unread.
"""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from core.contracts.errors import printable_path
from core.market.instruments import INSTRUMENTS, SAMPLE_SYMBOLS, symbols_in_name
from core.warehouse.durable import move, write_file

QUIET_SECONDS = 30.0
"""A file that changed less than this ago may still be written to."""

_LONGEST_NAME = 200
_UNFINISHED = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".filepart", ".download", "~")

Look = tuple[int, int]
"""A file's size in bytes and modification time in nanoseconds."""


@dataclass(frozen=True, slots=True)
class DropFolder:
    """The folder `root` and its files; only `folder` creates anything."""

    root: Path

    def folder(self, symbol: str) -> Path:
        """The symbol's own folder; created if missing."""
        folder = self.root / symbol
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def symbols(self) -> tuple[str, ...]:
        """Symbols for which a file waits, ascending."""
        return tuple(symbol for symbol in sorted(INSTRUMENTS) if self.waiting(symbol))

    def waiting(self, symbol: str) -> dict[Path, Look]:
        """The files that wait for `symbol`, the oldest first."""
        ours = [path for path in _files(self.root) if _named(path) == symbol]
        folder = self.root / symbol
        looks = _looks([*([] if self._leaves(folder) else _files(folder)), *ours])
        return dict(sorted(looks.items(), key=lambda each: (each[1][1], each[0].name)))

    def unclaimed(self) -> dict[Path, Look]:
        """Files outside a symbol's folder with a name that does not state exactly one symbol."""
        return _looks(path for path in _files(self.root) if _named(path) is None)

    def misnamed(self) -> tuple[Path, ...]:
        """Folders with waiting files but without a known symbol, ascending."""
        known = {*INSTRUMENTS, "refused"} - {*SAMPLE_SYMBOLS}
        folders = [path for path in _entries(self.root) if os.path.isdir(path) and path.name not in known]
        return tuple(sorted(path for path in folders if not path.is_symlink() and _files(path)))

    def linked(self) -> tuple[Path, ...]:
        """Symbol folders that link out of the drop folder, ascending; their files are never read."""
        return tuple(sorted(path for path in map(self.root.joinpath, INSTRUMENTS) if self._leaves(path)))

    def _leaves(self, path: Path) -> bool:
        return path.is_symlink() and not path.resolve().is_relative_to(self.root.resolve())

    def done(self, path: Path, symbol: str, at: datetime) -> Path:
        """Move an imported file to the done folder; returns its new path."""
        target = _free(self.folder(symbol) / "done", path, at)
        move(path, target)
        return target

    def refused(self, path: Path, symbol: str | None, at: datetime, why: str) -> Path:
        """Move a refused file away, with a text file that gives the reason; returns its new path."""
        folder = self.root if symbol is None else self.folder(symbol)
        target = _free(folder / "refused", path, at)
        write_file(target.with_name(f"{target.name}.why.txt"), f"{why}\n".encode())
        move(path, target)
        return target

    def remove_old(self, before: datetime) -> list[Path]:
        """Remove files that were moved away before `before`; returns them."""
        folders = [path for kind in ("done", "refused") for path in self.root.glob(f"**/{kind}")]
        put_away = [path for folder in folders if not folder.is_symlink() for path in folder.iterdir()]
        old = [path for path in put_away if path.name[:16] < _stamp(before)]
        for path in old:
            path.unlink()
        return sorted(old)


def look_at(path: Path) -> Look | None:
    """A file's size and times, those of the link itself where it is broken; None if the file is gone."""
    for stat in (path.stat, path.lstat):
        with suppress(OSError, RuntimeError):
            found = stat()
            return found.st_size, found.st_mtime_ns
    return None


def is_quiet(look: Look, now: float | None = None) -> bool:
    """Whether a file has not changed for a while; a modification time in the future counts as quiet."""
    age = (time.time() if now is None else now) - look[1] / 1e9
    return not 0 <= age < QUIET_SECONDS


def unchanged(before: dict[Path, Look], whole: Iterable[Path] = ()) -> list[Path]:
    """Files that look as before and are quiet; those in `whole` are known to be complete."""
    known = set(whole)
    return [
        path for path, look in before.items() if look_at(path) == look and (path in known or is_quiet(look))
    ]


def _files(folder: Path) -> list[Path]:
    """Everything in a folder except folders and links to folders."""
    return [
        path
        for path in _entries(folder)
        if not path.name.lower().endswith(_UNFINISHED) and not os.path.isdir(path)
    ]


def _entries(folder: Path) -> list[Path]:
    entries = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in entries if not path.name.startswith(".")]


def _looks(paths: Iterable[Path]) -> dict[Path, Look]:
    return {path: look for path in paths if (look := look_at(path))}


def _named(path: Path) -> str | None:
    symbols = set(symbols_in_name(path.name)) - {*SAMPLE_SYMBOLS}
    return symbols.pop() if len(symbols) == 1 else None


def _free(folder: Path, path: Path, at: datetime) -> Path:
    """An unused path in `folder` (created if missing); its name begins with the time."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = chain([""], (f"{number}-" for number in count(2)))
    # In UTF-8, and short enough to stand behind a stamp and before `.why.txt`.
    name = printable_path(path.name).encode()[-_LONGEST_NAME:].decode(errors="ignore")
    paths = (folder / f"{_stamp(at)}-{number}{name}" for number in numbers)
    return next(free for free in paths if not os.path.lexists(free))


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
