"""`almanac nightly` and what `almanac status` says after it: lines and exit codes."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from cli.main import main
from core.market.calendar import exchange_calendar
from core.warehouse.due import due_session
from core.warehouse.nights import only_run
from core.warehouse.paths import Warehouse
from tests.support.night_stage import aged
from tests.support.small_warehouse import saved, small_bars

SETTINGS = ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "DATABENTO_API_KEY", "REDIS_URL")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scratch folder whose `warehouse` is the command's."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    return tmp_path


def due() -> date:
    return due_session(datetime.now(UTC), exchange_calendar()).session


def history(folder: Path, last: date, name: str = "ES_history.parquet") -> Path:
    """A file of the ten days of trade up to the session `last`."""
    first = exchange_calendar().next_session(str(last - timedelta(days=10)))
    return aged(saved(small_bars(str(first), str(last), contract="ESZ9"), folder / name))


def test_one_command_takes_a_file_to_the_page_and_status_says_so(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history(place / "warehouse" / "drop" / "ES", due())
    assert main(["nightly"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"ES  ok  {due()}: {due()}-")
    assert "ES_history.parquet: " in out
    assert main(["status"]) == 0
    assert capsys.readouterr().out.startswith(f"ES  ok  {due()} in, built ")
    assert main(["status", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["symbols"]
    assert (told["symbol"], told["state"], told["expected"], told["have"]) == (
        "ES",
        "ok",
        str(due()),
        str(due()),
    )
    assert told["night"]["tries"][0]["result"] == "ok"
    assert told["headline"].startswith(f"ES  ok  {due()} in, built ")


def test_a_night_without_its_bars_is_stale_and_no_success(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = date.fromisoformat(str(exchange_calendar().previous_session(str(due()))))
    history(place / "warehouse" / "drop" / "ES", before)
    assert main(["nightly", "es"]) in (1, 3)
    assert f"{due()} is not there" in capsys.readouterr().out
    assert main(["status"]) == 1
    assert capsys.readouterr().out.startswith(f"ES  STALE  expected {due()}, have {before}: ")
    main(["status", "--json"])
    (told,) = json.loads(capsys.readouterr().out)["symbols"]
    assert (told["state"], told["have"]) == ("stale", str(before))


def test_a_refused_file_is_exit_code_one_and_a_running_night_three(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drop = place / "elsewhere"
    history(drop / "ES", due())
    aged(saved(small_bars("2024-06-03", "2024-06-03", contract="NQU4"), drop / "ES" / "wrong.parquet"))
    with only_run(Warehouse(place / "warehouse"), "ES"):
        assert main(["nightly", "--drop", str(drop)]) == 3
    assert "another nightly run is at work" in capsys.readouterr().out
    assert main(["nightly", "--drop", str(drop)]) == 1
    assert "refused: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "code", "told"),
    [
        ({}, 1, "nothing to do: "),
        ({"ALMANAC_PROVIDER": "bloomberg"}, 2, "ALMANAC_PROVIDER is 'bloomberg'; known: databento"),
        ({"ALMANAC_PROVIDER": "databento"}, 2, "DATABENTO_API_KEY is empty"),
        ({"ALERT_WEBHOOK": "hooks"}, 2, "ALERT_WEBHOOK is no http or https address"),
        ({"ALMANAC_DROP": "drpo"}, 2, "ALMANAC_DROP=drpo: is no folder"),
    ],
)
def test_what_cannot_work_is_one_plain_line(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    code: int,
    told: str,
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert main(["nightly"]) == code
    assert told in capsys.readouterr().err
    assert not (place / "warehouse").exists()


def test_an_unknown_symbol_is_named_with_those_that_are_known(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nightly", "EX"]) == 1
    assert "unknown symbol 'EX'; known symbols: ES" in capsys.readouterr().err
