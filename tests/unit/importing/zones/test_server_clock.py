"""Zones of the same instants are one answer; a clock of New York and some hours is named and accepted."""

import json
from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.importer import import_file
from core.importing.overrides import Overrides
from core.warehouse.paths import Warehouse
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import as_lines, as_ohlcv, headerless_zone, known_bars, rth_only
from tests.unit.market.bar_builder import SHARED_DATA

WINTER = known_bars("2024-11-04", "2024-12-13")
SUMMER = known_bars("2024-06-03", "2024-08-30")
YEAR = known_bars("2024-01-02", "2024-12-13")


def server(bars: pd.DataFrame, hours: int) -> str:
    """The bars stamped by New York's clock and some hours, as MetaTrader writes them."""
    wall = bars["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None) + pd.Timedelta(hours=hours)
    return as_lines(wall.dt.strftime("%Y.%m.%d"), wall.dt.strftime("%H:%M:%S"), *as_ohlcv(bars))


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ES.txt"
    path.write_text(text)
    return path


def refused(path: Path, overrides: Overrides | None = None) -> DataError:
    with pytest.raises(DataError) as caught:
        read_any_file(path, overrides or Overrides())
    return caught.value


@pytest.mark.parametrize("only_rth", [False, True])
@pytest.mark.parametrize(
    ("zone", "bars", "alike"),
    [
        ("America/New_York", WINTER, "Etc/GMT+5"),
        ("Etc/GMT+5", WINTER, "Etc/GMT+5"),
        ("Europe/London", WINTER, "Europe/London"),
        ("America/Chicago", SUMMER, "Etc/GMT+5"),
        ("Asia/Tokyo", WINTER, ""),
    ],
)
def test_zones_of_the_same_instants_are_one_answer(
    tmp_path: Path, zone: str, bars: pd.DataFrame, alike: str, *, only_rth: bool
) -> None:
    bars = rth_only(bars) if only_rth else bars
    file = read_any_file(saved(tmp_path, headerless_zone(zone)(bars)))
    assert_bars(file, bars)
    assert ("every stamp is the same instant in" in file.reading[1]) == bool(alike)
    assert alike in file.reading[1]
    stated = read_any_file(saved(tmp_path, headerless_zone(zone)(bars)), Overrides(zone=zone))
    assert_bars(stated, bars)
    assert stated.pin.zone == zone


def test_a_change_of_the_clock_leaves_one_zone(tmp_path: Path) -> None:
    reading = read_any_file(saved(tmp_path, headerless_zone("America/New_York")(BARS))).reading[1]
    assert "same instant" not in reading


def with_loud_figures(bars: pd.DataFrame) -> pd.DataFrame:
    """The bars to 16:15 with the day's step in volume at 08:30, New York, on three days of four."""
    local = bars["ts"].dt.tz_convert("America/New_York")
    minute = local.dt.hour * 60 + local.dt.minute
    loud = (minute == 510) & (local.dt.day % 4 > 0)
    louder = bars.assign(volume=bars["volume"].where(~loud, 10_000_000))
    kept: pd.DataFrame = louder[(minute < 975) | (minute >= 1080)].reset_index(drop=True)
    return kept


def test_a_small_margin_is_enough_only_with_a_change_of_the_clock(tmp_path: Path) -> None:
    write = headerless_zone("America/New_York")
    changing, summer = with_loud_figures(BARS), with_loud_figures(SUMMER)
    assert_bars(read_any_file(saved(tmp_path, write(changing))), changing)
    error = refused(saved(tmp_path, write(summer)))
    assert error.code == "unclear_zone"
    assert "too few days to tell the zone: America/New_York, bar open" in error.detail
    assert "a change of the clock" in error.detail
    assert_bars(read_any_file(saved(tmp_path, write(summer)), Overrides(zone="America/New_York")), summer)


@pytest.mark.parametrize("hours", [7, 6, 5, 8, -3, 13])
@pytest.mark.parametrize("only_rth", [False, True])
def test_a_servers_clock_is_named_and_read_where_it_is_said(
    tmp_path: Path, hours: int, *, only_rth: bool
) -> None:
    bars = rth_only(YEAR) if only_rth else YEAR
    path = saved(tmp_path, server(bars, hours))
    error = refused(path)
    assert error.code == "unclear_zone"
    sign = "plus" if hours > 0 else "minus"
    assert f"fits no zone that is tried; fits New York {sign} {abs(hours)} hours" in error.detail
    assert f"--zone New_York{hours:+d} --label open" in error.detail
    assert_bars(read_any_file(path, Overrides(zone=f"New_York{hours:+d}")), bars)


def test_a_wrong_server_clock_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, server(YEAR, 7))
    assert refused(path, Overrides(zone="New_York+6")).code in ("wrong_zone", "unclear_zone")
    assert refused(path, Overrides(zone="New_York+15")).code == "unclear_zone"
    right = saved(tmp_path, headerless_zone("America/New_York")(YEAR))
    assert refused(right, Overrides(zone="New_York+7")).code == "wrong_zone"


def test_the_server_clock_is_kept_with_the_source_and_later_files_are_held_to_it(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    said = Overrides(zone="New_York+7")
    first, night = YEAR[YEAR["ts"] < "2024-12-12T23:00Z"], YEAR[YEAR["ts"] >= "2024-12-12T23:00Z"]
    report = import_file(saved(tmp_path, server(first, 7)), warehouse=warehouse, overrides=said)
    assert any("zone New_York+7, bar open" in line for line in report.reading)
    [pin] = warehouse.sources.glob("*.json")
    assert json.loads(pin.read_text())["zone"] == "New_York+7"
    assert import_file(saved(tmp_path, server(night, 7)), warehouse=warehouse).added == len(night)
    with pytest.raises(DataError) as caught:
        import_file(saved(tmp_path, server(night, 0)), warehouse=warehouse)
    assert caught.value.code == "pinned_otherwise"
    assert "found stamps that read better as America/New_York, bar open (score 1.00" in caught.value.detail
    assert f"source {pin.stem} is pinned with zone New_York+7, bar open." in caught.value.detail


def test_a_real_server_clock() -> None:
    path = SHARED_DATA.parent / "cases" / "server_clock_new_york_plus_7.csv"
    if not path.exists():
        pytest.skip("no shared cases beside the repository")
    assert "fits New York plus 7 hours" in refused(path).detail
    local = read_any_file(path, Overrides(zone="New_York+7")).frame["ts"].dt.tz_convert("America/New_York")
    assert set(local.groupby(local.dt.date).min().dt.strftime("%H:%M")) == {"09:30"}
