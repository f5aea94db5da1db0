"""One service for all attacks, and after each a look at what it wrote down."""

from collections.abc import Iterator

import pytest

from qa.security.target import PASSWORD, Target, attacked


@pytest.fixture(scope="session")
def shared_target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with attacked(tmp_path_factory.mktemp("attacked")) as target:
        target.account("ada")
        target.account("bob", active=False)
        yield target


@pytest.fixture
def target(shared_target: Target) -> Iterator[Target]:
    """The service; the attack must leave no error, no token and nothing about a person in its log."""
    before = shared_target.lengths()
    yield shared_target
    written = shared_target.written(since=before)
    private = {*shared_target.secrets, PASSWORD, "ada@example.com", "Bearer ey"}
    for word in ("Traceback", "ERROR", "failed:", *private):
        assert word not in written, written
