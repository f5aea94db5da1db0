"""A symbol's directory: the folder warehouse/snapshots/<SYMBOL> and what stands on it.

One folder per snapshot id, and `CURRENT`, one line that names the served one. Readers follow `CURRENT` and
never look at names that begin with a dot: `.building-<id>-<pid>` is being written by that process,
`.removed-<id>-<pid>` and `.broken-<id>-<pid>` are being cleared away, `.CURRENT.tmp-<pid>` becomes the
pointer. One machine builds into a warehouse.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import Manifest, read_manifest
from core.storage.durable import move
from core.storage.folders import held

CURRENT_FILE = "CURRENT"
KEPT_FOR_ROLLBACK = 3
GRACE_SECONDS = 3600.0
"""How long a snapshot stays readable after it stopped being the current one."""

_LEFTOVERS = (".building-", ".removed-", ".broken-", f".{CURRENT_FILE}.tmp-")


@contextmanager
def pointer_held(directory: Path) -> Iterator[None]:
    """What is named, pointed at or removed inside is one act among processes; a killed holder lets go."""
    with held(directory / ".lock"):
        yield


def current_id(directory: Path) -> str | None:
    """The served snapshot's id; None before the first publication. DataError where the pointer is torn."""
    try:
        name = (directory / CURRENT_FILE).read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return None
    if not is_snapshot_id(name):
        raise DataError(
            f"{directory / CURRENT_FILE}: holds {name[:60]!r}, expected a snapshot id. "
            "Point it at a whole snapshot with `almanac rollback --to ID`.",
            code="bad_pointer",
        )
    return name


def published(directory: Path) -> list[Manifest]:
    """The manifests of the directory's readable snapshots, the latest built first."""
    return sorted(_manifests(directory), key=lambda manifest: manifest.built_at, reverse=True)


def _manifests(directory: Path) -> Iterator[Manifest]:
    for folder in directory.iterdir() if directory.is_dir() else ():
        if is_snapshot_id(folder.name):
            try:
                yield read_manifest(folder)
            except DataError:
                continue


def open_building(directory: Path, snapshot_id: str) -> Path:
    """An empty folder to write the snapshot into; leftovers of killed builds are cleared away first."""
    directory.mkdir(parents=True, exist_ok=True)
    clear_leftovers(directory)
    building = _aside(directory, "building", snapshot_id)
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir()
    return building


def clear_leftovers(directory: Path) -> None:
    """Remove what processes that no longer live were writing or removing."""
    for path in directory.iterdir():
        if not path.name.startswith(_LEFTOVERS) or is_alive(path):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def is_alive(leftover: Path) -> bool:
    """Whether the process that the name of a folder or file in the making ends with still runs."""
    try:
        os.kill(int(leftover.name.rpartition("-")[2]), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def clear_away(folder: Path, why: str) -> None:
    """Take a snapshot off the directory in one rename, then remove its files."""
    aside = _aside(folder.parent, why, folder.name)
    move(folder, aside)
    shutil.rmtree(aside, ignore_errors=True)


def _aside(directory: Path, why: str, snapshot_id: str) -> Path:
    return directory / f".{why}-{snapshot_id}-{os.getpid()}"


def prune(directory: Path, now: float | None = None) -> list[str]:
    """Remove snapshots beyond the last three besides the current one, once their grace is over.

    A folder's modification time is when it stopped being current. Returns the removed ids.
    """
    with pointer_held(directory):
        return remove_old(directory, now)


def remove_old(directory: Path, now: float | None = None) -> list[str]:
    """As `prune`, while the pointer is held."""
    served, moment = current_id(directory), time.time() if now is None else now
    others = [manifest.snapshot_id for manifest in published(directory) if manifest.snapshot_id != served]
    old = [name for name in others[KEPT_FOR_ROLLBACK:] if moment - _left_at(directory / name) > GRACE_SECONDS]
    for name in old:
        clear_away(directory / name, "removed")
    return old


def _left_at(folder: Path) -> float:
    return folder.stat().st_mtime
