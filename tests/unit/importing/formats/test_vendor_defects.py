"""A defect in a vendor's file is mended and told, or refused by name, with its row."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.formats.bar_file import BarFile, check_values
from core.market.instruments import instrument
from tests.unit.importing.formats.test_vendor_reading import BARS, assert_bars
from tests.unit.importing.vendor_files import WRITERS

LINES = WRITERS["firstrate"](BARS).splitlines()
ROW = 4000
"""The data row, counted from 1, that a defect is planted in."""

Plant = Callable[[list[str]], list[str]]


def with_row(change: Callable[[str], str]) -> list[str]:
    return [change(line) if at == ROW - 1 else line for at, line in enumerate(LINES)]


def field(at: int, value: str) -> list[str]:
    return with_row(lambda line: ",".join([*(cells := line.split(","))[:at], value, *cells[at + 1 :]]))


def saved(tmp_path: Path, lines: list[str], *, lead: str = "", end: str = "\n") -> Path:
    path = tmp_path / "ES.txt"
    path.write_text(lead + end.join([*lines, ""]), encoding="utf-8", newline="")
    return path


def told(file: BarFile) -> list[str]:
    return [finding.detail for finding in file.findings]


def refusal(path: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        check_values(read_any_file(path).frame, instrument("ES"), path)
    return caught.value


def test_a_mark_of_byte_order_crlf_and_empty_lines_are_read_over(tmp_path: Path) -> None:
    path = saved(tmp_path, [*LINES, "", ""], lead="\ufeff", end="\r\n")
    assert_bars(read_any_file(path), BARS)


def test_a_file_newest_first_is_turned(tmp_path: Path) -> None:
    file = read_any_file(saved(tmp_path, LINES[::-1]))
    assert_bars(file, BARS)
    assert any("newest first" in line for line in told(file))


def test_rows_out_of_order_are_sorted_and_the_first_is_named(tmp_path: Path) -> None:
    lines = [*LINES[: ROW - 1], LINES[ROW], LINES[ROW - 1], *LINES[ROW + 1 :]]
    file = read_any_file(saved(tmp_path, lines))
    assert_bars(file, BARS)
    assert f"1 rows out of order, sorted; the first is data row {ROW + 1}" in told(file)


def test_a_repeated_row_is_dropped_and_named(tmp_path: Path) -> None:
    file = read_any_file(saved(tmp_path, [*LINES[:ROW], LINES[ROW - 1], *LINES[ROW:]]))
    assert_bars(file, BARS)
    assert f"1 repeated rows dropped, the first data row {ROW + 1}" in told(file)


def test_a_footer_is_left_out_and_quoted(tmp_path: Path) -> None:
    file = read_any_file(saved(tmp_path, [*LINES, '"Downloaded as of 01-02-2025"']))
    assert_bars(file, BARS)
    assert any("footer line left out" in line and "as of 01-02-2025" in line for line in told(file))


def test_thousands_commas_are_read_over(tmp_path: Path) -> None:
    rows = [line.rpartition(",") for line in LINES]
    lines = [f'{rest},"{int(volume):,}"' for rest, _, volume in rows]
    assert_bars(read_any_file(saved(tmp_path, lines)), BARS)


@pytest.mark.parametrize(
    ("lines", "code", "found"),
    [
        (field(0, "2024-13-45 10:00:00"), "bad_stamp", "'2024-13-45 10:00:00'"),
        (field(0, "soon"), "bad_stamp", "'soon'"),
        (field(0, f"{LINES[ROW - 1].split(',')[0]} Europe/Berlin"), "mixed_zones", "Europe/Berlin"),
        (field(1, "five"), "bad_number", "'five'"),
        (field(1, ""), "bad_number", "''"),
        (field(1, "5000.1"), "impossible_price", "outside the bar"),
        (field(2, "1.0"), "impossible_price", "high below low"),
        (field(5, "-5"), "bad_volume", "whole number"),
        (field(5, "2.5"), "bad_volume", "whole number"),
        (
            field(0, f"{LINES[ROW - 1].split(',')[0]}.0000001"),
            "off_grid",
            ".000001Z is not on the five-minute",
        ),
        (field(0, LINES[ROW - 2].split(",")[0]), "duplicate_stamps", "twice with other values"),
    ],
)
def test_what_cannot_be_mended_is_refused_with_its_row(
    tmp_path: Path, lines: list[str], code: str, found: str
) -> None:
    error = refusal(saved(tmp_path, lines))
    assert error.code == code
    assert f"row {ROW}:" in error.detail
    assert found in error.detail


def test_a_line_cut_short_is_refused_with_its_number(tmp_path: Path) -> None:
    error = refusal(saved(tmp_path, with_row(lambda line: line[:30])))
    assert error.code == "damaged_file"
    assert f"line {ROW}" in error.detail
