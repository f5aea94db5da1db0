"""Weakened code of checks of files, of backup and restore: see tests/faults/broken.py."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

import core.warehouse.backup as backup
import core.warehouse.bars_files
import core.warehouse.build
import core.warehouse.damage
import core.warehouse.restore as restore
import service.source
from core.warehouse import integrity
from tests.faults.broken import put


def not_checked_at_load() -> None:
    """The service opens a snapshot without reading its files' digests."""
    put(service.source, "_verify", lambda folder, manifest: None)


def compared_by_size() -> None:
    """Files are taken for what was written where they are as long."""

    def differences(stated: Any, found: Any, said_by: str) -> dict[str, str]:
        plain = [[replace(entry, sha256="") for entry in entries] for entries in (stated, found)]
        return integrity.differences(plain[0], plain[1], said_by)

    for holder in (core.warehouse.bars_files, core.warehouse.damage):
        put(holder, "differences", differences)


class _Anything(str):
    """A digest that differs from none."""

    def __ne__(self, other: object) -> bool:
        return False


def bars_believed() -> None:
    """Bars are built from without comparing them with their record."""
    put(core.warehouse.build, "content_sha256", lambda frame: _Anything())


def backup_unheld() -> None:
    """A backup copies the shelf while others publish and remove."""
    put(backup, "pointer_held", lambda folder: nullcontext())


def backup_in_place() -> None:
    """A backup is written into the folder of its name from the beginning."""

    def back_up(warehouse: Any, state: Path, target: Path) -> Any:
        target.mkdir()
        made = backup.Backup()
        backup._copy_warehouse(warehouse, target / backup.WAREHOUSE, made)
        backup._copy_state(state, target / backup.STATE)
        record = {"schema": backup.BACKUP_SCHEMA, "files": []}
        (target / backup.BACKUP_FILE).write_bytes(orjson.dumps(record))
        return made

    put(backup, "back_up", back_up)


def restore_believed() -> None:
    """A restore that finds something there takes it for what it brings."""
    bring = restore.restore

    def believing(source: Path, warehouse: Any, state: Path, *, replace: bool = False) -> int:
        if restore._held(warehouse.root) or (warehouse.root / restore._ARRIVING).exists():
            return 0
        return bring(source, warehouse, state, replace=replace)

    put(restore, "restore", believing)
