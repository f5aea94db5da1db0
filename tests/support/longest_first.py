"""The longest tests first, so that no worker is left alone with one of them at the end."""

from collections.abc import Iterable

import pytest

LONGEST = (
    "tests/integration/test_fortnight.py",
    "qa/faults/test_build_publish.py",
    "tests/integration/test_stopping.py",
    "tests/integration/test_many_symbols.py",
    "tests/integration/test_server_setup.py",
    "tests/integration/test_build_all.py",
    "tests/integration/test_docs_shown.py",
    "tests/integration/test_installed_wheel.py",
    "qa/soak/test_soak.py",
    "tests/integration/test_nights_side_by_side.py",
    "tests/architecture/test_recipes.py",
    "tests/unit/importing/test_import_memory.py",
    "tests/integration/test_import_kill.py",
    "tests/integration/test_killed_nights.py",
)
"""Files with a test of 15 seconds or more, the longest first."""


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests of `LONGEST` in its order, then the others in theirs."""
    return sorted(items, key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    places = (place for place, file in enumerate(LONGEST) if path.endswith(f"/{file}"))
    return next(places, len(LONGEST))
