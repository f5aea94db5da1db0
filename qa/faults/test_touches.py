"""No byte gets into a watched folder without having been seen: else a kill could miss its moment."""

import os
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from core.importing.importer import import_file
from core.warehouse.durable import write_file
from core.warehouse.paths import Warehouse
from qa.faults.apart import answer_of
from qa.faults.stage import Stage, stage_in
from qa.faults.touches import Touch, Watch
from tests.support.redis_publishing import small_snapshots
from tests.support.small_warehouse import saved, small_bars

_COPIED = -1


class Ledger(dict[str, int]):
    """How many bytes each path was seen to get."""

    def note(self, touch: Touch) -> bytes:
        if touch.kind in ("rename", "replace"):
            self.pop(touch.target, None)
            for path in [each for each in self if f"{each}/".startswith(f"{touch.path}/")]:
                self[touch.target + path[len(touch.path) :]] = self.pop(path)
        elif touch.kind == "link":
            self[touch.target] = self[touch.path]
        elif touch.kind in ("unlink", "remove"):
            self.pop(touch.path, None)
        elif touch.kind == "open":
            self[touch.path] = 0
        elif touch.kind == "write":
            self[touch.path] += len(touch.content)
        elif touch.kind in ("sendfile", "copy_file_range"):
            self[touch.path] = _COPIED
        return touch.content


def _watched(root: Path) -> Ledger:
    ledger = Ledger()
    Watch(root / "warehouse", ledger.note)
    warehouse = Warehouse(root / "warehouse")
    for last in ("2024-06-07", "2024-06-11"):
        import_file(saved(small_bars(last=last), root / f"ES_{last}.parquet"), warehouse=warehouse)
    small_snapshots(warehouse.root, 1)
    write_file(warehouse.root / "note", b"a note")
    return ledger


def _built(root: Path) -> Ledger:
    ledger, stage = Ledger(), stage_in(root)
    try:
        Watch(stage.trial.root, ledger.note)
        stage.reset()
        stage.build()
    finally:
        shutil.rmtree(stage.template.parent)
    return ledger


def _both_builds(root: Path) -> list[list[tuple[str, str, str]]]:
    stage = stage_in(root)
    home = root / "dagster"
    home.mkdir()

    def recorded(stage: Stage) -> None:
        os.environ["DAGSTER_HOME"] = str(home)
        stage.build()

    try:
        return [answer_of(partial(_touches_of, stage, build)) for build in (Stage.build, recorded)]
    finally:
        shutil.rmtree(stage.template.parent)


def _touches_of(stage: Stage, build: Callable[[Stage], None]) -> list[tuple[str, str, str]]:
    seen: list[tuple[str, str, str]] = []

    def note(touch: Touch) -> bytes:
        seen.append((touch.kind, _named(touch.path), _named(touch.target)))
        return touch.content

    stage.reset()
    Watch(stage.trial.root, note)
    build(stage)
    return seen


def _named(path: str) -> str:
    """A path without the process number that a draft's name ends with."""
    return re.sub(r"-\d{1,7}(?=/|$)", "", path)


def test_a_build_that_dagster_records_touches_the_warehouse_as_one_without(tmp_path: Path) -> None:
    plain, recorded = answer_of(lambda: _both_builds(tmp_path))
    assert len(plain) > 100
    assert plain == recorded


@pytest.mark.parametrize(("work", "written"), [(_watched, 10), (_built, 12)], ids=["imports", "a build"])
def test_every_byte_and_every_name_is_seen(
    work: Callable[[Path], Ledger], written: int, tmp_path: Path
) -> None:
    ledger = answer_of(lambda: work(tmp_path))
    files = {str(path): path.stat().st_size for path in (tmp_path / "warehouse").rglob("*") if path.is_file()}
    assert ledger.keys() == files.keys()
    seen = {path: size for path, size in ledger.items() if size != _COPIED}
    assert len(seen) > written
    assert seen == {path: files[path] for path in seen}
