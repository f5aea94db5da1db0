"""A text file as a table of text: its encoding, its grammar, its columns and its number notation.

Text may be UTF-16 with a byte order mark, or in Windows' encoding for Europe. 6.465,25 is 6465.25 in German.
"""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from core.contracts.errors import DataError, escaped, quoted
from core.importing.findings.defects import FileFinding, rows_finding
from core.importing.formats.header import BOM, PRICES, Header, found_header, is_number, is_value
from core.importing.progress import report_progress
from core.market.market import BoolArray

DELIMITERS = {";": "semicolon", "\t": "tab", ",": "comma", "|": "pipe"}

WORDS = pa.dictionary(pa.int32(), pa.string())
"""The type of a file's cells: each distinct text of some rows once."""

_PIECE_ROWS = 100_000
_HEAD_LINES, _HEAD_BYTES, _HEAD_ROWS = 50, 100_000, 1000
_PARTS = re.compile(r"[;,\t|:]")
_MOST_SHOWN = 80
_FOOTER_LINES = 3

_NUMBER = r"^[-+]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$"
_SURE_COMMA = r"^[-+]?(\d{1,3}(\.\d{3})+,\d+|\d+,(\d{1,2}|\d{4,}))$"
"""Numbers with a comma that cannot separate thousands."""

_MOST_NUMBERS = 0.5


@dataclass(frozen=True, slots=True)
class TextTable:
    """A parsed text file.

    `names` are the header's, as `plain_name` makes them, None without a header. `columns` hold text, plain or
    as `WORDS`, one per column; `findings` name what was skipped or corrected. `contract` is the position of a
    contract column made of file names. `ticker` is the symbol that a header names for all columns, `above`
    the number of lines before the first row.
    """

    path: Path
    delimiter: str
    names: tuple[str, ...] | None
    columns: tuple[pa.ChunkedArray, ...]
    findings: tuple[FileFinding, ...]
    contract: int | None = None
    ticker: str = ""
    above: int = 0

    @property
    def rows(self) -> int:
        return len(self.columns[0])


@dataclass(frozen=True, slots=True)
class _Line:
    """`number` counts from 1; `at` is the position of the line's first byte."""

    number: int
    at: int
    text: str


def pieces(column: pa.ChunkedArray, name: str = "") -> Iterator[pa.ChunkedArray]:
    """The cells of column `name` as plain text, some rows at a time, to bound the memory."""
    for first in range(0, len(column), _PIECE_ROWS):
        if name:
            report_progress(f"reading {name}, row {first + 1:,} of {len(column):,}")
        yield pc.cast(column.slice(first, _PIECE_ROWS), pa.string())


def rewritten(column: pa.ChunkedArray, how: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> pa.ChunkedArray:
    """The column as `WORDS`, with `how` applied to every piece."""
    encoded = (how(piece).dictionary_encode() for piece in pieces(column))
    return pa.chunked_array([chunk for piece in encoded for chunk in piece.chunks], WORDS)


def in_utf8(data: bytes) -> tuple[bytes, tuple[FileFinding, ...]]:
    """The text in UTF-8 and a finding for each conversion; unchanged if the encoding is unknown."""
    name = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "cp1252"
    head = data[:_HEAD_BYTES].rpartition(b"\n")[0] or data[:_HEAD_BYTES]
    if name == "cp1252" and (b"\x00" in head or _is_utf8(head)):
        return data, ()
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return data, ()
    finding = FileFinding("other_letters", 1, f"text in {name.upper()}, read as such")
    return text.removeprefix("\ufeff").encode(), (finding,)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def read_text(path: Path, data: bytes) -> TextTable:
    """Parse a text file; DataError names the first line that does not fit.

    The number of names in the header may differ from that of the columns.
    """
    lines = _head(path, data)
    delimiter, cells, first = _grammar(path, lines)
    header = found_header(cells[:first], len(cells[first]) if first < len(cells) else 0, path)
    if first == len(lines):
        raise DataError(f"{path}: has a header and no rows. Export it again.", code="empty_file")
    width, above = len(cells[first]), lines[first].number - 1
    _refuse_rows_above(path, lines, cells[:first], header, width)
    odd: list[pyarrow.csv.InvalidRow] = []

    def note(row: pyarrow.csv.InvalidRow) -> str:
        odd.append(row)
        return "skip"

    labels = [f"c{at}" for at in range(width)]
    try:
        table = pyarrow.csv.read_csv(
            pa.BufferReader(pa.py_buffer(data).slice(lines[first].at)),
            pyarrow.csv.ReadOptions(use_threads=False, column_names=labels),
            pyarrow.csv.ParseOptions(delimiter=delimiter, invalid_row_handler=note),
            pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(labels, WORDS)),
        )
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        raise DataError(f"{path}: is no table ({reason}). Export it again.", code="damaged_file") from error
    passed = [line for at, line in enumerate(lines[:first]) if at not in header.lines]
    findings = (
        *_line_findings(data, above),
        *_passed_over(passed),
        *_footers(path, odd, table.num_rows, above),
    )
    return TextTable(
        path, delimiter, header.names, tuple(table.columns), findings, ticker=header.ticker, above=above
    )


