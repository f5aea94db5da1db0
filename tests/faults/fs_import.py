"""An import that replaces a symbol's bars, and a backup of them at any moment of it, or after its death."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.paths import Warehouse
from tests.faults import broken_files
from tests.faults.apart import code_of
from tests.faults.fs_together import BROUGHT, Together, back_up, backed_up
from tests.faults.registry import Fault
from tests.faults.stage import SYMBOL, Stage, prepare
from tests.faults.touches import Touch
from tests.small_warehouse import saved, small_bars

_LAST = "2024-07-16"


def _import(stage: Stage) -> None:
    """Two days more, which replaces the folder of the year."""
    file = stage.trial.root.with_name("ES_3.parquet")
    if not file.exists():
        saved(small_bars(last=_LAST), file)
    stage.run("import", str(file))


def _backed_up(stage: Stage, import_code: int, backup_code: int) -> list[str]:
    """What is wrong with a warehouse made of the backup: it has the bars of before, or of after."""
    wrong = backed_up(stage, backup_code, import_code)
    brought = replace(stage, trial=Warehouse(stage.trial.root.parent / BROUGHT[0]))
    return wrong or _bars_of(brought, (stage.template, stage.trial.root))


def _bars_of(brought: Stage, origins: tuple[Path, ...]) -> list[str]:
    if not has_bars(brought.trial, SYMBOL):
        return ["no bars came back"]
    roots = (brought.trial.root, *origins)
    found, *expected = [read_bars_index(Warehouse(root), SYMBOL).content_sha256 for root in roots]
    return [] if found in expected else ["the bars that came back are neither those of before nor of after"]


def _replaces_bars(touch: Touch) -> bool:
    """Whether the symbol's folder is put in its place, or out of it."""
    return touch.kind == "rename" and SYMBOL in Path(touch.path + touch.target).name


def _verified(stage: Stage) -> list[str]:
    code = code_of(lambda: stage.run("verify", "--state", str(stage.trial.root.with_name("state"))))
    return [f"verify ended with {code}"] if code else []


FAULTS = (
    Fault(
        "backup-beside-import",
        "a backup, all of it, at a file call of an import",
        "both succeed; the backup, restored elsewhere, verifies and has the bars of before or of after, the "
        "snapshots, and every account and key",
        Together(_import, back_up, _backed_up, 3, recovered=_verified, always=_replaces_bars),
        {"the backup does not hold the bars": broken_files.bars_unheld},
        prepare,
    ),
)
