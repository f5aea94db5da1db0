"""Bars come back as they were written, and a kill at any step leaves the old ones or the new ones."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from core.contracts.errors import DataError
from core.market.instruments import instrument
from core.market.sessions import build_sessions
from core.warehouse.bars import (
    BarSource,
    content_sha256,
    has_bars,
    read_bars,
    read_bars_index,
    write_bars,
)
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import BARS, SESSIONS, to_table
from tests.unit.market.bar_builder import joined, rth

SOURCE = BarSource("ES.csv", "0" * 64, 162, "2023-12-29T14:30:00Z", "2024-01-02T21:10:00Z", "contracts")


def labelled(price: float, *, days: tuple[str, ...] = ("2023-12-29", "2024-01-02")) -> pd.DataFrame:
    return build_sessions(joined([rth(day, price, "ESH4") for day in days]), instrument("ES")).bars


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path / "warehouse")


def write(warehouse: Warehouse, frame: pd.DataFrame) -> None:
    write_bars(warehouse, "ES", frame, [SOURCE], "contracts")


def test_bars_come_back_as_they_were_written(warehouse: Warehouse) -> None:
    frame = labelled(5000)
    write(warehouse, frame)
    pd.testing.assert_frame_equal(read_bars(warehouse, "ES"), frame)
    index = read_bars_index(warehouse, "ES")
    assert (index.rows, index.adjustment, index.sources) == (162, "unadjusted", (SOURCE,))
    assert index.content_sha256 == content_sha256(frame)


def test_people_find_one_file_per_year_of_the_session(warehouse: Warehouse) -> None:
    write(warehouse, labelled(5000))
    path = warehouse.root / "bars" / "symbol=ES" / "year=2024" / "part-0.parquet"
    frame = pd.read_parquet(path)
    assert frame["session_date"].astype(str).unique().tolist() == ["2024-01-02"]
    assert pq.read_schema(path).field("close").metadata[b"unit"] == b"points"
    whole = pd.read_parquet(warehouse.root / "bars")
    assert len(whole) == 162


def test_the_same_bars_make_the_same_bytes(warehouse: Warehouse, tmp_path: Path) -> None:
    other = Warehouse(tmp_path / "other")
    for place in (warehouse, other):
        write(place, labelled(5000))
    files = sorted(path.relative_to(warehouse.root) for path in warehouse.root.rglob("*.*") if path.is_file())
    assert len(files) >= 3
    assert all((warehouse.root / name).read_bytes() == (other.root / name).read_bytes() for name in files)


@pytest.mark.parametrize("column", ["ts", "open", "high", "low", "close", "volume", "contract"])
def test_the_digest_tells_every_column_apart(column: str) -> None:
    frame = labelled(5000)
    one: Any = {"ts": pd.Timedelta(minutes=5), "contract": "X"}.get(column, 1.0)
    changed = frame.assign(**{column: frame[column].where(frame.index != 81, frame[column] + one)})
    assert content_sha256(changed) != content_sha256(frame)


def test_the_digest_tells_apart_on_which_bar_the_contract_rolls() -> None:
    def rolled(at: int) -> pd.DataFrame:
        frame = labelled(5000)
        return frame.assign(contract=frame["contract"].where(frame.index < at, "ESM4"))

    digests = [content_sha256(rolled(at)) for at in (80, 81, 82)]
    assert len(set(digests)) == 3
    assert digests[1] == content_sha256(rolled(81))


def test_asking_for_bars_that_are_not_there_says_what_to_run(warehouse: Warehouse) -> None:
    assert not has_bars(warehouse, "ES")
    assert not warehouse.root.exists()
    with pytest.raises(DataError, match="almanac import FILE"):
        read_bars(warehouse, "ES")


def test_a_file_added_by_hand_is_noticed(warehouse: Warehouse) -> None:
    write(warehouse, labelled(5000))
    part = warehouse.bars("ES") / "year=2024" / "part-0.parquet"
    shutil.copy(part, part.with_name("part-1.parquet"))
    with pytest.raises(DataError, match=r"holds 243 bars; its _bars\.json says 162"):
        read_bars(warehouse, "ES")


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda frame: frame.drop(columns="volume"), "found columns .* expected ts, session_date"),
        (lambda frame: frame.assign(close=frame["close"].where(frame.index != 3)), "1 nulls in close"),
        (lambda frame: frame.assign(volume="many"), "table bars: "),
    ],
)
def test_a_frame_that_does_not_match_is_refused_and_nothing_changes(
    warehouse: Warehouse, broken: Callable[[pd.DataFrame], pd.DataFrame], message: str
) -> None:
    write(warehouse, labelled(5000))
    with pytest.raises(DataError, match=message):
        write(warehouse, broken(labelled(6000)))
    assert read_bars(warehouse, "ES")["close"].unique().tolist() == [5000.0]


def test_every_column_says_its_unit_when_it_is_known_and_what_it_is() -> None:
    for schema in (BARS, SESSIONS):
        for column in schema:
            assert set(column.metadata) == {b"unit", b"known_at", b"doc"}
            assert column.metadata[b"doc"]
    assert to_table(labelled(5000), BARS, "bars").schema.equals(BARS, check_metadata=True)


class Killed(BaseException):
    """The process ends here: nothing after it runs."""


STEPS = ("mkdir", "rename", "replace", "link", "fsync", "rmdir", "unlink", "open")


@pytest.fixture
def die_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], list[str]]]:
    """Die before the n-th call that touches the disk; the calls made are listed."""

    def arm(n: int) -> list[str]:
        made: list[str] = []
        monkeypatch.undo()
        for name in STEPS:
            monkeypatch.setattr(os, name, _counted(name, getattr(os, name), made, n))
        return made

    yield arm
    monkeypatch.undo()


def _counted(name: str, call: Callable[..., Any], made: list[str], n: int) -> Callable[..., Any]:
    def counted(*args: Any, **kwargs: Any) -> Any:
        if len(made) >= n:
            raise Killed
        made.append(name)
        return call(*args, **kwargs)

    return counted


def test_a_kill_at_any_step_leaves_the_old_bars_or_the_new_ones(
    tmp_path: Path, die_at: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = labelled(5000), labelled(6000, days=("2023-12-28", "2023-12-29"))
    seen = []
    for step in range(200):
        place = Warehouse(tmp_path / str(step))
        write(place, old)
        made = die_at(step)
        try:
            write(place, new)
            finished = True
        except Killed:
            finished = False
        monkeypatch.undo()
        found = read_bars(place, "ES")
        assert content_sha256(found) in (content_sha256(old), content_sha256(new))
        assert read_bars_index(place, "ES").content_sha256 == content_sha256(found)
        seen.append(found["close"].iloc[0])
        write(place, new)
        assert content_sha256(read_bars(place, "ES")) == content_sha256(new)
        if finished:
            break
    assert finished
    assert len(made) > 15
    assert seen == sorted(seen)
    assert set(seen) == {5000.0, 6000.0}


@pytest.mark.parametrize("content", [b"\xff", b"[]", b'"text"', b"{}", b'{"version": 1}'])
def test_a_damaged_record_of_the_bars_is_refused_with_its_path(tmp_path: Path, content: bytes) -> None:
    warehouse = Warehouse(tmp_path)
    path = warehouse.bars_index("ES")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(DataError, match=rf"{path}: ") as refused:
        read_bars_index(warehouse, "ES")
    assert refused.value.code == "damaged_bars"
