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
