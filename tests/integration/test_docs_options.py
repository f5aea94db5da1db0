"""Every `almanac` command that README and docs show is there, with the options they give it."""

import re
from pathlib import Path

import pytest

from cli import main as command

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?:sh|bash)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"(?:^|[;(]|bin/) *almanac ([a-z][^\n|;#)>&]+)", re.MULTILINE)
GROUPS = ("accounts", "codes", "tokens", "days", "claims", "features")


def shown() -> list[tuple[str, str]]:
    """Page and words of every command in a block of the shell, up to a pipe, a bracket or a comment."""
    return sorted(
        {
            (page.name, " ".join(found.split()))
            for page in PAGES
            for block in FENCE.findall(page.read_text("utf-8"))
            for found in SHOWN.findall(block.replace("\\\n", " "))
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


@pytest.mark.parametrize(("page", "line"), shown())
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
    found = shown()
    assert len(found) > 30
    assert {"README.md", "operations.md", "api.md", "nightly.md"} <= {page for page, _ in found}
    assert ("api.md", "tokens add ada --tier pro --expires 90d") in found


def test_an_option_that_is_not_there_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--nowhere" not in help_of(["build"], capsys)
    with pytest.raises(AssertionError):
        help_of(["nowhere"], capsys)
