"""Rows and their aims, the parts of the bench, and what is said of a missed target."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from qa.bench import harness
from qa.bench.harness import GROUPS, Group, rows_of, tables
from qa.bench.lines import line_rows
from qa.bench.page import slow
from qa.bench.rows import Aim, Row, judged, table, verdict
from qa.bench.service_process import percentiles
from qa.harness.report import Record
from qa.harness.run import RunOptions

MISSED = judged("count: ms", 4.0, peer=1.0, aim=Aim("ours/peer", 2))
MET = judged("answer: ms", 1.0, peer=9.0, aim=Aim("peer/ours", 5))
PLAIN = judged("start: s", 1.5, p99=2.0)


def record(name: str, *rows: Row, failure: str = "") -> Record:
    as_written = [{field: getattr(row, field) for field in Row.__slots__} for row in rows]
    return {"name": name, "rows": as_written, "failure": failure}


def test_a_ratio_is_taken_the_way_its_target_means_it() -> None:
    assert (MET.ratio, MET.met, MET.target) == (9.0, True, "at least 5x faster")
    assert (MISSED.ratio, MISSED.met, MISSED.target, MISSED.off) == (4.0, False, "at most 2 of peer", 100.0)
    bound = judged("memory: MB", 139.9, aim=Aim("ours", 140))
    assert (bound.ratio, bound.met, bound.target) == (None, True, "at most 140")
    assert judged("memory: MB", 140.1, aim=Aim("ours", 140)).met is False


def test_a_row_without_a_target_is_not_judged() -> None:
    assert (PLAIN.met, PLAIN.p99) == (None, 2.0)


def test_the_verdict_counts_targets_and_names_the_missed() -> None:
    text = verdict([MET, MISSED, PLAIN], "| count: ms | kept bodies |")
    assert text == "1 of 2 targets met; missed: count: ms, off by 100 %"
    assert "not written down yet" in verdict([MISSED], "nothing")


def test_what_may_not_be_at_all_is_missed_by_what_there_is() -> None:
    row = judged("code before its use: KB", 1.5, aim=Aim("ours", 0))
    assert (row.met, row.off) == (False, None)
    assert verdict([row], f"| {row.name} |").endswith("missed: code before its use: KB, 1.5 instead of 0")


def test_the_table_is_aligned() -> None:
    head, _, last = table([Row("short", 1), MISSED]).splitlines()
    assert head.index("target") == last.index("at most 2")


def test_what_was_written_is_read_again() -> None:
    written = [record("answers", MET, MISSED), record("lines", PLAIN)]
    assert rows_of(written) == [MET, MISSED, PLAIN]
    text = "\n".join(tables(written))
    assert "### An answer beside pandas, Polars and DuckDB" in text
    assert "| count: ms | 4 | - | 1 | 4 | at most 2 of peer | NO |" in text


def test_a_part_that_fails_keeps_its_rows_and_leaves_the_others_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def half(sample: Path, folder: Path) -> Iterator[Row]:
        yield MET
        raise SystemExit("bench: 3 of 9 requests failed")

    def refused(sample: Path, folder: Path) -> list[Row]:
        raise subprocess.CalledProcessError(2, ["node"], stderr=b"no page")

    groups = {
        "answers": Group("An answer", half, half),
        "page": Group("The page", refused, refused),
        "lines": Group("Lines", lambda sample, folder: [PLAIN], lambda sample, folder: []),
    }
    monkeypatch.setattr(harness, "GROUPS", groups)
    monkeypatch.setattr(harness, "sample_of", lambda warehouse: warehouse)
    parts = list(harness.HARNESS.run(RunOptions(tuple(groups))))
    assert [part.passed for part in parts] == [False, False, True]
    assert [len(part.found["rows"]) for part in parts] == [1, 0, 1]
    assert parts[0].found["failure"] == "SystemExit: bench: 3 of 9 requests failed"
    assert "no page" in parts[1].found["failure"]
    text = "\n".join(tables([record("answers", MET, failure="it ended\nearly")]))
    assert "**Failed:** it ended early" in text


def test_lines_are_those_of_the_product_and_of_the_tests_by_room(tmp_path: Path) -> None:
    for path, lines in (
        ("core/question/a.py", 2),
        ("core/figures/kinds/a.py", 1),
        ("core/build/b.py", 10),
        ("service/answers/c.py", 4),
        ("service/members/d.py", 100),
        ("service/e.json", 1000),
        ("cli/f.py", 1),
        ("web/src/app/g.tsx", 20),
        ("web/src/app/g.test.tsx", 5),
        ("web/src/app/testing/h.ts", 6),
        ("web/src/api/generated.ts", 1000),
        ("web/vite.config.ts", 3),
        ("tests/unit/cli/i.py", 7),
        ("qa/bench/j.mjs", 8),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x\n" * lines)
    rows = list(line_rows(tmp_path))
    sums = {row.name: row.ours for row in rows if row.met is not None}
    rooms = {row.name: row.ours for row in rows if row.met is None}
    assert list(sums.values()) == [7, 118, 141, 26]
    assert rooms["lines of core/figures"] == 1
    assert rooms["lines of web/src/app"] == 20
    assert rooms["lines of web"] == 3
    assert rooms["lines of tests in web/src/app"] == 11
    assert rooms["lines of tests in tests/unit"] == 7
    assert sum(rooms.values()) == 141 + 26


def test_percentiles_are_of_all_calls() -> None:
    assert percentiles([float(each) for each in range(101)]) == (50, 99)
    assert slow([float(each) for each in range(1, 101)]) == 95


def test_every_part_has_rows_at_length_and_in_short() -> None:
    assert list(GROUPS) == [
        "answers",
        "lists",
        "visitors",
        "build",
        "worker",
        "apply",
        "visits",
        "chart",
        "gallery",
        "trips",
        "lines",
    ]
