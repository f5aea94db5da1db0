"""Exported files opened again with libraries that did not write them."""

import csv
import io
from dataclasses import dataclass
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pypdf


@dataclass(frozen=True, slots=True)
class Opened:
    """A file's facts in order, its headings and its rows as the format gives them back."""

    facts: list[tuple[str, str]]
    headings: list[str]
    rows: list[list[Any]]


def open_csv(content: bytes) -> Opened:
    """The CSV; every record has as many fields."""
    assert content.startswith(b"\xef\xbb\xbf")
    records = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert len({len(record) for record in records}) == 1
    return _opened([list(record) for record in records])


def open_xlsx(content: bytes) -> Opened:
    """The workbook's only sheet; None is an empty cell."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert len(book.worksheets) == 1
    records = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    return _opened([["" if cell is None else cell for cell in record] for record in records])


def first_cell(content: bytes) -> Any:
    """The workbook's cell A1."""
    return openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]["A1"]


def pdf_pages(content: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def _opened(records: list[list[Any]]) -> Opened:
    empty = next(place for place, record in enumerate(records) if not any(cell != "" for cell in record))
    facts = [(str(record[0]), str(record[1])) for record in records[:empty]]
    return Opened(facts, records[empty + 1], records[empty + 2 :])
