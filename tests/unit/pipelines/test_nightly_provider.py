"""One night with a provider: what it is asked, and what its answer makes of the night."""

from pathlib import Path

import pytest

import pipelines.nightly
from core.importing.importer import import_file
from core.warehouse.snapshots import current_id
from pipelines.providers import NotYet, Outage, ProviderRefusal
from tests.support.night_stage import Stage, aged, bars_of_sessions
from tests.support.small_warehouse import saved
from tests.unit.pipelines.night_parts import Vendor, files


def test_what_the_provider_gives_goes_through_the_drop_folder(night: Stage) -> None:
    vendor = Vendor(lambda folder: saved(bars_of_sessions("2024-06-11"), folder / "vendor-ES.parquet"))
    night.ask(vendor)
    assert night.run().result == "ok"
    assert files(night.warehouse.drop) == ["ES/done/20240611T223000Z-vendor-ES.parquet"]
    assert [(str(each.after), str(each.last)) for each in vendor.asked] == [("2024-06-10", "2024-06-11")]
    assert night.run("2024-06-11 19:00").result == "ok"
    assert len(vendor.asked) == 1


def test_the_provider_is_asked_for_every_recent_session_that_is_not_there(night: Stage) -> None:
    night.drop(bars_of_sessions("2024-06-12"))
    night.run("2024-06-12 18:30")
    vendor = Vendor(lambda folder: saved(bars_of_sessions("2024-06-11", "2024-06-13"), folder / "v.parquet"))
    night.ask(vendor)
    assert night.run("2024-06-13 18:30").result == "ok"
    assert [(str(each.after), str(each.last)) for each in vendor.asked] == [("2024-06-10", "2024-06-13")]
    assert night.status().state == "ok"


@pytest.mark.parametrize(
    ("answer", "result", "alerts"),
    [
        (NotYet("available up to 16:00"), "late", 0),
        (Outage("databento answered 503"), "outage", 1),
        (ProviderRefusal("databento answered 401"), "failed", 1),
        (KeyError("a bug of the client"), "failed", 1),
    ],
)
def test_a_provider_without_bars_gives_the_night_its_result(
    night: Stage, answer: Exception, result: str, alerts: int
) -> None:
    served = current_id(night.warehouse.snapshots("ES"))
    night.ask(Vendor(answer))
    done = night.run()
    assert (done.result, done.have, done.snapshot_id) == (result, "2024-06-10", served)
    assert str(answer) in done.why
    assert len(night.told) == alerts


def test_a_provider_that_gives_another_symbols_bars_is_refused_like_any_file(night: Stage) -> None:
    other = bars_of_sessions("2024-06-11").assign(contract="NQU4")
    night.ask(Vendor(lambda folder: saved(other, folder / "vendor-ES.parquet")))
    assert night.run().result == "wrong file"
    assert night.told[0].why.count("NQ") > 0


def test_a_file_that_breaks_the_importer_is_refused_and_the_next_one_taken(
    night: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_on_a(path: Path, **named: object) -> object:
        if path.name == "a.parquet":
            raise ValueError("a bug of the importer")
        return import_file(path, symbol="ES", warehouse=night.warehouse)

    monkeypatch.setattr(pipelines.nightly, "import_file", broken_on_a)
    aged(night.drop(bars_of_sessions("2024-06-11"), "a.parquet"), 7200)
    night.drop(bars_of_sessions("2024-06-11"), "b.parquet")
    done = night.run()
    assert (done.result, [each.name for each in done.arrived]) == ("ok", ["b.parquet"])
    assert "ValueError: a bug of the importer" in done.refused[0].why


def test_a_dropped_file_helps_through_an_outage(night: Stage) -> None:
    night.ask(Vendor(Outage("databento answered 503")))
    night.drop(bars_of_sessions("2024-06-11"))
    assert night.run().result == "ok"
