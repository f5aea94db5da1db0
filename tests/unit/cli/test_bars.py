"""The line on standard error while a command takes long."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from cli import bars
from cli.main import main
from tests.support.waiting import eventually


def test_a_log_has_a_line_each_and_a_terminal_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for shows, expected in ((False, "importing es.csv, 0 s\n"), (True, "\rimporting es.csv, 0 s")):
        monkeypatch.setattr(sys.stderr, "isatty", lambda shows=shows: shows)
        said: list[str] = []

        def has_told(said: list[str] = said) -> bool:
            said.append(capsys.readouterr().err)
            return bool("".join(said))

        with bars.progress_line("importing es.csv", 0.01):
            eventually(has_told)
        err = "".join(said) + capsys.readouterr().err
        assert err.startswith(expected)
        assert err.endswith("\r") == shows


def test_what_is_done_soon_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with bars.progress_line("importing es.csv"):
        pass
    assert capsys.readouterr().err == ""


def test_an_import_says_which_file_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    held = bars.progress_line

    def kept(what: str) -> AbstractContextManager[Callable[[str], None]]:
        named.append(what)
        return held(what)

    monkeypatch.setattr(bars, "progress_line", kept)
    path = tmp_path / "es.csv"
    path.write_text("nothing\n")
    assert main(["import", str(path), "--warehouse", str(tmp_path / "w")]) == 1
    assert named == ["importing es.csv"]
