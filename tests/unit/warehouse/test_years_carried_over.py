"""An import writes the years whose bars it changes; every other file stays the very file it was."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.warehouse.durable
from core.contracts.errors import DataError
from core.importing.importer import import_file
from core.warehouse.bars import content_sha256, read_bars, read_bars_index, write_bars
from core.warehouse.damage import damaged_bars
from core.warehouse.paths import Warehouse
from core.warehouse.sidecars import with_origins
from core.warehouse.staged_import import staged_import
from tests.support.sizes import examples
from tests.support.small_warehouse import saved, small_bars
from tests.unit.warehouse.test_write_bars import SOURCE, labelled

YEARS = (2021, 2022, 2023, 2024)
ROWS_OF_A_DAY = 81
CHANGES: dict[str, Any] = {
    "close": 5000.25,
    "volume": 7,
    "contract": "ESM4",
    "segment": "overnight",
    "bar_number": 0,
}
"""Another value of a bar; the last two are in no digest of bars."""

OF_YEARS = labelled(5000, days=tuple(f"{year}-06-07" for year in YEARS))


def write(warehouse: Warehouse, frame: pd.DataFrame, **sidecars: bytes) -> None:
    write_bars(
        warehouse,
        "ES",
        frame,
        [SOURCE],
        "contracts",
        {f"_kept/{name}": each for name, each in sidecars.items()},
    )


def files(warehouse: Warehouse) -> dict[str, tuple[int, int, bytes]]:
    """Inode, time of its last change and bytes of every file of the bars, by path."""
    folder = warehouse.bars("ES")
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes())
        for path in found
    }


def rewritten(before: dict[str, Any], warehouse: Warehouse) -> set[str]:
    """The years whose files are no longer the files they were."""
    after = files(warehouse)
    return {name[5:9] for name in before if name.startswith("year=") and after.get(name) != before[name]}


def require_true_metadata(warehouse: Warehouse) -> None:
    whole = read_bars(warehouse, "ES")
    years = whole["session_date"].dt.year
    for path in warehouse.bars("ES").glob("year=*/*.parquet"):
        said = (pq.read_schema(path).metadata or {})[b"content_sha256"].decode()
        assert said == content_sha256(whole[years == int(path.parent.name[5:])])


@given(st.dictionaries(st.integers(0, len(OF_YEARS) - 1), st.sampled_from(sorted(CHANGES)), max_size=3))
@settings(max_examples=examples(15), deadline=None)
def test_a_year_is_written_where_a_bar_of_it_changes_and_nowhere_else(changed: dict[int, str]) -> None:
    new = OF_YEARS.copy()
    for row, column in changed.items():
        new.loc[row, column] = CHANGES[column]
    with tempfile.TemporaryDirectory() as place:
        warehouse = Warehouse(Path(place))
        write(warehouse, OF_YEARS, stays=b"as it was")
        before = files(warehouse)
        write(warehouse, new)
        pd.testing.assert_frame_equal(read_bars(warehouse, "ES"), new)
        assert rewritten(before, warehouse) == {str(YEARS[row // ROWS_OF_A_DAY]) for row in changed}
        assert files(warehouse)["_kept/stays"] == before["_kept/stays"]
        require_true_metadata(warehouse)
        assert list(damaged_bars(warehouse, "ES")) == []


def of_three_years(folder: Path) -> tuple[Warehouse, Path]:
    """A warehouse of a day of each of three years, and the file of a night that adds a day to the last."""
    days = [("2022-06-06", "ESM2", 1), ("2023-06-05", "ESM3", 2), ("2024-06-03", "ESM4", 3)]
    parts = [small_bars(day, day, seed=seed, contract=contract) for day, contract, seed in days]
    warehouse = Warehouse(folder / "warehouse")
    import_file(saved(pd.concat(parts, ignore_index=True), folder / "ES.parquet"), warehouse=warehouse)
    night = small_bars("2024-06-04", "2024-06-04", seed=4, contract="ESM4")
    return warehouse, saved(night, folder / "ES_night.parquet")


def test_a_night_writes_one_file_of_bars_and_small_ones(tmp_path: Path) -> None:
    warehouse, night = of_three_years(tmp_path)
    before, was = files(warehouse), read_bars(warehouse, "ES")
    with (warehouse.bars("ES") / "year=2024/part-0.parquet").open("rb") as reader:
        staged_import(warehouse, "ES", lambda: import_file(night, warehouse=warehouse), lambda: None)
        assert reader.read() == before["year=2024/part-0.parquet"][2]
    after = files(warehouse)
    written = {name for name in after if after[name] != before.get(name)}
    fresh = {name for name in written if name.startswith("_findings/")}
    assert written - fresh == {"_bars.json", "_files.json", "_origins.pq", "year=2024/part-0.parquet"}
    assert fresh.isdisjoint(before)
    bars = read_bars(warehouse, "ES")
    pd.testing.assert_frame_equal(bars[bars["ts"].isin(was["ts"])].reset_index(drop=True), was)
    assert (len(bars) - len(was), len(with_origins(warehouse, "ES", bars).codes)) == (
        len(pd.read_parquet(night)),
        len(bars),
    )
    assert list(damaged_bars(warehouse, "ES")) == []


def test_a_night_that_is_refused_brings_every_file_back(tmp_path: Path) -> None:
    warehouse, night = of_three_years(tmp_path)
    before = files(warehouse)

    def refuse() -> None:
        assert rewritten(before, warehouse) == {"2024"}
        raise DataError("the bars are bad")

    with pytest.raises(DataError, match="the bars are bad"):
        staged_import(warehouse, "ES", lambda: import_file(night, warehouse=warehouse), refuse)
    assert files(warehouse) == before


def test_a_file_that_says_the_digest_of_all_bars_is_written_anew_once(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path)
    write(warehouse, OF_YEARS)
    index = read_bars_index(warehouse, "ES")
    for path in warehouse.bars("ES").glob("year=*/*.parquet"):
        table = pq.ParquetFile(path).read()
        said = dict(table.schema.metadata) | {b"content_sha256": index.content_sha256.encode()}
        pq.write_table(table.replace_schema_metadata(said), path, compression="zstd")
    (warehouse.bars("ES") / "_files.json").unlink()
    assert list(damaged_bars(warehouse, "ES")) == []
    before = files(warehouse)
    write(warehouse, read_bars(warehouse, "ES"))
    assert rewritten(before, warehouse) == {str(year) for year in YEARS}
    require_true_metadata(warehouse)
    before = files(warehouse)
    write(warehouse, read_bars(warehouse, "ES"))
    assert rewritten(before, warehouse) == set()
    assert read_bars_index(warehouse, "ES") == index


def test_where_a_file_has_one_name_only_it_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    warehouse, night = of_three_years(tmp_path)
    linked, of_linked = of_three_years(tmp_path / "other")
    import_file(of_linked, warehouse=linked)
    monkeypatch.setattr(os, "link", refused)
    staged_import(warehouse, "ES", lambda: import_file(night, warehouse=warehouse), lambda: None)
    pd.testing.assert_frame_equal(read_bars(warehouse, "ES"), read_bars(linked, "ES"))
    assert list(damaged_bars(warehouse, "ES")) == []


def test_a_changed_year_that_is_not_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warehouse = Warehouse(tmp_path)
    write(warehouse, OF_YEARS)
    monkeypatch.setattr(core.warehouse.durable, "_holds", lambda path, content: path.suffix == ".parquet")
    new = OF_YEARS.copy()
    new.loc[3, "close"] = CHANGES["close"]
    write(warehouse, new)
    (damage,) = damaged_bars(warehouse, "ES")
    assert "_bars.json says" in damage.found
