"""Sheets of an Excel file as text."""

import csv
import io
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from core.contracts.errors import DataError
from core.importing.readers.members import Member, only_member

OLE = b"\xd0\xcf\x11\xe0"
"""The first bytes of an Excel file from before 2007."""

_BOOK = "xl/workbook."
_LEAST_CELLS = 5
_SECOND = timedelta(seconds=1)


def is_workbook(names: Sequence[str]) -> bool:
    """Whether a zip with files of these names is an Excel file."""
    return any(name.startswith(_BOOK) for name in names)


def sheet_member(path: Path, data: bytes, asked: str | None) -> Member:
    """The one sheet with bars, or the one `asked` for, as text between tabs.

    Rows before the first with five cells, as titles, are left out. DataError `several_files` where several
    sheets hold rows, `damaged_file` where it is no whole workbook.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    except CalamineError as error:
        raise DataError(
            f"{path}: is no whole Excel file ({error}). Export it again.", code="damaged_file"
        ) from error
    tables = {name: rows for name, rows in sheets.items() if any(map(_is_row, rows))}
    if not tables:
        raise DataError(f"{path}: no sheet holds a table. Export it again.", code="empty_file")
    name = only_member(path, "sheet", list(tables), asked)
    return Member(path.name, _text(tables[name]), f"sheet {name!r} of an Excel file")


def _is_row(row: Sequence[Any]) -> bool:
    return len([cell for cell in row if cell != ""]) >= _LEAST_CELLS


def _text(rows: Sequence[Sequence[Any]]) -> bytes:
    first = next(at for at, row in enumerate(rows) if _is_row(row))
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter="\t", lineterminator="\n")
    table = [row for row in rows[first:] if any(cell != "" for cell in row)]
    moments = _moments(table)
    writer.writerows([_cell(value, is_moment=at in moments) for at, value in enumerate(row)] for row in table)
    return sink.getvalue().encode()


def _moments(rows: Sequence[Sequence[Any]]) -> set[int]:
    """The columns that hold dates with times, whose midnights come as mere dates."""
    return {at for row in rows for at, value in enumerate(row) if isinstance(value, datetime)}


def _cell(value: Any, *, is_moment: bool = False) -> str:
    if isinstance(value, datetime):
        return (value + _SECOND / 2).replace(microsecond=0).isoformat(sep=" ")
    if isinstance(value, date) and is_moment:
        return f"{value.isoformat()} 00:00:00"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return _cell(datetime.combine(date(1970, 1, 1), value))[11:]
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(value)
    return str(value)
