"""Headers that differ from their rows, and lines above them: read where they mean one thing, else refused."""

from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.overrides import Overrides
from tests.unit.importing.formats.test_vendor_reading import assert_bars
from tests.unit.importing.vendor_files import as_lines, as_ohlcv, known_bars, wall_clock
from tests.unit.market.bar_builder import SHARED_DATA

BARS = known_bars("2024-11-11", "2024-11-15")
WALL = wall_clock(BARS, "America/New_York")
STAMP, DATE, TIME = (WALL.dt.strftime(form) for form in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%H:%M:%S"))
SAID = Overrides(zone="America/New_York", label="open")
NAMES = "Open,High,Low,Close,Volume"


def rows(*first: pd.Series, between: str = ",", end: str = "\n") -> str:
    return as_lines(*first, *as_ohlcv(BARS), between=between, end=end)


def numbered() -> pd.Series:
    return pd.Series(range(1, len(BARS) + 1))


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ES.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


READABLE = {
    "sep": "sep=;\n" + rows(DATE, TIME, between=";").join(["Date;Time;Open;High;Low;Close;Volume\n", ""]),
    "sep_without_header": "sep=,\n" + rows(STAMP),
    "title": f"E-mini S&P 500, 5 minutes\nDate,Time,{NAMES}\n" + rows(DATE, TIME),
    "blank_lines": f"\n\nDate,Time,{NAMES}\n\n" + rows(DATE, TIME),
    "comments": f"# exported 2024-11-16\n# zone: exchange, no warranty, at own risk\nDate,Time,{NAMES}\n"
    + rows(DATE, TIME),
    "disclaimer": "".join(f"Line {at} of the terms; no, really, read it\n" for at in range(40))
    + f"Date,Time,{NAMES}\n"
    + rows(DATE, TIME),
    "commented_header": f"#Date,Time,{NAMES}\n" + rows(DATE, TIME),
    "mark_and_title": f"\ufeffExport\r\nDate,Time,{NAMES}\r\n" + rows(DATE, TIME, end="\r\n"),
    "date_is_two_columns": f"Date,{NAMES}\n" + rows(DATE, TIME),
    "timestamp_is_two_columns": f"Timestamp,{NAMES}\n" + rows(WALL.dt.strftime("%Y%m%d"), TIME),
    "date_and_time_are_one": f"Date,Time,{NAMES}\n" + rows(STAMP),
    "row_numbers_without_a_name": f"Date,Time,{NAMES}\n" + rows(numbered(), DATE, TIME),
    "row_numbers_with_an_empty_name": f",Date,Time,{NAMES}\n" + rows(numbered(), DATE, TIME),
    "index_without_a_name": f",{NAMES}\n" + rows(STAMP),
    "unnamed_index": f"Unnamed: 0,{NAMES}\n" + rows(STAMP),
    "index_missing_in_the_header": f"{NAMES}\n" + rows(STAMP),
    "date_without_a_name": f",Time,{NAMES}\n" + rows(DATE, TIME),
    "comma_ends_the_rows": f"Date,Time,{NAMES}\n" + rows(DATE, TIME, end=",\n"),
    "comma_ends_rows_without_header": rows(STAMP, end=",\n"),
    "comma_ends_the_header": f"Date,Time,{NAMES},\n" + rows(DATE, TIME),
    "comma_ends_both": f"Date,Time,{NAMES},\n" + rows(DATE, TIME, end=",\n"),
    "comma_ends_a_header_one_short": f"Date,{NAMES},\n" + rows(DATE, TIME),
    "commas_end_the_rows": f"Date,Time,{NAMES}\n" + rows(DATE, TIME, end=",,\n"),
    "yfinance": f"Price,{NAMES}\nTicker{',ES=F' * 5}\nDatetime,,,,,\n" + rows(STAMP),
    "yfinance_by_ticker": f"Ticker{',ES=F' * 5}\nPrice,{NAMES}\nDatetime,,,,,\n" + rows(STAMP),
    "yfinance_two_lines": f",{NAMES}\n{',ES=F' * 5}\n" + rows(STAMP),
    "yfinance_index_on_the_names": f"Datetime,{NAMES}\n{',ES=F' * 5}\n" + rows(STAMP),
    "yfinance_on_one_line": "Datetime"
    + "".join(f",\"('{name}', 'ES=F')\"" for name in NAMES.split(","))
    + f"\n{rows(STAMP)}",
    "pipes": "sep=|\n" + f"Date,Time,{NAMES}\n".replace(",", "|") + rows(DATE, TIME, between="|"),
    "row_numbers_without_header": rows(numbered(), STAMP),
    "dukascopy": f"Gmt time,{NAMES}\n" + rows(WALL.dt.strftime("%d.%m.%Y %H:%M:%S.000")),
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE.keys())
def test_a_header_that_can_mean_one_thing_is_read(tmp_path: Path, text: str) -> None:
    assert_bars(read_any_file(saved(tmp_path, text), SAID), BARS)


@pytest.mark.parametrize("name", ["Datetime", None])
def test_columns_of_two_levels_are_read_from_excel_and_parquet(tmp_path: Path, name: str | None) -> None:
    columns = {(role, "ES=F"): BARS[role.lower()] for role in NAMES.split(",")}
    table = pd.DataFrame(columns).set_axis(pd.DatetimeIndex(WALL.dt.tz_localize(None), name=name))
    table.to_parquet(tmp_path / "ES.parquet")
    table.to_excel(tmp_path / "ES.xlsx")
    for path in (tmp_path / "ES.parquet", tmp_path / "ES.xlsx"):
        file = read_any_file(path, SAID)
        assert_bars(file, BARS)
        assert set(file.frame["symbol"]) == {"ES"}


def test_lines_above_the_rows_are_reported(tmp_path: Path) -> None:
    text = f"E-mini S&P 500\n\nmade today\nDate,Time,{NAMES}\n" + rows(DATE, TIME)
    found = [
        each for each in read_any_file(saved(tmp_path, text), SAID).findings if each.kind == "lines_above"
    ]
    assert [(each.rows, each.action) for each in found] == [(2, "mended")]
    assert "the first line 1: 'E-mini S&P 500'" in found[0].detail


UNCLEAR = {
    "one_more_name": (f"Date,Time,{NAMES},Open Interest\n" + rows(DATE, TIME), ["line 2 has 7", "8 names"]),
    "one_name_short": (
        f"Date,Time,{NAMES}\n" + as_lines(DATE, TIME, *as_ohlcv(BARS), BARS["volume"]),
        ["line 2 has 8", "7 names"],
    ),
    "three_names_short": (
        f"note\nDate,{NAMES}\n" + as_lines(DATE, TIME, *as_ohlcv(BARS), *[BARS["volume"]] * 2),
        ["line 3 has 9", "6 names"],
    ),
    "a_first_row_without_its_stamp": (
        "5014.5,5016.25,5013.25,5015.5,9012\n" + rows(STAMP),
        ["line 1 has", "6 expected, 5"],
    ),
    "a_first_row_cut_short": ("2024-11-10 17:55:00,5014.5\n" + rows(STAMP), ["line 1 has", "6 expected, 2"]),
    "a_first_row_below_a_header_cut_short": (
        f"Date,Time,{NAMES}\n2024-11-10,17:55:00,5014\n" + rows(DATE, TIME),
        ["line 2 has", "7 expected, 3"],
    ),
    "a_header_of_which_little_is_left": (
        "tlow,close,volume\n" + rows(STAMP),
        ["line 2 has 6", "3 names"],
    ),
    "a_quote_without_its_end": (
        f"Date,Time,{NAMES}\n" + rows(DATE, TIME).replace("\n2024-11-14,", '\n"024-11-14,', 1),
        [f"line {DATE.tolist().index('2024-11-14') + 2} has", "7 expected, 1"],
    ),
    "a_row_cut_short": (
        f"Date,Time,{NAMES}\n" + rows(DATE, TIME) + "2024-11-15,16:55:00,5000\n" + rows(DATE, TIME),
        [f"line {len(BARS) + 2} has", "7 expected, 3"],
    ),
}


@pytest.mark.parametrize(("text", "words"), UNCLEAR.values(), ids=UNCLEAR.keys())
def test_a_header_that_can_mean_more_is_refused_with_the_line_and_both_counts(
    tmp_path: Path, text: str, words: list[str]
) -> None:
    with pytest.raises(DataError) as caught:
        read_any_file(saved(tmp_path, text), SAID)
    assert caught.value.code == "damaged_file"
    assert all(word in caught.value.detail for word in words), caught.value.detail


def test_columns_of_two_tickers_are_refused_by_name(tmp_path: Path) -> None:
    tickers = ",ES=F,NQ=F,ES=F,NQ=F,ES=F"
    text = f"Price,{NAMES}\nTicker{tickers}\nDatetime,,,,,\n" + rows(STAMP)
    with pytest.raises(DataError, match="columns of ES=F and of NQ=F"):
        read_any_file(saved(tmp_path, text), SAID)


@pytest.mark.parametrize("text", [f"Date,Time,{NAMES}\n", f"export\nDate,Time,{NAMES}\n"])
def test_a_header_and_no_rows_is_told_of_such_files(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="has a header and no rows") as caught:
        read_any_file(saved(tmp_path, text), SAID)
    assert caught.value.code == "empty_file"


@pytest.mark.parametrize("ended", ["rows", "header"])
def test_our_own_form_with_a_comma_too_many_is_read(tmp_path: Path, ended: str) -> None:
    header, end = ("ts,open,high,low,close,volume", ",\n") if ended == "rows" else (f"ts,{NAMES},", "\n")
    text = f"{header}\n" + rows(BARS["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ"), end=end)
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


@pytest.mark.parametrize("name", ["excel_sep_line.csv", "header_one_name_short.csv"])
def test_real_cases(name: str) -> None:
    path = SHARED_DATA.parent / "cases" / name
    if not path.exists():
        pytest.skip("no shared cases beside the repository")
    frame = read_any_file(path, SAID).frame
    assert len(frame) == 300
    assert frame[["open", "high", "low", "close", "volume"]].iloc[0].tolist() == [
        *(5200.0, 5202.75, 5200.0, 5202.5),
        95,
    ]


@pytest.mark.parametrize("text", ["\ufeff", "\n\n", "\ufeff\n"])
def test_a_file_without_a_line_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError) as caught:
        read_any_file(saved(tmp_path, text), SAID)
    assert caught.value.code == "empty_file"
