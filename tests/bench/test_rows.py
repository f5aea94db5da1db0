"""Targets, rows and the page that shows them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench import build
from tests.bench.build import Built
from tests.bench.report import BEGIN, END, verdict, write_report
from tests.bench.rows import Row, table
from tests.bench.targets import AIMS, GROWTH, judged

PAGE = f"# Performance\n\n{BEGIN}\nold\n{END}\n\nWhat was tried.\n"


def test_a_ratio_is_taken_the_way_its_target_means_it() -> None:
    faster = judged("aggregates, sample, narrow, ms against pandas", 0.1, 4.0)
    share = judged("live count: throughput", 900.0, 2000.0)
    bound = judged("memory of a worker with 18 years, MB", 99.9)
    assert (faster.ratio, faster.met) == (40.0, True)
    assert (share.ratio, share.met) == (0.45, True)
    assert (bound.ratio, bound.met, bound.target) == (None, True, "at most 100")
    assert judged("live count: throughput", 899.0, 2000.0).met is False
    assert judged("cached: p99 over p50, half load", 5.1).met is False


def test_a_row_without_a_target_is_not_judged() -> None:
    assert judged("start of a worker with 18 years to its first answer, s", 1.5).met is None


def test_the_issues_bounds_are_all_there() -> None:
    ratios = {name: aim.bound for name, aim in AIMS.items() if "narrow" in name}
    assert list(ratios.values()) == [35, 15, 150, 15, 7, 50, 3, 6, 2.5, 25, 20]
    assert len(AIMS) == 2 * len(ratios) + 4 + 4 + 3 + 4 + 2


def test_the_page_keeps_what_is_around_the_markers(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text(PAGE)
    write_report(page, {"machine": "two cores"}, {"Engine": [judged("cached: throughput", 1.0, 2.0)]})
    text = page.read_text()
    assert text.startswith(f"# Performance\n\n{BEGIN}\n")
    assert text.endswith(f"\n{END}\n\nWhat was tried.\n")
    assert "| machine | two cores |" in text
    assert "| cached: throughput | 1 | 2 | 0.5 | at least 0.7 of peer | NO |" in text
    assert "old" not in text


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("# Performance\n")
    with pytest.raises(SystemExit, match="lacks"):
        write_report(page, {}, {})
    assert page.read_text() == "# Performance\n"


def test_the_verdict_counts_targets_and_names_the_missed() -> None:
    met, missed = judged("cached: throughput", 9.0, 10.0), judged("live count: throughput", 1.0, 4.0)
    plain = judged("start of a worker with 18 years to its first answer, s", 1.5)
    text = verdict([met, missed, plain])
    assert text.startswith("**1 of 2 targets met (50 %).**")
    assert "- missed: live count: throughput: 0.25 (1 beside 4), at least 0.45 of peer asked" in text
    assert "cached" not in text


def test_the_table_is_aligned() -> None:
    text = table([Row("short", 1, None, None, "", None), Row("much longer", 2, 4, 0.5, "under 3", True)])
    head, _, last = text.splitlines()
    assert head.index("target") == last.index("under 3")


def test_the_builds_targets_have_their_rows() -> None:
    stages = {"bars": 0.5, "all": 1.0}
    lengths = [(2, 500, 100.0), (18, 4500, 400.0), (36, 9000, 740.0)]
    built = [Built(years, stages, stages, 0.1, sessions, memory) for years, sessions, memory in lengths]
    rows = {row.name: row for row in build.rows_of(built)}
    assert rows["build of 18 years without starts, s against DuckDB"].ratio == pytest.approx(10)
    assert rows[GROWTH].ours == pytest.approx((340 / 4500) / (300 / 4000), abs=1e-3)
    assert {name for name in AIMS if "build" in name} <= set(rows)


def test_a_whole_run_writes_the_page_and_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, listed = tmp_path / "performance.md", tmp_path / "build" / "bench.json"
    page.write_text(PAGE)
    row = judged("cached: throughput", 9.0, 10.0)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "REPORT", page)
    monkeypatch.setattr(bench, "sample_of", lambda warehouse: warehouse)
    monkeypatch.setattr(bench, "GROUPS", {"http": ("HTTP", lambda sample, folder: [row])})
    bench.main(["http"])
    assert (page.read_text(), listed.exists()) == (PAGE, False)
    bench.main([])
    assert json.loads(listed.read_bytes()) == [asdict(row)]
    assert "**1 of 1 targets met (100 %).**" in page.read_text()
    assert "### HTTP" in page.read_text()
