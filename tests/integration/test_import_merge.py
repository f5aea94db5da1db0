"""A nightly file that overlaps, a corrected bar, a second vendor: merged to the bar, changes recorded."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.build.build import start
from core.contracts.errors import DataError
from core.importing.importer import import_file
from core.importing.sources import SourceOverrides
from core.warehouse.bars import read_bars, read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.sidecars import read_changes
from tests.unit.market.bar_builder import csv_text, joined, rth

FRIDAY = rth("2024-03-08", 5000, "ESM4")
MONDAY = rth("2024-03-11", 5050, "ESM4")
TUESDAY = rth("2024-03-12", 5100, "ESM4")


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse")


def saved(warehouse: Warehouse, name: str, *parts: pd.DataFrame) -> Path:
    path = warehouse.root.parent / name
    path.write_text(csv_text(joined(parts)))
    return path


def bare(part: pd.DataFrame) -> pd.DataFrame:
    return part.drop(columns="contract")


def tree(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def with_bar(part: pd.DataFrame, at: int, **values: float) -> pd.DataFrame:
    changed = part.copy()
    for name, value in values.items():
        changed.loc[at, name] = value
    return changed


def test_a_night_that_overlaps_with_a_corrected_bar_is_merged_and_recorded(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY, MONDAY[:40]), warehouse=warehouse)
    corrected = with_bar(MONDAY, 7, close=5050.25, volume=101)
    report = import_file(saved(warehouse, "ES_2.csv", corrected), warehouse=warehouse)

    assert (report.added, report.replaced, report.held) == (41, 40, 0)
    assert report.changed == {"close": 1, "volume": 1}
    bars = read_bars(warehouse, "ES")
    assert bars["close"].tolist() == joined([FRIDAY, corrected])["close"].tolist()
    (change,) = read_changes(warehouse, "ES").to_dict("records")
    assert change["ts"] == MONDAY["ts"].iloc[7]
    assert (change["close_before"], change["close_after"]) == (5050.0, 5050.25)
    assert (change["volume_before"], change["volume_after"]) == (100, 101)
    assert (change["open_before"], change["open_after"]) == (5050.0, 5050.0)
    assert (change["source_before"], change["source_after"], change["file"]) == ("own", "own", "ES_2.csv")
    assert datetime.now(UTC) - change["at"].to_pydatetime() < timedelta(minutes=10)


def test_the_same_file_again_leaves_bytes_record_and_snapshot_id(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    path = saved(warehouse, "ES_2.csv", with_bar(FRIDAY, 3, close=5000.5), MONDAY)
    import_file(path, warehouse=warehouse)
    again = import_file(saved(warehouse, "ES_3.csv", TUESDAY), warehouse=warehouse)
    before, snapshot = tree(warehouse.root), start(warehouse, "ES").snapshot_id
    again = import_file(path, warehouse=warehouse)
    assert (again.added, again.changed) == (0, {})
    assert tree(warehouse.root) == before
    assert start(warehouse, "ES").snapshot_id == snapshot
    assert len(read_changes(warehouse, "ES")) == 1


def test_a_second_vendor_of_lower_priority_fills_holes_and_never_overwrites(warehouse: Warehouse) -> None:
    holed = MONDAY.drop(index=[10, 11])
    import_file(
        saved(warehouse, "ES_1.csv", FRIDAY, holed), warehouse=warehouse, source=SourceOverrides("first", 10)
    )
    other = MONDAY.assign(close=5050.75, volume=90)
    report = import_file(
        saved(warehouse, "ES_2.csv", other, TUESDAY), warehouse=warehouse, source=SourceOverrides("second", 5)
    )
    assert (report.added, report.replaced, report.held) == (83, 0, 79)
    bars = read_bars(warehouse, "ES")
    filled = bars[bars["close"] == 5050.75]["ts"]
    assert filled.tolist() == MONDAY["ts"].iloc[[10, 11]].tolist()
    assert report.build.full_count == 3
    assert read_changes(warehouse, "ES").empty

    back = import_file(
        saved(warehouse, "ES_3.csv", MONDAY), warehouse=warehouse, source=SourceOverrides("first")
    )
    assert (back.replaced, back.changed) == (81, {"close": 2, "volume": 2})
    sources = read_changes(warehouse, "ES")[["source_before", "source_after"]].drop_duplicates()
    assert sources.to_numpy().tolist() == [["second", "first"]]


def test_priorities_may_stand_in_a_file_that_a_person_writes(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse, source=SourceOverrides("first"))
    warehouse.sources_file.write_text("[first]\npriority = 1\n")
    other = saved(warehouse, "ES_2.csv", FRIDAY.assign(close=5000.5))
    assert import_file(other, warehouse=warehouse, source=SourceOverrides("second")).held == 81
    warehouse.sources_file.write_text("[first]\npriority = 1\n\n[second]\npriority = 1\n")
    assert import_file(other, warehouse=warehouse, source=SourceOverrides("second")).held == 0
    with pytest.raises(DataError, match="gives second the priority 1") as caught:
        import_file(other, warehouse=warehouse, source=SourceOverrides("second", 4))
    assert caught.value.code == "bad_sources"


@pytest.mark.parametrize("text", ["[a\n", "[first]\npriority = '1'\n", "[first]\nrank = 1\n", "first = 1\n"])
def test_a_settings_file_that_is_wrong_stops_every_import(warehouse: Warehouse, text: str) -> None:
    warehouse.root.mkdir()
    warehouse.sources_file.write_text(text)
    with pytest.raises(DataError, match=r"sources\.toml") as caught:
        import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    assert caught.value.code == "bad_sources"


def test_bars_imported_before_sources_were_recorded_rank_equal(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    (warehouse.bars("ES") / "_origins.pq").unlink()
    report = import_file(saved(warehouse, "ES_2.csv", with_bar(FRIDAY, 0, close=5000.5)), warehouse=warehouse)
    assert report.replaced == 81
    assert read_changes(warehouse, "ES")["source_before"].tolist() == [""]


def test_a_record_of_other_bars_is_refused(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    record = warehouse.bars("ES") / "_origins.pq"
    kept = record.read_bytes()
    import_file(saved(warehouse, "ES_2.csv", MONDAY), warehouse=warehouse)
    record.write_bytes(kept)
    (warehouse.bars("ES") / "_files.json").unlink()
    with pytest.raises(DataError, match="names the sources of other bars"):
        import_file(saved(warehouse, "ES_2.csv", MONDAY), warehouse=warehouse)


def test_nights_without_contracts_keep_what_the_bars_name(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY, MONDAY[:40]), warehouse=warehouse)
    rest = with_bar(bare(MONDAY), 3, close=5050.5)
    report = import_file(saved(warehouse, "ES_2.csv", rest), warehouse=warehouse)
    assert (report.roll_policy, report.changed) == ("contracts", {"close": 1})
    assert set(read_bars(warehouse, "ES")["contract"]) == {"ESM4"}
    with pytest.raises(DataError, match="81 bars would have no contract"):
        import_file(saved(warehouse, "ES_3.csv", bare(TUESDAY)), warehouse=warehouse)


def test_the_calendar_names_the_nights_that_name_none(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY.assign(contract="ESH4")), warehouse=warehouse)
    report = import_file(saved(warehouse, "ES_2.csv", bare(MONDAY)), roll="calendar", warehouse=warehouse)
    named = import_file(saved(warehouse, "ES_3.csv", TUESDAY), warehouse=warehouse)
    bars = read_bars(warehouse, "ES")
    assert (report.roll_policy, named.roll_policy) == ("calendar", "calendar")
    assert bars["contract"].tolist() == ["ESH4"] * 81 + ["ESM4"] * 162
    assert [roll.session_date for roll in named.build.rolls] == [date(2024, 3, 11)]
    assert read_bars_index(warehouse, "ES").adjustment == "unadjusted"


def test_bars_of_unknown_rolls_are_settled_before_nights_name_theirs(warehouse: Warehouse) -> None:
    first = saved(warehouse, "ES_1.csv", bare(FRIDAY))
    import_file(first, warehouse=warehouse)
    night = saved(warehouse, "ES_2.csv", MONDAY)
    with pytest.raises(DataError, match=r"again with contracts, or with --roll calendar\|FILE"):
        import_file(night, warehouse=warehouse)
    settled = import_file(first, roll="calendar", warehouse=warehouse)
    assert settled.changed == {"contract": 81}
    assert import_file(night, warehouse=warehouse).roll_policy == "calendar"


def test_contracts_of_two_vendors_are_one_however_they_write_the_year(warehouse: Warehouse) -> None:
    import_file(saved(warehouse, "ES_1.csv", FRIDAY), warehouse=warehouse)
    report = import_file(saved(warehouse, "ES_2.csv", MONDAY.assign(contract="ESM24")), warehouse=warehouse)
    assert set(read_bars(warehouse, "ES")["contract"]) == {"ESM4"}
    assert not report.build.rolls


def test_any_order_of_many_files_gives_the_merge_done_by_hand(warehouse: Warehouse) -> None:
    draw, week = np.random.default_rng(3), joined([FRIDAY, MONDAY, TUESDAY])
    priorities = {"first": 2, "second": 1, "third": 2}
    by_hand: dict[pd.Timestamp, tuple[int, float]] = {}
    for night in range(12):
        source = ("first", "second", "third")[draw.integers(3)]
        part = week[draw.random(len(week)) < 0.3].assign(volume=100 + night)
        for stamp in part["ts"]:
            rank, _ = by_hand.get(stamp, (-1, 0.0))
            if priorities[source] >= rank:
                by_hand[stamp] = (priorities[source], 100 + night)
        path = saved(warehouse, f"ES_{night}.csv", part)
        import_file(path, warehouse=warehouse, source=SourceOverrides(source, priorities[source]))
        bars = read_bars(warehouse, "ES")
        expected = [by_hand[stamp][1] for stamp in sorted(by_hand)]
        assert bars["ts"].tolist() == sorted(by_hand)
        assert bars["volume"].tolist() == expected
