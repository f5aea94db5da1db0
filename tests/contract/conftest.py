"""One published snapshot for the contract tests, one with coin days, and a visitor of each tier."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.redis_server import RedisServer
from tests.support.service_client import UNLIMITED, bearer, running
from tests.support.snapshots import publish_random


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("service")
    publish_random(folder / "warehouse")
    with running(folder, poll_interval=60, export_limit=UNLIMITED) as client:
        yield client


@pytest.fixture(scope="session")
def tossed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A service whose snapshot has coin days."""
    folder: Path = tmp_path_factory.mktemp("coin")
    publish_random(folder / "warehouse", coin=True)
    with running(folder, poll_interval=60, export_limit=UNLIMITED) as client:
        yield client


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the module's own with a published snapshot."""
    made: Path = tmp_path_factory.mktemp("published")
    publish_random(made / "warehouse")
    return made


@pytest.fixture(params=["sqlite", "redis"])
def redis_url(request: pytest.FixtureRequest, redis_server: RedisServer) -> str | None:
    """Where the access store is: in a folder, or in Redis."""
    return redis_server.url if request.param == "redis" else None


@pytest.fixture
def lite(client: TestClient) -> dict[str, str]:
    return bearer(client, "lite")


@pytest.fixture
def standard(client: TestClient) -> dict[str, str]:
    return bearer(client, "standard")


@pytest.fixture
def pro(client: TestClient) -> dict[str, str]:
    return bearer(client, "pro")
