"""A night and a build on a disk that has too little room or runs full: a sentence, and nothing is lost."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import dagster as dg
import pytest

import core.build.parts
import core.build.run_build
import core.build.tables
import core.warehouse.nights
import pipelines.nightly
from cli.main import main
from core.contracts.errors import DataError
from core.warehouse import room
from core.warehouse.snapshots import current_id
from pipelines.assets.work_folder import failed_step
from pipelines.nights import run_nights
from pipelines.runs import run_night
from tests.support.night_stage import Stage, bars_of_sessions


@pytest.fixture(autouse=True)
def plain_words(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No line of the log has a traceback."""
    with caplog.at_level(logging.INFO, logger="almanac"):
        yield
    assert [record.message for record in caplog.records if record.exc_info] == []


def refuse(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_night_looks_for_room_before_it_takes_a_file(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    path = night.drop(bars_of_sessions("2024-06-11"))
    with monkeypatch.context() as little:
        little.setattr(room, "free_bytes", lambda folder: 4096)
        last = night.run()
    assert last.result == "failed"
    assert last.why.startswith(
        f"{night.warehouse.root}: Too little space: 4,096 bytes are free, a night of ES "
    )
    assert "Free some (old backups, done/" in last.why
    assert path.exists()
    assert (last.arrived, last.refused) == ((), ())
    assert [(alert.result, alert.why) for alert in night.told] == [("failed", last.why)]
    assert night.run().result == "ok"


def test_a_night_without_news_needs_no_room(night: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    assert night.run().result == "ok"
    monkeypatch.setattr(room, "free_bytes", lambda folder: 4096)
    assert night.run().result == "ok"
    assert night.run("2024-06-12 18:30").result == "late"
    assert night.told == []


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize(
    ("module", "name"),
    [
        (pipelines.nightly, "import_file"),
        (core.build.run_build, "run_step"),
        (core.build.parts, "put_in_place"),
        (core.build.tables, "write_table"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_night_whose_disk_runs_full_says_so_and_the_next_one_is_good(
    night: Stage, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    path = night.drop(bars_of_sessions("2024-06-11"))
    with monkeypatch.context() as full:
        full.setattr(module, name, refuse)
        last = night.run()
    assert last.result == "failed"
    assert last.why.startswith(f"{night.warehouse.root}: No space left on device: ")
    assert "needs about" in last.why
    assert last.refused == ()
    assert [alert.why for alert in night.told] == [last.why]
    assert path.exists() or last.arrived
    assert night.run().result == "ok"


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize(
    ("module", "name", "is_settled"),
    [
        (core.warehouse.nights, "write_file", False),
        (core.warehouse.nights, "write_file", True),
        (pipelines.nightly, "write_attempt", False),
    ],
)
def test_a_night_that_cannot_be_recorded_is_told_once_and_is_no_success(
    night: Stage,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    module: Any,
    name: str,
    is_settled: bool,
) -> None:
    night.drop(bars_of_sessions("2024-06-11"))
    if is_settled:
        night.run()
    with monkeypatch.context() as full:
        full.setattr(module, name, refuse)
        assert run_nights(night.context, ["ES"]) == ["look"]
        said = capsys.readouterr().out
        with pytest.raises(DataError, match="No space left on device"):
            run_night(night.context, "ES")
    assert said.startswith(f"ES  failed  {night.warehouse.root}: No space left on device: ")
    assert "Free some" in said
    assert "None" not in said
    assert len(night.told) == 2, "one for each run"
    assert night.run().result == "ok"


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("at", ["require", "put_in_place"])
def test_a_build_is_refused_in_one_line(
    night: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at: str
) -> None:
    served = current_id(night.warehouse.snapshots("ES"))
    for module, name, done in _FULL[at]:
        monkeypatch.setattr(module, name, done)
    snapshots = night.warehouse.snapshots("ES")
    (snapshots / str(served)).rename(snapshots / "2024-06-10-000000000000")
    (snapshots / "CURRENT").write_text("2024-06-10-000000000000")
    assert main(["build", "ES", "--warehouse", str(night.warehouse.root)]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith(f"almanac: {night.warehouse.root}: ")
    assert "bytes are free, a build of ES needs about" in told


_FULL: dict[str, list[tuple[Any, str, Callable[..., Any]]]] = {
    "require": [(room, "free_bytes", lambda folder: 4096)],
    "put_in_place": [(core.build.parts, "put_in_place", refuse)],
}


def test_dagster_tries_a_full_disk_again_and_nothing_else() -> None:
    again = {type(each): failed_step(each).allow_retries for each in (room.DiskFull(""), DataError(""))}
    assert again == {room.DiskFull: True, DataError: False}
    assert isinstance(failed_step(DataError("")), dg.Failure)
