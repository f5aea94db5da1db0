"""PDF on landscape A4, drawn line by line: a heading row and a page number on every page."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import accumulate
from typing import Any

from core.figures.verdict import p_text
from service.export.document import Cell, CellKind, Document, Fact, Share

FONT, BOLD = "Vera", "VeraBd"
"""Fonts that come with reportlab and know the minus sign."""

MINUS = "\u2212"

_PAGE = (841.89, 595.28)
_MARGIN = 36.0
_SIZE = 7.0
_LINE = 10.0
_GAP = 8.0
_WIDEST_KEY = 116.0
_WIDEST = 380.0
"""A column that no page repeats has room for a sentence beside the keys."""

_HEADING_LINES = 3
_MOST_FACTS = 25
"""More lines of facts have the first page to themselves."""

_FACT_LINES = 50
"""Lines of facts on the first page, where each fact has one."""

_FACT_LEFT = _MARGIN + 90

_GREY = 0.45
_TEST_DECIMALS = 4


def pdf_file(document: Document) -> bytes:
    """The facts on the first page, then the table; columns that do not fit follow, with the keys."""
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

    _register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=_PAGE, invariant=1)
    canvas.setTitle(document.title)
    canvas.setAuthor("Session Almanac")
    facts = _fact_lines(document.facts)
    table = _lay_out(document, len(facts))
    for number, sheet in enumerate(table.sheets, 1):
        top = _PAGE[1] - _MARGIN
        if number == 1:
            top = _draw_facts(canvas, document.title, facts, top)
        if sheet.stop > sheet.start or not document.rows:
            _draw_table(canvas, table, sheet, top)
        _draw_foot(canvas, document.title, f"Page {number} of {len(table.sheets)}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

    for name in (FONT, BOLD):
        registerFont(TTFont(name, f"{name}.ttf"))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One page: the indexes of its columns, and its rows from `start` to `stop`."""

    columns: tuple[int, ...]
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class _Table:
    """A table as it is drawn: texts cut to their columns, headings as lines, numbers at the right."""

    headings: list[list[str]]
    texts: list[list[str]]
    widths: list[float]
    is_right: list[bool]
    sheets: list[_Sheet]


def _lay_out(document: Document, facts: int) -> _Table:
    kinds = [column.kind for column in document.columns]
    texts = [[cell_text(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in document.rows]
    widths = [
        _width(column, each.title, texts, _WIDEST_KEY if column < document.keys else _WIDEST)
        for column, each in enumerate(document.columns)
    ]
    headings = [_wrapped(column.title, width) for column, width in zip(document.columns, widths, strict=True)]
    groups = _panels(widths, min(document.keys, len(widths) - 1), _PAGE[0] - 2 * _MARGIN)
    room = _PAGE[1] - 2 * _MARGIN - _LINE * (_HEADING_LINES + 2)
    beside_facts = int(room / _LINE) - facts - 3
    first = beside_facts if facts <= _MOST_FACTS else 0
    pages = _sheets(groups, len(texts), first, int(room / _LINE))
    is_right = [kind not in ("text", "date", "flag") for kind in kinds]
    return _Table(headings, texts, widths, is_right, pages)


def _panels(widths: Sequence[float], keys: int, room: float) -> list[tuple[int, ...]]:
    """Columns in groups that fit into `room`, each with the key columns first and one more at least."""
    key_columns, key_room = tuple(range(keys)), sum(widths[:keys])
    groups: list[list[int]] = [[]]
    used = key_room
    for column in range(keys, len(widths)):
        if groups[-1] and used + widths[column] > room:
            groups.append([])
            used = key_room
        groups[-1].append(column)
        used += widths[column]
    return [(*key_columns, *group) for group in groups]


def _sheets(groups: Sequence[tuple[int, ...]], rows: int, first: int, later: int) -> list[_Sheet]:
    """Every page in order: `first` rows fit below the facts of page 1, `later` on any other."""
    found: list[_Sheet] = []
    for group in groups:
        found += [_Sheet(group, *span) for span in _spans(rows, later if found else first, later)]
    return found


def _spans(rows: int, first: int, later: int) -> Iterator[tuple[int, int]]:
    yield 0, min(rows, first)
    for start in range(first, rows, later):
        yield start, min(rows, start + later)


def _width(column: int, title: str, texts: Sequence[Sequence[str]], widest: float) -> float:
    """Room for the longest text, for the longest word of the heading and for a heading of three lines."""
    longest = max((row[column] for row in texts), key=len, default="")
    wanted = max(_measure(longest), *(_measure(word, BOLD) for word in title.split()))
    needed = _measure(title, BOLD) / (_HEADING_LINES - 1)
    return min(widest, max(wanted * 1.1, needed)) + _GAP


def _measure(text: str, font: str = FONT) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font, _SIZE))


