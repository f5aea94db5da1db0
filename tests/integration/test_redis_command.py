"""Build, rollback and publish with REDIS_URL: Redis follows the warehouse; its faults are one plain line."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import dagster as dg
import pytest
import redis

from cli.main import main
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.assets.redis import NO_REDIS
from pipelines.assets.selections import BUILD_ASSETS
from pipelines.assets.work_folder import work_folder
from pipelines.nightly_context import context_here
from tests.support.redis_publishing import SYMBOL, pointer, publish_id, small_snapshots
from tests.support.redis_server import RedisServer
from tests.support.small_warehouse import saved, small_bars


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, redis_server: RedisServer) -> Path:
    """A scratch folder whose `warehouse` is the command's, with a Redis."""
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    return tmp_path


@pytest.fixture
def client(redis_server: RedisServer) -> Iterator[redis.Redis]:
    with redis_server.client() as client:
        yield client


def test_redis_follows_build_and_rollback_and_publish_brings_it_back(
    place: Path, client: redis.Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    warehouse, (old,) = small_snapshots(place / "warehouse", 1)
    directory = warehouse.snapshots(SYMBOL)
    main(["import", str(saved(small_bars(last="2024-06-07"), place / "ES.parquet"))])
    assert main(["build"]) == 0
    built = current_id(directory)
    assert pointer(client) == built != old
    assert f"ES: {built} in Redis at " in capsys.readouterr().out
    assert main(["rollback"]) == 0
    assert capsys.readouterr().out.endswith(f", replaces {built}\n")
    assert pointer(client) == current_id(directory) == old
    client.flushall()
    assert main(["publish", "es"]) == 0
    assert pointer(client) == old


def test_without_a_redis_that_answers_the_warehouse_moves_on_and_the_command_says_so(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warehouse, ids = small_snapshots(place / "warehouse", 2)
    monkeypatch.setenv("REDIS_URL", "redis://ada:secret@127.0.0.1:1/0")
    assert main(["rollback"]) == 1
    told = capsys.readouterr().err
    assert current_id(warehouse.snapshots(SYMBOL)) == ids[0]
    assert "Redis at 127.0.0.1:1/0: " in told
    assert "run `almanac publish`" in told
    assert (told.count("\n"), "secret" in told) == (1, False)


def test_publish_needs_an_address_and_a_snapshot(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["publish", "ES"]) == 1
    assert "almanac build" in capsys.readouterr().err
    monkeypatch.delenv("REDIS_URL")
    with pytest.raises(SystemExit, match="2"):
        main(["publish"])
    assert "REDIS_URL is not set" in capsys.readouterr().err


def test_the_asset_publishes_what_the_warehouse_serves_and_notes_where_there_is_no_redis(
    place: Path, redis_server: RedisServer, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse, ids = small_snapshots(place / "warehouse", 2)
    publish_id(redis_server, warehouse, ids[0])
    publish_id(redis_server, warehouse, ids[1])
    publish_id(redis_server, warehouse, ids[0])
    assert _asset(warehouse)["replaces"] == ids[0]
    monkeypatch.delenv("REDIS_URL")
    assert _asset(warehouse) == {"skipped": NO_REDIS}
    assert pointer(client) == ids[0]


def _asset(warehouse: Warehouse) -> dict[str, object]:
    """What the asset reports."""
    with dg.DagsterInstance.ephemeral() as instance:
        done = dg.materialize(
            BUILD_ASSETS,
            partition_key=SYMBOL,
            selection=["redis_publish"],
            resources={
                "nightly_context": replace(context_here(), warehouse=warehouse),
                "work_folder": work_folder,
            },
            instance=instance,
        )
    (made,) = done.get_asset_materialization_events()
    assert [each.passed for each in done.get_asset_check_evaluations()] == [True]
    return {name: entry.value for name, entry in made.materialization.metadata.items()}
