"""A vendor's file is read to the bars that were written, without a word from a person."""

import gzip
import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest
import zstandard

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile
from core.importing.overrides import Overrides
from tests.unit.importing.vendor_files import (
    WRITERS,
    headerless_zone,
    in_minutes,
    known_bars,
)
from tests.unit.market.bar_builder import SHARED_DATA

BARS = known_bars()
COLUMNS = ["ts", "open", "high", "low", "close", "volume"]
FORMATS = SHARED_DATA / "formats"
FILES = (
    sorted(path.name for path in FORMATS.glob("*") if path.suffix != ".parquet") if FORMATS.is_dir() else []
)


def saved(tmp_path: Path, text: str, name: str = "ES.txt") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


def assert_bars(file: BarFile, bars: pd.DataFrame) -> None:
    found = file.frame[COLUMNS].reset_index(drop=True)
    pd.testing.assert_frame_equal(found, bars[COLUMNS].astype({"volume": "float64"}), check_exact=True)


def test_contracts_come_from_their_column_and_spreads_are_left_out(tmp_path: Path) -> None:
    for layout in ("massive", "databento_iso"):
        file = read_any_file(saved(tmp_path, WRITERS[layout](BARS)))
        assert set(file.frame["contract"]) == {"ESZ4"}
    spread = f"1 rows of spreads left out, the first data row {len(BARS) + 1}"
    assert spread in [finding.detail for finding in file.findings]


def test_a_contract_comes_from_ninjatraders_file_name(tmp_path: Path) -> None:
    file = read_any_file(saved(tmp_path, WRITERS["ninjatrader"](BARS), "ES 12-24.Last.txt"))
    assert set(file.frame["contract"]) == {"ESZ4"}


def test_of_two_contracts_the_one_with_more_volume_gives_the_session(tmp_path: Path) -> None:
    day = BARS["ts"] >= pd.Timestamp("2024-12-09T23:00Z")
    old = WRITERS["massive"](BARS.assign(volume=BARS["volume"].where(~day, 1)))
    newer = WRITERS["massive"](BARS.assign(volume=BARS["volume"].where(day, 1))).replace("ESZ4", "ESH5")
    text = old + newer.partition("\n")[2]
    file = read_any_file(saved(tmp_path, text))
    assert_bars(file, BARS)
    assert file.frame["contract"].tolist() == ["ESH5" if late else "ESZ4" for late in day]


@pytest.mark.parametrize(
    ("zone", "label"), [("America/New_York", "open"), ("America/Chicago", "close"), ("Europe/London", "open")]
)
def test_one_minute_bars_become_the_five_minute_bars_they_add_up_to(
    tmp_path: Path, zone: str, label: str
) -> None:
    write = headerless_zone(zone, close=label == "close")
    file = read_any_file(saved(tmp_path, write(in_minutes(BARS))))
    assert_bars(file, BARS)
    assert f"zone {zone}, bar {label}" in file.reading[1]


@pytest.mark.parametrize("name", FILES)
def test_every_shared_file_reads_to_the_expected_bars(name: str) -> None:
    expected = pd.read_parquet(FORMATS / "expected.parquet")
    assert_bars(read_any_file(FORMATS / name), expected.assign(ts=expected["ts"].dt.as_unit("us")))


@pytest.mark.parametrize("kind", ["gz", "zst", "zip"])
def test_a_packed_file_reads_as_the_plain_one(tmp_path: Path, kind: str) -> None:
    data = WRITERS["kibot"](BARS).encode()
    path = tmp_path / f"ES.txt.{kind}"
    if kind == "zip":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr("ES_5min.txt", data)
        path.write_bytes(packed.getvalue())
    else:
        path.write_bytes(gzip.compress(data) if kind == "gz" else zstandard.compress(data))
    assert_bars(read_any_file(path), BARS)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match="half-written") as caught:
        read_any_file(path)
    assert caught.value.code == "damaged_file"


def test_columns_say_what_a_file_does_not(tmp_path: Path) -> None:
    text = WRITERS["kibot"](BARS)
    swapped = "\n".join(
        ",".join([*(row := line.split(","))[:2], *row[:1:-1]]) for line in text.split("\r\n") if line
    )
    path = saved(tmp_path, swapped)
    words = ("date", "time", "volume", "close", "low", "high", "open")
    assert_bars(read_any_file(path, Overrides(columns=words)), BARS)
    assert_bars(read_any_file(path), BARS)
    with pytest.raises(DataError, match="7 columns"):
        read_any_file(path, Overrides(columns=words[1:]))
