"""A file from outside takes no more memory and time than it may, and nothing but a regular file is read."""

import gzip
import os
import socket
import zipfile
from pathlib import Path

import pandas as pd
import pytest
import zstandard

from core.contracts.errors import DataError
from core.importing.bounded_read import ReaderLimits, read_bounded, reader_limits
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile
from core.importing.importer import import_file
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.progress import listen_to_progress
from core.importing.sources import NO_BOOK, read_sources
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import small_bars

VENDOR = "Date,Time,Open,High,Low,Close,Volume\n"


def read(path: Path, overrides: Overrides = NO_OVERRIDES, within: Path | None = None) -> BarFile:
    return read_bounded(path, overrides, NO_BOOK, with_minutes=True, within=within)


def refusal(path: Path, within: Path | None = None) -> DataError:
    with pytest.raises(DataError) as refused:
        read(path, within=within)
    return refused.value


def bars_in(folder: Path, name: str = "ES.parquet") -> Path:
    path = folder / name
    small_bars().to_parquet(path)
    return path


def minutes_in(folder: Path) -> Path:
    """One-minute bars in our own form, with contracts."""
    bars = small_bars("2024-06-03", "2024-06-04")
    parts = [bars.assign(ts=bars["ts"] + pd.Timedelta(minutes=each)) for each in range(5)]
    path = folder / "ES.csv"
    pd.concat(parts).sort_values("ts").to_csv(path, index=False)
    return path


@pytest.mark.parametrize("make", [bars_in, minutes_in])
def test_a_file_is_read_as_in_this_process(tmp_path: Path, make: object) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    here, there = read_any_file(path, with_minutes=True), read(path)
    pd.testing.assert_frame_equal(there.frame, here.frame)
    assert (here.minutes is None) == (there.minutes is None)
    if here.minutes is not None and there.minutes is not None:
        pd.testing.assert_frame_equal(there.minutes, here.minutes)
    names = ("path", "sha256", "reading", "findings", "pin")
    assert [getattr(there, name) for name in names] == [getattr(here, name) for name in names]


def test_a_refusal_is_the_reader_s_own(tmp_path: Path) -> None:
    path = tmp_path / "ES.csv"
    path.write_text("ts,open,high,low,close\n2024-02-05T14:30:00Z,1,2,1,nothing\n")
    refused = refusal(path)
    assert refused.code == "bad_number"
    assert refused.detail.startswith(f"{path}: data row 1: close is 'nothing'. Expected a number")


def test_the_steps_of_the_reader_are_heard(tmp_path: Path) -> None:
    steps: list[str] = []
    with listen_to_progress(steps.append):
        read(minutes_in(tmp_path))
    assert any(step.startswith("reading row ") for step in steps)


def test_declared_instruments_and_pins_reach_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(bars_in(tmp_path), symbol="ES", warehouse=warehouse)
    (warehouse.sources).mkdir(exist_ok=True)
    record = (
        '{"layout": "our own form", "columns": {}, "stamps": "ISO 8601", "zone": "UTC", "label": "open",'
        ' "minutes": 5, "adjustment": "contracts", "priority": null, "score": 1.0, "runner_up": null,'
        ' "margin": null, "sha256": ""}'
    )
    for name in ("one", "two"):
        (warehouse.sources / f"{name}.json").write_text(record)
    with pytest.raises(DataError) as refused:
        read_bounded(bars_in(tmp_path), NO_OVERRIDES, read_sources(warehouse))
    assert refused.value.code == "source_unclear"
    assert "one and two have files of this form" in refused.value.detail


def corners(folder: Path) -> Path:
    """A sheet of two cells as far apart as Excel has them."""
    path = folder / "ES.xlsx"
    cells = "".join(
        f'<row r="{row}"><c r="{name}"><v>1</v></c></row>'
        for row, name in ((1, "A1"), (1048576, "XFD1048576"))
    )
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {space} xmlns:r="{relation}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {space}><sheetData>{cells}</sheetData></worksheet>",
    }
    with zipfile.ZipFile(path, "w") as book:
        for name, text in parts.items():
            book.writestr(name, head + text)
    return path


def one_line(folder: Path) -> Path:
    """2,000 MB of one line, in some KB of zstd."""
    path, packer = folder / "ES.csv.zst", zstandard.ZstdCompressor().compressobj()
    with path.open("wb") as file:
        file.write(packer.compress(VENDOR.encode()))
        for _ in range(2000):
            file.write(packer.compress(b"1," * 500_000))
        file.write(packer.flush())
    return path


