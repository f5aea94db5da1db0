"""Excel files, parquet of any columns and packages of several files, read as a vendor's text is."""

import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.overrides import Overrides
from tests.unit.importing.formats.test_vendor_reading import assert_bars
from tests.unit.importing.vendor_files import known_bars, wall_clock
from tests.unit.importing.vendor_layouts import LAYOUTS, NEW_YORK

DAYS = known_bars()
OPENS = wall_clock(DAYS, NEW_YORK).dt.hour * 60 + wall_clock(DAYS, NEW_YORK).dt.minute
BARS = DAYS[(OPENS < 30) | OPENS.between(570, 970) | (OPENS >= 1080)].reset_index(drop=True)
"""Of the night the bars until midnight, which Excel writes as a mere date, and half an hour more."""
WALL = wall_clock(BARS, NEW_YORK).dt.tz_localize(None)
NAIVE = BARS.drop(columns="ts")
COLUMNS = ["open", "high", "low", "close", "volume"]


def workbook(sheets: dict[str, pd.DataFrame], *, title: bool = False) -> bytes:
    sink = io.BytesIO()
    with pd.ExcelWriter(sink, engine="xlsxwriter") as writer:
        for name, frame in sheets.items():
            frame.to_excel(writer, sheet_name=name, index=False, startrow=2 if title else 0)
            if title:
                writer.sheets[name].write(0, 0, "ES, five minutes")
    return sink.getvalue()


