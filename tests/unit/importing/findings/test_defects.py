"""The table of defects is the page's, and every refusal of a file has its name in it."""

import re
from pathlib import Path

from core.importing.findings.defects import DEFECTS
from scripts.codegen.defects import PAGE, render

IMPORTING = Path(__file__).resolve().parents[4] / "core" / "importing"
READERS = [*(IMPORTING / "readers").glob("*.py"), *(IMPORTING / "time_zones").glob("*.py")]
FINDERS = [*(IMPORTING / "findings").glob("*.py")]

OF_THE_COMMAND = {"bad_columns", "not_a_file", "pinned_otherwise"}
"""Codes that say the command was used wrongly, not that the file is."""


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == render(page), "run: make codegen"
    assert all(f"| `{name}` |" in page for name in DEFECTS)


def test_every_refusal_on_reading_is_in_the_table_as_refused() -> None:
    codes = {
        code for path in READERS for code in re.findall(r'code="(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert len(codes) > 15
    known = {name for name, defect in DEFECTS.items() if defect.action == "refused"}
    assert codes - OF_THE_COMMAND - known == set()


def test_every_finding_is_in_the_table() -> None:
    paths = [*READERS, *FINDERS]
    kinds = {
        kind
        for path in paths
        for kind in re.findall(
            r'(?:FileFinding|finding|_flat|_first_of)\(\s*(?:view, )?"(\w+)"',
            path.read_text(encoding="utf-8"),
        )
    }
    assert len(kinds) > 15
    assert kinds - DEFECTS.keys() == set()


def test_names_are_given_once_and_rows_are_whole() -> None:
    assert all(name == defect.name for name, defect in DEFECTS.items())
    cells = [cell for defect in DEFECTS.values() for cell in (defect.sign, defect.deed)]
    assert all(cell and "|" not in cell for cell in cells)
