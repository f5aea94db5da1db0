"""The lists of sentences in tests/e2e name tests that exist and always run; no line is without one."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTS = [ROOT / "tests" / "e2e" / name for name in ("COVERAGE.md", "COVERAGE-chart.md")]
HEADINGS = ["Sentence", "Subject elsewhere", "Tests"]
SECTIONS = 9
SUBJECTS = {"COVERAGE-chart.md", "no cause"}
FOLDERS = (("web/src", "*.test.ts*"), ("tests", "*.spec.ts"), ("tests", "test_*.py"), ("qa", "test_*.py"))
FILES = [path for folder, pattern in FOLDERS for path in (ROOT / folder).rglob(pattern)]
_read = cache(Path.read_text)
_parsed = cache(ast.parse)


def rows() -> Iterator[list[str]]:
    """The cells of every line of every table."""
    for line in (line for each in LISTS for line in each.read_text().splitlines()):
        if line.startswith("|") and not line.startswith("|---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


SENTENCES = [cells for cells in rows() if cells != HEADINGS]
NAMED = sorted({test for cells in SENTENCES for test in cells[-1].split("<br>") if test})


def is_there(file: str, name: str) -> bool:
    """Whether a file so called holds a test of exactly this name."""
    return any(holds(path, name) for path in FILES if path.name == file)


def holds(path: Path, name: str) -> bool:
    """Whether the file has a test so called, a function or a call's first argument, that is never skipped."""
    text = _read(path)
    if path.suffix == ".py":
        return _is_run(_parsed(text), name)
    escaped = name.replace('"', '\\"')
    calls = re.sub(r"\(\s+", "(", text)
    said = "|".join(re.escape(each) for each in (f'"{escaped}"', f"'{name}'", f"`{name}`"))
    heads = re.findall(rf"([\w.]*)\((?:{said}),", calls)
    return any(not re.search(r"\.(skip|skipIf|todo|fixme|fails?)$", head) for head in heads)


def _is_run(module: ast.Module, name: str) -> bool:
    """Whether the module defines a test so called that neither its file, its marks nor its body may skip."""
    found = [each for each in module.body if isinstance(each, ast.FunctionDef) and each.name == name]
    marks = [
        each
        for each in module.body
        if isinstance(each, ast.Assign) and any(ast.unparse(to) == "pytestmark" for to in each.targets)
    ]
    return bool(found) and not any("skip" in ast.unparse(each) for each in (*found, *marks))


@pytest.mark.parametrize("test", NAMED)
def test_every_test_named_exists(test: str) -> None:
    file, separator, name = test.partition(" > ")
    assert separator, f"{test!r} is no `file > name`"
    assert is_there(file, name), f"{file} holds no test {name!r}"


def test_every_sentence_has_a_test_or_the_subject_it_belongs_to() -> None:
    bare = [cells for cells in SENTENCES if len(cells) != 3 or bool(cells[1]) == bool(cells[2])]
    assert not bare, f"exactly one of subject and tests belongs in {bare}"
    assert {cells[1] for cells in SENTENCES} - {""} <= SUBJECTS


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.name)
def test_every_section_of_the_specification_is_listed(file: Path) -> None:
    listed = re.findall(r"^## (\d+)\. ", file.read_text(), re.MULTILINE)
    assert listed == [str(number) for number in range(1, SECTIONS + 1)]


def test_a_name_that_is_only_part_of_a_test_s_is_no_test() -> None:
    assert is_there("tokens.test.ts", "stored tokens older than 24 hours are discarded")
    assert not is_there("tokens.test.ts", "stored tokens older than 24 hours")
    assert not is_there("no.test.ts", "stored tokens older than 24 hours are discarded")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("test_a.py", "@pytest.mark.skipif(True, reason='')\ndef test_a(): ..."),
        ("test_a.py", "def test_a():\n    pytest.skip('no shared data')"),
        ("test_a.py", "pytestmark = pytest.mark.skipif(True, reason='')\ndef test_a(): ..."),
        ("a.test.ts", 'it.skip("test_a", () => {});'),
        ("a.spec.ts", 'test.fixme(\n  "test_a", async () => {});'),
    ],
)
def test_a_test_that_may_be_skipped_holds_nothing(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text)
    assert not holds(tmp_path / file, "test_a")
    _read.cache_clear()
    (tmp_path / file).write_text("def test_a(): ..." if file.endswith(".py") else 'it("test_a", () => {});')
    assert holds(tmp_path / file, "test_a")
