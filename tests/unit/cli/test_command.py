"""What the command says where it ends before its own code is there."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

import pytest

from session_almanac.command import main


class StoppedAtImport(MetaPathFinder):
    """Ctrl-C when the command's code is looked for."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name == "cli.main":
            raise KeyboardInterrupt


def test_a_ctrl_c_before_the_command_is_imported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "cli.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [StoppedAtImport(), *sys.meta_path])
    assert main() == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "almanac: stopped.\n")


@pytest.mark.parametrize(
    ("package", "installing"),
    [
        ("redis", "session-almanac[service]"),
        ("hiredis", "session-almanac[service]"),
        ("dagster_celery", "session-almanac[machines]"),
        ("databento", "session-almanac[build]"),
        ("numpy", "session-almanac"),
    ],
)
def test_a_missing_package_is_named_with_the_smallest_extra_that_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str, installing: str
) -> None:
    def without() -> int:
        raise ModuleNotFoundError(name=f"{package}.part")

    monkeypatch.setattr("cli.main.main", without)
    assert main() == 1
    line = f"almanac: the package {package}.part is missing. Install it: pip install '{installing}'\n"
    assert capsys.readouterr().err == line
