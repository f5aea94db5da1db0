"""The longest tests first, so that no worker is left alone with one of them at the end."""

from collections.abc import Iterable

import pytest

LONGEST = (
    "integration/test_fortnight.py",
    "faults/test_build_publish.py",
    "integration/test_stopping.py",
    "integration/test_many_symbols.py",
    "integration/test_server_setup.py",
    "integration/test_build_all.py",
    "integration/test_docs_shown.py",
    "integration/test_installed_wheel.py",
    "soak/test_soak.py",
    "integration/test_nights_side_by_side.py",
    "architecture/test_recipes.py",
    "unit/importing/test_import_memory.py",
    "integration/test_import_kill.py",
    "integration/test_killed_nights.py",
)
"""Files below tests/ with a test of 15 seconds or more, the longest first."""


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests of `LONGEST` in its order, then the others in theirs."""
    return sorted(items, key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    places = (place for place, file in enumerate(LONGEST) if path.endswith(f"/tests/{file}"))
    return next(places, len(LONGEST))
