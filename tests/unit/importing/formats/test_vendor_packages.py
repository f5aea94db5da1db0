"""Binary files and packages of vendors are read to the bars that were written."""

from pathlib import Path

import pandas as pd
import pytest
import zstandard

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import in_minutes, known_bars
from tests.unit.importing.vendor_layouts import LAYOUTS
from tests.unit.importing.vendor_packages import dbn_file, lean_zip, scid


def saved(tmp_path: Path, name: str, data: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("trades", [False, True])
def test_scid_records_of_bars_and_of_trades_are_read(tmp_path: Path, trades: bool) -> None:
    assert_bars(read_any_file(saved(tmp_path, "ESZ4.scid", scid(BARS, trades=trades))), BARS)


def test_prices_kept_in_32_bits_come_back_on_the_tick(tmp_path: Path) -> None:
    prices = {name: 2000.1 for name in ("open", "high", "low", "close")}
    file = read_any_file(saved(tmp_path, "RTY.scid", scid(BARS.assign(**prices))))
    assert set(file.frame["close"]) == {2000.1}


def test_a_scid_file_cut_within_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="half-written") as caught:
        read_any_file(saved(tmp_path, "ES.scid", scid(BARS)[:-7]))
    assert caught.value.code == "damaged_file"


@pytest.mark.parametrize("packed", [False, True])
def test_dbn_of_one_minute_bars_is_read_with_its_contract(tmp_path: Path, packed: bool) -> None:
    week = known_bars("2024-11-11", "2024-11-15")
    data = dbn_file(in_minutes(week))
    file = read_any_file(saved(tmp_path, "es.dbn", zstandard.compress(data) if packed else data))
    assert_bars(file, week)
    assert set(file.frame["contract"]) == {"ESZ4"}


@pytest.mark.parametrize("layout", ["databento_ns", "massive_futures", "dbn"])
def test_a_stamp_some_nanoseconds_off_the_grid_is_refused(tmp_path: Path, layout: str) -> None:
    late = BARS["ts"].dt.as_unit("ns") + pd.to_timedelta([100 * (row == 7) for row in BARS.index], "ns")
    bars = BARS.assign(ts=late)
    data = dbn_file(bars) if layout == "dbn" else LAYOUTS[layout].write(bars).encode()
    with pytest.raises(
        DataError, match=r"data row 8: stamp .*\.000001Z is not on the five-minute grid"
    ) as caught:
        read_any_file(saved(tmp_path, f"es.{layout}", data))
    assert caught.value.code == "off_grid"


def test_a_dbn_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    week = known_bars("2024-11-11", "2024-11-11")
    with pytest.raises(DataError, match="no whole DBN file"):
        read_any_file(saved(tmp_path, "es.dbn", dbn_file(week)[:60]))


def test_a_dbn_file_whose_symbols_are_damaged_is_refused(tmp_path: Path) -> None:
    data = dbn_file(known_bars("2024-11-11", "2024-11-11"))
    with pytest.raises(DataError, match="no whole DBN file"):
        read_any_file(saved(tmp_path, "es.dbn", data.replace(b"5602\0", b"5602\1", 1)))


def test_a_lean_zip_gives_the_leading_expiry_of_its_day(tmp_path: Path) -> None:
    bars = known_bars("2024-11-12", "2024-11-12")
    one_day = bars[bars["ts"] >= pd.Timestamp("2024-11-12", tz="UTC")].reset_index(drop=True)
    file = read_any_file(saved(tmp_path, "20241112_trade.zip", lean_zip(in_minutes(one_day))))
    assert_bars(file, one_day)
    assert set(file.frame["contract"]) == {"ESZ4"}
    assert any("did not lead" in finding.detail for finding in file.findings)


def test_a_lean_zip_that_names_no_day_is_refused(tmp_path: Path) -> None:
    bars = in_minutes(known_bars("2024-11-12", "2024-11-12"))
    package = lean_zip(bars).replace(b"20241111_es", b"20241131_es")
    with pytest.raises(DataError, match=r"20241131_es_minute_trade_202412\.csv names no day") as caught:
        read_any_file(saved(tmp_path, "20241112_trade.zip", package))
    assert caught.value.code == "bad_stamp"
