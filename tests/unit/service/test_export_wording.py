"""Units and small p-values as a file words them."""

from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import load_workbook  # type: ignore[import-untyped]

from core.features.registry import catalogue
from service.export.contents import column_of
from service.export.document import Column, Document
from service.export.figure import measure
from service.export.pdf_file import cell_text, pdf_file
from service.export.sheets import xlsx_file
from tests.contract.exported import pdf_pages


def test_a_column_names_its_unit_where_its_name_does_not() -> None:
    points = catalogue().by_name["adr10_pts"]
    assert column_of(points).title == "ADR10 (pts)"
    assert column_of(replace(points, display_name="ADR10")).title == "ADR10 [pts]"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (12.25, "pts", "12.25 pts"),
        (12345.75, "pts", "12345.75 pts"),
        (-40.0, "%", "-40 %"),
        (3.0, "bar", "3"),
    ],
)
def test_a_value_keeps_its_ticks(value: float, unit: str, text: str) -> None:
    assert measure(value, unit) == text


@pytest.mark.parametrize(("p", "text"), [(0.0, "below 0.0001"), (0.0001, "0.0001"), (1.0, "1.0000")])
def test_no_p_value_is_printed_as_0(p: float, text: str) -> None:
    assert cell_text(p, "test") == text


def test_a_printed_p_value_reads_as_below_the_level_just_where_it_is() -> None:
    for p in (0.04, 0.0499, 0.04994, 0.04995, 0.04996, 0.049999, 0.05, 0.050001, 0.05004, 0.06):
        assert (float(cell_text(p, "test")) < 0.05) == (p < 0.05), cell_text(p, "test")


def test_a_sheet_shows_all_decimals_of_a_p_value_below_the_level() -> None:
    table = Document("file", "Title", "Sheet", [], [Column("p", "test")], [[0.049961], [0.050001]])
    sheet = load_workbook(BytesIO(xlsx_file(table))).active
    assert sheet is not None
    shown = [cell.number_format for row in sheet.iter_rows() for cell in row if isinstance(cell.value, float)]
    assert shown == ['[<0.000001]"below 0.000001";[<0.05]0.000000;0.0000'] * 2


def test_a_page_has_room_for_a_sentence_beside_its_keys() -> None:
    sentence = "Coin: 60.19%; all days: 52.44%. Looks different; 1 in 20 comparisons does by chance."
    keys = [Column(name, "text") for name in ("Feature", "Module", "Figure")]
    columns = [*keys, Column("Verdict", "text")]
    rows = [["First Breakout Side of the Opening Range", "Occurrence", "Against a coin", sentence]]
    (page,) = pdf_pages(pdf_file(Document("file", "Title", "Sheet", [], columns, rows, keys=3)))
    assert sentence in page
    assert "First Breakout Side of the Opening Range" not in page
