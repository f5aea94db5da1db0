"""Alerts of one cause are one message, across symbols, runs and processes; its end is told once."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipelines.alerts import Alert, Alerts
from tests.support.night_stage import Stage, bars_of_sessions
from tests.unit.pipelines.night_parts import AFTER_MIDNIGHT

AT, LATER = "2024-06-11T22:30:00+00:00", "2024-06-12T06:30:00+00:00"


class Kept:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[Alert] = []

    def __call__(self, alert: Alert) -> None:
        self.sent.append(alert)

    def texts(self) -> list[str]:
        return [alert.text for alert in self.sent]


def outage(symbol: str, why: str = "2024-06-11 has no bars: databento answered 503", at: str = AT) -> Alert:
    return Alert(symbol, "2024-06-11", "outage", why, "2024-06-10", at, f"{symbol} 2024-06-11: outage; {why}")


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "nights" / "alerts.json"


def test_a_cause_is_told_once_whatever_run_and_process_meets_it_again(kept: Kept, file: Path) -> None:
    for symbol in ("ES", "ES", "NQ"):
        Alerts(file, kept).send(outage(symbol))
    assert kept.texts() == [outage("ES").text]
    Alerts(file, kept).send(outage("ES", "the licence has ended"))
    assert kept.texts()[1:] == ["ES 2024-06-11: outage; the licence has ended"]


def test_what_is_gathered_names_every_symbol_of_a_cause(kept: Kept, file: Path) -> None:
    alerts = Alerts(file, kept)
    with alerts.gathering():
        alerts.send(outage("ES"))
        alerts.send(outage("NQ", "NQ: check jumps_are_possible failed"))
        alerts.send(outage("RTY"))
        alerts.send(outage("YM", "YM: check jumps_are_possible failed"))
        assert kept.sent == []
    assert [alert.symbol for alert in kept.sent] == ["ES, RTY", "NQ, YM"]
    assert kept.texts()[0] == f"{outage('ES').text} (also RTY)"


def test_a_recovery_is_told_when_the_last_symbol_of_the_cause_is_well(kept: Kept, file: Path) -> None:
    for symbol in ("ES", "NQ"):
        Alerts(file, kept).send(outage(symbol))
    Alerts(file, kept).settled("ES", LATER)
    assert len(kept.sent) == 1
    Alerts(file, kept).settled("NQ", LATER)
    Alerts(file, kept).settled("NQ", LATER)
    (recovered,) = kept.sent[1:]
    assert (recovered.result, recovered.symbol) == ("recovered", "NQ")
    assert recovered.text == (
        f"NQ: recovered; over since {LATER}; it was outage since {AT}: "
        "2024-06-11 has no bars: databento answered 503"
    )
    Alerts(file, kept).send(outage("ES"))
    assert len(kept.sent) == 3


def test_a_refused_file_beside_a_good_night_leaves_nothing_open(kept: Kept, file: Path) -> None:
    refused = replace(outage("ES"), result="ok", why="refused: night.csv: no bars")
    for _ in range(2):
        Alerts(file, kept).send(refused)
    Alerts(file, kept).settled("ES", LATER)
    assert [alert.result for alert in kept.sent] == ["ok", "ok"]


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"\xff": {}}', b'{"x": {"result": "outage"}}'])
def test_a_damaged_record_tells_again(kept: Kept, file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    Alerts(file, kept).send(outage("ES"))
    Alerts(file, kept).send(outage("ES"))
    assert len(kept.sent) == 1


def test_a_record_that_cannot_be_written_tells_everything(
    kept: Kept, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.mkdir(parents=True)
    for _ in range(2):
        Alerts(file, kept).send(outage("ES"))
    Alerts(file, kept).settled("ES", LATER)
    assert len(kept.sent) == 2
    assert "alerts.json" in caplog.text


def test_a_night_tells_what_is_missing_and_that_it_came(night: Stage, kept: Kept) -> None:
    night.context = replace(night.context, alerts=Alerts(night.warehouse.open_alerts, kept))
    for _ in range(2):
        assert night.run(AFTER_MIDNIGHT).result == "missing"
    assert [alert.result for alert in kept.sent] == ["missing"]
    night.drop(bars_of_sessions("2024-06-11"))
    assert night.run("2024-06-12 08:00").result == "ok"
    assert [alert.result for alert in kept.sent] == ["missing", "recovered"]
    assert kept.sent[-1].text.startswith(
        "ES: recovered; over since 2024-06-12T12:00:00+00:00; it was missing"
    )