@pytest.mark.parametrize("make", [corners, one_line])
def test_a_small_file_that_takes_much_memory_is_refused_with_its_name_and_the_limit(
    tmp_path: Path, make: object
) -> None:
    path: Path = make(tmp_path)  # type: ignore[operator]
    assert path.stat().st_size < 200_000
    refused = refusal(path)
    assert refused.code == "over_limit"
    assert refused.detail == (
        f"{path}: reading it takes more than 4 GiB of memory. Import it in parts, or set "
        "ALMANAC_IMPORT_MEMORY higher."
    )


def test_a_file_that_takes_long_is_refused_with_its_name_and_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALMANAC_IMPORT_MINUTES", "0.001")
    path = bars_in(tmp_path)
    refused = refusal(path)
    assert refused.code == "over_limit"
    assert refused.detail.startswith(f"{path}: reading it takes longer than 0.001 minutes. ")
    assert "ALMANAC_IMPORT_MINUTES" in refused.detail


def test_limits_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reader_limits({}) == ReaderLimits(4, 10)
    set_to = {"ALMANAC_IMPORT_MEMORY": "8", "ALMANAC_IMPORT_MINUTES": "0.5"}
    assert reader_limits(set_to) == ReaderLimits(8, 0.5)
    for text in ("much", "0", "-1", "nan", "inf"):
        with pytest.raises(DataError, match="ALMANAC_IMPORT_MEMORY: found") as refused:
            reader_limits({"ALMANAC_IMPORT_MEMORY": text})
        assert refused.value.code == "bad_setting"


def pipe_at(path: Path) -> None:
    os.mkfifo(path)


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(path.parent)  # an address has room for few letters
        server.bind(path.name)
        os.chdir(here)


def device_at(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder_at(path: Path) -> None:
    path.mkdir()


def circle_at(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (pipe_at, "is a named pipe"),
        (socket_at, "is a socket"),
        (device_at, "is a device"),
        (folder_at, "is a folder"),
        (circle_at, "cannot be read"),
    ],
)
def test_what_is_no_regular_file_is_refused_without_reading(tmp_path: Path, make: object, what: str) -> None:
    path = tmp_path / "ES.csv"
    make(path)  # type: ignore[operator]
    refused = refusal(path)
    assert refused.code == "not_a_file"
    assert refused.detail.startswith(f"{path}: {what}")


def test_a_link_is_read_where_it_stays_in_the_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "drop"
    (folder / "ES").mkdir(parents=True)
    real = bars_in(folder, "kept.parquet")
    inside, outside = folder / "ES" / "ES in.parquet", folder / "ES" / "ES out.parquet"
    inside.symlink_to(real)
    outside.symlink_to(bars_in(tmp_path))
    assert len(read(inside, within=folder).frame) == len(read(outside).frame)
    refused = refusal(outside, within=folder)
    assert refused.detail == f"{outside}: is a link that leaves {folder}. Put the file itself there."


def test_a_reason_quotes_no_more_than_a_cell_and_can_be_printed(tmp_path: Path) -> None:
    path = tmp_path / "ES.csv"
    cells = "\x1b[31mred\x07" + "x" * 5_000, "a second one"
    path.write_text(f"ts,open,high,low,close\n2024-02-05T14:30:00Z,{cells[0]},1,1,{cells[1]}\n")
    detail = refusal(path).detail
    assert detail.isprintable()
    assert len(detail) < 300 + len(str(path))
    assert "data row 1: open is" in detail
    assert "Expected a number" in detail
    assert "second" not in detail


@pytest.mark.parametrize("text", ["root:x:0:0:root:/root:/bin/bash\n" * 30, "a secret\twith\ttabs\n" * 30])
def test_what_is_no_table_is_quoted_by_a_cell_at_most(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ES.txt"
    path.write_text(text)
    detail = refusal(path).detail
    assert "/bin/bash" not in detail
    assert "with" not in detail.replace("with no", "").replace("with --", "")


@pytest.mark.usefixtures("reader_process")
def test_a_name_that_is_no_utf_8_is_read_and_shown_escaped(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/ES \xff\n.parquet"))
    small_bars().to_parquet(tmp_path / "ES.parquet")
    (tmp_path / "ES.parquet").rename(path)
    file = read(path)
    assert file.path == tmp_path / r"ES \xff\n.parquet"
    report = import_file(path, symbol="ES", warehouse=Warehouse(tmp_path / "warehouse"))
    assert report.rows == len(file.frame)


def test_a_package_that_unpacks_to_more_than_it_may_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ES.csv.gz"
    with path.open("wb") as file, gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1) as package:
        piece = bytes(2**26)
        for _ in range(33):
            package.write(piece)
    assert "more than 2 GiB unpacked" in refusal(path).detail


def test_nothing_is_left_of_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "files").mkdir()
    read(bars_in(tmp_path / "files"))
    assert [each.name for each in tmp_path.iterdir()] == ["files"]
