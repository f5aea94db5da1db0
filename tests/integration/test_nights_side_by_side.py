"""Nights of several symbols at the same time: each its own, whatever becomes of the others."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from cli.main import main
from core.warehouse.nights import read_night
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines import nights, side_by_side
from pipelines.alerts import Alert
from pipelines.nightly_context import NightlyContext, context_of
from pipelines.nights import run_nights
from tests.integration.test_nightly_command import due, history, place
from tests.support.night_stage import aged

__all__ = ["place"]


def posted(context: NightlyContext) -> list[Alert]:
    """What `context` posts from now on."""
    alerts: list[Alert] = []
    context.alerts.webhook = alerts.append
    return alerts


def test_two_at_once_are_recorded_alerted_and_printed_each_for_itself(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    drop, warehouse = place / "warehouse" / "drop", Warehouse(place / "warehouse")
    history(drop / "ES", due())
    (drop / "NQ").mkdir(parents=True)
    (drop / "NQ" / "NQ.csv").write_text("no bars\n")
    aged(drop / "NQ" / "NQ.csv")
    assert main(["nightly", "ES", "NQ", "--at-once", "2"]) == 1
    out, log = capfd.readouterr()
    assert "STEP_WORKER_STARTED" not in log, log
    assert f"ES  ok  {due()}: {current_id(warehouse.snapshots('ES'))} is served\n  ES_history" in out
    assert "\nNQ  " in f"\n{out}"
    found = {symbol: read_night(warehouse, symbol, due()) for symbol in ("ES", "NQ")}
    results = {symbol: night and night.last and night.last.result for symbol, night in found.items()}
    assert results["ES"] == "ok"
    assert results["NQ"] not in ("ok", None)
    assert (warehouse.root / "nights" / "alerts.json").exists() is False, "nobody is told without a webhook"


def test_one_whose_process_was_ended_is_told_and_the_others_count(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    context = context_of(Warehouse(place / "warehouse"), {})
    alerts = posted(context)
    told = side_by_side._Told("done", [Alert("ES", why="known", text="known")])

    def run_job(context: NightlyContext, symbols: list[str], many: int, folder: Path) -> None:
        (folder / "ES").write_bytes(msgspec.json.encode(told))

    monkeypatch.setattr(side_by_side, "_run_job", run_job)
    assert run_nights(context, ["ES", "NQ"], 2) == ["done", "look"]
    assert capsys.readouterr().out.startswith("NQ  failed  its process was ended from outside")
    assert [(each.symbol, "ended from outside" in each.text) for each in alerts] == [
        ("ES", False),
        ("NQ", True),
    ]


def test_a_night_that_does_not_end_is_ended_and_the_next_begins(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[str] = []

    def hang(context: NightlyContext, symbol: str) -> None:
        begun.append(symbol)
        time.sleep(30)

    monkeypatch.setattr(nights, "run_night", hang)
    monkeypatch.setattr(nights, "LONGEST", 0.2)
    context = context_of(Warehouse(place / "warehouse"), {})
    began = datetime.now(UTC)
    assert run_nights(context, ["ES", "NQ"]) == ["look", "look"]
    assert (datetime.now(UTC) - began).seconds < 20
    assert begun == ["ES", "NQ"]
    assert "NQ  failed  TookTooLong: took longer than 0.2 seconds" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["0", "-1", "two", ""])
def test_a_number_of_nights_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["nightly", f"--at-once={given}"])
    assert ended.value.code == 2


def test_the_default_goes_with_cores_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": (3 << 30) // 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__)
    assert nights.at_once_here() == 3
