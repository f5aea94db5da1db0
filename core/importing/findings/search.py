"""Every defect of a file that does not keep it from being read: a search of its own bars alone."""

from __future__ import annotations

import math

from core.importing.findings.adjustment import adjustment_findings
from core.importing.findings.defects import FileFinding
from core.importing.findings.holes import hole_findings
from core.importing.findings.hours import hour_findings
from core.importing.findings.levels import level_findings
from core.importing.findings.limits import limit_findings
from core.importing.findings.view import FileView
from core.importing.readers.bar_file import BarFile
from core.market.instruments import Instrument


def file_findings(file: BarFile, known: Instrument) -> tuple[FileFinding, ...]:
    """What was mended on reading `file` and what its bars show, as bars of `known`, by row.

    Refused ones are among them: `accepted` raises them. DataError `date_not_covered` where the calendar does
    not reach a bar.
    """
    return view_findings(FileView.of(file, known), file)


def view_findings(view: FileView, file: BarFile) -> tuple[FileFinding, ...]:
    """As `file_findings`, for a file whose view is at hand."""
    levels = tuple(level_findings(view))
    spliced = min((each.row for each in levels if each.kind == "adjustment_splice"), default=math.inf)
    limits = (each for each in limit_findings(view) if each.row < spliced)
    about_all = (*hour_findings(view), *hole_findings(view), *adjustment_findings(view))
    return tuple(sorted((*file.findings, *levels, *limits, *about_all), key=lambda finding: finding.row))
