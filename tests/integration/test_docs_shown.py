"""What README and docs show is run: every `almanac` command, and the SQL and Python beside them.

A page is read from its top in a folder that has what it names (`tests/support/docs_place.py`). Blocks of
other programs alone are passed over. docs/api.md is run with its output by `test_docs_commands.py`, the
examples of the client by `test_notebook.py`.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from types import CodeType
from typing import Any

import duckdb
import pytest

import cli.access
from cli import main as command
from tests.integration.test_service_process import fetch, free_port
from tests.support.docs_pages import (
    GROUPS,
    PAGES,
    ROOT,
    SHOWN,
    STAND_FOR,
    Piece,
    Shown,
    is_ours,
    pieces,
    shown_in,
)
from tests.support.docs_place import built, prepared
from tests.support.sample_warehouse import sample_warehouse

PYTHON = ("README.md", "analysts.md")

FOREIGN = {"pip": "installs from a release; test_installed_wheel.py does"}
"""Programs beside `almanac` in its blocks that are not run here, and why."""

NEEDS_IN_PROSE = {"publish --all": "REDIS_URL"}
STAYS = ("serve", "demo")


class Reader:
    """Somebody who types what a page shows, from its top."""

    def __init__(self, place: Path, sample: Path, patch: pytest.MonkeyPatch) -> None:
        self.place, self.sample, self.patch = place, sample, patch
        self.opened = duckdb.connect()
        self.names: dict[str, Any] = {"__name__": "shown"}
        self.done = 0

    def read(self, name: str, page: str) -> list[str]:
        """What did not go as shown, by page and line."""
        wrong = []
        for piece in pieces(page):
            for step in self._steps(name, piece):
                self.done += 1
                try:
                    step()
                except Exception as fault:
                    wrong.append(f"{name}:{piece.line}: {str(fault).partition(chr(10))[0]}")
        return wrong

    def _steps(self, name: str, piece: Piece) -> Iterator[Callable[[], object]]:
        """What there is to do of a piece, in order; nothing where it is not ours."""
        if is_ours(piece):
            for shown in shown_in(piece.code):
                yield partial(self._run, shown if piece.language != "prose" else _in_prose(shown), piece)
        elif piece.language == "sql":
            yield lambda: self.opened.execute(piece.code).fetchall()
        elif piece.language == "python" and name in PYTHON and ">>> " not in piece.code:
            yield lambda: self._python(compile(piece.code, f"{name}:{piece.line}", "exec"))

    def _python(self, code: CodeType) -> None:
        with redirect_stdout(StringIO()):
            exec(code, self.names)

    def _run(self, shown: Shown, piece: Piece) -> None:
        assert piece.language in ("sh", "bash", "prose"), f"a block of {piece.language or 'nothing'}"
        program, *words = shown.words
        out = StringIO()
        with redirect_stdout(out):
            if program == "almanac" and words[0] in STAYS:
                self._serve(words)
            elif program == "almanac":
                almanac(words, shown.needs)
            elif program == "echo":
                print(*words)
            elif program == "export":
                self.patch.setenv(*words[0].split("=", 1))
            elif program == "duckdb":
                self._duckdb(*words)
            else:
                assert program in FOREIGN, f"{program} is neither run here nor named as foreign"
        if shown.into:
            with Path(shown.into).open(shown.mode) as file:
                file.write(out.getvalue())

    def _duckdb(self, init: str, script: str, *query: str) -> None:
        """Stands for the program, which the Python package comes without: `-init FILE`, `-c SQL`."""
        assert init == "-init"
        self.opened = duckdb.connect()
        self.opened.execute(Path(script).read_text())
        if query:
            assert self.opened.execute(query[1]).fetchall()

    def _serve(self, words: list[str]) -> None:
        """Started on a free port, asked whether it is ready, and stopped; the demo on the run's sample."""
        port = free_port()
        if words[0] == "demo":
            words = [*words, "--warehouse", str(self.sample)]
        if "--port" in words:
            del words[words.index("--port") : words.index("--port") + 2]
        started = [sys.executable, "-m", "cli.main", *words, "--port", str(port)]
        with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                assert fetch(port, "/readyz")["status"] == "ok"  # type: ignore[index]
            finally:
                process.terminate()


def _in_prose(shown: Shown) -> Shown:
    return Shown(shown.words, needs=NEEDS_IN_PROSE.get(" ".join(shown.words[1:]), ""))


def almanac(words: list[str], needs: str = "") -> None:
    """Run a command in this process: it ends with 0, or where it needs a setting by naming that one."""
    told = StringIO()
    with redirect_stderr(told):
        try:
            code: object = command.main(words)
        except SystemExit as end:
            code = end.code
    if needs and not (code and needs in told.getvalue()):
        raise AssertionError(f"almanac {shlex.join(words)}: it does not need {needs}")
    if code and not needs:
        raise AssertionError(f"almanac {shlex.join(words)}: exit code {code}, {told.getvalue()}")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with redirect_stdout(StringIO()):
        return prepared(tmp_path_factory.mktemp("docs-place"))


