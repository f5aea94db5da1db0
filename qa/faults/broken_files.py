"""Mutated code of checks of files, of backup and restore: see qa/faults/broken.py."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import core.build.build
import core.warehouse.backup as backup
import core.warehouse.damage
import core.warehouse.durable
import core.warehouse.integrity
import core.warehouse.restore as restore
import service.snapshots.snapshot
from core.warehouse import integrity
from core.warehouse.snapshots import current_id
from qa.replacing import put
from service.snapshots.store import SnapshotStore


def not_checked_at_load() -> None:
    """The service opens a snapshot without reading its files' digests."""
    put(service.snapshots.snapshot, "_verify", lambda folder, manifest: None)


def refused_ends_serving() -> None:
    """A service that cannot load what is published lets go of what it has loaded."""

    def refuse(store: SnapshotStore, symbol: str, wanted: str, reason: str) -> None:
        store._snapshots = {}

    put(SnapshotStore, "_refuse", refuse)


def compared_by_size() -> None:
    """Files are taken for what was written where they are as long."""

    compare = integrity.differences

    def differences(stated: Any, found: Any, record: str) -> dict[str, str]:
        plain = [[replace(entry, sha256="") for entry in entries] for entries in (stated, found)]
        return compare(plain[0], plain[1], record)

    for holder in (core.warehouse.integrity, core.warehouse.damage):
        put(holder, "differences", differences)


class _Anything(str):
    """A digest that differs from none."""

    def __ne__(self, other: object) -> bool:
        return False


def bars_believed() -> None:
    """Bars are built from without comparing them with their record."""
    put(core.build.build, "content_sha256", lambda frame: _Anything())


def pointer_read_late() -> None:
    """Verify lists the snapshots, and reads once which of them is served."""

    def looked(directory: Path) -> tuple[str | None, list[str]]:
        names = core.warehouse.damage._names(directory)
        return current_id(directory), names

    put(core.warehouse.damage, "_served_among", looked)


def not_recovered() -> None:
    """What a killed import left between its two renames is not put right."""
    put(core.warehouse.durable, "_recover", lambda folder: None)


def record_believed() -> None:
    """A build takes the record of its bars as it finds it."""
    put(core.build.build, "require_as_written", lambda path: None)


def backup_unheld() -> None:
    """A backup copies the directory while others publish and remove."""
    put(backup, "pointer_held", lambda folder: nullcontext())


def bars_unheld() -> None:
    """A backup copies bars while an import replaces them."""
    put(backup, "locked", lambda folder: nullcontext())


def backup_in_place() -> None:
    """A backup is written into the folder of its name from the beginning."""
    with_name = Path.with_name

    def named(path: Path, name: str) -> Path:
        return path if name.endswith(".partial") else with_name(path, name)

    put(Path, "with_name", named)


def databases_as_files() -> None:
    """A database is copied byte by byte, without what is still in its journal."""
    put(backup, "copy_database", backup.copy_plain)


def restore_believed() -> None:
    """A restore that finds something there takes it for what it brings."""
    bring = restore.restore

    def believing(source: Path, warehouse: Any, state: Path, **options: Any) -> int:
        if warehouse.root.is_dir() and any(warehouse.root.iterdir()):
            return 0
        return bring(source, warehouse, state, **options)

    put(restore, "restore", believing)
