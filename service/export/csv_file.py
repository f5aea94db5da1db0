"""CSV as RFC 4180 writes it: CRLF, doubled quotes, as many fields in every record.

UTF-8 with a byte order mark, because the spreadsheet of a student takes a file without one for another
encoding; pandas, DuckDB and Python's utf-8-sig skip it.
"""

import csv
import io
from collections.abc import Sequence
from datetime import date

from service.export.document import Cell, Document, harmless

BYTE_ORDER_MARK = "\ufeff"
_FACT_FIELDS = 2


def render(document: Document) -> bytes:
    """Facts as two fields, an empty record, the headings, the rows."""
    width = max(len(document.columns), _FACT_FIELDS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    head = [[document.title], *([fact.name, fact.text] for fact in document.facts), []]
    table = [[column.title for column in document.columns], *document.rows]
    for record in (*head, *table):
        writer.writerow(_padded([_field(cell) for cell in record], width))
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


def _padded(fields: list[str], width: int) -> Sequence[str]:
    return fields + [""] * (width - len(fields))


def _field(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, date):
        return cell.isoformat()
    return harmless(cell) if isinstance(cell, str) else f"{cell!r}"
