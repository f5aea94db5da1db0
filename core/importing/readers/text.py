"""A text file as a table of text: its letters, its grammar, its columns and how its numbers are written.

Text may come in UTF-16 behind its mark, or as Windows writes it in Europe. 6.465,25 is 6465.25 in German.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.progress import report_progress
from core.market.market import BoolArray

DELIMITERS = {";": "semicolon", "\t": "tab", ",": "comma"}

WORDS = pa.dictionary(pa.int32(), pa.string())
"""How a file's cells are held: each distinct text of some rows once."""

_PIECE_ROWS = 100_000
_BOM = b"\xef\xbb\xbf"
_HEAD_LINES, _HEAD_BYTES, _HEAD_ROWS = 50, 100_000, 1000
_FOOTER_LINES = 3
_VALUE = re.compile(r"\s*[-+.\d]")

_NUMBER = r"^[-+]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$"
_SURE_COMMA = r"^[-+]?(\d{1,3}(\.\d{3})+,\d+|\d+,(\d{1,2}|\d{4,}))$"
"""Numbers whose comma cannot part thousands."""

_MOST_NUMBERS = 0.5


@dataclass(frozen=True, slots=True)
class TextTable:
    """A file of text taken apart.

    `names` are the header's, stripped, lower case and without quotes or angle brackets, None where there is
    no header; `columns` hold text, plain or as `WORDS`, one per column; `findings` say what was read over.
    `contract` is the position of a column of contracts that come from the names of files.
    """

    path: Path
    delimiter: str
    names: tuple[str, ...] | None
    columns: tuple[pa.ChunkedArray, ...]
    findings: tuple[FileFinding, ...]
    contract: int | None = None

    @property
    def rows(self) -> int:
        """How many data rows there are."""
        return len(self.columns[0])


def pieces(column: pa.ChunkedArray, name: str = "") -> Iterator[pa.ChunkedArray]:
    """The cells of the column `name` as plain text, some rows at a time, never all of a long file at once."""
    for first in range(0, len(column), _PIECE_ROWS):
        if name:
            report_progress(f"reading {name}, row {first + 1:,} of {len(column):,}")
        yield pc.cast(column.slice(first, _PIECE_ROWS), pa.string())


def rewritten(column: pa.ChunkedArray, how: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> pa.ChunkedArray:
    """The column as `WORDS`, every piece of it as `how` makes it."""
    encoded = (how(piece).dictionary_encode() for piece in pieces(column))
    return pa.chunked_array([chunk for piece in encoded for chunk in piece.chunks], WORDS)


def in_utf8(data: bytes) -> tuple[bytes, tuple[FileFinding, ...]]:
    """A text file's bytes in UTF-8, and what was read over for that; as they are where that is unknown."""
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
    """Take a file's text apart; DataError names the first line that fits nowhere."""
    head = _head(path, data[: _HEAD_BYTES + len(_BOM) + 1].removeprefix(_BOM))
    delimiter = _delimiter(path, head)
    first = next(csv.reader(head[:1], delimiter=delimiter, skipinitialspace=True))
    names = None if any(_VALUE.match(cell) for cell in first) else tuple(_plain(cell) for cell in first)
    odd: list[tuple[int, str]] = []

    def note(row: pyarrow.csv.InvalidRow) -> str:
        odd.append((row.number or 0, row.text))
        return "skip"

    above = int(names is not None)
    labels = [f"c{at}" for at in range(len(first))]
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(data),
            pyarrow.csv.ReadOptions(use_threads=False, column_names=labels, skip_rows=above),
            pyarrow.csv.ParseOptions(delimiter=delimiter, invalid_row_handler=note),
            pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(labels, WORDS)),
        )
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        raise DataError(f"{path}: is no table ({reason}). Export it again.", code="damaged_file") from error
    if table.num_rows == 0:
        raise DataError(f"{path}: has a header and no rows. Export it again.", code="empty_file")
    footers = [
        FileFinding("footer", line - above, f"footer line left out: {text}")
        for line, text in _footers(path, odd, table.num_rows + len(odd) + above, len(first))
    ]
    findings = (*_line_findings(data, above), *footers)
    return TextTable(path, delimiter, names, tuple(table.columns), findings)


def header_names(data: bytes) -> tuple[str, ...]:
    """The first line's cells as names, for a comma-separated file."""
    line = data.removeprefix(_BOM)[:10_000].split(b"\n", 1)[0].decode("utf-8", "replace")
    return tuple(_plain(cell) for cell in line.split(","))


def _plain(cell: str) -> str:
    return cell.strip().strip('"').strip("<>").strip().lower()


def _head(path: Path, body: bytes) -> list[str]:
    whole_lines = body[:_HEAD_BYTES].rpartition(b"\n")[0] if len(body) > _HEAD_BYTES else body
    try:
        text = whole_lines.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(
            f"{path}: is neither UTF-8 text nor a known binary form "
            f"({error.reason} at byte {error.start}). Export it as CSV.",
            code="damaged_file",
        ) from error
    lines = [line for line in text.splitlines() if line.strip()][:_HEAD_LINES]
    if not lines:
        raise DataError(f"{path}: holds no lines. Export it again.", code="empty_file")
    return lines


def _delimiter(path: Path, lines: list[str]) -> str:
    for delimiter in DELIMITERS:
        counts = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
        columns, seen = counts.most_common(1)[0]
        if columns > 4 and 2 * seen > len(lines):
            return delimiter
    raise DataError(
        f"{path}: its lines are no table; found {lines[0][:60]!r}. Expected columns between commas, "
        "semicolons or tabs.",
        code="damaged_file",
    )


def _footers(path: Path, odd: list[tuple[int, str]], lines: int, width: int) -> list[tuple[int, str]]:
    """The odd lines, which all have to be a footer's; DataError `damaged_file` else."""
    for number, text in odd:
        if number <= lines - _FOOTER_LINES or _VALUE.match(text):
            raise DataError(
                f"{path}: line {number} has another number of values than the {width} expected: "
                f"{text[:60]!r}. Repair the line or export again.",
                code="damaged_file",
            )
    return odd


def _line_findings(body: bytes, above: int) -> Iterator[FileFinding]:
    """A byte order mark, Windows' line ends, empty lines; `above` lines, the header, are no data rows."""
    if body.startswith(_BOM):
        yield FileFinding("byte_order_mark", 1, "a byte order mark read over")
    returned = body.find(b"\r")
    ends = (b"\n\n", b"\n\r\n") if returned >= 0 else (b"\n\n",)
    empty = min((at for end in ends if (at := body.find(end)) >= 0), default=-1)
    if returned >= 0:
        row = max(body.count(b"\n", 0, returned) + 1 - above, 1)
        yield FileFinding("windows_lines", row, "lines end as Windows writes them")
    if empty >= 0:
        row = body.count(b"\n", 0, empty) + 2 - above
        yield FileFinding("empty_lines", row, f"empty lines read over, the first at data row {row}")


def with_decimal_points(table: TextTable) -> TextTable:
    """`table` with points for decimal commas, where its numbers have such."""
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
    """Numbers written with thousands commas in any of `columns`."""
    found = (
        np.concatenate([pc.match_substring(piece, ",").to_numpy() for piece in pieces(column)])
        for column in columns
    )
    rows: BoolArray = np.logical_or.reduce(list(found))
    if not rows.any():
        return ()
    row, count = int(rows.argmax()) + 1, int(rows.sum())
    detail = f"{count:,} rows with thousands commas, the first data row {row}"
    return (FileFinding("thousands_commas", row, detail, count),)
