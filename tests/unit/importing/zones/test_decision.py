"""The zone and the label of a file: found out, said by a person, or asked for."""

from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.overrides import Overrides
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars, saved
from tests.unit.importing.vendor_files import (
    WRITERS,
    as_lines,
    as_ohlcv,
    headerless_zone,
    known_bars,
    rth_only,
)


@pytest.mark.parametrize(
    ("overrides", "better"),
    [
        (Overrides(zone="America/Chicago"), "--zone America/New_York --label open"),
        (Overrides(zone="UTC"), "--zone America/New_York --label open"),
        (Overrides(zone="Etc/GMT+5"), "--zone America/New_York --label open"),
        (Overrides(label="close"), "--zone America/New_York --label open"),
        (Overrides(zone="America/New_York", label="close"), "--zone America/New_York --label open"),
    ],
)
@pytest.mark.parametrize("only_rth", [False, True])
def test_a_wrong_word_is_refused_with_the_better_reading(
    tmp_path: Path, overrides: Overrides, better: str, only_rth: bool
) -> None:
    bars = rth_only(BARS) if only_rth else BARS
    path = saved(tmp_path, WRITERS["firstrate"](bars))
    with pytest.raises(DataError) as caught:
        read_any_file(path, overrides)
    assert caught.value.code == "wrong_zone"
    assert better in caught.value.detail


def test_the_right_word_is_taken(tmp_path: Path) -> None:
    path = saved(tmp_path, WRITERS["tradestation"](BARS))
    assert_bars(read_any_file(path, Overrides(zone="US/Central", label="close")), BARS)


@pytest.mark.parametrize("zone", ["Etc/GMT+4", "Etc/GMT+6", "Etc/GMT+7"])
@pytest.mark.parametrize("only_rth", [False, True])
def test_a_zone_that_is_not_tried_is_asked_for_and_not_taken_for_another(
    tmp_path: Path, zone: str, only_rth: bool
) -> None:
    bars = rth_only(BARS) if only_rth else BARS
    path = saved(tmp_path, headerless_zone(zone)(bars))
    with pytest.raises(DataError) as caught:
        read_any_file(path)
    assert caught.value.code in ("unclear_zone", "mixed_zones", "off_grid"), caught.value.detail
    assert_bars(read_any_file(path, Overrides(zone=zone, label="open")), bars)


def test_a_file_too_short_for_the_probe_asks_and_takes_the_answer(tmp_path: Path) -> None:
    week = known_bars("2024-11-11", "2024-11-15")
    path = saved(tmp_path, WRITERS["tradestation"](week))
    with pytest.raises(DataError, match="too few days to tell the zone") as caught:
        read_any_file(path)
    assert caught.value.code == "unclear_zone"
    assert "--zone and --label" in caught.value.detail
    assert_bars(read_any_file(path, Overrides(zone="America/Chicago", label="close")), week)


def test_a_known_instant_needs_no_probe(tmp_path: Path) -> None:
    path = saved(tmp_path, "time,open,high,low,close,Volume\n1726437600,1,2,1,2,5\n")
    assert read_any_file(path).frame["ts"].tolist() == [pd.Timestamp("2024-09-15T22:00Z")]


def test_a_clock_of_twelve_hours_is_read_through_noon_and_midnight(tmp_path: Path) -> None:
    local = BARS["ts"].dt.tz_convert("America/New_York")
    path = tmp_path / "ES.txt"
    path.write_text(as_lines(local.dt.strftime("%m/%d/%Y %I:%M:%S %p"), *as_ohlcv(BARS)))
    assert read_any_file(path).frame["ts"].tolist() == BARS["ts"].tolist()


def test_a_morning_is_read_as_documented_or_said_whatever_its_volume(tmp_path: Path) -> None:
    ts = pd.date_range("2024-06-12T12:00Z", "2024-06-12T14:00Z", freq="5min").as_unit("s")
    loud = {"2024-06-12T12:30Z": 10_000, "2024-06-12T13:35Z": 50_000}  # 08:30 and 09:35 New York
    volume = [loud.get(f"{each:%Y-%m-%dT%H:%MZ}", 10) for each in ts]
    for first in (0, 18):
        rows = list(zip(ts[first:], volume[first:], strict=True))
        head = "time,open,high,low,close,Volume\n"
        named = "".join(f"{int(each.timestamp())},1,2,1,2,{size}\n" for each, size in rows)
        assert read_any_file(saved(tmp_path, head + named)).frame["ts"].tolist() == list(ts[first:])
        local = ((each.tz_convert("America/New_York"), size) for each, size in rows)
        unnamed = "".join(f"{each:%Y-%m-%d %H:%M},1,2,1,2,{size}\n" for each, size in local)
        path = saved(tmp_path, head + unnamed)
        said = read_any_file(path, Overrides(zone="America/New_York", label="open"))
        assert said.frame["ts"].tolist() == list(ts[first:])
        with pytest.raises(DataError, match="--zone and --label"):
            read_any_file(path, Overrides(zone="America/New_York"))
