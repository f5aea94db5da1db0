"""Excel workbooks: dates as dates, numbers as numbers, nothing as a formula, bytes that do not vary."""

import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from service.export.document import Cell, CellKind, Column, Document, Share

_SHARE = "share"
_FORMATS: Mapping[str, str] = {
    "date": "yyyy-mm-dd",
    "whole": "0",
    "number": "0.00",
    "percent": '0.00"%"',
    "test": "0.0000",
    _SHARE: "0.00%",
}
_WIDTHS: Mapping[CellKind, int] = {"text": 24, "date": 12}
_WIDTH = 14
_EPOCH = datetime(2000, 1, 1)
_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_date_format": _FORMATS["date"],
}


def render(document: Document) -> bytes:
    """One sheet: the facts, then the table with its headings frozen and its filters on."""
    import xlsxwriter  # type: ignore[import-untyped]

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, _OPTIONS) as book:
        book.set_properties({"title": document.title, "created": _EPOCH})
        sheet = book.add_worksheet(document.sheet)
        head = _write_facts(sheet, document, book.add_format({"bold": True}))
        _write_table(book, sheet, document, head)
    return buffer.getvalue()


def _write_facts(sheet: Any, document: Document, bold: Any) -> int:
    """The row of the headings."""
    sheet.write_string(0, 0, document.title, bold)
    for row, fact in enumerate(document.facts, 1):
        sheet.write_string(row, 0, fact.name)
        sheet.write_string(row, 1, fact.text)
    return len(document.facts) + 2


def _write_table(book: Any, sheet: Any, document: Document, head: int) -> None:
    heading = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
    formats = {kind: book.add_format({"num_format": text}) for kind, text in _FORMATS.items()}
    for place, column in enumerate(document.columns):
        sheet.write_string(head, place, column.title, heading)
        sheet.set_column(place, place, _WIDTHS.get(column.kind, _WIDTH))
    for row, record in enumerate(document.rows, head + 1):
        _write_record(sheet, row, document.columns, record, formats)
    sheet.freeze_panes(head + 1, document.keys)
    last = head + max(1, len(document.rows))
    sheet.autofilter(head, 0, last, len(document.columns) - 1)


def _write_record(
    sheet: Any, row: int, columns: Sequence[Column], record: Sequence[Cell], formats: Mapping[str, Any]
) -> None:
    for place, (column, cell) in enumerate(zip(columns, record, strict=True)):
        if cell is None:
            continue
        if column.kind == "text":
            sheet.write_string(row, place, str(cell))
        elif column.kind == "flag":
            sheet.write_boolean(row, place, cell)
        elif column.kind == "date":
            sheet.write_datetime(row, place, cell, formats[column.kind])
        else:
            sheet.write_number(row, place, cell, formats[_format_of(cell, column.kind)])


def _format_of(cell: Cell, kind: CellKind) -> str:
    if isinstance(cell, Share):
        return _SHARE
    return "whole" if isinstance(cell, int) else kind
