"""`almanac views`: a DuckDB session that reads the served snapshot, and stays on it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

from cli.main import main
from cli.snapshots import views_script
from core.importing.importer import import_file
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from tests.support.small_warehouse import FULL_SESSIONS, saved, small_bars, small_warehouse

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A warehouse with a small ES market built."""
    warehouse = small_warehouse(tmp_path_factory.mktemp("views"))
    build_snapshot(warehouse, "ES")
    return warehouse


def script_of(warehouse: Warehouse, capsys: pytest.CaptureFixture[str], *symbol: str) -> str:
    assert main(["views", *symbol, *where(warehouse)]) == 0
    return capsys.readouterr().out


def where(warehouse: Warehouse) -> list[str]:
    return ["--warehouse", str(warehouse.root)]


def opened(script: str) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(script)
    return connection


def one(connection: duckdb.DuckDBPyConnection, query: str) -> Any:
    ((value,),) = connection.execute(query).fetchall()
    return value


def files_of(path: Path) -> list[Path]:
    """A table's file, or the files of its folder."""
    return [path] if path.suffix == ".parquet" else list(path.glob("*.parquet"))


def test_each_table_is_a_view_that_says_what_the_file_says(
    built: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = built.snapshot("ES", str(current_id(built.snapshots("ES"))))
    connection = opened(script_of(built, capsys))
    tables = {path.stem: path for path in folder.iterdir() if files_of(path)}
    names = sorted(tables)
    assert {"coin", "features", "signals"} <= tables.keys()
    views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1")
    assert [name for (name,) in views.fetchall()] == sorted([*names, "bars"])
    for name in names:
        table = pq.read_table(tables[name])
        connection.register("file", table)
        assert one(connection, f"SELECT count(*) FROM {name}") == len(table)
        assert one(connection, f"SELECT count(*) FROM (FROM {name} EXCEPT ALL FROM file)") == 0
    assert one(connection, "SELECT count(*) FROM features") == FULL_SESSIONS


def test_the_bars_are_those_of_every_year(built: Warehouse, capsys: pytest.CaptureFixture[str]) -> None:
    connection = opened(script_of(built, capsys, "es"))
    rows = sum(pq.read_metadata(path).num_rows for path in built.bars("ES").glob("year=*/*.parquet"))
    assert one(connection, "SELECT count(*) FROM bars") == rows
    full = "SELECT count(*) FROM (SELECT session_date FROM bars WHERE bar_number = 81)"
    assert one(connection, full) == FULL_SESSIONS


def test_the_views_stay_on_their_snapshot_when_a_newer_one_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-07")
    build_snapshot(warehouse, "ES")
    connection = opened(script_of(warehouse, capsys))
    newer = saved(small_bars(last="2024-06-10"), tmp_path / "ES_2.parquet")
    import_file(newer, warehouse=warehouse)
    build_snapshot(warehouse, "ES")
    newest = "SELECT max(session_date) FROM features"
    assert one(connection, newest) == pd.Timestamp("2024-06-07").date()
    assert one(opened(script_of(warehouse, capsys)), newest) == pd.Timestamp("2024-06-10").date()


def examples(language: str) -> list[str]:
    """The fenced blocks of docs/analysts.md in a language."""
    text = (ROOT / "docs" / "analysts.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("query", examples("sql"))
def test_the_queries_of_the_documentation_run(
    built: Warehouse, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.chdir(built.root.parent)
    assert opened(script_of(built, capsys)).execute(query).fetchall()


def test_the_python_examples_of_the_documentation_run(built: Warehouse) -> None:
    tools = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(examples("python"))],
        env=os.environ | tools | {"ALMANAC_WAREHOUSE": str(built.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search("^gap_fill_bar +event ", done.stdout, re.MULTILINE)


def test_each_symbol_can_have_a_schema_of_its_own(
    built: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(built, capsys)
    connection = opened(f"CREATE SCHEMA es; USE es; {script} CREATE SCHEMA nq; USE nq; {script}")
    both = "SELECT count(*) FROM es.features JOIN nq.features USING (session_date)"
    assert one(connection, both) == FULL_SESSIONS


def test_signs_of_a_folder_name_stand_for_themselves(built: Warehouse, tmp_path: Path) -> None:
    folder = built.snapshot("ES", str(current_id(built.snapshots("ES"))))
    odd = tmp_path / "what's [here]? * all" / folder.name
    shutil.copytree(folder, odd)
    connection = opened(views_script({"ES": odd}, {"ES": tmp_path / "no bars"}))
    assert one(connection, "SELECT count(*) FROM sessions") == FULL_SESSIONS + 1


def test_a_warehouse_without_a_snapshot_says_what_to_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["views", "--warehouse", str(tmp_path)]) == 1
    assert "Make a snapshot with: almanac build" in capsys.readouterr().err


def test_the_command_waits_for_no_heavy_library(built: Warehouse) -> None:
    script = "import sys; from cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", script, "views", *where(built)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert not set(done.stderr.split()) & {"pandas", "pyarrow", "numpy", "dagster", "duckdb"}
