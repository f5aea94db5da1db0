"""Publish a written snapshot and roll back, each by moving one pointer (architecture.md, Publish)."""

import os
import shutil
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest
from core.storage.durable import move, write_file
from core.storage.integrity import is_whole, verify_snapshot
from core.storage.snapshot_directory import (
    CURRENT_FILE,
    clear_away,
    clear_leftovers,
    current_id,
    pointer_held,
    published,
    remove_old,
)


class Overtaken(DataError):
    """Another snapshot became the current one while this one was built; nothing was changed."""

    code = "overtaken"


def put_in_place(building: Path) -> Path:
    """Verify the written snapshot and give it its name; nobody serves it yet. Returns its folder.

    A whole snapshot of the same id that is already there stays as it is.
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
    """Point `CURRENT` at a snapshot; Overtaken where it says neither that nor `started_from`."""
    with pointer_held(directory):
        _point(directory, snapshot_id, started_from)


def _point(directory: Path, snapshot_id: str, started_from: str | None) -> None:
    """Move the pointer, then clear away what is beyond retention and what killed builds left."""
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
    `no_rollback` where there is none; `broken_snapshot` where the one asked for is not whole.
    """
    if not directory.is_dir():
        raise _no_rollback(directory, "nothing is published")
    with pointer_held(directory):
        served = _served_or_none(directory)
        target = _earlier(directory, served) if to is None else _asked_for(directory, to)
        _replace_pointer(directory, target, served)
    return target


def _served_or_none(directory: Path) -> str | None:
    try:
        return current_id(directory)
    except DataError:
        return None


def _earlier(directory: Path, served: str | None) -> str:
    for manifest in _before(published(directory), served):
        if is_whole(directory / manifest.snapshot_id):
            return manifest.snapshot_id
    raise _no_rollback(directory, f"no whole snapshot is earlier than {served}")


def _before(manifests: list[Manifest], served: str | None) -> list[Manifest]:
    """What the served one replaced, whatever the clock said; then those built before it, the latest first."""
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
