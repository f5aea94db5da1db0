"""Columns of a study repeat the names of the bar's and never become prices."""

from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import as_lines, wall_clock
from tests.unit.market.bar_builder import SHARED_DATA

BASE = "Open, High, Low, Last, Volume"


def saved(tmp_path: Path, header: str) -> Path:
    """The bars below these names, as Sierra writes; a name that comes again is a study's column."""
    wall, study = wall_clock(BARS, "UTC"), BARS["close"] + 0.25
    names, seen, columns = header.split(", "), set[str](), list[pd.Series]()
    for name in names:
        role = {"Last": "close"}.get(name, name.lower())
        is_the_bars = role in BARS and role not in seen and (name != "Close" or "Last" not in names)
        columns.append(BARS[role] if is_the_bars else study)
        seen |= {role} if is_the_bars else set()
    path = tmp_path / "ES.txt"
    date, time = wall.dt.strftime("%Y-%m-%d"), wall.dt.strftime("%H:%M:%S")
    path.write_text(as_lines(date, time, *columns, between=", ", header=f"Date, Time, {header}"))
    return path


@pytest.mark.parametrize(
    "header",
    [
        f"{BASE}, Open, High, Low, Close",
        f"{BASE}, Close, Open, Low, High",
        f"{BASE}, # of Trades, OHLC Avg, HL Avg, Bid Volume, Ask Volume, EMA, Open, High, Low, Close",
        f"{BASE}, Open, High, Low, Close, EMA, Open, High, Low, Close",
        f"{BASE}, Open, High, Low, Last",
        f"{BASE}, High, Low",
        f"{BASE}, Low, EMA, Open, High, Low, Close",
        "Open, High, Low, Close, Volume, Open, High, Low, Close",
        "Volume, Open, Close, High, Low, High, Low",
    ],
)
def test_a_repeated_block_is_a_studys(tmp_path: Path, header: str) -> None:
    assert_bars(read_any_file(saved(tmp_path, header)), BARS)


@pytest.mark.parametrize(
    ("header", "both"),
    [
        (f"{BASE}, Close", ("columns 6 ('last')", "8 ('close')")),
        ("Open, High, Low, Close, Last, Volume", ("columns 6 ('close')", "7 ('last')")),
        ("Open, High, Low, Close, Open, High, Low, Last, Volume", ("columns 6 ('close')", "10 ('last')")),
        (f"{BASE}, EMA, Low, Close", ("columns 6 ('last')", "10 ('close')")),
        ("Open, High, Low, Volume, Last, EMA, Close", ("'close'", "'last'")),
    ],
)
def test_two_columns_that_could_be_the_close_are_refused_by_name(
    tmp_path: Path, header: str, both: tuple[str, ...]
) -> None:
    with pytest.raises(DataError, match="could both be the close") as caught:
        read_any_file(saved(tmp_path, header))
    assert caught.value.code == "unclear_columns"
    assert "--columns" in caught.value.detail
    assert all(word in caught.value.detail for word in both), caught.value.detail


def test_two_columns_without_a_name_that_could_be_the_stamp_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ES.csv"
    stamp = wall_clock(BARS, "UTC").dt.strftime("%Y-%m-%d %H:%M:%S")
    prices = [BARS[name] for name in ("open", "high", "low", "close")]
    path.write_text(as_lines(stamp, stamp, *prices, header=",,Open,High,Low,Close"))
    with pytest.raises(DataError, match="columns 1 and 2 have no name"):
        read_any_file(path)


def test_sierras_last_before_a_studys_close() -> None:
    path = SHARED_DATA.parent / "cases" / "last_and_study_close.txt"
    if not path.exists():
        pytest.skip("no shared cases beside the repository")
    from core.importing.overrides import Overrides

    frame = read_any_file(path, Overrides(zone="America/Chicago", label="open")).frame
    last = [float(line.split(",")[5]) for line in path.read_text().splitlines()[1:]]
    assert frame["close"].tolist() == last
