"""From a vendor's file to the signals: the parquet table and the pack against the oracle."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from core.importing.importer import import_file
from core.signals.ama_config import normalise
from core.warehouse.paths import Warehouse
from core.warehouse.serving.bar_book import BarBook, day_signals, shown_bars
from core.warehouse.serving.pack import Pack
from pipelines.runs import build_snapshot
from tests.oracles.ama import Bar, bar, evaluate
from tests.support.small_warehouse import saved, small_bars
from tests.unit.market.bar_builder import SHARED_DATA

ROLL, HALF_DAY, CUT = "2024-06-17", "2024-07-03", "2024-06-13"
CONFIGS: list[dict[str, Any]] = [
    {},
    {"show_climax": True, "climax_factor": 1.5, "show_outside_bars": True, "show_big_breakouts": 2},
    {"strict_outside_bars": True, "show_outside_bars": True, "range_filter": 1.2, "range_lookback": 3}
    | {"show_big_breakouts": 1, "big_breakout_range_factor": 1.5, "ft_bar_not_range_limited": False},
    {"ft_bar_must_close_beyond": False, "ignore_open_gap": True, "bl_signal_ibs": -1, "br_signal_ibs": -1},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built snapshot with a roll, a half day and a quarantined session."""
    root = tmp_path_factory.mktemp("signals")
    bars = small_bars()
    local = bars["ts"].dt.tz_convert("America/New_York")
    cut = local.dt.strftime("%Y-%m-%d %H:%M").between(f"{CUT} 10:00", f"{CUT} 10:10")
    contract = np.where(local < "2024-06-16 18:00-04:00", "ESM4", "ESU4")
    warehouse = Warehouse(root / "warehouse")
    import_file(saved(bars.assign(contract=contract)[~cut], root / "ES.parquet"), warehouse=warehouse)
    return warehouse.snapshot("ES", build_snapshot(warehouse, "ES").snapshot_id)


@pytest.fixture(scope="module")
def book(folder: Path) -> BarBook:
    return BarBook(Pack.open(folder / "serving"))


def oracle_bars(book: BarBook, bars: slice) -> list[Bar]:
    """Bars of the book in ticks, for the oracle."""
    rows = zip(*book.in_ticks(bars).astype(int).tolist(), strict=True)
    labels = zip(book.bar_number[bars].tolist(), book.no_prior[bars].tolist(), strict=True)
    return [bar(number, *row, first=first) for row, (number, first) in zip(rows, labels, strict=True)]


def expected(book: BarBook, index: int, config: dict[str, Any]) -> list[Bar]:
    """The oracle's bars of a session: its run begins two sessions before, its windows one session earlier."""
    own, start = book.bars_of(index), book.bars_of(max(0, index - 2)).start
    first = book.bars_of(max(0, index - 3)).start
    found = evaluate(oracle_bars(book, slice(first, own.stop)), config, start - first)
    return found[own.start - own.stop :]


def assert_is_the_oracle_s(book: BarBook, index: int, config: dict[str, Any]) -> None:
    found = day_signals(book, index, normalise(config), with_previous=False)
    told, day = expected(book, index, config), book.sessions[index].session_date
    assert found.signal_type.tolist() == [each.signal_type for each in told], day
    assert found.ft_flag.tolist() == [each.ft_flag for each in told], day
    assert found.ibs.tolist() == pytest.approx([float(each.ibs) for each in told]), day
    z_scores = [np.nan if each.z_full is None else each.z_full for each in told]
    assert found.z_score_full.tolist() == pytest.approx(z_scores, nan_ok=True), day


@pytest.mark.parametrize("config", CONFIGS)
def test_days_of_a_build_are_the_oracle_s(book: BarBook, config: dict[str, Any]) -> None:
    odd = {index_of(book, day) + after for day in (ROLL, HALF_DAY) for after in range(3)}
    for index in sorted(odd.union(range(0, book.counted, 4))):
        assert_is_the_oracle_s(book, index, config)


def index_of(book: BarBook, day: str) -> int:
    index = book.session_index(day)
    assert index is not None
    return index


def test_the_table_has_one_row_per_bar_of_a_counted_session(folder: Path, book: BarBook) -> None:
    table = pd.read_parquet(folder / "signals")
    sessions = pd.read_parquet(folder / "sessions.parquet")
    assert list(table) == ["symbol", "ts", "session_date", "bar_number", "ema", "signal_type", "ft_flag"]
    counts = table.groupby("session_date").size()
    assert counts.to_dict() == {
        day: 81 if kind == "full" else 45
        for day, kind in zip(sessions["session_date"], sessions["kind"], strict=True)
    }
    assert CUT not in {str(day) for day in counts.index}
    assert len(table) == len(small_bars_of(table))
    assert {str(table[name].dtype) for name in ("signal_type", "ft_flag")} == {"int8"}
    assert all(field.metadata[b"doc"] for field in pq.ParquetDataset(folder / "signals").schema)


def small_bars_of(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the file that the table names by their stamps."""
    bars = small_bars()
    return bars[bars["ts"].isin(table["ts"])]


def test_the_table_s_signals_are_the_pack_s(folder: Path, book: BarBook) -> None:
    table = pd.read_parquet(folder / "signals")
    counted = slice(0, len(table))
    assert table["signal_type"].tolist() == book.signals[0, counted].tolist()
    assert table["ft_flag"].tolist() == book.signals[1, counted].tolist()
    assert set(table["signal_type"].unique()) >= {0, 1, -1, 10, -10}


def test_the_roll_session_is_marked_and_its_first_bar_follows_nothing(book: BarBook) -> None:
    index = index_of(book, ROLL)
    session = book.sessions[index]
    assert (session.is_roll, session.follows, session.hoy, session.contract) == (True, False, None, "ESU4")
    found = day_signals(book, index, normalise({"bl_signal_ibs": -1, "br_signal_ibs": -1}))
    at = book.bars_of(index).start - shown_bars(book, index, with_previous=True).start
    assert (found.signal_type[at], found.bo_dir[at]) == (0, 0)
    assert book.sessions[index_of(book, HALF_DAY)].kind == "short"


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason="needs the shared bars")
@pytest.mark.parametrize("symbol", ["ES", "RTY"])
def test_twenty_real_days_are_the_oracle_s(tmp_path: Path, symbol: str) -> None:
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(SHARED_DATA / f"{symbol}_5m.parquet", warehouse=warehouse)
    folder = warehouse.snapshot(symbol, build_snapshot(warehouse, symbol).snapshot_id)
    book = BarBook(Pack.open(folder / "serving"))
    odd = [index for index in range(book.counted) if book.sessions[index].kind == "short"][:2]
    odd += [index for index in range(1, book.counted) if book.sessions[index].is_roll][:3]
    indexes = sorted({*odd, *range(7, book.counted, book.counted // 18)})
    assert len(indexes) >= 20
    for index in indexes:
        for config in CONFIGS:
            assert_is_the_oracle_s(book, index, config)
