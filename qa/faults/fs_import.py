"""An import that replaces a symbol's bars, and a backup of them at any moment of it, or after its death."""

import shutil
from dataclasses import replace
from pathlib import Path

from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.paths import Warehouse
from qa.faults import broken_files
from qa.faults.apart import code_of
from qa.faults.fs_together import BROUGHT, Together, back_up, backed_up
from qa.faults.moments import KILLED, Moments, touch_words, touches_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.sign_ins import fill_state
from qa.faults.stage import SYMBOL, Stage, prepare, stage_in
from qa.faults.tampers import killed_before
from qa.faults.touches import Touch, Watch
from tests.support.small_warehouse import saved, small_bars

_LAST = "2024-07-16"


def _import(stage: Stage) -> None:
    """Two days more, which replaces the folder of the year."""
    file = stage.trial.root.with_name("ES_3.parquet")
    if not file.exists():
        saved(small_bars(last=_LAST), file)
    stage.run("import", str(file))


def _backed_up(stage: Stage, import_code: int, backup_code: int) -> list[str]:
    """What is wrong with a warehouse made of the backup: it has the bars from before, or from after."""
    wrong = backed_up(stage, backup_code, import_code)
    brought = replace(stage, trial=Warehouse(stage.trial.root.parent / BROUGHT[0]))
    return wrong or _bars_of(brought, (stage.template, stage.trial.root))


def _bars_of(brought: Stage, origins: tuple[Path, ...]) -> list[str]:
    if not has_bars(brought.trial, SYMBOL):
        return ["no bars came back"]
    roots = (brought.trial.root, *origins)
    found, *expected = [read_bars_index(Warehouse(root), SYMBOL).content_sha256 for root in roots]
    return (
        [] if found in expected else ["the bars that came back are neither those from before nor from after"]
    )


def _replaces_bars(touch: Touch) -> bool:
    """Whether the symbol's folder is put in its place, or out of it."""
    return touch.kind == "rename" and SYMBOL in Path(touch.path + touch.target).name


def killed(folder: Path, size: Size) -> Outcome:
    """Kill an import, back up what it left, restore that elsewhere; then import again."""
    stage = stage_in(folder)
    fill_state(folder / "state")
    touches = touches_of(stage, _import)
    chosen = Moments(killed_before, (), 2, _replaces_bars).chosen(touches, size)
    wrong = [f"{touch_words(each)}: {one}" for each in chosen for one in _injected(stage, each)]
    return Outcome(len(chosen), stage.compared.number, wrong=tuple(wrong))


def _injected(stage: Stage, touch: Touch) -> list[str]:
    stage.reset()

    def die() -> None:
        Watch(stage.trial.root, killed_before(touch.number))
        _import(stage)

    code = code_of(die)
    wrong = [] if code == KILLED else [f"the import ended with {code}"]
    wrong += _backed_up(stage, 0, code_of(lambda: back_up(stage)))
    for name in ("backup", *BROUGHT):
        shutil.rmtree(stage.trial.root.with_name(name), ignore_errors=True)
    code = code_of(lambda: _import(stage))
    return wrong + ([f"the next import ended with {code}"] if code else []) + _verified(stage)


def _verified(stage: Stage) -> list[str]:
    code = code_of(lambda: stage.run("verify", "--state", str(stage.trial.root.with_name("state"))))
    return [f"verify ended with {code}"] if code else []


FAULTS = (
    Fault(
        "backup-beside-import",
        "a backup, all of it, at a file call of an import",
        "both succeed; the backup, restored elsewhere, verifies and has the old or the new bars, the "
        "snapshots, and every account and key",
        Together(_import, back_up, _backed_up, 3, recovered=_verified, always=_replaces_bars),
        {"the backup does not hold the bars": broken_files.bars_unheld},
        prepare,
    ),
    Fault(
        "import-killed",
        "SIGKILL instead of a file call of an import, then a backup",
        "the backup, restored elsewhere, verifies and has the old or the new bars, the snapshots, and "
        "every account and key; the next import succeeds, and the warehouse verifies",
        killed,
        {"what it left between its renames is not put right": broken_files.not_recovered},
        prepare,
    ),
)
