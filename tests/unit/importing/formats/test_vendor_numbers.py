"""Epochs with a fraction, Excel's days, zones' abbreviations, and the bars of Polygon's answers."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.importer import checked_file
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars, saved
from tests.unit.importing.vendor_files import as_lines, as_ohlcv, wall_clock

NEW_YORK, CHICAGO = "America/New_York", "America/Chicago"
HEADER = "Date,Open,High,Low,Close,Volume"
SECONDS = BARS["ts"].dt.as_unit("s").astype("int64")


def days(bars: pd.DataFrame, zone: str = NEW_YORK) -> pd.Series:
    """Excel's numbers of days by a zone's clock."""
    wall = wall_clock(bars, zone).dt.tz_localize(None)
    found: pd.Series = (wall - pd.Timestamp("1899-12-30")) / pd.Timedelta(days=1)
    return found


def share(bars: pd.DataFrame) -> pd.Series:
    return days(bars) % 1


def named(zone: str, form: str = "%Y-%m-%d %H:%M:%S %Z") -> Callable[[pd.DataFrame], pd.Series]:
    return lambda bars: wall_clock(bars, zone).dt.strftime(form)


STAMPS: dict[str, Callable[[pd.DataFrame], pd.Series]] = {
    "seconds": lambda _: SECONDS.astype(str) + ".0",
    "seconds_and_point": lambda _: SECONDS.astype(str) + ".",
    "milliseconds": lambda _: (SECONDS * 1000).astype(str) + ".0",
    "nanoseconds": lambda _: (SECONDS * 10**9).astype(str) + ".000000",
    "est_and_edt": named(NEW_YORK),
    "cst_and_cdt": named(CHICAGO),
    "small_letters": lambda bars: named(NEW_YORK)(bars).str.lower(),
    "half_days": named(NEW_YORK, "%m/%d/%Y %I:%M %p %Z"),
    "milliseconds_behind_a_point": named(NEW_YORK, "%d.%m.%Y %H:%M:%S.000 %Z"),
    "excel": lambda bars: days(bars).map("{:.10f}".format),
    "excel_short": lambda bars: days(bars).map("{:.5f}".format),
}


WITH_HEADER = [(how, header) for how in STAMPS for header in (True, False) if header or "excel" not in how]
"""Without a header, Excel's number of days could be a price."""


@pytest.mark.parametrize(("how", "header"), WITH_HEADER)
def test_stamps_are_read(tmp_path: Path, how: str, *, header: bool) -> None:
    text = as_lines(STAMPS[how](BARS), *as_ohlcv(BARS), header=HEADER if header else "")
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


@pytest.mark.parametrize("time", ["share", "clock"])
def test_excels_day_beside_a_time_is_read(tmp_path: Path, time: str) -> None:
    wall = wall_clock(BARS, NEW_YORK)
    second = share(BARS).map("{:.10g}".format) if time == "share" else wall.dt.strftime("%H:%M:%S")
    day = np.floor(days(BARS) + 1e-9).astype(int)
    text = as_lines(day, second, *as_ohlcv(BARS), header=f"Date,Time{HEADER[4:]}")
    assert_bars(read_any_file(saved(tmp_path, text)), BARS)


def test_excels_days_with_decimal_commas_are_read(tmp_path: Path) -> None:
    text = as_lines(days(BARS).map("{:.8f}".format), *as_ohlcv(BARS), between=";").replace(".", ",")
    assert_bars(read_any_file(saved(tmp_path, f"{HEADER}\n".replace(",", ";") + text)), BARS)


@pytest.mark.parametrize(
    "cell",
    [
        "1.7264376E+09",
        "1726437600.5",
        "45327",
        "45327.x",
        "2024-09-15 0",
        "2024-09-15 0.75",
        "2024-09-15 18:00 ET",
        "2024-09-15 18:00 XYZ",
    ],
)
def test_other_forms_are_refused_with_the_cell(tmp_path: Path, cell: str) -> None:
    text = as_lines(pd.Series(cell, BARS.index), *as_ohlcv(BARS), header=HEADER)
    with pytest.raises(DataError, match="data row 1") as caught:
        read_any_file(saved(tmp_path, text))
    assert caught.value.code == "bad_stamp"
    assert cell.rpartition(" ")[2] in caught.value.detail
    assert "Expected" in caught.value.detail or "Write" in caught.value.detail


def test_a_cell_of_another_form_among_excels_days_is_refused(tmp_path: Path) -> None:
    stamps = days(BARS).map("{:.6f}".format)
    stamps[700] = "2024-09-18 03:20"
    with pytest.raises(DataError, match="data row 701: the stamp is '2024-09-18 03:20'"):
        read_any_file(saved(tmp_path, as_lines(stamps, *as_ohlcv(BARS), header=HEADER)))


def polygon(bars: pd.DataFrame, **answer: object) -> str:
    stamps = bars["ts"].dt.as_unit("ms").astype("int64")
    results = [
        {"v": v, "vw": c, "o": o, "c": c, "h": h, "l": low, "t": t, "n": 7}
        for t, o, h, low, c, v in zip(stamps, *as_ohlcv(bars), strict=True)
    ]
    return json.dumps({**answer, "status": "OK", "resultsCount": len(bars), "results": results})


def test_polygons_results_are_read_with_their_ticker(tmp_path: Path) -> None:
    file = read_any_file(saved(tmp_path, polygon(BARS, ticker="ESZ4"), "answer.json"))
    assert_bars(file, BARS)
    assert set(file.frame["contract"]) == {"ESZ4"}
    lines = "\n".join(polygon(part, ticker="ESZ4") for part in (BARS[:500], BARS[500:]))
    assert_bars(read_any_file(saved(tmp_path, lines, "answer.json")), BARS)
    assert_bars(read_any_file(saved(tmp_path, polygon(BARS))), BARS)


@pytest.mark.parametrize("ticker", ["SPY", "NQZ4"])
def test_a_ticker_of_other_bars_is_refused_by_name(tmp_path: Path, ticker: str) -> None:
    file = read_any_file(saved(tmp_path, polygon(BARS, ticker=ticker), "answer.json"))
    with pytest.raises(DataError, match=ticker):
        checked_file(file, "ES")


@pytest.mark.parametrize("ticker", ["@ES", "ES1!", "CME_MINI:ES1!", "ES=F", "ES.F", "F.US.EP", "/ES", "ES*0"])
def test_a_vendors_name_of_the_continuous_contract_says_whose_bars_they_are(
    tmp_path: Path, ticker: str
) -> None:
    whose = pd.Series(ticker, BARS.index)
    stamps = BARS["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    for header in ("Date", "ts"):
        path = tmp_path / "bars.csv"
        path.write_text(as_lines(stamps, *as_ohlcv(BARS), whose, header=f"{header}{HEADER[4:]},Symbol"))
        incoming = checked_file(read_any_file(path), None)
        assert incoming.known.symbol == "ES"
        assert incoming.choice.policy == "unknown"


@pytest.mark.parametrize("contract", ["@ESZ24", "/ESZ24", "CME:ESZ24"])
def test_what_stands_before_a_contract_is_left_out(tmp_path: Path, contract: str) -> None:
    stamps = BARS["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    text = as_lines(stamps, *as_ohlcv(BARS), pd.Series(contract, BARS.index), header=f"{HEADER},Symbol")
    assert set(checked_file(read_any_file(saved(tmp_path, text)), "ES").bars["contract"]) == {"ESZ4"}
