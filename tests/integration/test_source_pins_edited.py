"""A pin is a file that a person may edit, and what a person said once is kept in it."""

import json
import shutil
from pathlib import Path

import pytest

from core.importing.importer import import_file
from core.importing.overrides import Overrides
from core.importing.sources import NO_SOURCE_OVERRIDES, SourceOverrides
from core.warehouse.paths import Warehouse
from tests.integration.test_source_pins import CHICAGO, FIRST, NEW_YORK, NIGHT, SOURCE, refusal, saved
from tests.unit.importing.vendor_files import kibot


@pytest.fixture(scope="module")
def pinned(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A warehouse into which the first file of `vendor` was imported: New York, bar open."""
    warehouse = Warehouse(tmp_path_factory.mktemp("pinned") / "warehouse")
    import_file(saved(warehouse, NEW_YORK(FIRST)), warehouse=warehouse, source=SOURCE)
    return warehouse


@pytest.fixture
def warehouse(pinned: Warehouse, tmp_path: Path) -> Warehouse:
    shutil.copytree(pinned.root, tmp_path / "warehouse")
    return Warehouse(tmp_path / "warehouse")


def edited(warehouse: Warehouse, **entries: object) -> Path:
    path = warehouse.sources / "vendor.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))
    return path


def test_a_person_may_edit_a_pin(warehouse: Warehouse) -> None:
    edited(warehouse, zone="America/Chicago", priority=7)
    report = import_file(saved(warehouse, CHICAGO(NIGHT)), warehouse=warehouse)
    assert (report.source, report.added) == ("vendor", len(NIGHT))
    lower = import_file(
        saved(warehouse, kibot(FIRST)), warehouse=warehouse, source=SourceOverrides("other", 6), dry_run=True
    )
    assert (lower.held, lower.replaced) == (len(FIRST), 0)


@pytest.mark.parametrize(
    "entry",
    [
        {"zone": "America/Chigaco"},
        {"label": "middle"},
        {"columns": {"opening": 1}},
        {"priority": "high"},
        {"minutes": None},
        {"layout": None},
    ],
)
def test_a_pin_edited_wrongly_is_named(warehouse: Warehouse, entry: dict[str, object]) -> None:
    edited(warehouse, **entry)
    error = refusal(saved(warehouse, NEW_YORK(NIGHT)), warehouse, NO_SOURCE_OVERRIDES)
    assert error.code == "bad_sources"
    assert f"vendor.json: {next(iter(entry))}: expected" in error.detail


@pytest.mark.parametrize("header", ["", "when,first,top,bottom,last price,traded\n"])
def test_columns_said_once_are_kept(tmp_path: Path, header: str) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    words = ("ts", "open", "high", "low", "close", "volume")
    said = Overrides(columns=words)
    import_file(
        saved(warehouse, header + NEW_YORK(FIRST)),
        warehouse=warehouse,
        source=SOURCE,
        overrides=said,
    )
    night = saved(warehouse, header + NEW_YORK(NIGHT))
    assert import_file(night, warehouse=warehouse, source=SOURCE).added == len(NIGHT)
    edited(warehouse, columns={word: at for at, word in enumerate(words)} | {"open": 4, "close": 1})
    report = import_file(night, warehouse=warehouse, source=SOURCE, dry_run=True)
    assert report.changed.keys() == {"open", "close"}
