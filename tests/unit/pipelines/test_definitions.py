"""What Dagster is shown: names of assets, checks and jobs; the chain; the instance's settings."""

import shutil
from pathlib import Path

import dagster as dg
import pyarrow.parquet as pq
import pytest
import yaml

from core.build.checks import Check, Verdict
from core.build.manifest import engine_version
from core.build.steps import STEPS
from core.contracts.manifest import read_manifest
from core.importing.importer import import_file
from core.market.instruments import INSTRUMENTS
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.assets.asset_options import FRESHNESS
from pipelines.assets.selections import BUILD_ASSETS
from pipelines.assets.work_folder import work_folder
from pipelines.definitions import defs
from pipelines.nightly_context import context_of
from pipelines.runs import build_snapshot
from tests.support.small_warehouse import saved, small_bars, small_warehouse

ROOT = Path(__file__).resolve().parents[3]
STEP_NAMES = tuple(step.name for step in STEPS)


def test_dagster_sees_these_assets_checks_jobs_and_partitions() -> None:
    graph = defs.resolve_asset_graph()
    assert sorted(key.to_user_string() for key in graph.get_all_asset_keys()) == [
        "bars",
        "claims",
        "coin",
        "features",
        "imported",
        "modules",
        "night",
        "pack",
        "published",
        "redis_publish",
        "session_so_far",
        "sessions",
        "signals",
        "snapshot",
    ]
    assert sorted(f"{key.asset_key.to_user_string()}: {key.name}" for key in graph.asset_check_keys) == [
        "bars: findings_are_kept",
        "bars: prices_are_on_tick",
        "bars: prices_are_sane",
        "bars: stamps_ascend",
        "claims: claims_are_counted_again",
        "coin: coins_turn_real_days",
        "features: columns_are_whole",
        "modules: evidence_agrees",
        "modules: modules_answer",
        "pack: coin_days_are_the_columns",
        "pack: days_alike_are_the_service_s",
        "pack: index_counts_are_column_counts",
        "pack: signals_are_the_charts",
        "published: snapshot_is_current",
        "redis_publish: redis_points_at_the_snapshot",
        "sessions: calendar_is_covered",
        "sessions: jumps_are_possible",
        "sessions: last_sessions_count",
        "sessions: sessions_have_their_bars",
        "signals: signals_are_known",
        "snapshot: snapshot_reads_back",
    ]
    unchecked = [key for key in graph.get_all_asset_keys() if not graph.get(key).check_keys]
    assert sorted(key.to_user_string() for key in unchecked) == ["imported", "night", "session_so_far"]
    job = defs.resolve_job_def("build_symbol")
    assert job.executor_def.name == "in_process"
    assert job.partitions_def is not None
    assert job.partitions_def.get_partition_keys() == list(INSTRUMENTS)
    for name in ("build_symbol", "nightly"):
        assert "session_so_far" not in [node.name for node in defs.resolve_job_def(name).nodes]


def test_every_asset_stands_on_what_it_is_made_from() -> None:
    graph = defs.resolve_asset_graph()
    parents = {
        key.to_user_string(): sorted(parent.to_user_string() for parent in graph.get(key).parent_keys)
        for key in graph.get_all_asset_keys()
    }
    assert parents == {
        "imported": [],
        "bars": ["imported"],
        "sessions": ["bars"],
        "features": ["sessions"],
        "signals": ["sessions"],
        "coin": ["features", "sessions"],
        "modules": ["coin", "features", "sessions", "signals"],
        "claims": ["coin", "features", "sessions", "signals"],
        "pack": ["claims", "coin", "features", "modules", "sessions", "signals"],
        "snapshot": ["claims", "coin", "features", "modules", "pack", "sessions", "signals"],
        "published": ["snapshot"],
        "redis_publish": ["published"],
        "night": ["imported", "redis_publish"],
        "session_so_far": [],
    }


def test_materialising_gives_the_snapshot_that_almanac_build_gives(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path)
    result = materialise(warehouse.root)
    assert result.success
    served = current_id(warehouse.snapshots("ES"))
    built = build_snapshot(warehouse, "ES")
    assert (built.snapshot_id, built.is_new) == (served, False)
    found = {check.check_name: check.metadata for check in result.get_asset_check_evaluations()}
    assert found["sessions_have_their_bars"]["full"].value == 27
    assert found["prices_are_on_tick"]["on_tick_share"].value == 1.0


def test_each_asset_materialised_alone_reads_what_it_stands_on_from_the_disk(tmp_path: Path) -> None:
    warehouse, other = small_warehouse(tmp_path / "alone"), small_warehouse(tmp_path / "together")
    for name in ("bars", "sessions", "signals", "features", "coin", "modules", "claims", "pack", "snapshot"):
        assert materialise(warehouse.root, selection=[name]).success
        assert current_id(warehouse.snapshots("ES")) is None
    assert materialise(warehouse.root, selection=["published"]).success
    built = build_snapshot(other, "ES").snapshot_id
    assert current_id(warehouse.snapshots("ES")) == built
    assert (
        read_manifest(warehouse.snapshot("ES", built)).files
        == read_manifest(other.snapshot("ES", built)).files
    )


def refused(warehouse: Warehouse, name: str) -> str:
    """Why an asset asked for alone is not made."""
    with pytest.raises(dg.Failure) as failed:
        materialise(warehouse.root, selection=[name])
    return str(failed.value.description)


