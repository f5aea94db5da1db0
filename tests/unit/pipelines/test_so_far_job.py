"""Dagster's side of the session so far: when it is asked for, what a run leaves, that it touches no bars."""

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import pandas as pd
import pytest

from core.warehouse.due import NEW_YORK
from core.warehouse.paths import Warehouse
from core.warehouse.so_far import read_so_far
from pipelines import nightly_context
from pipelines.definitions import defs, so_far_every_five_minutes, so_far_requests_at
from pipelines.nightly_context import NightlyContext, context_of
from pipelines.providers import NotYet, Outage, ProviderError
from tests.unit.pipelines.day_so_far import at, day_so_far, saved_csv
from tests.unit.pipelines.night_parts import Vendor, files

so_far = defs.resolve_job_def("so_far")
SESSION = "2024-06-11"


@pytest.fixture
def warehouse(served: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Warehouse:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    return Warehouse(shutil.copytree(served, tmp_path / "warehouse"))


def asked(moment: datetime, warehouse: Warehouse) -> list[tuple[str | None, str | None]] | str:
    vendor = Vendor(NotYet())
    found = so_far_requests_at(moment, replace(context_of(warehouse, {}), provider=vendor))
    if isinstance(found, dg.SkipReason):
        return str(found.skip_message)
    return [(request.run_key, request.partition_key) for request in found]


@pytest.mark.parametrize(
    ("moment", "is_asked"),
    [
        ("2024-06-11T13:24Z", False),
        ("2024-06-11T13:25Z", True),
        ("2024-06-11T20:20Z", True),
        ("2024-06-11T20:21Z", False),
        ("2024-06-15T15:00Z", False),  # a Saturday
        ("2024-06-16T23:00Z", False),  # a Sunday's evening
        ("2024-06-19T15:00Z", False),  # Juneteenth
        ("2024-07-03T17:20Z", True),  # a half day
        ("2024-07-03T17:25Z", False),
        ("2024-11-01T13:25Z", True),  # the last session of summer time
        ("2024-11-04T13:25Z", False),
        ("2024-11-04T14:25Z", True),
        ("2024-11-04T21:20Z", True),
        ("2025-03-07T13:25Z", False),
        ("2025-03-10T13:25Z", True),  # the first session of summer time
        ("2025-03-10T20:25Z", False),
        ("2024-09-16T14:00Z", True),  # a roll
    ],
)
def test_it_is_asked_for_while_a_session_is_going_on(
    warehouse: Warehouse, moment: str, is_asked: bool
) -> None:
    now = datetime.fromisoformat(moment)
    local = now.astimezone(NEW_YORK)
    found = asked(local, warehouse)
    assert found == ([(f"ES {local:%Y-%m-%dT%H:%M}", "ES")] if is_asked else "ES: no session is going on")


def test_without_a_provider_or_a_snapshot_there_is_a_reason_to_skip(
    warehouse: Warehouse, tmp_path: Path
) -> None:
    found = so_far_requests_at(at("2024-06-11 10:00"), context_of(warehouse, {}))
    assert isinstance(found, dg.SkipReason)
    assert str(found.skip_message).startswith("ALMANAC_PROVIDER is empty")
    assert asked(at("2024-06-11 10:00"), Warehouse(tmp_path / "none")) == "no symbol has bars yet"
    (warehouse.snapshots("ES") / "CURRENT").unlink()
    assert asked(at("2024-06-11 10:00"), warehouse) == "ES: nothing is published"


def test_the_schedule_looks_at_the_minute_it_is_evaluated_for(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = context_of
    monkeypatch.setattr(
        nightly_context, "context_of", lambda *given: replace(made(*given), provider=Vendor(NotYet()))
    )
    assert warehouse.root.is_dir()
    for moment, keys in (
        ("2024-06-11 10:05", ["ES 2024-06-11T10:05"]),
        ("2024-06-11 09:20", []),
    ):
        context = dg.build_schedule_context(
            scheduled_execution_time=at(moment).astimezone(UTC), repository_def=defs.get_repository_def()
        )
        tick = so_far_every_five_minutes.evaluate_tick(context)
        assert [request.run_key for request in tick.run_requests or ()] == keys


def run(
    patch: pytest.MonkeyPatch, answer: Callable[[Path], Path] | Exception, now: str
) -> tuple[dg.ExecuteInProcessResult, int]:
    """A run at a moment with a vendor that answers so, and how often that was asked."""
    vendor = Vendor(answer)

    def place(warehouse: Warehouse, environment: dict[str, str]) -> NightlyContext:
        return replace(context_of(warehouse, environment), provider=vendor, now=lambda: at(now))

    patch.setattr(nightly_context, "context_of", place)
    with dg.DagsterInstance.ephemeral() as instance:
        done = so_far.execute_in_process(partition_key="ES", instance=instance, raise_on_error=False)
    return done, len(vendor.asked)


def contents(root: Path) -> dict[str, bytes]:
    """Every file of the warehouse but the session so far and locks."""
    kept = [name for name in files(root) if "lock" not in name and not name.startswith("today/")]
    return {name: (root / name).read_bytes() for name in kept}


def test_a_run_leaves_the_session_so_far_and_nothing_else(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, bars = contents(warehouse.root), day_so_far(SESSION, 18)
    for count, now in ((6, "2024-06-11 10:02"), (18, "2024-06-11 11:01")):
        part = bars.iloc[: 186 + count]
        done, _ = run(monkeypatch, lambda folder, part=part: saved_csv(part, folder / "v-ES.csv"), now)  # type: ignore[misc]
        assert done.success
        found = read_so_far(warehouse, "ES")
        assert found is not None
        assert (found.session_date, found.bars.c) == (SESSION, part["close"].tolist()[186:])
        (made,) = [each for each in done.all_events if each.is_step_materialization]
        assert made.materialization.metadata["bars"].value == count
    assert contents(warehouse.root) == before


def test_a_provider_without_bars_yet_is_no_failed_run(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, _ = run(monkeypatch, NotYet("not yet"), "2024-06-11 10:02")
    assert done.success
    assert [each for each in done.all_events if each.is_step_materialization] == []
    assert read_so_far(warehouse, "ES") is None


def half(bars: pd.DataFrame) -> pd.DataFrame:
    return bars.assign(high=bars["high"] * 2, open=bars["open"] * 2, close=bars["close"] * 2)


@pytest.mark.parametrize("fault", ["outage", "refused file"])
def test_a_fault_is_a_failed_run_in_words_that_stay_and_leaves_the_one_before(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    good, bad = day_so_far(SESSION, 6), half(day_so_far(SESSION, 12))
    run(monkeypatch, lambda folder: saved_csv(good, folder / "v-ES.csv"), "2024-06-11 10:02")
    before = read_so_far(warehouse, "ES")
    answer: Callable[[Path], Path] | ProviderError = Outage("vendor does not answer (asked 4 times)")
    if fault == "refused file":
        answer = lambda folder: saved_csv(bad, folder / "v-ES.csv")  # noqa: E731
    said = set()
    for now in ("2024-06-11 10:32", "2024-06-11 10:37"):
        done, count = run(monkeypatch, answer, now)
        failure = done.failure_data_for_node("session_so_far")
        assert not done.success
        assert count == 1
        assert failure is not None
        assert failure.user_failure_data is not None
        said.add(failure.user_failure_data.description)
    assert len(said) == 1
    assert str(said.pop()).startswith("vendor")
    assert before is not None
    assert read_so_far(warehouse, "ES") == before
