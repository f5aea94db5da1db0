"""A build that begins with an earlier one's files leaves what a build from nothing leaves, byte for byte."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

from core.build import checks
from core.build.tables import read_table
from core.contracts.manifest import MANIFEST_FILE, read_manifest
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from pipelines.runs import build_snapshot
from tests.support.small_warehouse import saved, small_bars

BARS = small_bars("2023-12-11", "2024-01-12", contract="ESH4")
LAST_NIGHT = BARS["ts"] >= pd.Timestamp("2024-01-11 22:00", tz="UTC")
YEARS = {f"{name}.parquet" for name in ("coin/2023", "signals/2023")} | {"serving/arrays_2023.bin"}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with the snapshot of every session but the last."""
    root = tmp_path_factory.mktemp("before")
    warehouse = Warehouse(root / "warehouse")
    import_file(saved(BARS[~LAST_NIGHT], root / "ES.parquet"), warehouse=warehouse)
    build_snapshot(warehouse, "ES")
    return root


@pytest.fixture
def place(before: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(before, tmp_path / "place"))


def built(place: Path, bars: pd.DataFrame) -> tuple[Path, Path]:
    """The snapshots before and after a build with these bars; it equals one without anything earlier."""
    warehouse = Warehouse(place / "warehouse")
    (earlier,) = warehouse.snapshots("ES").glob("2*")
    import_file(saved(bars, place / "ES_night.parquet"), warehouse=warehouse)
    alone = Warehouse(place / "alone")
    shutil.copytree(warehouse.bars_root, alone.bars_root)
    night, full = (each.snapshot("ES", build_snapshot(each, "ES").snapshot_id) for each in (warehouse, alone))
    assert contents(night) == contents(full)
    ours, theirs = (replace(read_manifest(folder), built_at="", replaces=None) for folder in (night, full))
    assert ours == theirs
    return earlier, night


def contents(folder: Path) -> dict[str, bytes]:
    """Every file by its path, but the manifest."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST_FILE]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def shared(earlier: Path, night: Path) -> set[str]:
    """The files that are second names of the earlier snapshot's."""
    names = contents(night)
    return {name for name in names if (earlier / name).exists() and (earlier / name).samefile(night / name)}


def test_a_night_shares_the_years_before(place: Path) -> None:
    work = place / "warehouse" / "work" / "ES"
    shutil.copytree(work, place / "work", copy_function=os.link)
    earlier, night = built(place, BARS[LAST_NIGHT])
    assert shared(earlier, night) == YEARS
    steps = {path.relative_to(work).as_posix() for path in work.rglob("*_2023.parquet")}
    assert steps == {"features/columns_2023.parquet", "signals/signals_2023.parquet"}
    assert all((work / name).samefile(place / "work" / name) for name in (*steps, "coin/2023.parquet"))


def test_a_night_reads_back_the_tables_that_it_wrote(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[int] = set()

    def noted(path: Path) -> pa.Table:
        read.add(path.stat().st_ino)
        return read_table(path)

    monkeypatch.setattr(checks, "read_table", noted)
    _, night = built(place, BARS[LAST_NIGHT])
    found = {name for name in contents(night) if (night / name).stat().st_ino in read}
    assert found == {name for name in contents(night) if name.endswith(".parquet")} - YEARS


def test_a_corrected_bar_writes_its_year_again(place: Path) -> None:
    corrected = BARS[BARS["ts"] == pd.Timestamp("2023-12-13 16:00", tz="UTC")].copy()
    corrected["close"] = corrected["low"]
    earlier, night = built(place, pd.concat([corrected, BARS[LAST_NIGHT]]))
    assert shared(earlier, night) == set()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda content: content[:-8],
    "with the same rows": lambda content: content.replace(b"parquet-cpp-arrow", b"parquet-cpp-arrov"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_year_is_written_again(place: Path, damage: str) -> None:
    (earlier,) = Warehouse(place / "warehouse").snapshots("ES").glob("2*")
    for name in ("coin/2023.parquet", "signals/2023.parquet"):
        content = (earlier / name).read_bytes()
        (earlier / name).write_bytes(DAMAGE[damage](content))
        assert (earlier / name).read_bytes() != content
    _, night = built(place, BARS[LAST_NIGHT])
    assert shared(earlier, night) == {"serving/arrays_2023.bin"}
