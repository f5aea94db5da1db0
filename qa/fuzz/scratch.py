"""A warehouse in which a session stands, and the promise that no file leaves half of itself in it."""

import atexit
import hashlib
import shutil
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from unittest.mock import patch

from core.contracts.errors import DataError
from core.importing import importer
from core.importing.import_report import ImportReport
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.warehouse.bars import read_bars
from core.warehouse.paths import Warehouse
from qa.fuzz.plain_files import Bar
from tests.support.read_here import read_here
from tests.unit.market.bar_builder import csv_text, rth

SYMBOL = "ES"
Files = dict[str, str]
_FIELDS = ("open", "high", "low", "close")


def imported(
    name: str, data: bytes, overrides: Overrides = NO_OVERRIDES, contract: str | None = None
) -> tuple[ImportReport | DataError, list[Bar]]:
    """The importer's report or refusal of a file, and the bars that are then stored.

    The file is read in this process: a child refuses a file for every error, and takes a second to start.
    A refused file must be named with a reason and leave the warehouse as it was. An imported one must leave
    the stored bars, and nothing that is no bar.
    """
    with TemporaryDirectory(prefix="almanac-fuzz-") as folder:
        warehouse = Warehouse(Path(folder) / "warehouse")
        shutil.copytree(_warehouse(contract), warehouse.root)
        before = tree(warehouse.root)
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            with patch.object(importer, "read_bounded", read_here):
                report = importer.import_file(path, symbol=SYMBOL, warehouse=warehouse, overrides=overrides)
        except DataError as error:
            return _refused(error, path, before, tree(warehouse.root)), []
        return report, _bars(warehouse)


def _refused(error: DataError, path: Path, before: Files, after: Files) -> DataError:
    assert error.detail.startswith(str(path)), error.detail
    assert error.code != "data_error", error.detail
    assert before == after, "a refused file has changed the warehouse"
    return error


def tree(folder: Path) -> Files:
    """Every file below a folder by its digest."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def standing(contract: str | None = None) -> dict[datetime, Bar]:
    """The bars that are stored, by their opens."""
    return {bar[0]: bar for bar in _bars(Warehouse(_warehouse(contract)))}


@cache
def _warehouse(contract: str | None) -> Path:
    root = Path(mkdtemp(prefix="almanac-fuzz-"))
    atexit.register(shutil.rmtree, root)
    file = root / "ES.csv"
    file.write_text(csv_text(rth("2024-11-12", 5000.0, contract)))
    importer.import_file(file, symbol=SYMBOL, warehouse=Warehouse(root / "warehouse"))
    return root / "warehouse"


def _bars(warehouse: Warehouse) -> list[Bar]:
    bars = read_bars(warehouse, SYMBOL)
    assert bars["ts"].is_monotonic_increasing
    assert bars["ts"].is_unique
    prices = bars[list(_FIELDS)]
    assert bool((prices > 0).all(axis=None)), "a price that is none"
    assert bool((prices.max(axis=1) == bars["high"]).all())
    assert bool((prices.min(axis=1) == bars["low"]).all())
    rows = zip(bars["ts"], *(bars[name] for name in _FIELDS), bars["volume"], strict=True)
    return [
        (ts.to_pydatetime(), *map(float, prices), None if volume != volume else int(volume))
        for ts, *prices, volume in rows
    ]