def _head(path: Path, data: bytes) -> list[_Line]:
    at = len(BOM) if data.startswith(BOM) else 0
    body = data[at : at + _HEAD_BYTES + 1]
    whole_lines = body.rpartition(b"\n")[0] if len(body) > _HEAD_BYTES else body
    lines = []
    for number, line in enumerate(whole_lines.splitlines(keepends=True), start=1):
        try:
            text = line.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise DataError(
                f"{path}: is neither UTF-8 text nor a known binary form "
                f"({error.reason} at byte {at + error.start}). Export it as CSV.",
                code="damaged_file",
            ) from error
        if text.strip():
            lines.append(_Line(number, at, text))
        at += len(line)
    if not lines:
        raise DataError(f"{path}: holds no lines. Export it again.", code="empty_file")
    return lines[:_HEAD_LINES]


def _grammar(path: Path, lines: list[_Line]) -> tuple[str, list[list[str]], int]:
    """The delimiter, the cells of the lines, and the position of the first row of numbers."""
    for delimiter in DELIMITERS:
        reader = partial(csv.reader, delimiter=delimiter, skipinitialspace=True)
        cells = [next(reader([line.text])) for line in lines]
        numeric = [at for at, row in enumerate(cells) if sum(map(is_number, row)) >= len(PRICES)]
        of_rows = Counter(len(cells[at]) for at in numeric) or Counter(map(len, cells))
        width, seen = max(of_rows.items(), key=lambda each: (each[1], each[0]))
        first = next((at for at in numeric if len(cells[at]) == width), None)
        if first is None:
            first = next((at for at, row in enumerate(cells) if any(map(is_value, row))), len(cells))
        if width > len(PRICES) and 2 * seen > len(cells) - first:
            return delimiter, cells, first
    raise DataError(
        f"{path}: its lines are no table; found {_first_cell(lines[0].text)}. Expected columns between "
        "commas, semicolons, tabs or pipes.",
        code="damaged_file",
    )


def _refuse_rows_above(
    path: Path, lines: list[_Line], above: list[list[str]], header: Header, width: int
) -> None:
    """DataError `damaged_file` at a row above the first whole one with another number of values."""
    last = max(header.lines, default=-1)
    for at, row in enumerate(above):
        is_below = at > last >= 0 and any(map(is_value, row))
        is_first = last < 0 and len(row) > 1 and is_value(row[0])
        if is_below or is_first or sum(map(is_number, row)) >= len(PRICES):
            raise DataError(
                f"{path}: line {lines[at].number} has another number of values than the {width} expected, "
                f"{len(row)}: {lines[at].text[:60]!r}. Repair the line or export again.",
                code="damaged_file",
            )


