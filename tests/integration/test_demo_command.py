"""`almanac demo`: what is there is used again, and what serves is a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import core.importing.sample
from cli.main import main
from core.importing.importer import import_sample
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from pipelines.runs import build_snapshot
from tests.integration.test_service_process import free_port
from tests.support.small_warehouse import saved, small_bars

ROOT = Path(__file__).resolve().parents[2]


class Became(Exception):
    """Stands for the process that takes this one's place."""


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for the built page."""
    index = tmp_path / "web" / "index.html"
    index.parent.mkdir()
    index.touch()
    monkeypatch.setenv("ALMANAC_WEB", str(index.parent))
    return index


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """What the command became: its arguments and its environment."""
    found: list[tuple[list[str], dict[str, str]]] = []

    def become(program: str, command: list[str], environment: dict[str, str]) -> NoReturn:
        found.append((command, environment))
        raise Became

    monkeypatch.setattr(os, "execve", become)
    return found


@pytest.fixture
def warehouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Warehouse:
    """A warehouse with a small sample imported."""
    sample = small_bars(last="2024-06-07", contract="DEMU4")
    monkeypatch.setattr(core.importing.sample, "sample_bars", lambda: sample)
    found = Warehouse(tmp_path / "warehouse")
    import_sample(found)
    return found


def test_a_second_demo_uses_the_samples_snapshots_again(
    warehouse: Warehouse,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    commands: list[tuple[list[str], dict[str, str]]],
) -> None:
    built = [build_snapshot(warehouse, symbol) for symbol in ("DEMO", "DEMO-COIN")]
    monkeypatch.setattr(core.importing.sample, "sample_bars", lambda: pytest.fail("the sample is made anew"))
    with pytest.raises(Became):
        main(["demo", "--port", str(free_port()), "--warehouse", str(warehouse.root)])
    assert capsys.readouterr().out.splitlines() == [
        f"DEMO: {built[0].snapshot_id} is up to date, 5 full sessions",
        f"DEMO-COIN: {built[1].snapshot_id} is up to date, 5 full sessions",
    ]
    ((command, environment),) = commands
    assert command[1:5] == ["-m", "cli.main", "serve", "--open-link"]
    assert (environment["DEFAULT_SYMBOL"], environment["ACCESS_MODE"]) == ("DEMO", "trusted_url")


def test_a_demo_without_the_coin_market_makes_it(
    warehouse: Warehouse,
    capsys: pytest.CaptureFixture[str],
    commands: list[tuple[list[str], dict[str, str]]],
) -> None:
    build_snapshot(warehouse, "DEMO")
    with pytest.raises(Became):
        main(["demo", "--port", str(free_port()), "--warehouse", str(warehouse.root)])
    told = capsys.readouterr().out
    assert "DEMO-COIN: 5 full sessions" in told
    assert current_id(warehouse.snapshots("DEMO-COIN")) is not None
    ((_, environment),) = commands
    assert environment["DEFAULT_SYMBOL"] == "DEMO"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_what_serves_does_not_carry_what_built(tmp_path: Path) -> None:
    file = saved(small_bars(last="2024-06-07"), tmp_path / "ES.parquet")
    places = ["--warehouse", str(tmp_path / "warehouse"), "--state", str(tmp_path / "state")]
    command = [sys.executable, "-m", "cli.main", "demo", str(file), "--port", str(free_port()), *places]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Session Almanac: "):
            lines.append(demo.stdout.readline())
            assert lines[-1], lines
        mapped = Path(f"/proc/{demo.pid}/maps").read_text()
        demo.terminate()
    assert "published, 5 full sessions" in "".join(lines)
    assert "course_id=dev-cad-std" in lines[-1]
    assert not [
        name for name in ("libarrow", "/pandas/", "/scipy/", "/dagster", "pydantic") if name in mapped
    ]


def test_without_a_page_there_is_no_demo(
    tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page.unlink()
    warehouse = tmp_path / "warehouse"
    assert main(["demo", "--port", str(free_port()), "--warehouse", str(warehouse)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"almanac: {page.parent}: there is no built page")
    assert "ALMANAC_WEB" in told
    assert not warehouse.exists()
