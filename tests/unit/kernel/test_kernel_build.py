"""The kernel is compiled from its sources, taken where it fits them, and missed without harm."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from core.kernel import build, library, sources

ANSWER = "long answer(void) { return 42; }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel of one function, not compiled yet."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: apt-get install -y gcc libc6-dev")
    (tmp_path / "answer.c").write_text(ANSWER)
    for module in (sources, build):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    return tmp_path


def libraries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix not in (".c", ".h")]


def test_it_is_compiled_once_and_a_changed_source_has_another_library(folder: Path) -> None:
    first = build.build()
    (folder / "answer.c").write_text("no C at all")
    assert sources.library_file() != first
    (folder / "answer.c").write_text(ANSWER)
    written = first.stat().st_mtime_ns
    assert build.build() == first
    assert first.stat().st_mtime_ns == written
    (folder / "more.h").write_text("/* read by answer.c */")
    second = build.build()
    assert libraries(folder) == [second]


def test_one_that_cannot_be_loaded_is_compiled_anew(folder: Path) -> None:
    sources.library_file().write_bytes(b"cut short, or another machine's")
    build.build()
    assert library._load()[0] is not None


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler: apt-get install -y gcc libc6-dev")
def test_the_project_s_own_is_there() -> None:
    assert library.loaded(), library.STATE


def test_what_does_not_compile_leaves_nothing_and_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "answer.c").write_text("int x(")
    assert build.main() == 1
    assert "answer.c:1" in capsys.readouterr().err
    assert libraries(folder) == []


def test_without_a_compiler_it_says_how_to_get_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert build.main() == 1
    assert "apt-get install -y gcc" in capsys.readouterr().err


def test_a_library_that_is_not_there_or_cannot_be_loaded_is_missed_and_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for damage in (lambda: None, lambda: sources.library_file().write_bytes(b"no library")):
        damage()
        found, state = library._load()
        assert found is None
        assert sources.library_file().name in state
        assert "python -m core.kernel.build" in state
        monkeypatch.setattr(library, "_LIBRARY", found)
        assert (library.loaded(), library.function("answer")) == (False, None)


def test_only_arrays_that_fit_have_a_pointer() -> None:
    array = np.zeros((3, 2))
    assert library.pointer(array, np.float64, (3, 2)).value == array.ctypes.data
    for dtype, shape in ((np.int64, (3, 2)), (np.float64, (2, 3))):
        with pytest.raises(ValueError, match="expected"):
            library.pointer(array, dtype, shape)
    with pytest.raises(ValueError, match="C order"):
        library.pointer(np.zeros((2, 3)).T, np.float64, (3, 2))
