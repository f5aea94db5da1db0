"""Every layout, packed or plain, of five-minute and of one-minute bars, full Globex or RTH alone, is read."""

import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
import zstandard

from cli.main import main
from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import WRITERS, in_minutes, known_bars, rth_only
from tests.unit.importing.vendor_layouts import CHICAGO, LAYOUTS, NEW_YORK, Layout
from tests.unit.importing.vendor_packages import dbn_file, lean_zip, scid

RTH = rth_only(BARS)
RTH_MINUTES = in_minutes(RTH)
NAIVE = [name for name, layout in LAYOUTS.items() if layout.zone is not None]
WITH_VOLUME = [name for name in LAYOUTS if name != "histdata_without_volume"]


def zipped(name: str, data: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(name, data)
    return archive.getvalue()


PACKINGS: dict[str, Callable[[str, bytes], bytes]] = {
    "": lambda _, data: data,
    ".gz": lambda _, data: gzip.compress(data),
    ".zst": lambda _, data: zstandard.compress(data),
    ".zip": zipped,
}


def packed(folder: Path, layout: Layout, bars: pd.DataFrame, packing: str = "") -> Path:
    path = folder / f"{layout.name}{packing}"
    path.write_bytes(PACKINGS[packing](layout.name, layout.write(bars).encode()))
    return path


def expected(name: str, bars: pd.DataFrame) -> pd.DataFrame:
    return bars if name in WITH_VOLUME else bars.assign(volume=0)


@pytest.mark.parametrize(("at", "name"), list(enumerate(LAYOUTS)))
def test_every_layout_is_read_to_the_bars_that_were_written(tmp_path: Path, at: int, name: str) -> None:
    layout = LAYOUTS[name]
    file = read_any_file(packed(tmp_path, layout, BARS, list(PACKINGS)[at % len(PACKINGS)]))
    assert_bars(file, expected(name, BARS))
    assert f"bar {layout.label} by" in file.reading[1]
    assert "runner-up" in file.reading[1]
    if layout.zone is not None:
        assert f"zone {layout.zone}, bar {layout.label} by probe" in file.reading[1]


@pytest.mark.parametrize("bars", [RTH, RTH_MINUTES], ids=["five", "one"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_of_rth_bars_alone_is_read(tmp_path: Path, name: str, bars: pd.DataFrame) -> None:
    assert_bars(read_any_file(packed(tmp_path, LAYOUTS[name], bars)), expected(name, RTH))


@pytest.mark.parametrize("wrong", ["zone", "label"])
@pytest.mark.parametrize("name", NAIVE)
def test_a_wrong_word_on_any_naive_file_exits_with_the_better_reading(
    tmp_path: Path, name: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = LAYOUTS[name]
    forced = {
        "zone": ["--zone", NEW_YORK if layout.zone == CHICAGO else CHICAGO],
        "label": ["--label", "close" if layout.label == "open" else "open"],
    }
    path = packed(tmp_path, layout, RTH)
    out = tmp_path / "X.parquet"
    assert main(["import", str(path), *forced[wrong], "--out", str(out)]) == 1
    assert f"read better as --zone {layout.zone} --label {layout.label}" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "label"), [("tradestation_json", "close"), ("tradovate_json", "open"), ("ib_epoch", "open")]
)
def test_a_single_night_whose_zone_is_known_has_the_documented_label(
    tmp_path: Path, name: str, label: str
) -> None:
    night = known_bars("2024-11-12", "2024-11-12")[30:60].reset_index(drop=True)
    file = read_any_file(packed(tmp_path, LAYOUTS[name], night))
    assert_bars(file, night)
    assert f"bar {label} by the documented form" in file.reading[1]


def test_a_package_of_contracts_gives_the_leading_one_of_every_session(tmp_path: Path) -> None:
    late = BARS["ts"] >= pd.Timestamp("2024-12-09T23:00Z")
    volume = BARS["volume"]
    path = tmp_path / "ES_futures.zip"
    with zipfile.ZipFile(path, "w") as package:
        old = BARS.assign(volume=volume.where(~late, 1))
        package.writestr("ES_Z24_5min.txt", WRITERS["firstrate"](old))
        newer = BARS.assign(volume=volume.where(late, volume // 100))[4_000:]
        package.writestr("ES_H25_5min.txt", WRITERS["firstrate"](newer))
    file = read_any_file(path)
    assert_bars(file, BARS)
    assert file.frame["contract"].tolist() == ["ESH5" if is_late else "ESZ4" for is_late in late]


@pytest.mark.parametrize("names", [("one.txt", "two.txt"), ("ES_Z24_5min.txt", "two.txt")])
def test_a_package_of_files_without_contracts_is_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    path = tmp_path / "ES.zip"
    with zipfile.ZipFile(path, "w") as package:
        for name in names:
            package.writestr(name, WRITERS["firstrate"](BARS[:300]))
    with pytest.raises(DataError, match="each name their contract") as caught:
        read_any_file(path)
    assert caught.value.code == "several_files"


@pytest.mark.parametrize(
    ("name", "contract"),
    [
        ("ES_Z24_5min.txt", "ESZ4"),
        ("ES 12-24.Last.txt", "ESZ4"),
        ("ESH25.csv", "ESH5"),
        ("es_continuous.txt", None),
        ("ES_M5.txt", None),
        ("ES_5min.txt", None),
        ("XXZ24.txt", None),
    ],
)
def test_a_contract_is_taken_from_a_name_that_says_one(
    tmp_path: Path, name: str, contract: str | None
) -> None:
    path = tmp_path / name
    path.write_text(WRITERS["firstrate"](RTH))
    frame = read_any_file(path).frame
    assert ("contract" in frame) == (contract is not None)
    assert contract is None or set(frame["contract"]) == {contract}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"Bars": [{"High": "1"', "damaged_file"),
        ('{"Bars": []}', "missing_column"),
        ('[{"Open": 1, "High": 1, "Low": 1, "Close": 1, "TotalVolume": 3}]', "missing_column"),
    ],
)
def test_json_without_whole_bars_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "ES.json"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        read_any_file(path)
    assert caught.value.code == code


def test_a_gap_in_json_is_named_with_its_row(tmp_path: Path) -> None:
    rows = LAYOUTS["tradestation_json"].write(RTH[:100]).replace('"Low": "', '"Lowest": "', 1)
    path = tmp_path / "ES.json"
    path.write_text(rows)
    with pytest.raises(DataError, match=r"data row 1: low is ''"):
        read_any_file(path)


def test_binary_files_and_packages_of_rth_minutes_are_read(tmp_path: Path) -> None:
    day = RTH[RTH["ts"] >= pd.Timestamp("2024-12-13", tz="UTC")].reset_index(drop=True)
    minutes = in_minutes(day)
    forms = {"ESZ4.scid": scid(minutes), "es.dbn": dbn_file(minutes), "20241213_trade.zip": lean_zip(minutes)}
    for name, data in forms.items():
        (tmp_path / name).write_bytes(data)
        file = read_any_file(tmp_path / name)
        assert_bars(file, day)
        assert "1-minute bars" in file.reading[0]
        assert set(file.frame["contract"]) == {"ESZ4"}
