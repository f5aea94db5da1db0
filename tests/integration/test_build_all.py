"""`almanac build --all`: each symbol in a process of its own, whose end and errors are the command's."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import pipelines.runs
from cli.main import main
from cli.own_process import run_apart
from core.contracts.errors import DataError
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


def elsewhere(*_: object) -> NoReturn:
    raise AssertionError("this process builds nothing")


def test_no_symbol_is_built_in_the_command_s_own_process(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pipelines.runs, "build_snapshot", elsewhere)
    assert main(["build", "--all", "--warehouse", str(warehouse.root)]) == 0
    said = capfd.readouterr().out.splitlines()
    assert served(warehouse) == [True, True]
    lines = [line.partition(":")[0] for line in said if " published, " in line]
    assert lines == list(SYMBOLS)
    assert [line[:13] for line in said if "  bars " in line] == [f"{symbol}  bars     " for symbol in SYMBOLS]


def test_a_symbol_that_cannot_be_built_ends_the_command_in_one_line(
    warehouse: Warehouse, capfd: pytest.CaptureFixture[str]
) -> None:
    next(warehouse.bars("NQ").rglob("part-0.parquet")).write_bytes(b"no parquet")
    assert main(["build", "--all", "--warehouse", str(warehouse.root)]) == 1
    told = capfd.readouterr().err
    assert told.startswith(f"almanac: {warehouse.bars('NQ')}/year=2024/part-0.parquet: not readable")
    assert told.count("\n") == 1
    assert served(warehouse) == [True, False]


@pytest.mark.parametrize("to_group", [True, False], ids=["by the terminal", "by kill"])
def test_ctrl_c_ends_the_symbol_at_work_and_says_what_is_left(warehouse: Warehouse, to_group: bool) -> None:
    command = [sys.executable, "-m", "cli.main", "build", "--all", "--warehouse", str(warehouse.root)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as build:
        assert build.stdout is not None
        assert build.stdout.readline().startswith("ES  bars")
        (os.killpg if to_group else os.kill)(build.pid, signal.SIGINT)
        told = build.communicate()[1]
    assert build.returncode == 130, told
    assert told == "almanac: stopped; ES was not built, NQ was not begun.\n"
    assert served(warehouse) == [False, False]
    assert list(warehouse.snapshots_root.rglob(".building-*")) == []


def killed(symbol: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_is_an_error_of_its_symbol() -> None:
    with pytest.raises(DataError, match="ES: its process was ended from outside") as caught:
        run_apart(killed, "ES", preload=__name__)
    assert caught.value.code == "killed"
