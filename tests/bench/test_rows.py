"""Targets, rows and the page that shows them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench import build
from tests.bench.build import Built
from tests.bench.groups import Group
from tests.bench.power import power_of
from tests.bench.report import BEGIN, END, Measured, verdict, write_report
from tests.bench.rows import Row, table
from tests.bench.targets import AIMS, GROWTH, judged

PAGE = f"# Performance\n\n{BEGIN}\nold\n{END}\n\nWhat was tried.\n"


def test_a_ratio_is_taken_the_way_its_target_means_it() -> None:
    faster = judged("full answer, sample, narrow, ms against plain path", 0.1, 4.0)
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
    assert list(ratios.values()) == [2, 5]
    assert len(AIMS) == 2 * len(ratios) + 2 + 4 + 3 + 4 + 2


def test_the_page_keeps_what_is_around_the_markers(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text(PAGE)
    engine = Measured("Engine", [judged("cached: throughput", 1.0, 2.0)], {})
    write_report(page, {"machine": "two cores"}, [engine])
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
        write_report(page, {}, [])
    assert page.read_text() == "# Performance\n"


def test_the_verdict_counts_targets_and_names_the_missed() -> None:
    met, missed = judged("cached: throughput", 9.0, 10.0), judged("live count: throughput", 1.0, 4.0)
    plain = judged("start of a worker with 18 years to its first answer, s", 1.5)
    text = verdict([met, missed, plain], "| live count: throughput | kept bodies |")
    assert text.startswith("**1 of 2 targets met (50 %).**")
    missed_by = "0.25 (1 beside 4), at least 0.45 of peer asked, off by 44 %"
    assert text.endswith(f"- missed: live count: throughput: {missed_by}")
    assert "cached" not in text
    assert "not written down yet" in verdict([missed], "nothing")


def test_a_miss_that_nobody_explains_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, missed = tmp_path / "performance.md", judged("live count: throughput", 1.0, 4.0)
    page.write_text(f"live count: throughput\n{PAGE}")
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "REPORT", page)
    monkeypatch.setattr(bench, "sample_of", lambda warehouse: warehouse)
    monkeypatch.setattr(bench, "GROUPS", {"http": Group("HTTP", {"calls": lambda sample, folder: [missed]})})
    assert bench.main([]) == 0
    assert "MISSED  live count: throughput" in capsys.readouterr().out
    page.write_text(f"{PAGE}| live count: throughput | kept bodies |\n")
    assert bench.main([]) == 0
    assert "MISSED" not in capsys.readouterr().out


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
    assert rows["build: power of the sessions that its time grows with"].ours == 0


def test_a_power_says_how_a_cost_grows() -> None:
    assert power_of({1: 3.0, 10: 30.0, 100: 300.0}) == pytest.approx(1)
    assert power_of({2: 4.0, 4: 16.0}) == pytest.approx(2)


def test_a_whole_run_writes_the_page_and_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, listed = tmp_path / "performance.md", tmp_path / "build" / "bench.json"
    page.write_text(PAGE)
    row = judged("cached: throughput", 9.0, 10.0)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "REPORT", page)
    monkeypatch.setattr(bench, "sample_of", lambda warehouse: warehouse)
    monkeypatch.setattr(bench, "GROUPS", {"http": Group("HTTP", {"calls": lambda sample, folder: [row]})})
    assert bench.main(["http"]) == 0
    assert (page.read_text(), listed.exists()) == (PAGE, False)
    assert bench.main([]) == 0
    (group,) = json.loads(listed.read_bytes())["groups"]
    assert group == {"title": "HTTP", "rows": [asdict(row)], "failures": {}}
    assert "**1 of 1 targets met (100 %).**" in page.read_text()
    assert "### HTTP" in page.read_text()


def test_a_part_that_fails_leaves_the_others_their_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(sample: Path, folder: Path) -> Iterator[Row]:
        yield judged("cached: throughput", 9.0, 10.0)
        raise SystemExit("bench: 3 of 9 requests failed")

    def refused(sample: Path, folder: Path) -> list[Row]:
        raise subprocess.CalledProcessError(2, ["node"], stderr=b"no page")

    page = tmp_path / "performance.md"
    page.write_text(PAGE)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "REPORT", page)
    monkeypatch.setattr(bench, "sample_of", lambda warehouse: warehouse)
    last = Group("Engine", {"engine": lambda sample, folder: [judged("live count: throughput", 1.0, 1.0)]})
    groups = {"http": Group("HTTP", {"calls": half, "page": refused}), "engine": last}
    monkeypatch.setattr(bench, "GROUPS", groups)
    assert bench.main([]) == 1
    text = page.read_text()
    assert "**2 of 2 targets met" in text
    assert "**calls failed:** SystemExit: bench: 3 of 9 requests failed" in text
    assert "**page failed:**" in text
    assert "no page" in text
    assert "cached: throughput | 9" in text
