"""Answers that services share bear a digest of everything that makes an answer."""

import tomllib
from pathlib import Path

import pytest

from service.data import shared_answers
from service.data.shared_answers import COMPILED, code_digest, code_files

ROOT = Path(__file__).resolve().parents[4]


def digest() -> str:
    return code_digest.__wrapped__()


def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The code as a copy that a test may change."""
    for file in code_files():
        target = tmp_path / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    monkeypatch.setattr(shared_answers, "_ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "changed",
    ["core/__init__.py", "core/statistics/counting.py", "core/query/marks.py", "service/http/encoding.py"],
)
def test_a_changed_or_renamed_file_is_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    before = digest()
    file = copied(tmp_path, monkeypatch) / changed
    assert digest() == before
    file.write_bytes(file.read_bytes() + b"#")
    assert digest() != before
    file.write_bytes(file.read_bytes()[:-1])
    if changed != "core/__init__.py":
        file.rename(file.with_name("renamed.py"))
        assert digest() != before


def test_another_version_of_a_compiled_library_or_of_python_is_other_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = digest()
    for name in COMPILED:
        with monkeypatch.context() as patch:
            patch.setattr(shared_answers, "version", lambda asked, name=name: "0" if asked == name else "1")
            assert digest() != before
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    assert digest() != before


def test_the_compiled_libraries_are_those_of_the_light_half() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    light = " ".join(str(each) for each in project["dependency-groups"]["service"])
    assert all(name in light for name in COMPILED)
