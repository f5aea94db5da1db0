"""The findings reports of a symbol's sources, beside its bars in `_findings/<sha256>.json` and `.txt`."""

from core.importing.findings.report import FindingsReport, report_from_json, report_lines, report_to_json
from core.storage.bars import read_bars_index
from core.storage.durable import locked
from core.storage.paths import Warehouse

FINDINGS_FOLDER = "_findings"


def findings_sidecars(report: FindingsReport) -> dict[str, bytes]:
    """The files that keep a report, by their names relative to the folder of the symbol's bars."""
    text = "\n".join([*report_lines(report), ""])
    name = f"{FINDINGS_FOLDER}/{report.sha256}"
    return {f"{name}.json": report_to_json(report), f"{name}.txt": text.encode()}


def read_findings(warehouse: Warehouse, symbol: str) -> tuple[FindingsReport, ...]:
    """The reports of the sources of a symbol's bars, as they were imported; without those that have none.

    DataError `no_bars` where the symbol has no bars, `damaged_findings` where a report cannot be read.
    """
    sources = read_bars_index(warehouse, symbol).sources
    folder = warehouse.bars(symbol) / FINDINGS_FOLDER
    with locked(warehouse.bars(symbol)):
        kept = [path for each in sources if (path := folder / f"{each.sha256}.json").exists()]
        return tuple(report_from_json(path.read_bytes(), str(path)) for path in kept)
