"""The page lists every defect with what is done, and every refusal of a file and every finding is one."""

import re
from pathlib import Path

from core.importing.findings.defects import DEFECTS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "import.md"
IMPORTING = ROOT / "core" / "importing"
READERS = [*(IMPORTING / "formats").glob("*.py"), *(IMPORTING / "zones").glob("*.py")]
FINDERS = [*(IMPORTING / "findings").glob("*.py")]

OF_THE_COMMAND = {"bad_columns", "not_a_file", "pinned_otherwise"}
"""Codes that say the command was used wrongly, not that the file is."""


def test_the_page_lists_the_defects_in_their_order_each_with_what_is_done() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\w+): [^|]+ \|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert rows == list(DEFECTS.items())


def test_every_refusal_on_reading_is_in_the_table_as_refused() -> None:
    codes = {
        code for path in READERS for code in re.findall(r'code="(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert len(codes) > 15
    known = {name for name, action in DEFECTS.items() if action == "refused"}
    assert codes - OF_THE_COMMAND - known == set()


def test_every_finding_is_in_the_table() -> None:
    paths = [*READERS, *FINDERS]
    kinds = {
        kind
        for path in paths
        for kind in re.findall(
            r'(?:FileFinding|finding|_flat|rows_finding)\(\s*(?:view, )?"(\w+)"',
            path.read_text(encoding="utf-8"),
        )
    }
    assert len(kinds) > 15
    assert kinds - DEFECTS.keys() == set()