@pytest.fixture
def reader(
    template: Path,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Reader:
    place = shutil.copytree(template, tmp_path / "place")
    for name in [each for each in os.environ if each.startswith("ALMANAC_")]:
        monkeypatch.delenv(name)
    for name in ("ALERT_WEBHOOK", "DATABENTO_API_KEY", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    monkeypatch.setenv("ALMANAC_WEB", str(place / "web"))
    monkeypatch.setenv("ENTRY_SECRETS", "an-example-secret-of-at-least-32-bytes")
    monkeypatch.setattr(cli.access, "getpass", lambda _: "correct horse battery")
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.chdir(place)
    return Reader(place, sample_warehouse(tmp_path_factory).root, monkeypatch)


class Terminal(StringIO):
    """Somebody sits at it."""

    def isatty(self) -> bool:
        return True


def shown_somewhere(page: Path) -> bool:
    text = page.read_text("utf-8")
    return page.name != "api.md" and any(is_ours(piece) for piece in pieces(text))


@pytest.mark.parametrize(
    "page", [each for each in PAGES if shown_somewhere(each)], ids=lambda page: page.name
)
def test_what_a_page_shows_runs(page: Path, reader: Reader) -> None:
    if page.name == "analysts.md":
        built(reader.place, "NQ")
    wrong = reader.read(page.name, page.read_text("utf-8"))
    assert not wrong, "\n".join(wrong)
    assert reader.done


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("```sh\nalmanac build ES --eveyr\n```\n", "exit code 2, almanac: No such option: --eveyr"),
        ("Say `almanac build NOWHERE`.\n", "exit code 1, almanac: "),
        ("```sh\nalmanac path ES    # needs REDIS_URL\n```\n", "it does not need REDIS_URL"),
        ("```sh\nalmanac publish ES\n```\n", "exit code 2, almanac: REDIS_URL is not set"),
        ("```sh\nalmanac views ES | duckdb\n```\n", "exit code 2"),
        ("```sh\nalmanac path ES\nsurprise --me\n```\n", "surprise is neither run here nor named"),
        ("```console\nalmanac path ES\n```\n", "a block of console"),
        ("```sql\nSELECT 1 FROM nowhere\n```\n", "nowhere does not exist"),
    ],
)
def test_what_does_not_run_is_named_with_its_line(page: str, told: str, reader: Reader) -> None:
    (wrong,) = reader.read("page.md", f"Text.\n\n{page}")
    assert wrong.startswith("page.md:3: ")
    assert told in wrong


def test_nothing_is_declared_that_no_page_shows() -> None:
    ours = [piece.code for page in PAGES for piece in pieces(page.read_text("utf-8")) if is_ours(piece)]
    declared = [*STAND_FOR, *NEEDS_IN_PROSE, *FOREIGN, *(f"almanac {stays}" for stays in STAYS)]
    assert [each for each in declared if each not in "\n".join(ours)] == []


def test_every_block_of_commands_is_a_fence_of_the_shell() -> None:
    for page in PAGES:
        outside = re.sub(r"^ *```.*?^ *```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        assert re.findall(r"^\s+almanac [a-z].*", outside, re.MULTILINE) == [], page.name


def listed() -> list[tuple[str, str]]:
    """Page and words of every command, in blocks and in prose, up to a pipe, a bracket or a comment."""
    return sorted(
        {
            (page.name, " ".join(found.split()))
            for page in PAGES
            for piece in pieces(page.read_text("utf-8"))
            if piece.language in ("sh", "bash", "prose")
            for found in SHOWN.findall(piece.code.replace("COMMAND", "build").replace("\\\n", " "))
        }
    )


def help_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What --help of a command says; a failure where there is no such command."""
    try:
        code: object = command.main([*words, "--help"])
    except SystemExit as end:
        code = end.code
    printed = capsys.readouterr()
    assert not code, printed.err
    return printed.out


@pytest.mark.parametrize(("page", "line"), listed())
def test_a_command_of_the_documentation_is_there_with_its_options(
    page: str, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    words = line.split()
    path = words[: 2 if words[0] in GROUPS else 1]
    told = help_of(path, capsys)
    for option in (word.partition("=")[0] for word in words if word.startswith("--")):
        assert re.search(rf"(^|[\s,\[]){option}\b", told), f"{page}: almanac {line}"


def test_the_commands_are_found() -> None:
    found = listed()
    assert len(found) > 30
    assert {"README.md", "operations.md", "api.md", "nightly.md"} <= {page for page, _ in found}
    assert ("api.md", "tokens add ada --tier pro --expires 90d") in found


def test_an_option_that_is_not_there_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--nowhere" not in help_of(["build"], capsys)
    with pytest.raises(AssertionError):
        help_of(["nowhere"], capsys)
