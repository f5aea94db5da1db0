"""Dagster's side of the night: when runs are asked for, what a run shows, what is purged."""

import shutil
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from core.build.checks import CHECKS, Check, Verdict
from core.build.steps import STEPS
from core.warehouse.due import NEW_YORK
from core.warehouse.nights import read_night
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines import nightly_context
from pipelines.definitions import defs, drop_folder, nightly_first_try, nightly_second_try, requests_at
from pipelines.jobs import NOTIFIED, purge_runs
from pipelines.nightly_context import NightlyContext, context_of
from tests.support.night_stage import aged, bars_of_sessions, stage
from tests.support.small_warehouse import saved

nightly = defs.resolve_job_def("nightly")
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse that serves the market up to 2024-07-02."""
    return stage(tmp_path_factory.mktemp("served"), last="2024-07-02").warehouse.root


@pytest.fixture
def warehouse(served: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Warehouse:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    return Warehouse(shutil.copytree(served, tmp_path / "warehouse"))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


def asked(moment: str, warehouse: Warehouse, *, is_second: bool) -> list[tuple[str | None, str | None]] | str:
    found = requests_at(at(moment), context_of(warehouse, {}), is_second=is_second)
    if isinstance(found, dg.SkipReason):
        return str(found.skip_message)
    return [(request.run_key, request.partition_key) for request in found]


def test_dagster_sees_the_schedules_the_sensor_and_the_jobs() -> None:
    schedules = {each.name: each for each in defs.get_repository_def().schedule_defs}
    assert {name: (each.cron_schedule, each.execution_timezone) for name, each in schedules.items()} == {
        "nightly_first_try": ("30 18 * * 1-5", "America/New_York"),
        "nightly_second_try": ("30 2 * * 2-6", "America/New_York"),
        "so_far_every_five_minutes": ("*/5 9-16 * * 1-5", "America/New_York"),
        "weekly_purge": ("0 12 * * 0", "America/New_York"),
    }
    assert {each.name for each in defs.get_repository_def().sensor_defs} == {"drop_folder", "run_failures"}
    assert {"nightly", "so_far", "purge"} <= {job.name for job in defs.resolve_all_job_defs()}


@pytest.mark.parametrize(
    ("moment", "is_second", "found"),
    [
        ("2024-07-03 18:30", False, [("ES 2024-07-03", "ES")]),
        ("2024-07-04 02:30", True, [("ES 2024-07-03", "ES")]),
        ("2024-07-04 18:30", False, "ES: no session of the exchange closed, the last was 2024-07-03"),
        ("2024-07-05 02:30", True, "ES: no session of the exchange closed, the last was 2024-07-03"),
        ("2024-07-03 02:30", True, "ES: 2024-07-02 is served"),
        ("2024-07-02 18:30", False, [("ES 2024-07-02", "ES")]),
        ("2090-07-03 18:30", False, [("ES 2090-07-03", "ES")]),
    ],
)
def test_runs_are_asked_for_on_the_exchanges_days_and_keyed_by_the_session(
    warehouse: Warehouse, moment: str, is_second: bool, found: list[tuple[str, str]] | str
) -> None:
    assert asked(moment, warehouse, is_second=is_second) == found


def test_a_warehouse_without_symbols_is_a_reason_to_skip(tmp_path: Path) -> None:
    assert (
        asked("2024-07-03 18:30", Warehouse(tmp_path / "none"), is_second=False) == "no symbol has bars yet"
    )


@pytest.mark.usefixtures("warehouse")
def test_the_schedules_look_at_the_hour_they_are_evaluated_for() -> None:
    for schedule, moment in (
        (nightly_first_try, "2024-07-03 18:30"),
        (nightly_second_try, "2024-07-04 02:30"),
    ):
        context = dg.build_schedule_context(
            scheduled_execution_time=at(moment), repository_def=defs.get_repository_def()
        )
        tick = schedule.evaluate_tick(context)
        assert [request.run_key for request in tick.run_requests or ()] == ["ES 2024-07-03"]


def tick(cursor: str | None) -> dg.SensorResult:
    found = drop_folder(dg.build_sensor_context(cursor=cursor))
    assert isinstance(found, dg.SensorResult)
    return found


def test_the_sensor_asks_once_for_a_file_that_two_looks_found_the_same(warehouse: Warehouse) -> None:
    path = saved(bars_of_sessions("2024-07-03"), warehouse.drop / "ES" / "night.parquet")
    first = tick(None)
    growing = tick(first.cursor)
    assert (first.run_requests, growing.run_requests) == ([], [])
    aged(path)
    changed = tick(growing.cursor)
    assert changed.run_requests == []
    whole = tick(changed.cursor)
    again = tick(whole.cursor)
    (request,) = whole.run_requests or ()
    assert request.partition_key == "ES"
    assert [each.run_key for each in again.run_requests or ()] == [request.run_key]


def test_the_sensor_does_not_look_at_unfinished_files(warehouse: Warehouse) -> None:
    aged(saved(bars_of_sessions("2024-07-03"), warehouse.drop / "ES" / "night.parquet.part"))
    assert tick(tick(None).cursor).run_requests == []


def run(instance: dg.DagsterInstance) -> dg.ExecuteInProcessResult:
    return nightly.execute_in_process(partition_key="ES", instance=instance, raise_on_error=False)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evening of 2024-07-03 for every place that a job works at."""

    def place(*given: object, **named: object) -> NightlyContext:
        return replace(context_of(*given, **named), now=lambda: at("2024-07-03 18:30"))  # type: ignore[arg-type]

    monkeypatch.setattr(nightly_context, "context_of", place)


