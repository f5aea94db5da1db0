"""A symbol's snapshots in warehouse/snapshots/<SYMBOL>: written, published, rolled back, removed.

One folder per snapshot id, and `CURRENT`, one line that names the served one; publishing and rolling back
move that pointer (architecture.md, Publish). Readers follow `CURRENT` and never look at names that begin with
a dot: `.building-<id>-<pid>` is being written by that process, `.removed-<id>-<pid>` and
`.broken-<id>-<pid>` are being cleared away, `.CURRENT.tmp-<pid>` becomes the pointer. One machine builds into
a warehouse.
"""

import os
import shutil
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import Manifest, read_manifest
from core.warehouse.durable import held, move, write_file
from core.warehouse.integrity import is_whole, verify_snapshot

CURRENT_FILE = "CURRENT"
KEPT_FOR_ROLLBACK = 3
GRACE_SECONDS = 3600.0
"""How long a snapshot stays readable after it stopped being the current one."""

_LEFTOVERS = (".building-", ".removed-", ".broken-", f".{CURRENT_FILE}.tmp-")


class Overtaken(DataError, code="overtaken"):
    """Another snapshot became the current one during this build; nothing was changed."""


def pointer_held(directory: Path) -> AbstractContextManager[None]:
    """Lock names, pointer and removal among processes; a killed holder's lock is released."""
    return held(directory / ".lock")


def current_id(directory: Path) -> str | None:
    """The served snapshot's id; None before the first publication. DataError if the pointer is damaged."""
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
    found: list[Manifest] = []
    for folder in directory.iterdir() if directory.is_dir() else ():
        if is_snapshot_id(folder.name):
            with suppress(DataError):
                found.append(read_manifest(folder))
    return sorted(found, key=lambda manifest: manifest.built_at, reverse=True)


def open_building(directory: Path, snapshot_id: str) -> Path:
    """An empty folder to write the snapshot into; first removes what killed builds left."""
    directory.mkdir(parents=True, exist_ok=True)
    clear_leftovers(directory)
    building = _aside(directory, "building", snapshot_id)
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir()
    return building


def put_in_place(building: Path) -> Path:
    """Verify the written snapshot and give it its name, not yet served. Returns its folder.

    An existing whole snapshot of the same id stays.
    """
    directory, manifest = building.parent, verify_snapshot(building)
    with pointer_held(directory):
        return _move_in(building, directory / manifest.snapshot_id)


def _move_in(building: Path, folder: Path) -> Path:
    if folder.exists():
        if is_whole(folder):
            shutil.rmtree(building)
            return folder
        clear_away(folder, "broken")
    move(building, folder)
    return folder


def make_current(directory: Path, snapshot_id: str, started_from: str | None) -> None:
    """Point `CURRENT` at a snapshot; Overtaken if it names neither that one nor `started_from`."""
    with pointer_held(directory):
        _point(directory, snapshot_id, started_from)


def _point(directory: Path, snapshot_id: str, started_from: str | None) -> None:
    """Move the pointer, then remove snapshots beyond retention and what killed builds left."""
    served = current_id(directory)
    if served not in (snapshot_id, started_from):
        raise Overtaken(
            f"{directory / CURRENT_FILE}: names {served}, but this build started from {started_from}. "
            "Another build or a rollback came between. Look with `almanac status`, then build again."
        )
    _replace_pointer(directory, snapshot_id, served)
    remove_old(directory)
    clear_leftovers(directory)


def _replace_pointer(directory: Path, snapshot_id: str, served: str | None) -> None:
    if snapshot_id == served:
        return
    write_file(directory / CURRENT_FILE, f"{snapshot_id}\n".encode())
    if served is not None and (directory / served).is_dir():
        os.utime(directory / served)


def rollback(directory: Path, to: str | None = None) -> str:
    """Point `CURRENT` at an earlier whole snapshot and return its id.

    Without `to`: the one that the current one replaced, else the latest built before it. DataError
    `no_rollback` if there is none; `broken_snapshot` if `to` is not whole.
    """
    if not directory.is_dir():
        raise _no_rollback(directory, "nothing is published")
    with pointer_held(directory):
        served = None
        with suppress(DataError):  # a torn pointer is put right by the new one
            served = current_id(directory)
        target = _earlier(directory, served) if to is None else _asked_for(directory, to)
        _replace_pointer(directory, target, served)
    return target


def _earlier(directory: Path, served: str | None) -> str:
    for manifest in _before(published(directory), served):
        if is_whole(directory / manifest.snapshot_id):
            return manifest.snapshot_id
    raise _no_rollback(directory, f"no whole snapshot is earlier than {served}")


def _before(manifests: list[Manifest], served: str | None) -> list[Manifest]:
    """The snapshot that the served one replaced, then those built before it, the latest first."""
    ours = next((each for each in manifests if each.snapshot_id == served), None)
    if ours is None:
        return manifests
    replaced = [each for each in manifests if each.snapshot_id == ours.replaces]
    return replaced + [each for each in manifests if each.built_at < ours.built_at]


def _asked_for(directory: Path, snapshot_id: str) -> str:
    known = [manifest.snapshot_id for manifest in published(directory)]
    if snapshot_id not in known:
        raise _no_rollback(directory, f"no snapshot {snapshot_id!r}; there are: {', '.join(known) or 'none'}")
    verify_snapshot(directory / snapshot_id)
    return snapshot_id


def _no_rollback(directory: Path, why: str) -> DataError:
    return DataError(
        f"{directory}: {why}. `almanac build` makes a snapshot from the bars.", code="no_rollback"
    )


def clear_leftovers(directory: Path) -> None:
    """Remove what ended processes were writing or removing."""
    for path in directory.iterdir():
        if path.name.startswith(_LEFTOVERS) and not is_alive(path):
            _remove(path)


def _remove(leftover: Path) -> None:
    if leftover.is_dir():
        shutil.rmtree(leftover, ignore_errors=True)
    else:
        leftover.unlink(missing_ok=True)


def clear_own_leftovers(directory: Path) -> None:
    """Remove what this process left unfinished, when it builds no more."""
    for leftover in directory.glob(f".*-{os.getpid()}"):
        if leftover.name.startswith(_LEFTOVERS):
            _remove(leftover)


def is_alive(leftover: Path) -> bool:
    """Whether the process in the name of an unfinished folder or file still runs."""
    try:
        os.kill(int(leftover.name.rpartition("-")[2]), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def clear_away(folder: Path, why: str) -> None:
    """Remove a snapshot: one rename out of the directory, then its files."""
    aside = _aside(folder.parent, why, folder.name)
    move(folder, aside)
    shutil.rmtree(aside, ignore_errors=True)


def _aside(directory: Path, why: str, snapshot_id: str) -> Path:
    return directory / f".{why}-{snapshot_id}-{os.getpid()}"


def prune(directory: Path, now: float | None = None) -> list[str]:
    """Remove snapshots beyond the last three and the current one, after their grace period.

    A folder's modification time is when it stopped being current. Returns the removed ids.
    """
    with pointer_held(directory):
        return remove_old(directory, now)


def remove_old(directory: Path, now: float | None = None) -> list[str]:
    """As `prune`, while the pointer is held."""
    served, moment = current_id(directory), time.time() if now is None else now
    others = [manifest.snapshot_id for manifest in published(directory) if manifest.snapshot_id != served]
    old = [
        name
        for name in others[KEPT_FOR_ROLLBACK:]
        if moment - (directory / name).stat().st_mtime > GRACE_SECONDS
    ]
    for name in old:
        clear_away(directory / name, "removed")
    return old
