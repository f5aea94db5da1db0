"""What every test shares: Ctrl-C, Hypothesis without deadlines, a real Redis."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.not_run import pytest_terminal_summary
from tests.support.redis_server import redis_server, shared_redis
from tests.support.sizes import pytest_runtest_setup, sized

__all__ = ["pytest_runtest_setup", "pytest_terminal_summary", "redis_server", "shared_redis"]

for name in (
    "REDIS_URL",
    "DAGSTER_HOME",
    "ALMANAC_INSTRUMENTS",
    "ALMANAC_EXECUTOR",
    "ALMANAC_CLAIMS",
    "ALMANAC_FEATURES",
):
    os.environ.pop(name, None)
# A shell's background job ignores Ctrl-C, and with it what Dagster ends: it handles SIGTERM as SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("almanac", deadline=None, print_blob=True)
# The same examples in each run before a push; `make test-all` draws others each time.
settings.register_profile(
    "small", settings.get_profile("almanac"), max_examples=10, derandomize=True, database=None
)
settings.load_profile("almanac")


@pytest.fixture(scope="session", autouse=True)
def reads_here() -> Iterator[None]:
    """Files are read in this process, which takes a hundredth of the time; see `reader_process`."""
    from core.importing import importer, so_far  # after the variables above are gone
    from tests.support.read_here import read_here

    with pytest.MonkeyPatch.context() as patch:
        for module in (importer, so_far):
            patch.setattr(module, "read_bounded", read_here)
        yield


@pytest.fixture
def reader_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read in a process of their own, as outside of tests."""
    from core.importing import importer, so_far
    from core.importing.bounded_read import read_bounded

    for module in (importer, so_far):
        monkeypatch.setattr(module, "read_bounded", read_bounded)


def pytest_collection() -> None:
    """Look for no garbage while thousands of tests and what they import come to stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for it again, among what the tests make alone: a look at all the rest takes half a second.

    statsmodels has all garbage looked for whenever p-values are adjusted.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the large tests, and begin with what is worth most."""
    items[:] = sized(items)
