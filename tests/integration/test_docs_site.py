"""`make docs` builds every page of docs/ without a warning, and the reference of the public client alone."""

import re
import subprocess
from pathlib import Path

import session_almanac

ROOT = Path(__file__).resolve().parents[2]


def test_the_site_has_every_page_and_the_public_names(tmp_path: Path) -> None:
    planned = subprocess.run(
        ["make", "-n", "docs"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()[-1]
    *command, built = planned.split()
    assert built == "build/docs"
    done = subprocess.run([*command, tmp_path], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not (tmp_path / page).is_file()} == set()
    reference = (tmp_path / "python.html").read_text(encoding="utf-8")
    names = set(re.findall(r'id="session_almanac\.(\w+)"', reference))
    assert names == set(session_almanac.__all__)
