"""A change of bars on trial: kept where it passes, undone where it does not or was killed and is bad."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contracts.errors import DataError
from core.importing.importer import import_file
from core.importing.sources import SourceOverrides
from core.warehouse.bars import has_bars, read_bars_index
from core.warehouse.paths import Warehouse
from core.warehouse.staged_import import finish_killed_import, staged_import
from tests.support.night_stage import bars_of_sessions
from tests.support.small_warehouse import saved, small_warehouse


class Killed(BaseException):
    """Stands for a process that ends."""


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return small_warehouse(tmp_path, last="2024-06-04")


def importing(warehouse: Warehouse, day: str) -> Callable[[], object]:
    path = saved(bars_of_sessions(day), warehouse.root.parent / f"ES_{day}.parquet")
    return lambda: import_file(path, warehouse=warehouse)


def breaks() -> None:
    raise ValueError("a bug")


def disk_fails() -> None:
    raise OSError(5, "Input/output error")


def passes() -> None:
    pass


def fails() -> None:
    raise DataError("the bars are bad")


def killed() -> None:
    raise Killed


def left(warehouse: Warehouse) -> list[str]:
    return [path.name for path in warehouse.root.glob(".ke*")]


def test_what_passes_stays(warehouse: Warehouse) -> None:
    staged_import(warehouse, "ES", importing(warehouse, "2024-06-05"), passes)
    assert read_bars_index(warehouse, "ES").last_ts.startswith("2024-06-05")
    assert left(warehouse) == []


@pytest.mark.parametrize(
    ("change", "judge"), [(None, fails), (None, breaks), (fails, passes), (breaks, passes)]
)
def test_what_fails_leaves_the_bars_byte_for_byte(
    warehouse: Warehouse, change: Callable[[], None] | None, judge: Callable[[], None]
) -> None:
    before = {path: path.read_bytes() for path in warehouse.bars("ES").rglob("*") if path.is_file()}
    with pytest.raises((DataError, ValueError), match=r"the bars are bad|a bug"):
        staged_import(warehouse, "ES", change or importing(warehouse, "2024-06-05"), judge)
    assert {path: path.read_bytes() for path in warehouse.bars("ES").rglob("*") if path.is_file()} == before
    assert left(warehouse) == []


def test_the_first_bars_of_a_symbol_leave_nothing_where_they_fail(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    with pytest.raises(DataError):
        staged_import(warehouse, "ES", importing(warehouse, "2024-06-05"), fails)
    assert not has_bars(warehouse, "ES")
    assert warehouse.symbols() == ()


def test_what_somebody_else_imported_meanwhile_is_not_undone(warehouse: Warehouse) -> None:
    def another_import_and_fail() -> None:
        importing(warehouse, "2024-06-06")()
        fails()

    with pytest.raises(DataError):
        staged_import(warehouse, "ES", importing(warehouse, "2024-06-05"), another_import_and_fail)
    assert read_bars_index(warehouse, "ES").last_ts.startswith("2024-06-06")


@pytest.mark.parametrize("end", [killed, disk_fails])
@pytest.mark.parametrize(("verdict", "last"), [(passes, "2024-06-05"), (fails, "2024-06-04")])
def test_a_trial_without_a_verdict_is_judged_by_the_next_run(
    warehouse: Warehouse, end: Callable[[], None], verdict: Callable[[], None], last: str
) -> None:
    with pytest.raises((Killed, OSError)):
        staged_import(warehouse, "ES", importing(warehouse, "2024-06-05"), end)
    assert left(warehouse) == [".kept-symbol=ES"]
    finish_killed_import(warehouse, "ES", verdict)
    assert read_bars_index(warehouse, "ES").last_ts.startswith(last)
    assert left(warehouse) == []


@pytest.mark.parametrize("judge", [fails, breaks])
def test_the_pin_of_a_file_that_fails_goes_and_others_stay(
    warehouse: Warehouse, judge: Callable[[], None]
) -> None:
    bars = bars_of_sessions("2024-06-05")

    def import_as(source: str) -> Callable[[], object]:
        path = saved(bars, warehouse.root.parent / f"ES_{source}.parquet")
        return lambda: import_file(path, warehouse=warehouse, source=SourceOverrides(source))

    staged_import(warehouse, "ES", import_as("kept"), passes)
    with pytest.raises((DataError, ValueError)):
        staged_import(warehouse, "ES", import_as("refused"), judge)
    assert [path.stem for path in warehouse.sources.glob("*.json")] == ["kept"]
    # A right file of the refused one's source, in another form, is held to nothing.
    text = warehouse.root.parent / "ES_2.csv"
    bars.assign(stamp=bars["ts"].dt.strftime("%Y-%m-%dT%H:%M:%SZ")).drop(columns="ts").to_csv(
        text, index=False
    )
    text.write_text(text.read_text().replace("stamp", "date time"))
    said = SourceOverrides("refused")
    staged_import(warehouse, "ES", lambda: import_file(text, warehouse=warehouse, source=said), passes)
    assert sorted(path.stem for path in warehouse.sources.glob("*.json")) == ["kept", "refused"]
