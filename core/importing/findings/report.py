"""Every defect of a readable file, and its report: as JSON, as text, and as numbers for checks.

The reports of a symbol's files are kept with its bars, in `_findings/<sha256>.json` and `.txt`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date

import msgspec
import orjson

from core.contracts.errors import DataError
from core.importing.findings.defects import DEFECTS, FileFinding, FileView, accepted
from core.importing.findings.hours import hour_findings
from core.importing.findings.levels import (
    Adjustment,
    adjustment_findings,
    level_findings,
    limit_findings,
    probe_adjustment,
)
from core.importing.findings.missing_bars import missing_bar_findings
from core.importing.formats.bar_file import BarFile
from core.market.instruments import Instrument
from core.warehouse.bars import read_bars_index, stamp_text
from core.warehouse.durable import locked
from core.warehouse.integrity import FORM, require_form
from core.warehouse.paths import Warehouse

FINDINGS_FOLDER = "_findings"

_LINES = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_PLAIN = ("symbol", "file", "sha256", "rows", "first_ts", "last_ts", "reading", "adjustment")


@dataclass(frozen=True, slots=True)
class FindingsReport:
    """The findings of a file; `reading` and `adjustment` state how it was read and what its prices are.

    `first_ts` and `last_ts` are the opens of its first and last bar in UTC.
    """

    symbol: str
    file: str
    sha256: str
    rows: int
    first_ts: str
    last_ts: str
    reading: tuple[str, ...]
    adjustment: str
    findings: tuple[FileFinding, ...]

    @property
    def about(self) -> tuple[str, ...]:
        """How the file was read and what its prices are, a line each."""
        return (*self.reading, self.adjustment)

    @property
    def sessions(self) -> dict[str, dict[str, int]]:
        """Rows by kind, per session (ISO date); 1 for a missing session."""
        counts: dict[str, Counter[str]] = {}
        for finding in self.findings:
            for day in finding.sessions:
                of_day = counts.setdefault(day.isoformat(), Counter())
                of_day[finding.kind] += finding.rows // len(finding.sessions)
        return {day: dict(counts[day]) for day in sorted(counts)}

    def of_session(self, day: date | None) -> tuple[FileFinding, ...]:
        """The findings about one session; all of them if `day` is None."""
        return tuple(finding for finding in self.findings if day is None or day in finding.sessions)


def file_findings(file: BarFile, view: FileView, adjustment: Adjustment) -> list[FileFinding]:
    """Defects corrected while reading `file` and defects of its bars, by row, refused ones included."""
    levels = tuple(level_findings(view))
    spliced = min((each.row for each in levels if each.kind == "adjustment_splice"), default=math.inf)
    limits = (each for each in limit_findings(view) if each.row < spliced)
    about_all = (*hour_findings(view), *missing_bar_findings(view), *adjustment_findings(view, adjustment))
    return sorted((*file.findings, *levels, *limits, *about_all), key=lambda finding: finding.row)


def report_of(file: BarFile, known: Instrument) -> FindingsReport:
    """Search a file for defects; DataError, with the defect's name as its code, if it is refused."""
    view = FileView.of(file.frame, known)
    adjustment = probe_adjustment(view)
    return FindingsReport(
        symbol=known.symbol,
        file=file.path.name,
        sha256=file.sha256,
        rows=len(file.frame),
        first_ts=stamp_text(file.frame["ts"].iloc[0]),
        last_ts=stamp_text(file.frame["ts"].iloc[-1]),
        reading=file.reading,
        adjustment=str(adjustment),
        findings=accepted(file_findings(file, view, adjustment), file.path),
    )


def summed(reports: Iterable[FindingsReport]) -> dict[str, int]:
    """Rows of the reports by kind of finding, in the table's order; only kinds that were found."""
    counts = Counter[str]()
    for report in reports:
        for finding in report.findings:
            counts[finding.kind] += finding.rows
    return {kind: counts[kind] for kind in DEFECTS if counts[kind]}


def report_to_json(report: FindingsReport) -> bytes:
    return orjson.dumps(_record(report, report.findings), option=_LINES)


def reports_to_json(reports: Iterable[FindingsReport], session: date | None = None) -> bytes:
    """Several reports as one JSON list; with `session`, only the findings about it."""
    return orjson.dumps([_record(each, each.of_session(session)) for each in reports], option=_LINES)


def report_from_json(content: bytes, name: str) -> FindingsReport:
    """The report that `report_to_json` wrote; DataError `damaged_findings` names `name` for anything else."""
    try:
        record = orjson.loads(content)
        require_form(name, record.get("version"))
        report = msgspec.convert(record, FindingsReport)
        if any(each.kind not in DEFECTS for each in report.findings):
            raise ValueError("a kind of finding that is not known")
    except (ValueError, AttributeError, msgspec.ValidationError) as error:
        raise DataError(
            f"{name}: is no findings report ({error!r}). Import the file again.", code="damaged_findings"
        ) from error
    return report


def short_lines(findings: Sequence[FileFinding]) -> list[str]:
    """One line per kind, as an import prints it: the first finding's words and the count of others."""
    lines = []
    for kind in DEFECTS:
        group = [each for each in findings if each.kind == kind]
        if group:
            more = f" (and {len(group) - 1:,} more such findings)" if len(group) > 1 else ""
            lines.append(f"{group[0].action}: {kind}: {group[0].detail}{more}")
    return lines


def report_lines(report: FindingsReport, session: date | None = None) -> list[str]:
    """The report as lines of text; with `session`, only the lines about it."""
    head = f"{report.symbol}: {report.file}, {report.rows:,} bars, {report.first_ts} to {report.last_ts}"
    lines = [f"  {each.action:<8}{each.kind:<18}{each.detail}" for each in report.of_session(session)]
    about = [] if session else [f"  sha256 {report.sha256}", *(f"  {line}" for line in report.about)]
    return [head, *about, *(lines or ["  nothing found"])]


def _record(report: FindingsReport, findings: Iterable[FileFinding]) -> dict[str, object]:
    return {
        "version": FORM,
        **{name: getattr(report, name) for name in _PLAIN},
        "numbers": summed([report]),
        "sessions": report.sessions,
        "findings": [{"action": each.action, **asdict(each)} for each in findings],
    }


def findings_sidecars(report: FindingsReport) -> dict[str, bytes]:
    """The files of a report, by name relative to the folder of the symbol's bars."""
    text = "\n".join([*report_lines(report), ""])
    name = f"{FINDINGS_FOLDER}/{report.sha256}"
    return {f"{name}.json": report_to_json(report), f"{name}.txt": text.encode()}


def read_findings(warehouse: Warehouse, symbol: str) -> tuple[FindingsReport, ...]:
    """The reports of the sources of a symbol's bars, as imported; sources without a report are left out.

    DataError `no_bars` if the symbol has no bars, `damaged_findings` if a report cannot be read.
    """
    sources = read_bars_index(warehouse, symbol).sources
    folder = warehouse.bars(symbol) / FINDINGS_FOLDER
    with locked(warehouse.bars(symbol)):
        kept = [path for each in sources if (path := folder / f"{each.sha256}.json").exists()]
        return tuple(report_from_json(path.read_bytes(), str(path)) for path in kept)