def test_what_is_not_of_todays_bars_or_not_as_it_was_written_is_not_picked_up(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-10")
    assert "work/ES/sessions: cannot be read" in refused(warehouse, "features")
    build_snapshot(warehouse, "ES")
    served = current_id(warehouse.snapshots("ES"))
    path = warehouse.work("ES", "features") / "columns_2024.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    assert "columns_2024.parquet is " in refused(warehouse, "coin")
    import_file(saved(small_bars(last="2024-06-11"), tmp_path / "ES_2.parquet"), warehouse=warehouse)
    before = {
        **dict.fromkeys(("features", "signals", "coin", "modules", "claims", "pack", "snapshot"), "sessions"),
        "published": "snapshot",
    }
    for name, part in before.items():
        expected = f"work/ES/{part}: is of other bars, definitions or code. Materialise {part} again"
        assert expected in refused(warehouse, name)
    assert current_id(warehouse.snapshots("ES")) == served


def test_a_snapshot_that_was_damaged_before_it_is_published_is_not(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-10")
    upstream = [name for name in STEP_NAMES if name != "published"]
    assert materialise(warehouse.root, selection=upstream).success
    path = next(warehouse.snapshots("ES").glob("*/features.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    assert "features.parquet: is " in refused(warehouse, "published")
    assert current_id(warehouse.snapshots("ES")) is None


@pytest.mark.parametrize("name", ["jumps_are_possible", "snapshot_reads_back"])
def test_a_failing_check_stops_everything_after_it_and_leaves_the_old_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-07")
    old = build_snapshot(warehouse, "ES").snapshot_id
    import_file(saved(small_bars(last="2024-06-10"), tmp_path / "ES_2.parquet"), warehouse=warehouse)
    real = Check.run
    monkeypatch.setattr(
        Check, "run", lambda check, build: Verdict(False) if check.name == name else real(check, build)
    )
    result = materialise(warehouse.root, raise_on_error=False)
    keys = [event.asset_key for event in result.get_asset_materialization_events()]
    made = [key.to_user_string() for key in keys if key is not None]
    assert not result.success
    assert "published" not in made
    red = [each.check_name for each in result.get_asset_check_evaluations() if not each.passed]
    assert red == [name]
    assert ({"features", "signals", "modules", "claims", "pack"} <= set(made)) == (
        name == "snapshot_reads_back"
    )
    assert current_id(warehouse.snapshots("ES")) == old
    assert not list(warehouse.snapshots("ES").glob(".building-*"))


def materialise(
    warehouse: Path, *, raise_on_error: bool = True, selection: list[str] | None = None
) -> dg.ExecuteInProcessResult:
    with dg.DagsterInstance.ephemeral() as instance:
        return dg.materialize(
            BUILD_ASSETS,
            partition_key="ES",
            resources={"nightly_context": context_of(Warehouse(warehouse), {}), "work_folder": work_folder},
            raise_on_error=raise_on_error,
            selection=selection,
            instance=instance,
        )


def test_the_instance_keeps_its_history_in_the_state_folder_and_tells_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, storage = tmp_path / "home", tmp_path / "state" / "dagster"
    home.mkdir()
    storage.mkdir(parents=True)
    shutil.copy(ROOT / "dagster.yaml", home)
    monkeypatch.setenv("DAGSTER_STORAGE_DIR", str(storage))
    with dg.DagsterInstance.from_config(str(home)) as instance:
        assert instance.telemetry_enabled is False
        assert instance.nux_enabled is False
        assert type(instance.run_coordinator).__name__ == "QueuedRunCoordinator"
        queue = instance.get_concurrency_config().run_queue_config
        assert queue is not None
        assert queue.max_concurrent_runs == 1
        assert instance.run_retries_enabled
        assert instance.run_retries_max_retries == 2
        assert Path(instance.storage_directory()).is_relative_to(storage)
    assert [path.name for path in home.iterdir()] == ["dagster.yaml"]
    assert any(storage.iterdir())


@pytest.mark.parametrize("path", ["dagster.yaml", "deploy/k8s/dagster.yaml", "deploy/queue/dagster.yaml"])
def test_no_instance_reports_to_others_or_asks_for_a_mail_address(path: str) -> None:
    settings = yaml.safe_load((ROOT / path).read_text())
    assert settings["telemetry"] == settings["nux"] == {"enabled": False}


def test_every_asset_of_a_night_names_its_owner_kinds_code_and_freshness() -> None:
    graph = defs.resolve_asset_graph()
    for key in graph.get_all_asset_keys() - {dg.AssetKey("session_so_far")}:
        spec = graph.get(key)
        assert (spec.owners, spec.group_name, spec.code_version) == (
            ["team:almanac"],
            "almanac",
            engine_version(),
        )
        assert spec.kinds
        assert spec.freshness_policy == FRESHNESS


def test_a_materialisation_shows_rows_columns_bytes_and_what_it_was_made_from(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-06-10")
    result = materialise(warehouse.root)
    made = {
        event.asset_key.to_user_string(): event.materialization
        for event in result.get_asset_materialization_events()
        if event.asset_key
    }
    folder = warehouse.snapshot("ES", str(current_id(warehouse.snapshots("ES"))))
    for name in ("sessions", "features", "signals", "coin", "modules", "claims"):
        table = pq.read_table(next(folder.glob(f"{name}*")))
        metadata = made[name].metadata
        assert metadata["dagster/row_count"].value == len(table)
        schema = metadata["dagster/column_schema"].value
        assert isinstance(schema, dg.TableSchema)
        assert [each.name for each in schema.columns] == table.schema.names[1:], "the symbol is the partition"
        work = [path for path in warehouse.work("ES", name).iterdir() if path.name != "record.json"]
        assert metadata["bytes"].value == sum(path.stat().st_size for path in work) > 0
    made_from = folder.name.rpartition("-")[2]
    versions = {name: (made[name].tags or {})["dagster/data_version"] for name in STEP_NAMES}
    assert versions == dict.fromkeys(STEP_NAMES, made_from)
