"""Every test file is in one of the two sizes, and together they leave nothing out."""

import re
import subprocess
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import settings

from tests.support import sizes
from tests.support.sizes import LARGE, ORDER, ROOT, examples, pytest_runtest_setup, sized

TEST = re.compile(r"(^|/)(test_\w+\.py|[^/]+\.(test|spec)\.tsx?)$")
COLLECTED = {
    "web": r"web/(src/.+|\w+)\.test\.tsx?",
    "browser": r"tests/e2e/[^/]+\.spec\.ts",
    "Python": r"(tests|qa)/.+\.py",
}
"""Paths that Vitest, Playwright and pytest find."""


def script(name: str) -> str:
    return (ROOT / "scripts" / name).read_text(encoding="utf-8")


def item(path: str) -> tuple[pytest.Item, list[str]]:
    marks: list[str] = []
    found = SimpleNamespace(path=ROOT / path, add_marker=marks.append)
    return cast(pytest.Item, found), marks


def test_a_runner_finds_every_test_file() -> None:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    tests = [file for file in files if TEST.search(file)]
    assert len(tests) > 400
    missed = [file for file in tests if not any(re.fullmatch(each, file) for each in COLLECTED.values())]
    assert missed == []


def test_the_two_scripts_divide_the_tests() -> None:
    small, large = script("test"), script("test-large")
    assert 'start_python_tests tests -m "not large" ' in small
    assert 'start_python_tests tests qa -m "large or hypothesis" ' in large
    assert "playwright.config.ts --grep @walk\n" in small
    assert "playwright.config.ts --grep-invert @walk\n" in large
    assert "vitest run --config web/vite.config.ts\n" in small
    assert "qa" in LARGE, "the small size does not collect it"
    assert all((ROOT / folder).is_dir() for folder in (*LARGE, *ORDER))


def test_a_folder_gives_its_mark_and_its_turn() -> None:
    paths = ["qa/soak/test_a.py", "tests/unit/test_b.py", "tests/integration/test_c.py"]
    made = [item(path) for path in paths]
    ordered = [each.path.relative_to(ROOT).as_posix() for each in sized(each for each, _ in made)]
    assert ordered == [paths[2], paths[1], paths[0]]
    assert [marks for _, marks in made] == [["large"], [], ["large"]]


@pytest.mark.parametrize(("full", "small"), [(600, 60), (40, 5), (100, 10), (4, 4)])
def test_a_property_draws_a_tenth_at_small_size(
    full: int, small: int, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(partial(settings.load_profile, settings.get_current_profile_name()))
    settings.load_profile("almanac")
    assert examples(full) == full
    settings.load_profile("small")
    assert examples(full) == small


def test_a_property_of_the_small_size_draws_fewer_examples_there() -> None:
    files = (path for path in (ROOT / "tests").rglob("*.py") if not _is_large(path))
    fixed = [path.name for path in files if re.search(r"max_examples=(\d|[A-Z])", path.read_text("utf-8"))]
    assert fixed == [], "max_examples=examples(...) of tests/support/sizes.py"


def _is_large(path: Path) -> bool:
    return any(path.is_relative_to(ROOT / folder) for folder in LARGE)


def test_what_begins_too_late_is_skipped_and_its_folder_named(monkeypatch: pytest.MonkeyPatch) -> None:
    late, _ = item("qa/soak/test_a.py")
    pytest_runtest_setup(late)
    monkeypatch.setattr(sizes, "UNTIL", 1.0)
    with pytest.raises(pytest.skip.Exception, match="no time left for qa/soak"):
        pytest_runtest_setup(late)


def test_thirty_browser_walks_or_so_run_before_a_push() -> None:
    specs = [path.read_text(encoding="utf-8") for path in Path(ROOT / "tests/e2e").glob("*.spec.ts")]
    assert 25 <= sum(text.count("@walk") for text in specs) <= 35
