"""How a source's first file was read is kept, and its later files, however short, are held to it."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from cli.main import main
from core.contracts.errors import DataError
from core.importing.importer import import_file
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.sources import NO_SOURCE_OVERRIDES, SourceOverrides
from core.warehouse.bars import read_bars
from core.warehouse.paths import Warehouse
from tests.unit.importing.vendor_files import (
    Writer,
    headerless_zone,
    kibot,
    known_bars,
    rth_only,
    tradestation,
)

NEW_YORK = headerless_zone("America/New_York")
CHICAGO = headerless_zone("America/Chicago")
FIRST = known_bars("2024-09-16", "2024-12-06")
NIGHT = known_bars("2024-12-09", "2024-12-09")
SOURCE = SourceOverrides("vendor")

Nightly = Callable[[Warehouse, str], Path]


@pytest.fixture(scope="module")
def pinned(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A warehouse into which the first file of `vendor` was imported: New York, bar open."""
    folder = tmp_path_factory.mktemp("pinned")
    warehouse = Warehouse(folder / "warehouse")
    (folder / "ES_1.txt").write_text(NEW_YORK(FIRST))
    import_file(folder / "ES_1.txt", warehouse=warehouse, source=SOURCE)
    return warehouse


@pytest.fixture
def warehouse(pinned: Warehouse, tmp_path: Path) -> Warehouse:
    shutil.copytree(pinned.root, tmp_path / "warehouse")
    return Warehouse(tmp_path / "warehouse")


def saved(warehouse: Warehouse, text: str, name: str = "ES_2.txt") -> Path:
    path = warehouse.root.parent / name
    path.write_text(text, newline="")
    return path


def refusal(
    path: Path, warehouse: Warehouse, source: SourceOverrides = SOURCE, overrides: Overrides = NO_OVERRIDES
) -> DataError:
    with pytest.raises(DataError) as caught:
        import_file(path, warehouse=warehouse, source=source, overrides=overrides)
    return caught.value


def test_the_first_file_pins_what_was_found(pinned: Warehouse) -> None:
    record = json.loads((pinned.sources / "vendor.json").read_text())
    first = (pinned.root.parent / "ES_1.txt").read_bytes()
    assert record["sha256"] == hashlib.sha256(first).hexdigest()
    assert (record["zone"], record["label"], record["minutes"]) == ("America/New_York", "open", 5)
    assert record["columns"] == {"ts": 0, "open": 1, "high": 2, "low": 3, "close": 4, "volume": 5}
    assert record["layout"].startswith("comma; 6 columns without a header; stamps")
    assert record["stamps"] == "Y-M-D HH:MM"
    assert (record["adjustment"], record["priority"]) == ("unknown", None)
    assert record["margin"] >= 0.05
    assert "bar" in record["runner_up"]


@pytest.mark.parametrize("source", [SOURCE, NO_SOURCE_OVERRIDES])
@pytest.mark.parametrize("part", [lambda bars: bars, rth_only, lambda bars: bars[40:90]])
def test_a_night_too_short_for_the_probe_is_read_as_pinned(
    warehouse: Warehouse, source: SourceOverrides, part: Callable[[pd.DataFrame], pd.DataFrame]
) -> None:
    bars = part(NIGHT).reset_index(drop=True)
    path = saved(warehouse, NEW_YORK(bars))
    before = (warehouse.sources / "vendor.json").read_bytes()
    report = import_file(path, warehouse=warehouse, source=source)
    assert (report.source, report.added) == ("vendor", len(bars))
    assert read_bars(warehouse, "ES")["ts"].tail(len(bars)).tolist() == bars["ts"].tolist()
    assert any("by the pin of source vendor" in line for line in report.reading)
    assert (warehouse.sources / "vendor.json").read_bytes() == before
    assert refusal(path, Warehouse(warehouse.root.parent / "other")).code == "unclear_zone"


