"""Vendors' exports cut to a morning, on a day with a release at 08:30: read as the whole file was read."""

import gzip
import shutil
from pathlib import Path

import pandas as pd
import pytest

from core.contracts.errors import DataError
from core.contracts.next_session import Bars
from core.importing.formats.any_file import read_any_file
from core.importing.importer import import_file
from core.market.session_clock import NEW_YORK
from core.warehouse.paths import Warehouse
from tests.unit.market.bar_builder import SHARED_DATA
from tests.unit.pipelines.day_so_far import read

FORMATS = SHARED_DATA / "formats"
SESSION, NOW = "2024-10-04", "2024-10-04 11:01"
NAMES_ITS_ZONE = ("databento", "ib_", "tradingview")


def morning(path: Path, folder: Path) -> Path:
    """The file's lines from 18:00 of the evening before to 11:00 New York, its header with them."""
    ts = read_any_file(path).frame["ts"].dt.tz_convert(NEW_YORK)
    rows = ts[(ts >= "2024-10-03 18:00-04:00") & (ts < "2024-10-04 11:00-04:00")].index
    content = path.read_bytes()
    lines = (gzip.decompress(content) if path.suffix == ".gz" else content).splitlines(keepends=True)
    head = lines[:1] if b"pen" in lines[0] else []
    cut = head + lines[len(head) + min(rows) : len(head) + max(rows) + 1]
    target = folder / path.name.removesuffix(".gz")
    target.write_bytes(b"".join(cut))
    return target


@pytest.fixture
def expected() -> Bars:
    bars = pd.read_parquet(FORMATS / "expected.parquet")
    local = bars["ts"].dt.tz_convert(NEW_YORK)
    bars = bars[(local >= "2024-10-04 09:30-04:00") & (local < "2024-10-04 11:00-04:00")]
    return Bars(*(bars[name].tolist() for name in ("open", "high", "low", "close")))


@pytest.mark.parametrize("name", sorted(path.name for path in FORMATS.glob("*.[ctg]*")))
def test_a_morning_is_read_as_the_whole_file_was(
    tmp_path: Path, served: Path, expected: Bars, name: str
) -> None:
    warehouse = Warehouse(shutil.copytree(served, tmp_path / "warehouse"))
    path = morning(FORMATS / name, tmp_path)
    if name.startswith(NAMES_ITS_ZONE):
        assert read(path, warehouse, NOW).so_far.bars == expected
    else:
        with pytest.raises(DataError) as refused:
            read(path, warehouse, NOW)
        assert refused.value.code in ("unclear_zone", "date_form")
    whole = Warehouse(tmp_path / "whole")
    import_file(FORMATS / name, symbol="ES", warehouse=whole)
    shutil.copytree(whole.sources, warehouse.sources, dirs_exist_ok=True)
    found = read(path, warehouse, NOW).so_far
    assert (found.session_date, found.bars) == (SESSION, expected)
    assert found.gxh is not None
