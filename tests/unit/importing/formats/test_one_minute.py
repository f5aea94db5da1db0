"""One-minute bars of our own form are summed as vendors' are; a fault is met before what follows is read."""

from pathlib import Path
from shutil import copy2

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.errors import DataError
from core.importing.formats import own_form
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile, summed
from core.importing.importer import import_file
from core.warehouse.bars import read_bars
from core.warehouse.paths import Warehouse
from tests.support.sizes import examples
from tests.unit.importing.planting import BARS
from tests.unit.importing.vendor_files import in_minutes
from tests.unit.market.bar_builder import csv_text

MINUTES = in_minutes(BARS)
COLUMNS = ["ts", "open", "high", "low", "close", "volume"]


def written(path: Path, bars: pd.DataFrame) -> Path:
    if path.suffix == ".parquet":
        bars.to_parquet(path, index=False, row_group_size=20_000)
    else:
        path.write_text(csv_text(bars))
    return path


def values(file: BarFile) -> pd.DataFrame:
    return file.frame.reset_index(drop=True)


@pytest.fixture(scope="module", params=["csv", "parquet"])
def minutes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of all of the minutes; a test that changes it takes a copy."""
    return written(tmp_path_factory.mktemp("minutes") / f"ES.{request.param}", MINUTES)


def test_minutes_are_summed_to_the_bars_they_are_of(minutes: Path) -> None:
    file = read_any_file(minutes)
    expected = BARS.astype({"volume": "float64"})
    pd.testing.assert_frame_equal(values(file)[COLUMNS], expected[COLUMNS], check_dtype=False)
    assert file.frame.index.tolist() == list(range(0, len(MINUTES), 5)), "the row of the first minute"
    assert file.reading == ("one-minute bars, summed to five minutes",)
    assert file.findings == ()


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_an_import_takes_them(tmp_path: Path, form: str) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    named = MINUTES.assign(contract="ESZ4")
    report = import_file(written(tmp_path / f"ES.{form}", named), warehouse=warehouse)
    assert (report.rows, report.build.full_count) == (len(BARS), len(BARS) // 276 - 2)
    bars = read_bars(warehouse, "ES")
    assert bars["close"].tolist() == BARS["close"].tolist()
    assert bars["volume"].tolist() == BARS["volume"].tolist()


@settings(
    max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(gone=st.sets(st.integers(0, 99)), rows=st.integers(1, 40), end=st.integers(70, 100))
def test_tables_of_any_length_with_minutes_missing_give_the_same(gone: set[int], rows: int, end: int) -> None:
    kept = MINUTES.iloc[[at for at in range(end) if at not in gone]]
    if kept["ts"].dt.floor("5min").nunique() < 2:
        return
    parts = [kept.iloc[at : at + rows] for at in range(0, len(kept), rows)]
    frame, cut = summed(parts, Path("ES.csv"))
    by_bar = kept.groupby(kept["ts"].dt.floor("5min"))
    is_open = kept["ts"].iloc[-1].minute % 5 != 4
    bars = by_bar.agg({"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"})
    expected = bars.iloc[: len(bars) - is_open]
    assert frame["ts"].tolist() == expected.index.tolist()
    assert np.array_equal(frame[COLUMNS[1:]].to_numpy(), expected.to_numpy())
    assert [each.kind for each in cut] == ["partial_last_bar"] * is_open


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_symbol_and_a_contract_are_kept(tmp_path: Path, form: str) -> None:
    few = MINUTES.iloc[:200]
    for column, value in (("symbol", "ES"), ("contract", "ESZ4")):
        frame = read_any_file(written(tmp_path / f"ES.{form}", few.assign(**{column: value}))).frame
        assert frame[column].unique().tolist() == [value]


def damage(path: Path) -> None:
    """A last line cut short, or noise where the prices of a later row group stand."""
    if path.suffix == ".csv":
        path.write_text(f"{path.read_text()}2024-12-13T22:00:00Z,1\n")
        return
    at = pq.ParquetFile(path).metadata.row_group(4).column(1).data_page_offset
    content = path.read_bytes()
    path.write_bytes(content[:at] + bytes(200) + content[at + 200 :])


def with_second_row(minutes: Path, copied: Path, row: pd.DataFrame) -> Path:
    """A copy of the file, its second data row another."""
    if minutes.suffix == ".parquet":
        return written(copied, pd.concat([MINUTES.iloc[:1], row, MINUTES.iloc[2:]]))
    lines = minutes.read_text().splitlines(keepends=True)
    lines[2] = csv_text(row).splitlines(keepends=True)[1]
    copied.write_text("".join(lines))
    return copied


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("ts", MINUTES["ts"][0], "duplicate_stamps"),
        ("ts", MINUTES["ts"][1] + pd.Timedelta(seconds=7), "off_grid"),
        ("high", 1.0, "impossible_price"),
        ("volume", -3, "bad_volume"),
    ],
)
def test_a_fault_in_row_2_is_met_before_the_damage_behind_it(
    minutes: Path, tmp_path: Path, column: str, value: float | pd.Timestamp, code: str
) -> None:
    row = MINUTES.iloc[1:2].assign(**{column: value})
    path = with_second_row(minutes, tmp_path / minutes.name, row)
    damage(path)
    with pytest.raises(DataError, match="data row 2: ") as caught:
        read_any_file(path)
    assert caught.value.code == code


def test_without_a_fault_the_damage_is_met(minutes: Path, tmp_path: Path) -> None:
    path = Path(copy2(minutes, tmp_path))
    damage(path)
    with pytest.raises(DataError) as caught:
        read_any_file(path)
    assert caught.value.code == "damaged_file"


def test_a_fault_further_on_is_named_with_its_own_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_form, "_ROWS", 64)
    bars = MINUTES.iloc[:1000].copy()
    bars.loc[64 * 7, "open"] = float("inf")
    path = written(tmp_path / "ES.parquet", bars)
    with pytest.raises(DataError, match=f"data row {64 * 7 + 1}: open is inf"):
        read_any_file(path)
    turned = pd.concat([MINUTES.iloc[64:128], MINUTES.iloc[:64]])
    with pytest.raises(DataError, match=r"data row 65: .* Sort the file") as caught:
        read_any_file(written(tmp_path / "ES.parquet", turned))
    assert caught.value.code == "unordered_stamps"


def test_contracts_of_some_tables_alone_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_form, "_ROWS", 64)
    named = BARS.iloc[:256].assign(contract=pd.Series(["ESZ4"] * 128))
    with pytest.raises(DataError, match="data row 129: contract is missing") as caught:
        read_any_file(written(tmp_path / "ES.parquet", named))
    assert caught.value.code == "bad_contract"