@pytest.mark.parametrize(
    ("writer", "found", "kept"),
    [
        (CHICAGO, "America/Chicago, bar open", "zone America/New_York, bar open"),
        (headerless_zone("UTC"), "UTC, bar open", "zone America/New_York, bar open"),
        (headerless_zone("America/New_York", close=True), "America/New_York, bar close", "bar open"),
        (kibot, "comma; 7 columns", "comma; 6 columns"),
        (tradestation, "header date,time,open", "comma; 6 columns without a header"),
    ],
)
@pytest.mark.parametrize("bars", [NIGHT, rth_only(NIGHT)], ids=["globex", "rth"])
def test_another_form_zone_or_label_stops_with_both_readings(
    warehouse: Warehouse, writer: Writer, found: str, kept: str, bars: pd.DataFrame
) -> None:
    error = refusal(saved(warehouse, writer(bars)), warehouse)
    assert error.code == "pinned_otherwise"
    assert kept in error.detail
    assert "--repin" in error.detail
    if bars is NIGHT:
        assert found in error.detail


def test_a_long_file_is_judged_by_the_probe(warehouse: Warehouse) -> None:
    error = refusal(saved(warehouse, CHICAGO(FIRST)), warehouse)
    assert error.code == "pinned_otherwise"
    assert "read better as America/Chicago, bar open" in error.detail


def test_repin_takes_the_new_form(warehouse: Warehouse) -> None:
    path = saved(warehouse, CHICAGO(FIRST))
    place = ["--warehouse", str(warehouse.root), "--source", "vendor"]
    assert main(["import", str(path), *place]) == 1
    assert main(["import", str(path), *place, "--repin"]) == 0
    record = json.loads((warehouse.sources / "vendor.json").read_text())
    assert (record["zone"], record["sha256"]) == (
        "America/Chicago",
        hashlib.sha256(path.read_bytes()).hexdigest(),
    )
    assert import_file(saved(warehouse, CHICAGO(NIGHT)), warehouse=warehouse).added == len(NIGHT)


def test_two_sources_with_one_form_are_told_apart_by_their_names(warehouse: Warehouse) -> None:
    shutil.copy(warehouse.sources / "vendor.json", warehouse.sources / "twin.json")
    path = saved(warehouse, NEW_YORK(NIGHT))
    error = refusal(path, warehouse, NO_SOURCE_OVERRIDES)
    assert (error.code, "twin and vendor have files of this form" in error.detail) == ("source_unclear", True)
    assert import_file(path, warehouse=warehouse, source=SOURCE).source == "vendor"


def test_a_word_against_the_pin_is_a_question(warehouse: Warehouse) -> None:
    path = saved(warehouse, NEW_YORK(NIGHT))
    swapped = Overrides(columns=("ts", "open", "high", "low", "volume", "close"))
    for overrides in (Overrides(zone="UTC"), Overrides(label="close"), swapped):
        assert refusal(path, warehouse, SOURCE, overrides).code == "pinned_otherwise"
    assert (
        import_file(path, warehouse=warehouse, overrides=Overrides("America/New_York", "open")).source
        == "vendor"
    )


def test_dates_that_read_in_two_ways_are_read_as_pinned(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    (tmp_path / "ES_1.txt").write_text(kibot(FIRST), newline="")
    (tmp_path / "ES_2.txt").write_text(kibot(NIGHT[72:]), newline="")
    first = import_file(tmp_path / "ES_1.txt", warehouse=warehouse)
    report = import_file(tmp_path / "ES_2.txt", warehouse=warehouse)
    assert report.source == first.source
    assert str(read_bars(warehouse, "ES")["session_date"].max().date()) == "2024-12-09"


@pytest.mark.parametrize("name", ["Vendor", "../x", "", "a b"])
def test_a_sources_name_is_a_plain_word(warehouse: Warehouse, name: str) -> None:
    error = refusal(saved(warehouse, NEW_YORK(NIGHT)), warehouse, SourceOverrides(name))
    assert error.code == "bad_sources"


def test_a_pinned_file_imported_again_leaves_the_same_bytes(warehouse: Warehouse) -> None:
    def tree() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in warehouse.root.rglob("*") if path.is_file()}

    before = tree()
    again = import_file(saved(warehouse, NEW_YORK(FIRST), "ES_1.txt"), warehouse=warehouse)
    assert (again.added, again.replaced, again.changed) == (0, len(FIRST), {})
    assert tree() == before
