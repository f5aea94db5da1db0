"""CSV and Excel: what a spreadsheet opens, with nothing in it that it could take for a formula."""

import csv
import io
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from service.export.document import Cell, CellKind, Document, Share, harmless

BYTE_ORDER_MARK = "\ufeff"
_FACT_FIELDS = 2

_SHARE = "share"
_FORMATS: Mapping[str, str] = {
    "date": "yyyy-mm-dd",
    "whole": "0",
    "number": "0.00",
    "percent": '0.00"%"',
    # No p below 0.05 reads as 0.0500, and none as 0.
    "test": '[<0.000001]"below 0.000001";[<0.05]0.000000;0.0000',
    _SHARE: "0.00%",
}
_WIDTHS: Mapping[CellKind, int] = {"text": 24, "date": 12}
_WIDTH = 14
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_date_format": _FORMATS["date"],
}


def csv_file(document: Document) -> bytes:
    """Facts as two fields, an empty record, the headings, the rows, as RFC 4180 writes them: CRLF, doubled
    quotes, as many fields in every record.

    UTF-8 with a byte order mark, because the spreadsheet of a student takes a file without one for another
    encoding; pandas, DuckDB and Python's utf-8-sig skip it.
    """
    width = max(len(document.columns), _FACT_FIELDS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    head = [[document.title], *([fact.name, fact.text] for fact in document.facts), []]
    for record in (*head, [column.title for column in document.columns], *document.rows):
        fields = [_field(cell) for cell in record]
        writer.writerow(fields + [""] * (width - len(fields)))
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _field(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, date):
        return cell.isoformat()
    return harmless(cell) if isinstance(cell, str) else f"{cell!r}"


def xlsx_file(document: Document) -> bytes:
    """One sheet: the facts, then the table with its headings frozen and its filters on.

    Dates are dates, numbers are numbers, and the bytes do not vary.
    """
    import xlsxwriter  # type: ignore[import-untyped]

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, _OPTIONS) as book:
        book.set_properties({"title": document.title, "created": _EPOCH})
        sheet = book.add_worksheet(document.sheet)
        sheet.write_string(0, 0, document.title, book.add_format({"bold": True}))
        for row, fact in enumerate(document.facts, 1):
            sheet.write_string(row, 0, fact.name)
            sheet.write_string(row, 1, fact.text)
        _write_table(book, sheet, document, len(document.facts) + 2)
    return buffer.getvalue()


def _write_table(book: Any, sheet: Any, document: Document, head: int) -> None:
    heading = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
    formats = {kind: book.add_format({"num_format": text}) for kind, text in _FORMATS.items()}
    for index, column in enumerate(document.columns):
        sheet.write_string(head, index, column.title, heading)
        sheet.set_column(index, index, _WIDTHS.get(column.kind, _WIDTH))
    for row, record in enumerate(document.rows, head + 1):
        for index, (column, cell) in enumerate(zip(document.columns, record, strict=True)):
            if cell is not None:
                _write_cell(sheet, row, index, cell, column.kind, formats)
    sheet.freeze_panes(head + 1, document.keys)
    sheet.autofilter(head, 0, head + max(1, len(document.rows)), len(document.columns) - 1)


def _write_cell(
    sheet: Any, row: int, column: int, cell: Cell, kind: CellKind, formats: Mapping[str, Any]
) -> None:
    if kind == "text":
        sheet.write_string(row, column, str(cell))
    elif kind == "flag":
        sheet.write_boolean(row, column, cell)
    elif kind == "date":
        sheet.write_datetime(row, column, cell, formats[kind])
    elif isinstance(cell, Share):
        sheet.write_number(row, column, cell, formats[_SHARE])
    else:
        sheet.write_number(row, column, cell, formats["whole" if isinstance(cell, int) else kind])
