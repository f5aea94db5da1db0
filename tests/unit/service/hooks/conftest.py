"""A receiver and a name server for each test of hooks."""

from collections.abc import Iterator

import pytest

from tests.support.dns_stand_in import Names, running_names
from tests.support.hook_stand_in import Hook, running_hook


@pytest.fixture
def hook() -> Iterator[Hook]:
    with running_hook() as hook:
        yield hook


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    with running_names(monkeypatch) as names:
        yield names
