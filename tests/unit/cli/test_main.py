"""What the command says of itself: help, wrong use, completion; also on a narrow terminal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from cli import serving
from cli.main import app, main
from core.warehouse.paths import Warehouse
from tests.support.small_warehouse import saved, small_bars

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = (
    *("import", "today", "changes", "findings", "build", "path", "rollback", "publish", "nightly", "alert"),
    *("views", "status", "verify", "backup", "restore", "serve", "demo", "accounts", "codes", "entry-link"),
    *("days", "claims", "tokens", "members", "features"),
)


def wrong(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines of a wrong use."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.splitlines()


def commands(group: typer.core.TyperGroup, *path: str) -> list[tuple[str, ...]]:
    """Every command below a group, with the words that lead to it."""
    found: list[tuple[str, ...]] = []
    for name, each in group.commands.items():
        found += commands(each, *path, name) if isinstance(each, typer.core.TyperGroup) else [(*path, name)]
    return found


def test_no_command_is_lost() -> None:
    listed = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "100"}).output
    assert all(f"\n  {name} " in listed for name in COMMANDS)
    assert "exit codes: 0 done, 1 the data or the warehouse needs a look, 2 wrong use" in listed
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    assert {path[0] for path in commands(group)} == set(COMMANDS)


def test_every_help_fits_a_terminal_of_forty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    for path in commands(group):
        with pytest.raises(SystemExit) as ended:
            main([*path, "--help"])
        assert ended.value.code == 0
        said = capsys.readouterr().out
        assert said.startswith(f"Usage: almanac {' '.join(path)}")
        assert [line for line in said.splitlines() if len(line.rstrip()) > 40] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Missing command."),
        (["tokens"], "Missing command."),
        (["biuld"], "No such command 'biuld'. Did you mean 'build'?"),
        (["build", "--al"], "No such option: --al (Possible options: --all, --help)"),
        (["import", "--label", "middle", "x"], "'--label': 'middle' is not one of 'open', 'close'."),
        (["serve", "--port", "0"], "'--port': '0' is no port; give a number from 1 to 65535"),
        (["changes", "--since", "x"], "'--since': found 'x', expected a date as 2024-05-16"),
        (["codes", "add"], "Missing option '--tier'. Choose from: lite, standard, pro"),
        (["import"], "give a FILE or --sample"),
        (["import", "--priority", "high", "x"], "'--priority': Input should be a valid integer"),
    ],
)
def test_wrong_use_is_a_plain_line_and_where_help_is(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    first, hint = wrong(capsys, *arguments)
    assert first.startswith("almanac: ")
    assert told in first
    words = [
        word
        for word in arguments[:2]
        if word in ("build", "import", "serve", "changes", "codes", "add", "tokens")
    ]
    assert hint == f"Try: {' '.join(['almanac', *words])} --help"


def test_a_shell_is_offered_what_is_there(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    bars = str(saved(small_bars(last="2024-06-04"), tmp_path / "ES.parquet"))
    assert main(["import", bars, "--warehouse", str(warehouse)]) == 0

    def offered(*words: str) -> list[str]:
        command = [sys.executable, "-m", "cli.main"]
        asked = {"_ALMANAC_COMPLETE": "complete_bash", "COMP_CWORD": str(len(words))}
        given = {"COMP_WORDS": " ".join(["almanac", *words]), "ALMANAC_WAREHOUSE": str(warehouse)}
        environment = os.environ | {"ALMANAC_STATE": str(tmp_path / "state")} | asked | given
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert offered("bui") == ["build"]
    assert offered("build", "E") == ["ES"]
    assert offered("accounts", "set-tier", "ada", "") == ["lite", "standard", "pro"]
    assert offered("days", "show", "f") == []
    assert not (tmp_path / "state").exists()


def test_what_it_becomes_is_of_the_package_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[list[str]] = []

    def become(program: str, command: list[str], environment: dict[str, str]) -> None:
        became.append(command)

    monkeypatch.setattr(os, "execve", become)
    for package, module in (("cli", "service"), ("session_almanac.cli", "session_almanac.service")):
        monkeypatch.setattr(serving, "__package__", package)
        serving._become("service", [], 8000, Warehouse(tmp_path), tmp_path, {})
        assert became.pop()[1:3] == ["-m", module]
