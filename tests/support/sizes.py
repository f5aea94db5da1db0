"""Two sizes of tests: the small ones run before every push, the large ones in `make test-all` too.

A test is large where its folder or the mark `large` says so. A Hypothesis test runs in both: the profile
`small` draws a tenth of its examples, the same ones each time.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
LARGE = ("tests/integration", "tests/unit/pipelines", "qa")
"""Folders with large tests only: processes, nights, Dagster."""
ORDER = ("tests/integration", "tests", "qa")
"""Folders in the order in which they run."""
FEWEST = 5
"""Examples that a property draws at least."""
UNTIL = float(os.environ.get("TESTS_UNTIL", "inf"))
"""No test begins after this moment, in seconds since 1970."""


def examples(number: int) -> int:
    """`number` at full size, a tenth of it at the small one."""
    if settings.get_current_profile_name() != "small":
        return number
    return min(number, max(FEWEST, number // 10))


def sized(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests folder by folder, as `ORDER` lists them, with the mark that their folder gives them."""
    found = list(items)
    for item in found:
        if _folder(item, LARGE):
            item.add_marker("large")
    return sorted(found, key=lambda item: ORDER.index(_folder(item, ORDER)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what would begin after `UNTIL`."""
    if time.time() > UNTIL:
        pytest.skip(f"no time left for {item.path.parent.relative_to(ROOT).as_posix()}")


def _folder(item: pytest.Item, folders: Iterable[str]) -> str:
    """The first of the folders that holds the test, "" without one."""
    return next((folder for folder in folders if item.path.is_relative_to(ROOT / folder)), "")
