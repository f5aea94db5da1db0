"""Damage of the files that an import keeps with the bars: sources, pins and findings."""

from collections.abc import Iterator

from core.contracts.errors import DataError
from core.importing.findings.report import FINDINGS_FOLDER, read_findings
from core.importing.sources import read_sources
from core.warehouse.bars import has_bars
from core.warehouse.damage import Damage, fault
from core.warehouse.integrity import changed_bars_files
from core.warehouse.paths import Warehouse


def damaged_sources(warehouse: Warehouse) -> Iterator[Damage]:
    """sources.toml and the pins, as far as they can be read."""
    found = fault(lambda: read_sources(warehouse))
    if found:
        yield Damage(str(warehouse.sources), found, "Correct the file that is named.")


def damaged_findings(warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Unreadable findings reports without a noted digest; a noted one is compared by its digest."""
    folder = warehouse.bars(symbol)
    try:
        if not has_bars(warehouse, symbol) or changed_bars_files(folder) is not None:
            return
    except DataError:  # the note itself, which is reported with the bars
        pass
    found = fault(lambda: read_findings(warehouse, symbol))
    if found:
        remedy = "Bring it back from a backup, or delete it and import its file again."
        yield Damage(str(folder / FINDINGS_FOLDER), found, remedy)
