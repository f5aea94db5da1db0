"""One night whose bars or build fail: what was served stays served, and somebody is told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
import pytest

import core.build.build
import core.build.run_build
import pipelines.nightly
from core.build.build import Build
from core.build.checks import Check, Verdict
from core.contracts.errors import DataError
from core.warehouse.bars import read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import Overtaken, current_id, make_current
from pipelines.runs import run_night
from tests.support.night_stage import Stage, bars_of_sessions, empty_stage
from tests.support.small_warehouse import small_bars
from tests.unit.pipelines.night_parts import EVENING


def times(factor: float, bars: pd.DataFrame) -> pd.DataFrame:
    """The same walk at another level, on the tick."""
    prices = ("open", "high", "low", "close")
    return bars.assign(**{name: (bars[name] * factor * 4).round() / 4 for name in prices})


def doubled(bars: pd.DataFrame) -> pd.DataFrame:
    """The same walk at twice the price: no exchange allows it."""
    return times(2, bars)


def test_a_file_with_which_the_bars_fail_a_check_is_refused_and_leaves_no_bar_behind(night: Stage) -> None:
    before = read_bars_index(night.warehouse, "ES")
    night.at("2024-06-12 18:30")
    night.drop(times(1.27, bars_of_sessions("2024-06-12")))  # within two sessions' limits, a day is missing
    done = night.run()
    assert (done.result, done.have) == ("wrong file", "2024-06-10")
    assert "jumps_are_possible" in night.told[0].text
    assert read_bars_index(night.warehouse, "ES") == before
    assert [path.name for path in night.warehouse.root.glob(".ke*")] == []
    night.drop(bars_of_sessions("2024-06-11", "2024-06-12"))
    assert night.run().result == "ok"


@pytest.mark.parametrize(("day", "contract"), [("2024-06-12", "ESU4"), ("2024-06-11", "ESZ4")])
def test_another_symbols_file_is_refused_after_a_missing_session_and_at_a_roll(
    night: Stage, day: str, contract: str
) -> None:
    night.at(f"{day} 18:30")
    path = night.drop(doubled(bars_of_sessions(day)).assign(contract=contract))
    done = night.run()
    assert (done.result, done.have) == ("wrong file", "2024-06-10")
    assert path.name in done.why
    assert "the exchange's limit is 7% overnight" in night.told[0].text


def test_a_first_file_that_fails_a_check_leaves_no_symbol(tmp_path: Path) -> None:
    made = empty_stage(Warehouse(tmp_path / "warehouse"))
    bars = small_bars(last="2024-06-11")
    made.drop(pd.concat([bars[:900], doubled(bars[900:])]))
    assert made.run(EVENING).result == "wrong file"
    assert made.warehouse.symbols() == ()


@pytest.mark.usefixtures("both_ways")
def test_a_check_of_the_build_that_fails_keeps_the_old_snapshot_and_is_told(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = current_id(night.warehouse.snapshots("ES"))
    real = Check.run
    night.drop(bars_of_sessions("2024-06-11"))
    with monkeypatch.context() as patch:
        patch.setattr(Check, "run", lambda check, build: failed_or(real, check, build))
        done = night.run()
    assert (done.result, done.snapshot_id) == ("failed", served)
    assert "evidence_agrees" in night.told[0].text
    assert night.line().startswith("ES  STALE  expected 2024-06-11, have 2024-06-10: failed at 18:30")
    assert night.run().result == "ok"


def failed_or(real: Callable[[Check, Build], Verdict], check: Check, build: Build) -> Verdict:
    return Verdict(False) if check.name == "evidence_agrees" else real(check, build)


@pytest.mark.usefixtures("both_ways")
def test_a_build_that_was_overtaken_is_done_again(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def overtaken_once(*asked: Any) -> None:
        tries.append("build")
        if len(tries) == 1:
            raise Overtaken("another build came between")
        make_current(*asked)

    monkeypatch.setattr(core.build.build, "make_current", overtaken_once)
    night.drop(bars_of_sessions("2024-06-11"))
    assert (night.run().result, len(tries)) == ("ok", 2)
    assert night.told == []


@pytest.mark.usefixtures("both_ways")
def test_a_build_that_is_overtaken_again_is_told(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def overtaken(*asked: object) -> None:
        raise Overtaken("another build came between")

    monkeypatch.setattr(core.build.build, "make_current", overtaken)
    night.drop(bars_of_sessions("2024-06-11"))
    done = night.run()
    assert (done.result, done.why) == ("failed", "another build came between")
    assert [alert.result for alert in night.told] == ["failed"]


@pytest.mark.usefixtures("both_ways")
def test_what_nobody_expected_is_a_failed_night_and_not_a_lost_one(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*asked: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(core.build.run_build, "run_step", broken)
    done = night.run()
    assert done.result == "failed"
    assert "Input/output error" in night.told[0].text


def locked_at(monkeypatch: pytest.MonkeyPatch, at: Callable[[dg.DagsterEvent], bool]) -> None:
    """Let Dagster fail to note such events: that ends a run in which no step failed."""
    handled = dg.DagsterInstance.handle_new_event

    def locked(instance: dg.DagsterInstance, entry: dg.EventLogEntry, **more: Any) -> Any:
        event = entry.dagster_event
        if event and at(event):
            raise OSError("database is locked")
        return handled(instance, entry, **more)

    monkeypatch.setattr(dg.DagsterInstance, "handle_new_event", locked)


def is_end_of(step: str) -> Callable[[dg.DagsterEvent], bool]:
    return lambda event: event.step_key == step and (event.is_step_success or event.is_step_failure)


@pytest.mark.usefixtures("dagster_home")
def test_a_run_that_dagster_itself_ends_is_a_failed_night(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.run("2024-06-10 18:30")
    night.drop(bars_of_sessions("2024-06-11"))
    locked_at(monkeypatch, is_end_of("imported"))
    done = night.run("2024-06-11 18:30")
    assert (done.result, done.have) == ("failed", "2024-06-10")
    assert done.ended
    assert "Dagster ended the run" in done.why
    assert "database is locked" in done.why
    assert [alert.result for alert in night.told] == ["failed"]
    assert "served: up to 2024-06-10" in night.told[0].text


@pytest.mark.usefixtures("dagster_home")
def test_a_night_that_is_recorded_stands_where_dagster_fails_after_it(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    locked_at(monkeypatch, is_end_of("night"))
    assert night.run().result == "ok"
    assert night.told == []


@pytest.mark.usefixtures("dagster_home")
def test_a_run_that_dagster_ends_before_its_record_begins_is_told_and_raised(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked_at(monkeypatch, lambda event: event.is_engine_event)
    with pytest.raises(DataError, match=r"Dagster ended the run: .*database is locked"):
        run_night(night.context, "ES")
    assert [alert.result for alert in night.told] == ["failed"]


def test_a_full_disk_is_not_the_files_fault(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*asked: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    path = night.drop(bars_of_sessions("2024-06-11"))
    with monkeypatch.context() as patch:
        patch.setattr(pipelines.nightly, "import_file", full)
        assert night.run().result == "failed"
    assert path.exists()
    assert night.run().result == "ok"


@pytest.mark.usefixtures("both_ways")
def test_what_keeps_the_record_from_being_made_is_told_and_raised(night: Stage) -> None:
    night.run()
    record = night.warehouse.nights("ES") / "2024-06-11.json"
    record.write_text("{")
    with pytest.raises(DataError, match=r"2024-06-11\.json: not readable"):
        run_night(night.context, "ES")
    night.at("2090-06-11 18:30")
    with pytest.raises(DataError, match="Update exchange_calendars"):
        run_night(night.context, "ES")
    assert [alert.result for alert in night.told] == ["failed", "failed"]


def test_a_broken_source_list_is_not_the_files_fault(night: Stage) -> None:
    night.warehouse.sources_file.write_text("[")
    path = night.drop(bars_of_sessions("2024-06-11"))
    done = night.run()
    assert done.result == "failed"
    assert "sources.toml" in done.why
    assert path.exists()
