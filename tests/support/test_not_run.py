"""The line that names the tests that did not run, as a run of pytest ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.large

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import pytest

@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.skipif(True, reason="no shared data")
def test_needs_data(n): ...

def test_needs_nginx():
    pytest.skip("no nginx")

def test_runs(): ...
"""


def last_line(folder: Path, *options: str) -> str:
    (folder / "conftest.py").write_text("from tests.support.not_run import pytest_terminal_summary\n")
    plugins = ["-p", "no:cacheprovider", "-p", "xdist.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *options, str(folder)]
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    return next(line for line in reversed(ended.stdout.splitlines()) if line.startswith("Not run"))


def test_skipped_tests_are_counted_by_their_reason(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    assert last_line(tmp_path) == "Not run: 2 (no shared data); 1 (no nginx)."


def test_workers_skips_count_too(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    assert last_line(tmp_path, "-n", "2") == "Not run: 2 (no shared data); 1 (no nginx)."


def test_where_all_ran_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("def test_runs(): ...\n")
    assert last_line(tmp_path) == "Not run: nothing."
