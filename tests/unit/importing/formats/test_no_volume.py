"""Bars without a volume are read in every layout: the volume is unknown, and that is told."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import check_values
from core.market.instruments import instrument
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.planting import file_findings
from tests.unit.importing.vendor_files import as_lines, as_ohlcv, in_minutes, wall_clock
from tests.unit.importing.vendor_layouts import LAYOUTS

UNKNOWN = BARS.assign(volume=np.nan)
MINUTES = in_minutes(BARS)


def tradingview(bars: pd.DataFrame, header: str = "time,open,high,low,close") -> str:
    """TradingView's own export: no volume unless a study draws it."""
    stamp = wall_clock(bars, "America/Chicago").map(lambda at: at.isoformat())
    studies = [bars["close"]] * (header.count(",") - 4)
    return as_lines(stamp, *as_ohlcv(bars)[:4], *studies, header=header)


def without_header(bars: pd.DataFrame) -> str:
    return as_lines(wall_clock(bars, "Europe/Berlin").dt.strftime("%Y%m%d %H%M%S"), *as_ohlcv(bars)[:4])


def own(bars: pd.DataFrame) -> str:
    return bars.drop(columns="volume").to_csv(index=False)


WITHOUT: dict[str, Callable[[], str]] = {
    "tradingview": lambda: tradingview(BARS),
    "tradingview with studies": lambda: tradingview(BARS, "time,open,high,low,close,EMA,EMA,VWAP"),
    "tradingview minutes": lambda: tradingview(MINUTES),
    "no header": lambda: without_header(BARS),
    "own form": lambda: own(BARS),
    "empty column": lambda: LAYOUTS["tradingview_iso"].write(BARS.assign(volume="")),
    "column of NaN": lambda: LAYOUTS["firstrate_sample"].write(BARS.assign(volume="NaN")),
    "half a sum": lambda: LAYOUTS["tradestation"].write(BARS).replace('"Up"', '"Study"'),
}


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ES.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", WITHOUT)
def test_a_file_without_a_volume_is_read_and_told(tmp_path: Path, name: str) -> None:
    file = read_any_file(saved(tmp_path, WITHOUT[name]()))
    assert_bars(file, UNKNOWN)
    check_values(file.frame, instrument("ES"), file.path)
    told = [found for found in file_findings(file, instrument("ES")) if "volume" in found.kind]
    assert [(found.kind, found.row, found.rows) for found in told] == [("no_volume", 1, len(BARS))]


def test_a_parquet_file_without_a_volume_is_read(tmp_path: Path) -> None:
    BARS.drop(columns="volume").to_parquet(tmp_path / "ES.parquet")
    assert_bars(read_any_file(tmp_path / "ES.parquet"), UNKNOWN)
    BARS.assign(volume=pd.array([None] * len(BARS), dtype="Int64")).to_parquet(tmp_path / "ES2.parquet")
    assert_bars(read_any_file(tmp_path / "ES2.parquet"), UNKNOWN)


@pytest.mark.parametrize("layout", ["tradingview_iso", "firstrate_sample", "own form"])
def test_a_few_unknown_volumes_are_told_with_the_first_row(tmp_path: Path, layout: str) -> None:
    bars = BARS.assign(volume=BARS["volume"].astype(object))
    bars.loc[[4000, 4007], "volume"] = ""
    text = bars.to_csv(index=False) if layout == "own form" else LAYOUTS[layout].write(bars)
    file = read_any_file(saved(tmp_path, text))
    assert_bars(file, BARS.assign(volume=BARS["volume"].where(~BARS.index.isin([4000, 4007]))))
    found = [(each.kind, each.row, each.rows) for each in file_findings(file, instrument("ES"))]
    assert ("no_volume", 4001, 2) in found


@pytest.mark.parametrize("layout", ["tradingview_iso", "own form"])
def test_a_volume_that_is_no_number_is_refused_as_before(tmp_path: Path, layout: str) -> None:
    bars = BARS.assign(volume=BARS["volume"].astype(object))
    bars.loc[4000, "volume"] = "many"
    text = bars.to_csv(index=False) if layout == "own form" else LAYOUTS[layout].write(bars)
    with pytest.raises(DataError, match="data row 4001: volume is 'many'"):
        read_any_file(saved(tmp_path, text))


def test_one_minute_without_a_volume_leaves_its_five_minutes_without(tmp_path: Path) -> None:
    minutes = MINUTES.assign(volume=MINUTES["volume"].astype(object))
    minutes.loc[501, "volume"] = ""
    file = read_any_file(saved(tmp_path, LAYOUTS["tradingview_iso"].write(minutes)))
    assert_bars(file, BARS.assign(volume=BARS["volume"].where(BARS.index != 100)))


def test_two_contracts_on_a_day_without_a_volume_are_refused(tmp_path: Path) -> None:
    first = BARS.assign(symbol="ESZ4")
    both = pd.concat([first, BARS.iloc[-300:].assign(symbol="ESH5")])
    stamp = both["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    text = both.assign(ts_event=stamp).drop(columns=["ts", "volume"]).to_csv(index=False)
    with pytest.raises(DataError, match=r"two contracts on 2024-12-12, .* no volume that says") as caught:
        read_any_file(saved(tmp_path, text))
    assert caught.value.code == "two_contracts"


def test_several_columns_that_could_be_the_volume_are_a_question(tmp_path: Path) -> None:
    lines = as_lines(wall_clock(BARS, "UTC").dt.strftime("%Y%m%d %H%M%S"), *as_ohlcv(BARS), BARS["volume"])
    with pytest.raises(DataError, match="columns 6 and 7 could be the volume") as caught:
        read_any_file(saved(tmp_path, lines))
    assert caught.value.code == "unclear_columns"