def saved(tmp_path: Path, name: str, data: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def zipped(files: dict[str, bytes]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            package.writestr(name, data)
    return sink.getvalue()


EXCEL = {
    "stamps": NAIVE.assign(Datetime=WALL),
    "two columns": NAIVE.assign(Date=WALL.dt.date, Time=WALL.dt.time),
    "text": NAIVE.assign(Date=WALL.dt.strftime("%m/%d/%Y"), Time=WALL.dt.strftime("%H:%M")),
}


@pytest.mark.parametrize("title", [False, True])
@pytest.mark.parametrize("form", EXCEL)
def test_an_excel_file_is_read_and_its_sheet_named(tmp_path: Path, form: str, title: bool) -> None:
    data = workbook({"Bars": EXCEL[form], "Notes": pd.DataFrame({"note": ["by hand"]})}, title=title)
    file = read_any_file(saved(tmp_path, "ES.xlsx", data))
    assert_bars(file, BARS)
    assert "sheet 'Bars' of an Excel file" in file.reading[0]
    assert f"zone {NEW_YORK}, bar open by probe" in file.reading[1]


def test_of_two_sheets_with_bars_one_is_asked_for(tmp_path: Path) -> None:
    other = EXCEL["stamps"].assign(close=EXCEL["stamps"]["close"] + 100)
    path = saved(tmp_path, "ES.xlsx", workbook({"Raw": other, "Clean": EXCEL["stamps"]}))
    with pytest.raises(
        DataError, match=r"holds 2 sheets \(Raw, Clean\). Say which one with --member"
    ) as caught:
        read_any_file(path)
    assert caught.value.code == "several_files"
    assert_bars(read_any_file(path, Overrides(member="Clean")), BARS)
    with pytest.raises(DataError, match="'Third': no such sheet; it holds Raw, Clean"):
        read_any_file(path, Overrides(member="Third"))


@pytest.mark.parametrize("keep", [0.3, 0.9])
def test_half_an_excel_file_is_refused(tmp_path: Path, keep: float) -> None:
    whole = workbook({"Bars": EXCEL["stamps"][:300]})
    with pytest.raises(DataError) as caught:
        read_any_file(saved(tmp_path, "ES.xlsx", whole[: int(keep * len(whole))]))
    assert caught.value.code == "damaged_file"


def test_an_excel_file_without_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no sheet holds a table"):
        read_any_file(saved(tmp_path, "ES.xlsx", workbook({"Notes": pd.DataFrame({"note": ["by hand"]})})))


def test_a_zip_names_its_file_or_asks_which(tmp_path: Path) -> None:
    text = LAYOUTS["tradingview_iso"].write(BARS).encode()
    one = zipped({"exports/ES_5m.csv": text, "__MACOSX/exports/._ES_5m.csv": b"\x00\x05"})
    file = read_any_file(saved(tmp_path, "one.zip", one))
    assert_bars(file, BARS)
    assert "exports/ES_5m.csv of a zip" in file.reading[0]
    path = saved(tmp_path, "two.zip", zipped({"ES_5m.csv": text, "readme.txt": b"how to read this\n"}))
    with pytest.raises(DataError, match=r"holds 2 files \(ES_5m\.csv, readme\.txt\)\..* --member NAME"):
        read_any_file(path)
    assert_bars(read_any_file(path, Overrides(member="ES_5m.csv")), BARS)
    with pytest.raises(DataError, match=r"no such file; it holds ES_5m\.csv, readme\.txt") as caught:
        read_any_file(path, Overrides(member="NQ.csv"))
    assert caught.value.code == "no_member"


def test_a_file_that_is_no_package_has_no_member(tmp_path: Path) -> None:
    path = saved(tmp_path, "ES.csv", LAYOUTS["tradingview_iso"].write(BARS).encode())
    with pytest.raises(DataError, match="it holds one file alone"):
        read_any_file(path, Overrides(member="ES.csv"))


def parquet(tmp_path: Path, frame: pd.DataFrame, *, index: bool | None = None) -> Path:
    frame.to_parquet(tmp_path / "ES.parquet", index=index)
    return tmp_path / "ES.parquet"


@pytest.mark.parametrize("name", [None, "Date", "time", "Datetime", "timestamp"])
def test_a_pandas_index_of_stamps_is_the_time(tmp_path: Path, name: str | None) -> None:
    stamps = pd.DatetimeIndex(wall_clock(BARS, NEW_YORK)).rename(name)
    assert_bars(read_any_file(parquet(tmp_path, NAIVE.set_index(stamps))), BARS)


@pytest.mark.parametrize("name", [None, "Date"])
def test_a_pandas_index_without_a_zone_is_probed(tmp_path: Path, name: str | None) -> None:
    file = read_any_file(parquet(tmp_path, NAIVE.set_index(pd.DatetimeIndex(WALL).rename(name))))
    assert_bars(file, BARS)
    assert f"zone {NEW_YORK}, bar open by probe" in file.reading[1]


def test_columns_zone_and_label_are_said_of_parquet_too(tmp_path: Path) -> None:
    frame = pd.DataFrame({"wann": WALL, "a": BARS["open"], "b": BARS["high"], "c": BARS["low"]})
    path = parquet(tmp_path, frame.assign(d=BARS["close"], e=BARS["volume"], f="x"))
    with pytest.raises(DataError, match="column 'open' is missing; found: wann, a, b, c, d, e, f"):
        read_any_file(path)
    words = ("ts", "open", "high", "low", "close", "volume", "-")
    assert_bars(read_any_file(path, Overrides(columns=words)), BARS)
    assert_bars(read_any_file(path, Overrides(NEW_YORK, "open", words)), BARS)
    with pytest.raises(DataError, match=r"found 2 words for 7 columns \(wann, a, b, c, d, e, f\)"):
        read_any_file(path, Overrides(columns=("ts", "open")))


def test_parquet_of_our_own_names_takes_a_zone_too(tmp_path: Path) -> None:
    path = parquet(tmp_path, BARS.assign(ts=WALL))
    assert_bars(read_any_file(path, Overrides(NEW_YORK, "open")), BARS)


def test_parquet_in_a_zip_and_in_one_minute_bars_is_read(tmp_path: Path) -> None:
    data = parquet(tmp_path, NAIVE.assign(Date=WALL)).read_bytes()
    assert_bars(read_any_file(saved(tmp_path, "ES.zip", zipped({"ES.parquet": data}))), BARS)
