"""The runner: parts, what is written of them, exit codes, and one form of command for every harness."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from qa import __main__ as command
from qa.harness.report import Record, write_section
from qa.harness.run import Harness, Part, RunOptions, run

PAGE = "# Page\n\n<!-- toy: begin -->\nold\n<!-- toy: end -->\n\nAfter.\n"


def toy(page: Path, *, fails: str = "") -> Harness:
    def ran(options: RunOptions) -> Iterator[Part]:
        for name in options.names:
            yield Part(name, name != fails, f"{name} ran", {"size": options.size})

    def summary(records: Sequence[Record]) -> str:
        return f"{len(records)} parts"

    def tables(records: Sequence[Record]) -> Iterator[str]:
        yield from (f"{record['name']}: {record['size']}" for record in records)

    return Harness("toy", lambda: ["one", "other", "two"], ran, summary, tables, page)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def written(root: Path) -> list[Record]:
    return list(json.loads((root / "build" / "toy.json").read_bytes())["parts"])


def test_a_long_run_writes_the_list_and_the_page(page: Path, tmp_path: Path) -> None:
    assert run(toy(page), RunOptions((), size=3), tmp_path) == 0
    assert [record["name"] for record in written(tmp_path)] == ["one", "other", "two"]
    text = page.read_text()
    assert text.startswith("# Page\n\n<!-- toy: begin -->\n")
    assert text.endswith("\n<!-- toy: end -->\n\nAfter.\n")
    assert "old" not in text
    assert "**3 parts**" in text
    assert "one: 3\nother: 3\ntwo: 3" in text
    assert "| machine |" in text


def test_a_short_run_writes_nothing(page: Path, tmp_path: Path) -> None:
    assert run(toy(page), RunOptions((), short=True), tmp_path) == 0
    assert (page.read_text(), (tmp_path / "build").exists()) == (PAGE, False)


def test_parts_that_are_not_chosen_stay_as_they_were(page: Path, tmp_path: Path) -> None:
    run(toy(page), RunOptions((), size=1), tmp_path)
    run(toy(page), RunOptions(("o",), size=2), tmp_path)
    assert [(each["name"], each["size"]) for each in written(tmp_path)] == [
        ("one", 2),
        ("other", 2),
        ("two", 1),
    ]


def test_a_part_that_failed_ends_the_command_with_1_after_the_others(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(toy(page, fails="one"), RunOptions(()), tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == ["one ran", "other ran", "two ran", "3 parts"]
    assert [record["passed"] for record in written(tmp_path)] == [False, True, True]


def test_an_unknown_part_is_named(page: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="toy: three found, one, other, two expected"):
        run(toy(page), RunOptions(("one", "three")), tmp_path)


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n")
    with pytest.raises(SystemExit, match="lacks"):
        write_section(page, "toy", [])
    assert page.read_text() == "# Page\n"


@pytest.mark.parametrize("name", command.NAMES)
def test_every_harness_has_parts_and_markers_in_its_page(name: str) -> None:
    harness = command.harness_of(name)
    assert harness.name == name
    assert len(set(harness.parts())) == len(harness.parts()) > 1
    if harness.page is not None:
        text = harness.page.read_text(encoding="utf-8")
        assert f"<!-- {name}: begin -->" in text
        assert f"<!-- {name}: end -->" in text


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ([], RunOptions((), mutants=True)),
        (["--short", "a"], RunOptions(("a",), short=True, mutants=False)),
        (["--short", "--mutants"], RunOptions((), short=True, mutants=True)),
        (["a", "--size", "5", "b"], RunOptions(("a", "b"), size=5.0)),
    ],
)
def test_one_form_of_command(given: list[str], options: RunOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[RunOptions] = []

    def ran(harness: Harness, options: RunOptions) -> int:
        found.append(options)
        return 0

    monkeypatch.setattr(command, "run", ran)
    assert command.main(["fuzz", *given]) == 0
    assert found == [options]
