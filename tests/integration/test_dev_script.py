"""`make dev`: the sample is built first, one address opens the page, and a taken port is named."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from tests.support.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
PORTS = ("PAGE_PORT", "API_PORT", "DAGSTER_PORT")
MATERIALIZED = """{ assetNodeOrError(assetKey: {path: ["published"]}) {
    ... on AssetNode { assetMaterializations(partitions: ["DEMO"]) { partition } }
} }"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Free ports, and folders of the test's own."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in PORTS]
    ports = {name: str(each.getsockname()[1]) for name, each in zip(PORTS, sockets, strict=True)}
    for each in sockets:
        each.close()
    folders = {
        "ALMANAC_WAREHOUSE": str(tmp_path / "warehouse"),
        "ALMANAC_STATE": str(tmp_path / "state"),
        "DAGSTER_STORAGE_DIR": str(tmp_path / "dagster"),
    }
    return os.environ | ports | folders


@contextmanager
def running(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [ROOT / "scripts" / "dev"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as dev:
        try:
            yield dev
        finally:
            os.killpg(dev.pid, signal.SIGTERM)


def test_a_fresh_clone_gets_the_sample_and_one_address_that_opens_the_page(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with running(environment) as dev:
        assert dev.stdout is not None
        lines = iter(dev.stdout.readline, "")
        address = next(line.split()[-1] for line in lines if line.startswith("Session Almanac: "))
        assert address.startswith(f"http://127.0.0.1:{environment['PAGE_PORT']}/?user_id=demo&")
        assert str(current_id(Warehouse(tmp_path / "warehouse").snapshots("DEMO"))) > "20"
        retries = httpx.HTTPTransport(retries=100)
        with httpx.Client(transport=retries, timeout=60) as client:
            page = client.get(address)
            ready = client.get(f"http://127.0.0.1:{environment['PAGE_PORT']}/api/v2/date-range")
            asked = {"query": MATERIALIZED}
            dagster = client.post(f"http://127.0.0.1:{environment['DAGSTER_PORT']}/graphql", json=asked)
    assert '<div id="root">' in page.text
    assert ready.status_code == 401, "the page's server leads to the service"
    (materialized,) = dagster.json()["data"]["assetNodeOrError"]["assetMaterializations"]
    assert materialized == {"partition": "DEMO"}
    eventually(lambda: not any(is_listening(environment[name]) for name in PORTS), lambda: "it runs on")


def is_listening(port: str) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", int(port))) == 0


@pytest.mark.parametrize("name", PORTS)
def test_a_taken_port_is_named_before_any_work(
    environment: dict[str, str], tmp_path: Path, name: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [ROOT / "scripts" / "dev"],
            env=environment | {name: str(port)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Port {port} is taken on 127.0.0.1. Choose another, for example: make dev {name}=" in done.stderr
    assert not (tmp_path / "warehouse").exists()
