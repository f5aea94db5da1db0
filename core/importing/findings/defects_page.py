"""The table of defects on docs/import.md.

Run as `python -m core.importing.findings.defects_page`; it writes the table between its marks, and a test
holds the page to it.
"""

from pathlib import Path

from core.importing.findings.defects import DEFECTS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "import.md"
BEGIN, END = "<!-- defects: python -m core.importing.findings.defects_page -->\n", "<!-- end of defects -->"


def render(page: str) -> str:
    """The page with the table as it is now."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{_table()}\n\n{END}{tail}"


def _table() -> str:
    head = ["| defect | what it looks like | what happens |", "| --- | --- | --- |"]
    rows = [f"| `{each.name}` | {each.sign} | {each.action}: {each.deed} |" for each in DEFECTS.values()]
    return "\n".join([*head, *rows])


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
