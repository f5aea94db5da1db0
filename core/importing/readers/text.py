"""The grammar of a text file: its delimiter, whether a header stands on top, and its columns as text."""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.readers.pieces import WORDS

DELIMITERS = {";": "semicolon", "\t": "tab", ",": "comma"}

_BOM = b"\xef\xbb\xbf"
_HEAD_LINES = 50
_HEAD_BYTES = 100_000
_FOOTER_LINES = 3
_VALUE = re.compile(r"\s*[-+.\d]")


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


def read_text(path: Path, data: bytes) -> TextTable:
    """Take a file's text apart; DataError names the first line that fits nowhere."""
    head = _head(path, data[: _HEAD_BYTES + len(_BOM) + 1].removeprefix(_BOM))
    delimiter = _delimiter(path, head)
    first = next(csv.reader(head[:1], delimiter=delimiter, skipinitialspace=True))
    names = None if any(_VALUE.match(cell) for cell in first) else tuple(_plain(cell) for cell in first)
    table = _parsed(path, data, delimiter, names, len(first))
    return replace(table, findings=(*_mark(data), *table.findings))


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


def _parsed(path: Path, data: bytes, delimiter: str, names: tuple[str, ...] | None, width: int) -> TextTable:
    odd: list[tuple[int, str]] = []

    def note(row: pyarrow.csv.InvalidRow) -> str:
        odd.append((row.number or 0, row.text))
        return "skip"

    labels = [f"c{at}" for at in range(width)]
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(data),
            pyarrow.csv.ReadOptions(
                use_threads=False, column_names=labels, skip_rows=0 if names is None else 1
            ),
            pyarrow.csv.ParseOptions(delimiter=delimiter, invalid_row_handler=note),
            pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(labels, WORDS)),
        )
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        raise DataError(f"{path}: is no table ({reason}). Export it again.", code="damaged_file") from error
    if table.num_rows == 0:
        raise DataError(f"{path}: has a header and no rows. Export it again.", code="empty_file")
    footers = _footers(path, odd, table.num_rows + len(odd) + (names is not None), width)
    above = int(names is not None)
    findings = (*_line_findings(data, above), *(_footer(line - above, text) for line, text in footers))
    return TextTable(path, delimiter, names, tuple(table.columns), findings)


def _footers(path: Path, odd: list[tuple[int, str]], lines: int, width: int) -> list[tuple[int, str]]:
    for number, text in odd:
        if number <= lines - _FOOTER_LINES or _VALUE.match(text):
            raise DataError(
                f"{path}: line {number} has another number of values than the {width} expected: "
                f"{text[:60]!r}. Repair the line or export again.",
                code="damaged_file",
            )
    return odd


def _footer(row: int, text: str) -> FileFinding:
    return FileFinding("footer", row, f"footer line left out: {text}")


def _mark(data: bytes) -> tuple[FileFinding, ...]:
    told = "a byte order mark read over"
    return (FileFinding("byte_order_mark", 1, told),) if data.startswith(_BOM) else ()


def _line_findings(body: bytes, above: int) -> tuple[FileFinding, ...]:
    """Windows' line ends and empty lines; `above` lines, the header, are no data rows."""
    returned = body.find(b"\r")
    ends = (b"\n\n", b"\n\r\n") if returned >= 0 else (b"\n\n",)
    empty = min((at for end in ends if (at := body.find(end)) >= 0), default=-1)
    found = []
    if returned >= 0:
        row = max(body.count(b"\n", 0, returned) + 1 - above, 1)
        found.append(FileFinding("windows_lines", row, "lines end as Windows writes them"))
    if empty >= 0:
        row = body.count(b"\n", 0, empty) + 2 - above
        found.append(FileFinding("empty_lines", row, f"empty lines read over, the first at data row {row}"))
    return tuple(found)