@pytest.mark.usefixtures("clock")
def test_a_run_shows_every_step_as_a_materialisation_and_every_check_with_its_numbers(
    warehouse: Warehouse,
) -> None:
    aged(saved(bars_of_sessions("2024-07-03"), warehouse.drop / "ES" / "night.parquet"))
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(instance)
        assert result.success
        made = {
            event.asset_key.to_user_string(): event.materialization
            for event in result.all_events
            if event.is_step_materialization and event.asset_key
        }
        checked = {
            event.asset_check_evaluation_data.check_name: event.asset_check_evaluation_data
            for event in result.all_events
            if event.event_type is dg.DagsterEventType.ASSET_CHECK_EVALUATION
        }
    assert set(checked) == {check.name for check in CHECKS} | {"redis_points_at_the_snapshot"}
    assert {each.passed for each in checked.values()} == {True}
    assert checked["sessions_have_their_bars"].metadata["short"].value == 1
    steps = [step.name for step in STEPS]
    assert sorted(made) == sorted(["imported", *steps, "redis_publish", "night"])
    assert made["night"].metadata["result"].value == "ok"
    assert made["sessions"].metadata["short"].value == 1
    assert {each.partition for each in made.values()} == {"ES"}
    assert str(current_id(warehouse.snapshots("ES"))).startswith("2024-07-03")
    night = read_night(warehouse, "ES", date(2024, 7, 3))
    assert night is not None
    assert night.last is not None
    assert night.last.result == "ok"


@pytest.mark.usefixtures("warehouse", "clock")
def test_a_night_that_is_only_late_is_no_failed_run() -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(instance)
    assert result.success


@pytest.mark.usefixtures("clock")
def test_a_night_that_somebody_has_to_look_at_is_a_failed_run_that_is_not_repeated(
    warehouse: Warehouse,
) -> None:
    wrong = bars_of_sessions("2024-07-03").assign(contract="NQU4")
    aged(saved(wrong, warehouse.drop / "ES" / "night.parquet"))
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(instance)
    assert not result.success
    failure = result.failure_data_for_node("night")
    assert failure is not None
    assert "ES 2024-07-03: wrong file" in str(failure.user_failure_data or failure.error)
    night = read_night(warehouse, "ES", date(2024, 7, 3))
    assert night is not None
    assert len(night.tries) == 1


@pytest.mark.usefixtures("clock")
def test_a_check_that_fails_is_red(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    aged(saved(bars_of_sessions("2024-07-03"), warehouse.drop / "ES" / "night.parquet"))
    real = Check.run
    monkeypatch.setattr(
        Check,
        "run",
        lambda check, build: (
            Verdict(False, {"failed": 3}, "Look there.")
            if check.name == "modules_answer"
            else real(check, build)
        ),
    )
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(instance)
        ended = instance.get_run_by_id(result.run_id)
        kind = dg.DagsterEventType.ASSET_CHECK_EVALUATION
        records = instance.get_records_for_run(result.run_id, of_type=kind).records
    events = [record.event_log_entry.dagster_event for record in records]
    evaluations = [event.asset_check_evaluation_data for event in events if event]
    found = {each.check_name: each for each in evaluations}
    red = found["modules_answer"]
    assert (red.passed, red.severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert (red.metadata["failed"].value, red.description) == (3, "Look there.")
    assert [name for name, each in found.items() if not each.passed] == ["modules_answer"]
    assert "snapshot_is_current" not in found
    assert ended is not None
    assert NOTIFIED in ended.tags


def test_runs_older_than_ninety_days_are_deleted() -> None:
    now = datetime.now(UTC)
    with dg.DagsterInstance.ephemeral() as instance:
        finished = instance.create_run_for_job(nightly, status=dg.DagsterRunStatus.SUCCESS)
        queued = instance.create_run_for_job(nightly, status=dg.DagsterRunStatus.STARTED)
        assert purge_runs(instance, now + timedelta(days=89)) == 0
        assert purge_runs(instance, now + timedelta(days=91)) == 1
        assert [run.run_id for run in instance.get_runs()] == [queued.run_id]
        assert not instance.has_run(finished.run_id)


def test_the_instance_purges_ticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "dagster.yaml", tmp_path)
    monkeypatch.setenv("DAGSTER_STORAGE_DIR", str(tmp_path))
    with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
        assert instance.get_settings("retention") == {
            "schedule": {"purge_after_days": 90},
            "sensor": {"purge_after_days": {"skipped": 7, "failure": 30, "success": 90}},
        }
