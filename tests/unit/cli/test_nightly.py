"""`almanac alert`: what systemd's OnFailure= unit tells, and when it keeps still."""

import logging
from pathlib import Path

import pytest

from cli.main import main
from pipelines import nights
from tests.support.night_stage import aged
from tests.support.small_warehouse import saved, small_bars

UNIT = "almanac-nightly.service"


@pytest.mark.parametrize(
    ("result", "status", "told"),
    [
        ("oom-kill", "KILL", f"failed: {UNIT} ended with oom-kill KILL: journalctl -u {UNIT}"),
        ("timeout", "TERM", f"failed: {UNIT} ended with timeout TERM: journalctl -u {UNIT}"),
        ("exit-code", "2", f"failed: {UNIT} ended with exit-code 2: journalctl -u {UNIT}"),
        ("exit-code", "203", f"failed: {UNIT} ended with exit-code 203: journalctl -u {UNIT}"),
        ("exit-code", "1", None),
    ],
)
def test_what_ended_a_night_from_outside_is_told_and_what_it_told_itself_is_not(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    result: str,
    status: str,
    told: str | None,
) -> None:
    monkeypatch.delenv("ALERT_WEBHOOK", raising=False)
    given = {"MONITOR_UNIT": UNIT, "MONITOR_SERVICE_RESULT": result, "MONITOR_EXIT_STATUS": status}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with caplog.at_level(logging.WARNING, logger="almanac.nightly"):
        assert main(["alert", "--warehouse", str(tmp_path)]) == 0
    assert [record.message for record in caplog.records] == ([told] if told else [])


@pytest.mark.parametrize("is_unclaimed", [False, True])
@pytest.mark.parametrize(
    ("ends", "code"),
    [([], 0), (["done"], 0), (["later"], 3), (["done", "later"], 3), (["later", "look"], 1)],
    ids=lambda each: "+".join(each) if isinstance(each, list) else None,
)
def test_a_file_that_no_symbol_claims_is_something_to_look_at(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ends: list[str],
    code: int,
    is_unclaimed: bool,
) -> None:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(nights, "run_nights", lambda *_: ends)
    drop = tmp_path / "warehouse" / "drop"
    if is_unclaimed:
        aged(saved(small_bars("2024-06-03", "2024-06-03"), drop / "tonight.parquet"))
    assert main(["nightly", "ES", "--warehouse", str(tmp_path / "warehouse")]) == (
        1 if is_unclaimed else code
    )
    assert ("refused: " in capsys.readouterr().out) == is_unclaimed


def test_a_night_names_the_own_features_that_it_checks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text("x = 1\n")
    monkeypatch.setenv("ALMANAC_FEATURES", str(tmp_path / "own"))
    monkeypatch.setattr(nights, "run_nights", lambda *_: [])
    assert main(["nightly", "ES", "--warehouse", str(tmp_path / "warehouse")]) == 0
    said = "nightly  checking own features: mine.py; at most 60 seconds of a processor each\n"
    assert capsys.readouterr().out == said
