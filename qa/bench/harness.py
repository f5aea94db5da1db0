"""`make bench`: speed and size from a visitor's seat, into docs/performance.md."""

import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from qa.bench.almanac import sample_of
from qa.bench.answers import answer_rows, new_list_rows
from qa.bench.build import build_rows, worker_rows
from qa.bench.lines import line_rows
from qa.bench.page import apply_rows, chart_rows, gallery_rows, visit_rows
from qa.bench.rows import HEAD, Row, cells, table, verdict
from qa.bench.visitors import visitor_rows
from qa.harness.machine import ROOT
from qa.harness.report import Record, line
from qa.harness.run import Harness, Part, RunOptions
from qa.trips import trip_rows

PAGE = ROOT / "docs" / "performance.md"
PACKAGES = (
    *("numpy", "scipy", "orjson", "starlette", "uvicorn", "pandas", "polars", "duckdb"),
    *("statsmodels", "pyarrow", "dagster"),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that are measured together from the sample's warehouse and a folder, at length and in short."""

    title: str
    rows: Callable[[Path, Path], Iterable[Row]]
    short: Callable[[Path, Path], Iterable[Row]]


GROUPS: dict[str, Group] = {
    "answers": Group(
        "An answer beside pandas, Polars and DuckDB",
        answer_rows,
        lambda sample, folder: answer_rows(sample, folder, calls=5, peer_calls=2),
    ),
    "lists": Group(
        "The first Applies of a new list of cards",
        new_list_rows,
        lambda sample, folder: new_list_rows(sample, folder, starts=1),
    ),
    "visitors": Group(
        "Another visitor",
        visitor_rows,
        lambda sample, folder: visitor_rows(sample, folder, alone=20, turns=2),
    ),
    "build": Group(
        "Build",
        lambda sample, folder: build_rows(folder),
        lambda sample, folder: build_rows(folder, years=2),
    ),
    "worker": Group(
        "A worker",
        lambda sample, folder: worker_rows(folder),
        lambda sample, folder: worker_rows(folder, years=2),
    ),
    "apply": Group("An Apply and a live count in Chromium, beside a floor", apply_rows, apply_rows),
    "visits": Group("A visit in Chromium, beside a floor", visit_rows, visit_rows),
    "chart": Group("The chart in Chromium, beside lightweight-charts", chart_rows, chart_rows),
    "gallery": Group("The gallery in Chromium", gallery_rows, gallery_rows),
    "trips": Group("Trips", trip_rows, trip_rows),
    "lines": Group("Lines", lambda sample, folder: line_rows(), lambda sample, folder: line_rows()),
}


def _run(options: RunOptions) -> Iterator[Part]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in options.names:
            group = GROUPS[name]
            rows: list[Row] = []
            failure = _added(rows, group.short if options.short else group.rows, folder)
            told = f"\n{group.title}\n{table(rows)}" + (f"\nFAILED  {failure}" if failure else "")
            yield Part(name, not failure, told, {"rows": [asdict(row) for row in rows], "failure": failure})


def _added(rows: list[Row], measure: Callable[[Path, Path], Iterable[Row]], folder: Path) -> str:
    """Why a group ended early, "" where it did not; adds the rows that it measured by then."""
    try:
        rows.extend(measure(sample_of(folder / "sample"), folder))
    except subprocess.CalledProcessError as error:
        return f"{error}: {(error.stderr or b'')[-600:]!r}"
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def rows_of(records: Sequence[Record]) -> list[Row]:
    return [Row(**row) for record in records for row in record["rows"]]


def summary(records: Sequence[Record], page: Path = PAGE) -> str:
    prose = page.read_text(encoding="utf-8").partition("## What was tried")[2]
    return verdict(rows_of(records), prose)


def tables(records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        yield f"\n### {GROUPS[record['name']].title}\n"
        if record["failure"]:
            yield f"**Failed:** {' '.join(record['failure'].split())}\n"
        yield line(HEAD)
        yield line(("---", *("---:" for _ in HEAD[1:5]), "---", "---"))
        yield from (line(cells(row)) for row in rows_of([record]))


HARNESS = Harness(
    name="bench",
    parts=lambda: list(GROUPS),
    run=_run,
    summary=summary,
    tables=tables,
    page=PAGE,
    packages=PACKAGES,
)
