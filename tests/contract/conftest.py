"""One published snapshot for the contract tests, one with coin days, and a visitor of each tier."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from starlette.testclient import TestClient

from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
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
def coin_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a published snapshot that has coin days."""
    folder: Path = tmp_path_factory.mktemp("coin")
    publish_random(folder / "warehouse", coin=True)
    return folder


@pytest.fixture(scope="session")
def tossed(coin_folder: Path) -> Iterator[TestClient]:
    """A service of that snapshot."""
    with running(coin_folder, poll_interval=60, export_limit=UNLIMITED) as client:
        yield client


@pytest.fixture(scope="session")
def on_coin_days(coin_folder: Path) -> Callable[[str], NDArray[np.float64]]:
    """The values of a feature on every coin day of that snapshot, NaN where it has none."""
    (serving,) = (coin_folder / "warehouse" / "snapshots" / "ES").glob("*/serving")
    index = load_index(Pack.open(serving))
    coin = index.coin
    assert coin is not None

    def values(name: str) -> NDArray[np.float64]:
        if name in coin.columns:
            return coin.columns[name].numbers
        return np.repeat(index.columns[name].numbers, coin.draws)

    return values


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
