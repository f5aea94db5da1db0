"""Dagster's private modules are imported nowhere (docs/adr/0018)."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_no_file_imports_what_dagster_keeps_private() -> None:
    command = ["git", "grep", "-lE", r"(from|import) dagster(\.\w+)*\._", "--", "*.py"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert found == []
