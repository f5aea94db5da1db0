"""A build after one formula changed: its module's coin days are made again, and all is as a full build's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from core.contracts.manifest import MANIFEST_FILE
from core.features.coin_days import COIN_DECIDED
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import small_warehouse

ROOT = Path(__file__).resolve().parents[2]
MODULE, FORMULA, CHANGED = (
    "core/features/end_of_day.py",
    "return percent(_close(market) - _low(market), _range(market))",
    "return 100 - percent(_close(market) - _low(market), _range(market))",
)
"""Where a day closes in its range, counted from the low, then from the high."""

BUILD = """
import sys
from pathlib import Path
from core.build import coin_years
from core.warehouse.paths import Warehouse
from pipelines.runs import build_snapshot

toss, names = coin_years.toss, set()

def noted(ticks, rows, draws, features):
    names.update(each.definition.name for each in features)
    return toss(ticks, rows, draws, features)

coin_years.toss = noted
build_snapshot(Warehouse(Path(sys.argv[1])), "ES")
print(*sorted(names))
"""


def test_a_changed_formula_tosses_its_module_alone_and_equals_a_full_build(tmp_path: Path) -> None:
    code, warehouse = tmp_path / "code", small_warehouse(tmp_path, last="2024-06-14")
    for name in ("core", "pipelines"):
        shutil.copytree(ROOT / name, code / name, ignore=shutil.ignore_patterns("__pycache__"))
    assert tossed(code, warehouse) == {each.definition.name for each in COIN_DECIDED}
    source = (code / MODULE).read_text(encoding="utf-8")
    assert source.count(FORMULA) == 1
    (code / MODULE).write_text(source.replace(FORMULA, CHANGED), encoding="utf-8")
    alone = Warehouse(tmp_path / "alone")
    shutil.copytree(warehouse.bars_root, alone.bars_root)
    of_module = MODULE.removesuffix(".py").replace("/", ".")
    features = [each for each in COIN_DECIDED if each.compute.__module__ == of_module]
    assert tossed(code, warehouse) == {each.definition.name for each in features}
    assert tossed(code, alone) == {each.definition.name for each in COIN_DECIDED}
    assert contents(warehouse) == contents(alone)


def tossed(code: Path, warehouse: Warehouse) -> set[str]:
    """The features whose coin days a build by this code computes."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(warehouse.root)],
        cwd=code,
        env={**os.environ, "PYTHONPATH": str(code)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def contents(warehouse: Warehouse) -> dict[str, bytes]:
    """Every file of the served snapshot by its path, but the manifest."""
    folder = warehouse.snapshot("ES", (warehouse.snapshots("ES") / "CURRENT").read_text().strip())
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST_FILE]
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in files}