def _passed_over(lines: list[_Line]) -> Iterator[FileFinding]:
    """Findings about titles, comments and the like above the rows."""
    if lines:
        first, count = lines[0], len(lines)
        words = "1 line" if count == 1 else f"{count} lines"
        detail = f"{words} above the rows read over, the first line {first.number}: {quoted(first.text)}"
        yield FileFinding("lines_above", 1, detail, count)


def _footers(path: Path, odd: list[pyarrow.csv.InvalidRow], rows: int, above: int) -> Iterator[FileFinding]:
    """A finding about footer lines; DataError `damaged_file` for other odd lines."""
    for row in odd:
        number = row.number or 0
        is_last = number > rows + len(odd) - _FOOTER_LINES
        # A quote without its end takes the lines behind it into one cell.
        if not is_last or not rows or is_value(row.text) or "\n" in row.text.strip():
            raise DataError(
                f"{path}: line {above + number} has another number of values than the "
                f"{row.expected_columns} expected, {row.actual_columns}; it begins with "
                f"{_first_cell(row.text)}. Repair the line or export again.",
                code="damaged_file",
            )
        yield FileFinding("footer", number, f"footer line left out: {escaped(row.text[:_MOST_SHOWN])}")


def _first_cell(line: str) -> str:
    """The first cell of a line that does not fit, as a message quotes it."""
    return quoted(_PARTS.split(line, maxsplit=1)[0])


def _line_findings(body: bytes, above: int) -> Iterator[FileFinding]:
    """A byte order mark, Windows line ends and empty lines; `above` lines precede the data rows."""
    if body.startswith(BOM):
        yield FileFinding("byte_order_mark", 1, "a byte order mark read over")
    returned = body.find(b"\r")
    ends = (b"\n\n", b"\n\r\n") if returned >= 0 else (b"\n\n",)
    empty = min((at for end in ends if (at := body.find(end)) >= 0), default=-1)
    if returned >= 0:
        row = max(body.count(b"\n", 0, returned) + 1 - above, 1)
        yield FileFinding("windows_lines", row, "lines end as Windows writes them")
    if empty >= 0:
        row = max(body.count(b"\n", 0, empty) + 2 - above, 1)
        yield FileFinding("empty_lines", row, f"empty lines read over, the first at data row {row}")


def with_decimal_points(table: TextTable) -> TextTable:
    """`table` with decimal commas replaced by points."""
    heads = [
        pc.utf8_trim_whitespace(pc.cast(column.slice(0, _HEAD_ROWS), pa.string())) for column in table.columns
    ]
    if not any(pc.any(pc.match_substring_regex(head, _SURE_COMMA)).as_py() for head in heads):
        return table
    shares = [pc.mean(pc.match_substring_regex(head, _NUMBER)).as_py() for head in heads]
    columns = tuple(
        rewritten(column, _points) if share > _MOST_NUMBERS else column
        for column, share in zip(table.columns, shares, strict=True)
    )
    detail = "numbers with decimal commas, as 6.465,25 for 6465.25"
    finding = FileFinding("decimal_commas", 1, detail, table.rows)
    return replace(table, columns=columns, findings=(*table.findings, finding))


def _points(text: pa.ChunkedArray) -> pa.ChunkedArray:
    plain = pc.utf8_trim_whitespace(text)
    pointed = pc.replace_substring(pc.replace_substring(plain, ".", ""), ",", ".")
    return pc.if_else(pc.match_substring_regex(plain, _NUMBER), pointed, text)


def comma_findings(columns: Iterable[pa.ChunkedArray]) -> tuple[FileFinding, ...]:
    """A finding about thousands commas in `columns`."""
    found = (
        np.concatenate([pc.match_substring(piece, ",").to_numpy() for piece in pieces(column)])
        for column in columns
    )
    has_comma: BoolArray = np.logical_or.reduce(list(found))
    words = "{} rows with thousands commas, the first data row {}"
    return rows_finding("thousands_commas", words, has_comma, range(1, len(has_comma) + 1))
