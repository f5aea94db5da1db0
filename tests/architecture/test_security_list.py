"""docs/security.md names every requirement of ASVS 5.0.0 up to level 2, and tests that exist."""

import re
from pathlib import Path

import pytest

from tests.architecture.test_coverage_list import is_there

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "docs" / "security.md"
REASONS = ("Not applicable: ", "By document: ", "Accepted: ")

UP_TO_LEVEL_2 = {
    "1.1": "1-2", "1.2": "1-9", "1.3": "1-11", "1.4": "1-3", "1.5": "1-2",
    "2.1": "1-3", "2.2": "1-3", "2.3": "1-4", "2.4": "1-1",
    "3.2": "1-2", "3.3": "1-4", "3.4": "1-6", "3.5": "1-5", "3.7": "1-2",
    "4.1": "1-3", "4.2": "1-1", "4.3": "1-2", "4.4": "1-4",
    "5.1": "1-1", "5.2": "1-3", "5.3": "1-2", "5.4": "1-3",
    "6.1": "1-3", "6.2": "1-12", "6.3": "1-4", "6.4": "1-4", "6.5": "1-5", "6.6": "1-3", "6.8": "1-4",
    "7.1": "1-3", "7.2": "1-4", "7.3": "1-2", "7.4": "1-5", "7.5": "1-2", "7.6": "1-2",
    "8.1": "1-2", "8.2": "1-3", "8.3": "1-1", "8.4": "1-1",
    "9.1": "1-3", "9.2": "1-4",
    "10.1": "1-2", "10.2": "1-2", "10.3": "1-4", "10.4": "1-11", "10.5": "1-5", "10.6": "1-2", "10.7": "1-3",
    "11.1": "1-2", "11.2": "1-3", "11.3": "1-3", "11.4": "1-4", "11.5": "1-1", "11.6": "1-1",
    "12.1": "1-3", "12.2": "1-2", "12.3": "1-4",
    "13.1": "1-1", "13.2": "1-5", "13.3": "1-2", "13.4": "1-5",
    "14.1": "1-2", "14.2": "1-4", "14.3": "1-3",
    "15.1": "1-3", "15.2": "1-3", "15.3": "1-7",
    "16.1": "1-1", "16.2": "1-5", "16.3": "1-4", "16.4": "1-3", "16.5": "1-3",
    "17.1": "1-1", "17.2": "1-4", "17.3": "1-2",
}  # fmt: skip
"""Sections of the standard, and which of their requirements are of level 1 or 2."""
ALL = 70 + 183
"""How many requirements the standard counts at these two levels."""


def rows() -> list[list[str]]:
    """Number, level, how and tests of every line about a requirement."""
    lines = re.findall(r"^\| (\d+\.\d+\.\d+ \|.*) \|$", LIST.read_text(), re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines]


ROWS = rows()
NAMED = sorted({test for row in ROWS for test in row[3].split("<br>") if test})


def numbers() -> list[str]:
    found = []
    for section, extent in UP_TO_LEVEL_2.items():
        first, last = map(int, extent.split("-"))
        found += [f"{section}.{number}" for number in range(first, last + 1)]
    return found


@pytest.mark.parametrize("test", NAMED)
def test_every_test_named_for_a_requirement_exists(test: str) -> None:
    file, separator, name = test.partition("::")
    assert separator, f"{test!r} is no `file::name`"
    assert is_there(file, name), f"{file} holds no test {name!r}"


def test_every_requirement_of_levels_1_and_2_is_there_once() -> None:
    assert len(numbers()) == ALL
    listed = [number for number, level, *_ in ROWS if level in ("1", "2")]
    assert sorted(listed) == sorted(numbers())


def test_every_requirement_has_tests_or_a_reason() -> None:
    assert all(len(row) == 4 for row in ROWS)
    bare = [number for number, _, how, tests in ROWS if bool(tests) == how.startswith(REASONS) or not how]
    assert not bare, f"either tests or one of {REASONS} belongs to {bare}"


def test_documents_that_are_named_are_there() -> None:
    named = set(re.findall(r"[a-z]+\.md", LIST.read_text()))
    assert [name for name in named if not (ROOT / "docs" / name).exists()] == []
