"""The line on standard error while a command takes long."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from cli.main import main
from cli.progress import IMPORT_SECONDS, SAMPLE_SECONDS, Line, progress_line
from core.importing import sample
from tests.support.small_warehouse import small_bars
from tests.support.waiting import eventually


def test_a_log_has_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []

    def has_told() -> bool:
        said.append(capsys.readouterr().err)
        return bool("".join(said))

    with progress_line("importing es.csv", IMPORT_SECONDS, every=0.01):
        eventually(has_told)
    err = "".join(said) + capsys.readouterr().err
    assert err.startswith("importing es.csv, 0 s\n")
    assert not err.endswith("\r")


def test_what_is_done_soon_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_line("importing es.csv", IMPORT_SECONDS, every=30.0):
        pass
    assert capsys.readouterr().err == ""


def test_an_import_says_which_file_it_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []

    def kept(what: str, usual: Mapping[str, float], *, every: float) -> AbstractContextManager[Line]:
        named.append(what)
        return progress_line(what, usual, every=every)

    monkeypatch.setattr("cli.bars.progress_line", kept)
    path = tmp_path / "es.csv"
    path.write_text("nothing\n")
    assert main(["import", str(path), "--warehouse", str(tmp_path / "w")]) == 1
    assert named == ["importing es.csv"]


def test_the_sample_s_steps_are_those_that_are_estimated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[tuple[str, float]] = []

    class Kept(Line):
        def at(self, words: str) -> None:
            super().at(words)
            places.append((words, self.share()))

    def kept(what: str, usual: Mapping[str, float], *, every: float) -> AbstractContextManager[Line]:
        assert list(usual) == list(SAMPLE_SECONDS)
        return nullcontext(Kept(what, usual))

    monkeypatch.setattr("cli.bars.progress_line", kept)
    monkeypatch.setattr(sample, "sample_bars", lambda: small_bars(last="2024-06-07", contract="DEMU4"))
    assert main(["import", "--sample", "--warehouse", str(tmp_path / "w")]) == 0
    words, shares = zip(*places, strict=True)
    assert words == tuple(SAMPLE_SECONDS)
    assert shares[0] < 0.5 <= shares[1] < shares[2] < 1