def _wrapped(title: str, width: float) -> list[str]:
    from reportlab.lib.utils import simpleSplit  # type: ignore[import-untyped]

    return list(simpleSplit(title, BOLD, _SIZE, width - _GAP / 2)[:_HEADING_LINES])


def _fitted(text: str, room: float, font: str = FONT) -> str:
    if len(text) * _SIZE < room or _measure(text, font) <= room:
        return text
    while text and _measure(f"{text}…", font) > room:
        text = text[:-1]
    return f"{text}…"


def _fact_lines(facts: Sequence[Fact]) -> list[Fact]:
    """The facts as lines: a long one goes on without its name as far as the page has room, then is cut."""
    from reportlab.lib.utils import simpleSplit

    lines, room = list[Fact](), max(0, _FACT_LINES - len(facts))
    for fact in facts:
        parts = simpleSplit(fact.text, FONT, _SIZE, _PAGE[0] - _MARGIN - _FACT_LEFT) or [""]
        kept = parts[: 1 + room]
        room -= len(kept) - 1
        if len(kept) < len(parts):
            kept[-1] = f"{kept[-1]} {parts[len(kept)]}"
        lines += [Fact("" if at else fact.name, part) for at, part in enumerate(kept)]
    return lines


def _draw_facts(canvas: Any, title: str, facts: Sequence[Fact], top: float) -> float:
    """The height at which the table begins."""
    canvas.setFont(BOLD, 11)
    canvas.drawString(_MARGIN, top - 8, _fitted(title, 450.0, BOLD))
    top -= 2 * _LINE
    line = min(_LINE, (top - _MARGIN) / max(1, len(facts)))
    for fact in facts:
        canvas.setFont(BOLD, _SIZE)
        canvas.drawString(_MARGIN, top - _SIZE, fact.name)
        canvas.setFont(FONT, _SIZE)
        canvas.drawString(_FACT_LEFT, top - _SIZE, _fitted(fact.text, _PAGE[0] - _MARGIN - _FACT_LEFT))
        top -= line
    return top - _LINE


def _draw_table(canvas: Any, table: _Table, sheet: _Sheet, top: float) -> None:
    lefts = list(accumulate((table.widths[each] for each in sheet.columns[:-1]), initial=_MARGIN))
    canvas.setFont(BOLD, _SIZE)
    for column, left in zip(sheet.columns, lefts, strict=True):
        for line, text in enumerate(table.headings[column]):
            _draw_text(canvas, table, column, left, top - _SIZE - line * _LINE, text)
    top -= _LINE * _HEADING_LINES + 2
    canvas.setLineWidth(0.5)
    canvas.line(_MARGIN, top, _PAGE[0] - _MARGIN, top)
    canvas.setFont(FONT, _SIZE)
    for row in range(sheet.start, sheet.stop):
        top -= _LINE
        for column, left in zip(sheet.columns, lefts, strict=True):
            _draw_text(canvas, table, column, left, top, table.texts[row][column])


def _draw_text(canvas: Any, table: _Table, column: int, left: float, base: float, text: str) -> None:
    if not text:
        return
    room = table.widths[column] - _GAP / 2
    if table.is_right[column]:
        canvas.drawRightString(left + room, base, _fitted(text, room))
    else:
        canvas.drawString(left, base, _fitted(text, room))


def _draw_foot(canvas: Any, title: str, page: str) -> None:
    canvas.setFont(FONT, _SIZE)
    canvas.setFillGray(_GREY)
    canvas.drawString(_MARGIN, _MARGIN - 14, _fitted(f"Session Almanac. {title}", 500.0))
    canvas.drawRightString(_PAGE[0] - _MARGIN, _MARGIN - 14, page)
    canvas.setFillGray(0)


def cell_text(cell: Cell, kind: CellKind) -> str:
    """A cell as it is printed; empty for None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "Yes" if cell else "No"
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, str):
        return cell
    return _number(cell, kind).replace("-", MINUS)


def _number(value: float, kind: CellKind) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Share):
        return f"{100 * value:.2f}%"
    if kind == "test":
        return p_text(value, _TEST_DECIMALS)
    return f"{value:.2f}%" if kind == "percent" else f"{value:.2f}"
