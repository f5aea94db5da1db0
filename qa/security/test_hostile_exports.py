"""Exported files as an attack on the machine that opens them."""

import pytest

from qa.security.target import Target
from tests.contract.exported import open_csv, open_xlsx

FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    '=HYPERLINK("http://x")',
    "\uff1d1+1",
]
FORMULAS += [
    "=cmd|' /C calc'!A0",
    "'=1+1",
    '"=1+1',
    "%=1",
    "=1+1;=2",
    "\u200b=1",
    "\ufeff=1",
    "\x0b=1",
    "\xa0=1",
]
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


@pytest.fixture(scope="module")
def token(shared_target: Target) -> str:
    return shared_target.token("pro", user_name="=1+1", course_title="@SUM(A1)")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_in_the_title_of_a_csv(target: Target, token: str, text: str) -> None:
    body = {"kind": "days", "format": "csv", "title": text, "columns": ["gap_up"]}
    answer = target.post("/v2/export", body, token)
    assert answer.status in (200, 422)
    if answer.status == 200:
        opened = open_csv(answer.body)
        cells = [*sum(opened.facts, ()), *opened.headings]
        assert not [cell for cell in cells if cell.lstrip("\ufeff\u200b\x0b\xa0 ").startswith(STARTS)]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_in_the_title_of_a_workbook(target: Target, token: str, text: str) -> None:
    body = {"kind": "statistics", "format": "xlsx", "title": text, "features": ["gap_up"]}
    answer = target.post("/v2/export", body, token)
    assert answer.status in (200, 422)
    if answer.status == 200:
        import io

        import openpyxl  # type: ignore[import-untyped]

        sheet = openpyxl.load_workbook(io.BytesIO(answer.body)).worksheets[0]
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d", "b"}
        assert open_xlsx(answer.body).facts


@pytest.mark.parametrize("value", ["=1+1", "@x", "+1", "-1 OR 1"])
def test_a_formula_in_a_filter_of_an_export(target: Target, token: str, value: str) -> None:
    body = {"kind": "days", "format": "csv", "filters": {"gap_up": {"operator": "=", "value": value}}}
    assert target.post("/v2/export", body, token).status == 422


@pytest.mark.parametrize(
    "text", ['a"; filename="x.exe', "a\r\nX-Injected: 1", "../../x", "a\0b", "x.exe", "\u202excod.exe"]
)
def test_a_title_that_names_another_file(target: Target, token: str, text: str) -> None:
    for form in ("csv", "xlsx", "pdf"):
        answer = target.post("/v2/export", {"kind": "days", "format": form, "title": text}, token)
        assert answer.status in (200, 422)
        assert "x-injected" not in answer.headers
        if answer.status == 200:
            named = answer.headers["content-disposition"]
            assert named.endswith(f'.{form}"')
            assert not [part for part in ("exe", "/", "\\") if part in named.partition("filename")[2]]


@pytest.mark.parametrize(
    "text", ["<b onmouseover=x>", "</para>", "<img src='file:///etc/passwd'/>", "&xxe;", "<a href='x'>"]
)
def test_markup_in_the_title_of_a_pdf(target: Target, token: str, text: str) -> None:
    from tests.contract.exported import pdf_pages

    answer = target.post("/v2/export", {"kind": "days", "format": "pdf", "title": text}, token)
    assert answer.status == 200
    for mark in (b"/JavaScript", b"/Launch", b"/URI", b"/EmbeddedFile"):
        assert mark not in answer.body
    assert "root:" not in "".join(pdf_pages(answer.body))


def test_an_export_of_everything_many_times(target: Target, token: str) -> None:
    body = {"kind": "days", "format": "csv", "columns": ["gap_up"] * 3000}
    assert target.post("/v2/export", body, token).status in (200, 422)
    assert target.post("/v2/export", body | {"title": "x" * 100_000}, token).status in (200, 413, 422)
