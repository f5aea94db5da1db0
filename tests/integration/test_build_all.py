"""`almanac build` of several symbols: one after the other, each at the memory of one."""

import os
import shutil
import signal
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from cli.main import main
from core.build import run_build
from core.build.build import Build, start
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from tests.support.small_warehouse import saved, small_bars

ROOT = Path(__file__).resolve().parents[2]
SYMBOLS = ("ES", "NQ")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("all")
    for symbol in SYMBOLS:
        file = saved(small_bars(last="2024-06-07", contract=f"{symbol}U4"), root / f"{symbol}.parquet")
        import_file(file, warehouse=Warehouse(root / "warehouse"))
    return root / "warehouse"


@pytest.fixture
def warehouse(template: Path, tmp_path: Path) -> Warehouse:
    return Warehouse(shutil.copytree(template, tmp_path / "warehouse"))


def served(warehouse: Warehouse) -> list[bool]:
    return [current_id(warehouse.snapshots(symbol)) is not None for symbol in SYMBOLS]


@pytest.mark.parametrize("named", [("--all",), ("es", "NQ", "ES")], ids=" ".join)
def test_symbols_are_built_in_turn_and_the_tables_of_one_are_gone_before_the_next(
    warehouse: Warehouse,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    named: tuple[str, ...],
) -> None:
    begun: list[weakref.ref[Build]] = []

    def start_alone(warehouse: Warehouse, symbol: str) -> Build:
        assert [each() for each in begun] == [None] * len(begun)
        build = start(warehouse, symbol)
        begun.append(weakref.ref(build))
        return build

    monkeypatch.setattr(run_build, "start", start_alone)
    assert main(["build", *named, "--warehouse", str(warehouse.root)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert (served(warehouse), len(begun)) == ([True, True], 2)
    lines = [line.partition(":")[0] for line in printed if " published, " in line]
    assert lines == list(SYMBOLS)
    assert [line[:13] for line in printed if "  bars " in line] == [
        f"{symbol}  bars     " for symbol in SYMBOLS
    ]


def test_a_symbol_that_cannot_be_built_ends_the_command_in_one_line(
    warehouse: Warehouse, capfd: pytest.CaptureFixture[str]
) -> None:
    next(warehouse.bars("NQ").rglob("part-0.parquet")).write_bytes(b"no parquet")
    assert main(["build", "--all", "--warehouse", str(warehouse.root)]) == 1
    told = capfd.readouterr().err
    assert told.startswith(f"almanac: {warehouse.bars('NQ')}/year=2024/part-0.parquet: not readable")
    assert told.count("\n") == 1
    assert served(warehouse) == [True, False]


def test_ctrl_c_ends_the_symbol_at_work_and_says_what_is_left(warehouse: Warehouse) -> None:
    command = [sys.executable, "-m", "cli.main", "build", "--all", "--warehouse", str(warehouse.root)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as build:
        assert build.stdout is not None
        assert build.stdout.readline().startswith("ES  bars")
        os.killpg(build.pid, signal.SIGINT)
        told = build.communicate()[1]
    assert build.returncode == 130, told
    assert told == "almanac: stopped; ES was not built, NQ was not begun.\n"
    assert served(warehouse) == [False, False]
    assert list(warehouse.snapshots_root.rglob(".building-*")) == []
