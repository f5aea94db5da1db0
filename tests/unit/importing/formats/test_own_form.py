"""Good files read the same in both formats; every kind of bad file is refused by name, row and remedy."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.contracts.errors import DataError
from core.importing.formats.bar_file import BarFile, check_values, check_zone, on_tick
from core.importing.formats.own_form import read
from core.importing.formats.packages import PackedFile
from core.market.instruments import instrument
from tests.unit.market.bar_builder import SHARED_DATA, bars_at, csv_text, joined, opens, rth

ROWS = bars_at(opens("2024-07-02 09:30", "2024-07-02 09:50"), contract="ESU4")


def csv(tmp_path: Path, text: str, name: str = "ES.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def read_own(path: Path) -> BarFile:
    return read(PackedFile(path))


def read_checked(path: Path) -> None:
    check_values(read_own(path).frame, instrument("ES"), path)


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        read_checked(path)
    assert str(path) in caught.value.detail
    return caught.value


def test_csv_and_parquet_give_the_same_bars(tmp_path: Path) -> None:
    parquet = tmp_path / "ES.parquet"
    ROWS.to_parquet(parquet)
    from_parquet = read_own(parquet)
    from_csv = read_own(csv(tmp_path, csv_text(ROWS)))
    pd.testing.assert_frame_equal(from_csv.frame, from_parquet.frame)
    assert "contract" in from_csv.frame
    assert from_csv.frame["ts"].tolist() == ROWS["ts"].tolist()


@pytest.mark.parametrize("name", ["ts", "Timestamp", "DateTime", "TIME"])
def test_column_names_have_no_case_and_the_stamp_four_names(tmp_path: Path, name: str) -> None:
    text = f"{name}, Open ,HIGH,Low,close,Volume\n2024-07-02 09:30:00-04:00,1,2,1,2,5\n"
    frame = read_own(csv(tmp_path, text)).frame
    assert frame["ts"].tolist() == [pd.Timestamp("2024-07-02T13:30Z")]
    assert frame["high"].tolist() == [2.0]


def test_a_stamp_without_an_offset_is_utc(tmp_path: Path) -> None:
    text = "ts,open,high,low,close,volume\n2024-07-02 13:30,1,2,1,2,5\n"
    assert read_own(csv(tmp_path, text)).frame["ts"].tolist() == [pd.Timestamp("2024-07-02T13:30Z")]


def test_a_symbol_column_of_contract_codes_names_contracts(tmp_path: Path) -> None:
    text = csv_text(ROWS.rename(columns={"contract": "symbol"}))
    assert read_own(csv(tmp_path, text)).frame["contract"].unique().tolist() == ["ESU4"]


def test_a_folder_a_missing_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "not_a_file"
    assert refusal(tmp_path / "none.csv").code == "not_a_file"
    assert refusal(csv(tmp_path, "")).code == "empty_file"
    assert refusal(csv(tmp_path, "ts,open,high,low,close,volume\n")).code == "empty_file"


@pytest.mark.parametrize("keep", [3, 40, 0.5, 0.99])
def test_a_half_written_parquet_is_refused(tmp_path: Path, keep: float) -> None:
    path = tmp_path / "ES.parquet"
    ROWS.to_parquet(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep if keep > 1 else keep * len(whole))])
    error = refusal(path)
    assert error.code == "damaged_file"
    assert "half-written" in error.detail


def test_files_that_are_no_table_are_refused(tmp_path: Path) -> None:
    assert refusal(csv(tmp_path, csv_text(ROWS) + "2024-07-02T14:00:00Z,1,2\n")).code == "damaged_file"
    noise = tmp_path / "noise.csv"
    noise.write_bytes(b"ts,open\n\xff\xfe\x00,1\n")
    assert refusal(noise).code in ("damaged_file", "missing_column")


@pytest.mark.parametrize("column", ["ts", "open", "high", "low", "close"])
def test_a_missing_column_is_named_with_what_was_found(tmp_path: Path, column: str) -> None:
    error = refusal(csv(tmp_path, csv_text(ROWS.drop(columns=column))))
    assert error.code == "missing_column"
    assert ("stamp" if column == "ts" else column) in error.detail
    assert "found: " in error.detail


def test_of_a_column_that_stands_there_twice_the_first_counts_and_two_stamps_are_refused(
    tmp_path: Path,
) -> None:
    text = "ts,open,high,low,close,Close,volume\n2024-07-02T13:30Z,1,2,1,2,9,5\n"
    file = read_own(csv(tmp_path, text))
    assert file.frame["close"].tolist() == [2.0]
    assert [(found.kind, "'close'" in found.detail) for found in file.findings] == [
        ("repeated_columns", True)
    ]
    text = "ts,time,open,high,low,close,volume\n2024-07-02T13:30Z,09:30,1,2,1,2,5\n"
    assert "several stamps (ts, time)" in refusal(csv(tmp_path, text)).detail


def edited(row: int, column: str, value: str | float) -> str:
    frame = ROWS.astype(object)
    frame[column] = [value if at == row else found for at, found in enumerate(frame[column])]
    return csv_text(frame.assign(ts=[at if isinstance(at, str) else at.isoformat() for at in frame["ts"]]))


@pytest.mark.parametrize(
    ("row", "column", "value", "code", "found"),
    [
        (2, "ts", "yesterday", "bad_stamp", "'yesterday'"),
        (2, "ts", "2024-07-02T13:31:00Z", "off_grid", "13:31"),
        (2, "ts", "2024-07-02T13:40:00.0000001Z", "off_grid", "13:40:00.000001Z"),
        (2, "ts", "2024-07-02T13:39:59.999999999Z", "off_grid", "13:39:59.999999Z"),
        (3, "ts", "2024-07-02T13:30:00Z", "unordered_stamps", "Sort the file"),
        (3, "ts", "2024-07-02T13:40:00Z", "duplicate_stamps", "twice"),
        (1, "open", "five", "bad_number", "'five'"),
        (1, "open", "", "bad_number", "open is"),
        (1, "high", "inf", "bad_number", "high is"),
        (1, "close", 5000.1, "off_tick", "5000.1"),
        (1, "high", 4999.5, "impossible_price", "open or close outside"),
        (1, "low", 5002.0, "impossible_price", "high below low"),
        (1, "low", -1.0, "impossible_price", "prices above 0"),
        (1, "open", 5010.0, "impossible_price", "open or close outside"),
        (1, "volume", -5, "bad_volume", "whole number"),
        (1, "volume", 2.5, "bad_volume", "whole number"),
        (4, "contract", "", "bad_contract", "contract"),
    ],
)
def test_a_bad_value_is_refused_with_its_row(
    tmp_path: Path, row: int, column: str, value: str | float, code: str, found: str
) -> None:
    error = refusal(csv(tmp_path, edited(row, column, value)))
    assert error.code == code
    assert f"row {row + 1}:" in error.detail
    assert found in error.detail


def test_two_contracts_for_one_stamp_are_told_from_a_plain_duplicate(tmp_path: Path) -> None:
    both = joined([ROWS, ROWS.iloc[[2]].assign(contract="ESZ4")])
    error = refusal(csv(tmp_path, csv_text(both)))
    assert error.code == "two_contracts"
    assert "Keep one contract per session" in error.detail


def test_a_parquet_stamp_some_nanoseconds_off_the_grid_is_refused(tmp_path: Path) -> None:
    late = ROWS["ts"].dt.as_unit("ns") + pd.to_timedelta([100 * (row == 2) for row in range(len(ROWS))], "ns")
    path = tmp_path / "ES.parquet"
    ROWS.assign(ts=late).to_parquet(path)
    assert refusal(path).code == "off_grid"


def test_parquet_stamps_must_be_timestamps(tmp_path: Path) -> None:
    path = tmp_path / "ES.parquet"
    table = pa.table({name: [1.0] for name in ("ts", "open", "high", "low", "close", "volume")})
    pq.write_table(table, path)
    assert refusal(path).code == "bad_stamp"


def test_bars_of_another_length_are_refused(tmp_path: Path) -> None:
    quarter_hours = pd.date_range("2024-07-02 09:30", periods=60, freq="15min", tz="America/New_York")
    assert "15-minute bars" in refusal(csv(tmp_path, csv_text(bars_at(quarter_hours)))).detail


def test_new_york_time_written_as_utc_is_refused() -> None:
    right = bars_at(opens("2024-07-01 18:00", "2024-07-02 16:55"))
    check_zone(right, Path("ES.csv"))
    shifted = right.assign(ts=right["ts"] - pd.Timedelta(hours=4))
    with pytest.raises(DataError, match="Write the stamps as UTC bar opens") as caught:
        check_zone(shifted, Path("ES.csv"))
    assert caught.value.code == "wrong_zone"


def test_prices_become_the_nearest_double_of_their_tick() -> None:
    almost = rth("2024-07-02", 2000.1)["close"].to_numpy() + 3e-9
    assert on_tick(almost, instrument("RTY")).tolist() == [2000.1] * 81


@pytest.mark.parametrize("symbol", ["ES", "NQ", "RTY", "YM"])
def test_real_files_read_whole(symbol: str) -> None:
    path = SHARED_DATA / f"{symbol}_5m.parquet"
    if not SHARED_DATA.is_dir():
        pytest.skip("no shared data beside the repository")
    file: BarFile = read_own(path)
    check_values(file.frame, instrument(symbol), path)
    check_zone(file.frame, path)
    assert len(file.frame) == pq.ParquetFile(path).metadata.num_rows
    assert ("contract" in file.frame) == (symbol == "ES")
