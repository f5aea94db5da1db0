"""What an analyst's own tools find in a warehouse of two symbols: by glob, in metadata, as one table."""

from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from cli.main import main
from core.importing.importer import import_file
from core.warehouse.bars import read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import TABLES_VERSION
from core.warehouse.snapshots import current_id
from core.warehouse.staged_import import staged_import
from pipelines.runs import build_snapshot
from tests.support.small_warehouse import FULL_SESSIONS, saved, small_bars, small_warehouse

CONTRACTS = {"ES": "ESU4", "NQ": "NQU4"}
ROWS = len(small_bars())


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """ES, a bar of which a second file changed, and NQ; both built."""
    root = tmp_path_factory.mktemp("two")
    warehouse = small_warehouse(root)
    corrected = small_bars().tail(5).assign(volume=7)
    import_file(saved(corrected, root / "ES_2.parquet"), warehouse=warehouse)
    bars = small_bars(contract=CONTRACTS["NQ"], seed=2)
    import_file(saved(bars, root / "NQ.parquet"), warehouse=warehouse)
    for symbol in CONTRACTS:
        build_snapshot(warehouse, symbol)
    return warehouse


def served(warehouse: Warehouse) -> dict[str, Path]:
    return {
        symbol: warehouse.snapshot(symbol, str(current_id(warehouse.snapshots(symbol))))
        for symbol in CONTRACTS
    }


def test_every_parquet_file_below_bars_is_bars_with_their_symbol_and_year(two: Warehouse) -> None:
    files = f"{two.root}/bars/**/*.parquet"
    counted = (
        "SELECT symbol, year, count(*), count(DISTINCT ts) FROM read_parquet(?) GROUP BY ALL ORDER BY ALL"
    )
    expected = [(symbol, 2024, ROWS, ROWS) for symbol in CONTRACTS]
    assert duckdb.execute(counted, [files]).fetchall() == expected
    lazily = pl.scan_parquet(files, hive_partitioning=True).group_by("symbol", "year")
    found = lazily.agg(rows=pl.len(), stamps=pl.col("ts").n_unique()).sort("symbol").collect()
    assert found.rows() == expected


def test_a_file_on_trial_is_not_among_them(two: Warehouse) -> None:
    def judge() -> None:
        found = duckdb.execute("SELECT count(*) FROM read_parquet(?)", [f"{two.root}/bars/**/*.parquet"])
        assert found.fetchall() == [(2 * ROWS,)]

    staged_import(two, "ES", lambda: None, judge)


def test_every_table_says_whose_it_is_of_which_snapshot_and_version(two: Warehouse) -> None:
    for symbol, folder in served(two).items():
        tables, years = sorted(folder.glob("*.parquet")), sorted(folder.glob("*/*.parquet"))
        assert [path.relative_to(folder).as_posix() for path in years] == [
            "coin/2024.parquet",
            "signals/2024.parquet",
        ]
        assert len(tables) == 7
        for path in tables:
            said = {"symbol": symbol, "snapshot_id": folder.name, "schema_version": TABLES_VERSION}
            assert metadata(path).items() >= said.items(), path
        for path in years:
            said = {"symbol": symbol, "schema_version": TABLES_VERSION}
            assert metadata(path).items() >= said.items(), path
            assert "snapshot_id" not in metadata(path), "snapshots share the years that stay as they are"
        for path in two.bars(symbol).rglob("*.parquet"):
            content = read_bars_index(two, symbol).content_sha256
            said = {"symbol": symbol, "content_sha256": content, "schema_version": TABLES_VERSION}
            assert metadata(path).items() >= said.items(), path


def metadata(path: Path) -> dict[str, str]:
    return {key.decode(): text.decode() for key, text in (pq.read_schema(path).metadata or {}).items()}


@pytest.mark.parametrize("name", ["features", "sessions", "signals", "coin", "modules", "stability"])
def test_the_tables_of_several_symbols_read_as_one(two: Warehouse, name: str) -> None:
    tables = [path for folder in served(two).values() for path in folder.rglob("*.parquet")]
    files = [str(path) for path in tables if name in (path.stem, path.parent.name)]
    rows = {symbol: pq.read_metadata(path).num_rows for symbol, path in zip(CONTRACTS, files, strict=True)}
    counted = "SELECT symbol, count(*) FROM read_parquet(?) GROUP BY symbol ORDER BY symbol"
    assert dict(duckdb.execute(counted, [files]).fetchall()) == rows
    polars = pl.read_parquet(files).group_by(pl.col("symbol").cast(pl.String)).len()
    assert dict(polars.rows()) == rows


def test_views_of_all_symbols_have_everybodys_rows(
    two: Warehouse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["views", "--all", "--warehouse", str(two.root)]) == 0
    connection = duckdb.connect()
    connection.execute(capsys.readouterr().out)
    counted = "SELECT symbol, count(*) FROM {} GROUP BY symbol ORDER BY symbol"
    found = connection.execute(counted.format("features")).fetchall()
    assert found == [(symbol, FULL_SESSIONS) for symbol in CONTRACTS]
    found = connection.execute(counted.format("bars")).fetchall()
    assert found == [(symbol, ROWS) for symbol in CONTRACTS]


def test_path_of_all_symbols_is_a_folder_each(two: Warehouse, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["path", "--all", "--warehouse", str(two.root)]) == 0
    assert capsys.readouterr().out.splitlines() == [str(folder) for folder in served(two).values()]
    assert main(["path", "nq", "--warehouse", str(two.root)]) == 0
    assert capsys.readouterr().out.splitlines() == [str(served(two)["NQ"])]


def test_tables_that_name_no_form_are_refused_with_the_command_that_imports_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-04")
    folder = warehouse.bars("ES")
    (folder / "_origins.pq").rename(folder / "_origins.parquet")
    (folder / "_files.json").unlink()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    later = saved(small_bars(last="2024-06-04").tail(5).assign(volume=7), tmp_path / "ES_2.parquet")
    assert main(["import", str(later), "--warehouse", str(warehouse.root)]) == 1
    told = capsys.readouterr().err
    assert f"{folder / '_origins.parquet'}: is of form unnamed" in told
    assert "import its files again: almanac import FILE" in told
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
