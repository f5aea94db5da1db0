"""Mutated code: each function breaks one promise of this process, to see that a fault shows it."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import core.build.build
import core.build.pack.build_pack
import core.build.steps
import core.build.tables
import core.warehouse.durable
import core.warehouse.snapshots
from core.build import checks
from core.build.checks import Verdict
from core.contracts.manifest import Manifest, read_manifest
from core.warehouse import durable, snapshots
from qa.replacing import put


def pointer_first() -> None:
    """The pointer moves before the folder has its name."""

    def put_in_place(building: Path) -> Path:
        manifest = read_manifest(building)
        with snapshots.pointer_held(building.parent):
            snapshots._point(building.parent, manifest.snapshot_id, manifest.replaces)
            return snapshots._move_in(building, building.parent / manifest.snapshot_id)

    put(core.build.build, "put_in_place", put_in_place)


def written_in_place() -> None:
    """A file that is replaced whole is written where it stands."""

    def write_file(path: Path, content: bytes) -> None:
        path.write_bytes(content)
        durable.sync(path)

    put(snapshots, "write_file", write_file)


def leftovers_stay() -> None:
    """What killed builds left is not cleared away."""
    put(snapshots, "clear_leftovers", lambda folder: None)


def no_fsync() -> None:
    """Nothing is put on the disk before it is pointed at."""
    for holder in (durable, core.build.tables, core.build.pack.build_pack):
        put(holder, "sync", lambda path: None)


def fsync_after_rename() -> None:
    """A new file takes its place before its bytes are on the disk."""

    def write_file(path: Path, content: bytes) -> None:
        temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
        temporary.write_bytes(content)
        os.replace(temporary, path)
        durable.sync(path)
        durable.sync(path.parent)

    put(snapshots, "write_file", write_file)


def refusals_swallowed() -> None:
    """What the disk refuses while a snapshot is published counts as done."""
    for name in ("_replace_pointer", "remove_old", "clear_leftovers"):
        put(snapshots, name, _swallowing(getattr(snapshots, name)))
    _leave_out("snapshot_is_current")


def old_makes_room() -> None:
    """A build that finds no room removes the served snapshot to make some, and gives up all the same."""

    def making_room(write: Callable[..., None]) -> Callable[..., None]:
        def written(path: Path, *given: Any) -> None:
            try:
                write(path, *given)
            except OSError:
                folder = next(each for each in path.parents if snapshots.current_id(each))
                shutil.rmtree(folder / str(snapshots.current_id(folder)))
                raise

        return written

    put(core.build.build, "write_pack", making_room(core.build.pack.build_pack.write_pack))
    put(core.build.tables, "write_table", making_room(core.build.tables.write_table))


def _swallowing(call: Callable[..., None]) -> Callable[..., None]:
    def swallowing(*args: Any) -> None:
        with suppress(OSError):
            call(*args)

    return swallowing


def _leave_out(check: str) -> None:
    blind = [
        replace(each, look=lambda build: Verdict(True)) if each.name == check else each
        for each in checks.CHECKS
    ]
    put(core.build.steps, "CHECKS", tuple(blind))


def not_read_back() -> None:
    """What was written is published without being compared with what was meant."""

    def write_new(path: Path, content: bytes) -> None:
        with path.open("xb") as file:
            file.write(content)

    for holder in (durable, core.build.tables, core.build.pack.build_pack):
        put(holder, "write_new", write_new)
    _leave_out("snapshot_reads_back")


def one_building_folder() -> None:
    """Every build of a snapshot writes into the same folder."""
    put(snapshots, "_aside", lambda folder, why, snapshot_id: folder / f".{why}-{snapshot_id}-1")


def pointer_not_compared() -> None:
    """The pointer moves whatever it says by then."""
    point = snapshots._point
    put(
        snapshots,
        "_point",
        lambda folder, snapshot_id, started_from: point(folder, snapshot_id, snapshots.current_id(folder)),
    )


def rollback_by_clock() -> None:
    """What is earlier is said by the hour of its build."""
    before = snapshots._before

    def by_clock(manifests: list[Manifest], served: str | None) -> list[Manifest]:
        return before([replace(each, replaces=None) for each in manifests], served)

    put(snapshots, "_before", by_clock)
