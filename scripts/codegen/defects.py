"""The table of defects on docs/import.md.

Run as `python -m scripts.codegen.defects`; it writes the table between its marks, and a test holds the page
to it.
"""

from pathlib import Path

from core.importing.findings.defects import DEFECTS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "import.md"
_BEGIN, _END = "<!-- defects: python -m scripts.codegen.defects -->\n", "<!-- end of defects -->"


def render(page: str) -> str:
    """The page with the table as it is now."""
    head, _, rest = page.partition(_BEGIN)
    rows = [f"| `{each.name}` | {each.sign} | {each.action}: {each.deed} |" for each in DEFECTS.values()]
    table = "\n".join(["| defect | what it looks like | what happens |", "| --- | --- | --- |", *rows])
    return f"{head}{_BEGIN}\n{table}\n\n{_END}{rest.partition(_END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(render(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
