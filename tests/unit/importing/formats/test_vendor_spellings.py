"""Ways to write what every file says: offsets, half days of the clock, German numbers, letters, any order."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.importing.formats.any_file import read_any_file
from core.importing.overrides import Overrides
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import as_lines, as_ohlcv, in_minutes, wall_clock
from tests.unit.importing.vendor_layouts import LAYOUTS, NEW_YORK

HEADER = "time,open,high,low,close,Volume"
Spelling = Callable[[pd.Timestamp], str]


def saved(tmp_path: Path, data: str | bytes) -> Path:
    path = tmp_path / "ES.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def kinds(path: Path) -> list[str]:
    return [found.kind for found in read_any_file(path).findings]


@pytest.mark.parametrize(
    "spelling",
    [
        lambda at: at.isoformat(),
        lambda at: at.isoformat(timespec="minutes"),
        lambda at: at.isoformat(timespec="milliseconds"),
        lambda at: at.isoformat()[:-3],
        lambda at: at.strftime("%Y%m%dT%H%M%S%z"),
        lambda at: f"{at:%Y-%m-%d %H:%M:%S} {at.isoformat()[-6:]}",
        lambda at: f"{at:%Y-%m-%d %H:%M:%S} GMT{at:%z}",
        lambda at: f"{at:%Y-%m-%dt%H:%M:%S}{at.isoformat()[-6:]}",
    ],
)
def test_offsets_that_change_with_the_clock_are_read(tmp_path: Path, spelling: Spelling) -> None:
    stamp = wall_clock(BARS, NEW_YORK).map(spelling)
    path = saved(tmp_path, as_lines(stamp, *as_ohlcv(BARS), header=HEADER))
    assert_bars(read_any_file(path), BARS)


def test_offsets_that_change_are_read_in_our_own_form(tmp_path: Path) -> None:
    stamp = wall_clock(BARS, NEW_YORK).map(lambda at: at.isoformat())
    text = as_lines(stamp, *as_ohlcv(BARS), header=HEADER.replace("time", "ts"))
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


@pytest.mark.parametrize("is_split", [False, True])
def test_a_twelve_hour_clock_is_read_through_the_night(tmp_path: Path, is_split: bool) -> None:
    wall = wall_clock(BARS, NEW_YORK)
    assert {0, 12} <= set(wall.dt.hour)
    parts = ["%m/%d/%Y", "%I:%M %p"] if is_split else ["%m/%d/%Y %I:%M:%S %p"]
    header = "Date,Time,Open,High,Low,Close,Volume" if is_split else HEADER
    text = as_lines(*(wall.dt.strftime(part) for part in parts), *as_ohlcv(BARS), header=header)
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


@pytest.mark.parametrize("name", ["time", "ts"])
def test_a_name_that_stands_twice_in_a_header_is_told_and_its_first_column_read(
    tmp_path: Path, name: str
) -> None:
    stamp = wall_clock(BARS, NEW_YORK).map(lambda at: at.isoformat())
    columns = [stamp, *as_ohlcv(BARS), BARS["volume"] * 2, BARS["close"] + 50]
    header = f"{name},open,high,low,close,Volume,Volume,Close"
    path = saved(tmp_path, as_lines(*columns, header=header))
    assert_bars(read_any_file(path), BARS)
    assert kinds(path) == ["repeated_columns"]


def shuffled(bars: pd.DataFrame) -> list[str]:
    lines = LAYOUTS["firstrate"].write(bars).splitlines()
    return [lines[at] for at in np.random.default_rng(5).permutation(len(lines))]


@pytest.mark.parametrize("head", [[], ["datetime,open,high,low,close,volume"]])
def test_shuffled_rows_are_sorted_and_told(tmp_path: Path, head: list[str]) -> None:
    path = saved(tmp_path, "\n".join([*head, *shuffled(BARS)]))
    assert_bars(read_any_file(path), BARS)
    assert kinds(path) == ["out_of_order"]


def test_shuffled_minutes_are_sorted_and_told(tmp_path: Path) -> None:
    bars = BARS[:4000]
    path = saved(tmp_path, "\n".join(shuffled(in_minutes(bars))))
    file = read_any_file(path, Overrides(NEW_YORK, "open"))
    assert_bars(file, bars)
    assert [found.kind for found in file.findings] == ["out_of_order"]


def german(bars: pd.DataFrame) -> str:
    """As German programs export: semicolons, decimal commas, points between thousands."""
    wall = wall_clock(bars, "Europe/Berlin")
    swapped = str.maketrans(",.", ".,")
    prices = [column.map(lambda price: f"{price:,.2f}".translate(swapped)) for column in as_ohlcv(bars)[:4]]
    volume = bars["volume"].map(lambda count: f"{count:,}".translate(swapped))
    header = "Datum;Zeit;Eröffnung;Hoch;Tief;Schluss;Volumen"
    stamps = (wall.dt.strftime("%d.%m.%Y"), wall.dt.strftime("%H:%M"))
    return as_lines(*stamps, *prices, volume, between=";", header=header)


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_german_files_are_read(tmp_path: Path, letters: str) -> None:
    path = saved(tmp_path, german(BARS).encode(letters))
    assert_bars(read_any_file(path), BARS)
    told = {"utf-8": [], "utf-8-sig": ["byte_order_mark"]}.get(letters, ["other_letters"])
    assert kinds(path) == [*told, "decimal_commas"]


def test_a_german_file_of_the_first_days_of_a_month_reads_the_day_first(tmp_path: Path) -> None:
    wall = wall_clock(BARS, "Europe/Berlin")
    days = BARS[(wall.dt.month == 10) & wall.dt.day.between(3, 12)].reset_index(drop=True)
    file = read_any_file(saved(tmp_path, german(days)), Overrides("Europe/Berlin", "open"))
    assert_bars(file, days)


@pytest.mark.parametrize("has_thousands", [True, False])
def test_decimal_commas_are_read_without_a_header(tmp_path: Path, has_thousands: bool) -> None:
    rows = [line.split(";") for line in german(BARS).splitlines()[1:]]
    if not has_thousands:
        rows = [[*row[:2], *(cell.replace(".", "") for cell in row[2:])] for row in rows]
    text = "\n".join(";".join(row).replace(",50;", ",5;").replace(",00;", ";") for row in rows)
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


@pytest.mark.parametrize("letters", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize("layout", ["tradingview_iso", "ninjatrader", "tradestation_json"])
def test_text_in_utf_16_is_read(tmp_path: Path, layout: str, letters: str) -> None:
    mark = "\ufeff" if letters == "utf-16-be" else ""
    path = saved(tmp_path, (mark + LAYOUTS[layout].write(BARS)).encode(letters))
    assert_bars(read_any_file(path), BARS)
    assert kinds(path)[0] == "other_letters"
