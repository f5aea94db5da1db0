"""the table `coin` against the book's coin days: every feature, on real bars and on made-up ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from core.build.tables import coin_table
from core.features.coin_days import CoinDays, coin_days
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.importing.formats.any_file import read_any_file
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.sessions import build_sessions
from pipelines.runs import build_snapshot
from tests.oracles.coin import coin_day, coin_deciding_bars, draws
from tests.oracles.days import Reading, Row, read
from tests.oracles.events import read_tables
from tests.oracles.features import ANSWERS
from tests.support.small_warehouse import small_bars, small_warehouse

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
TABLES = read_tables(ROOT / "core" / "market" / "events")
SYMBOLS = ("ES", "NQ", SAMPLE_SYMBOL)
STRETCH = ("2017-06-01", "2017-09-22")
"""Of the sample: two rolls, a half day, a missing session, the first ten days without ADR."""

Draw = tuple[date, int]


@dataclass(frozen=True, slots=True)
class Twice:
    """Bars of a symbol read twice: by the book, and by the product into the rows of the table `coin`."""

    symbol: str
    history: Reading
    table: pa.Table

    @property
    def tick(self) -> float:
        return instrument(self.symbol).tick

    @property
    def places(self) -> dict[Draw, int]:
        """The row of each coin day."""
        days = zip(*(self.table[name].to_pylist() for name in ("session_date", "draw")), strict=True)
        return {day: place for place, day in enumerate(days)}


@pytest.fixture(params=SYMBOLS)
def twice(request: pytest.FixtureRequest) -> Twice:
    return read_twice(request.param)


@cache
def read_twice(symbol: str) -> Twice:
    history = read(rows_of(bars_of(symbol)), TABLES, instrument(symbol).prior_high)
    market, coin = tossed(symbol)
    return Twice(symbol, history, coin_table(catalogue_of(market), market, compute_features(market), coin))


@cache
def tossed(symbol: str) -> tuple[Market, CoinDays]:
    """The product's market and its coin days."""
    market = build_market(build_sessions(bars_of(symbol), instrument(symbol)))
    return market, coin_days(market)


@cache
def bars_of(symbol: str) -> pd.DataFrame:
    """The bars of real files, or those of the sample's stretch."""
    if symbol == SAMPLE_SYMBOL:
        bars, (first, last) = sample_bars(), (pd.Timestamp(day, tz="America/New_York") for day in STRETCH)
        return bars[(bars["ts"] >= first) & (bars["ts"] < last)].reset_index(drop=True)
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there: real bars are checked only beside the shared folder")
    return read_any_file(SHARED / "data" / f"{symbol}_5m.parquet").frame


def rows_of(bars: pd.DataFrame) -> Iterator[Row]:
    """The bars as the book reads them."""
    prices = (bars[name].tolist() for name in ("open", "high", "low", "close"))
    contracts = bars["contract"].tolist() if "contract" in bars else [None] * len(bars)
    return map(Row, bars["ts"].dt.to_pydatetime(), *prices, contracts)


def asked(history: Reading) -> list[Draw]:
    """Of every full session the first draw, the last and one between."""
    last = draws(len(history.days))
    return [
        (day.date, draw)
        for place, day in enumerate(history.days)
        for draw in (1, 2 + place % (last - 2), last)
    ]


def disagreements(found: Twice, wanted: list[Draw]) -> Iterator[str]:
    """One line for every coin day and feature on which the product and the book differ."""
    places = found.places
    rows = found.table.take([places[day] for day in wanted]).to_pylist()
    for (session, draw), row in zip(wanted, rows, strict=True):
        for name, answer in coin_day(found.history, session, draw, found.tick).items():
            if as_answer(row[name]) != answer:
                yield f"{name} on {session}, draw {draw}: {row[name]!r}, the book says {answer!r}"


def wrong_bars(found: Twice, wanted: list[Draw]) -> Iterator[str]:
    """The same for the bars that decide the enums by_bar may ask for."""
    places, columns = found.places, tossed(found.symbol)[1].columns
    for session, draw in wanted:
        for name, bar in coin_deciding_bars(found.history, session, draw, found.tick).items():
            decided = columns[name].event_bar
            assert decided is not None
            ours = decided[places[session, draw]]
            if not (np.isnan(ours) if bar is None else ours == bar):
                yield f"{name} on {session}, draw {draw}: decided on {ours}, the book says {bar}"


def as_answer(value: Any) -> Any:
    """A value of the table as the book writes it: dates are ISO text."""
    return value.isoformat() if isinstance(value, date) else value


def test_there_are_k_coin_days_of_every_full_session(twice: Twice) -> None:
    sessions = [day.date for day in twice.history.days]
    wanted = [(day, draw) for day in sessions for draw in range(1, draws(len(sessions)) + 1)]
    assert list(twice.places) == wanted
    assert len(twice.table) == len(wanted)
    assert set(ANSWERS) <= set(twice.table.column_names)


def test_every_feature_agrees_with_the_book(twice: Twice) -> None:
    wanted = asked(twice.history)
    assert len(wanted) > 200
    assert list(disagreements(twice, wanted)) == []


def test_every_enum_is_decided_on_the_books_bar(twice: Twice) -> None:
    assert list(wrong_bars(twice, asked(twice.history)[::3])) == []


def test_the_file_of_a_build_agrees_with_the_book(tmp_path: Path) -> None:
    warehouse = small_warehouse(tmp_path)
    folder = warehouse.snapshot("ES", build_snapshot(warehouse, "ES").snapshot_id)
    table = pq.read_table(folder / "coin")
    found = Twice("ES", read(rows_of(small_bars()), TABLES), table)
    assert list(disagreements(found, asked(found.history))) == []


def test_real_bars_hold_what_a_coin_day_may_stumble_over() -> None:
    es, nq = (read_twice(symbol).history for symbol in ("ES", "NQ"))
    assert all(len(asked(history)) > 1000 for history in (es, nq))
    assert len(es.rolls) == 9
    assert sum(day.prev_date in es.half_days for day in es.days) == 6
    assert sum(day.adr10 is None for day in es.days) == 10
    assert sum(day.yesterday is None for day in nq.days) == 103
    assert sum(day.past.ema_before is None for day in nq.days) == 103


def test_a_wrong_value_is_named_with_its_coin_day() -> None:
    found = read_twice(SAMPLE_SYMBOL)
    wanted = asked(found.history)[40:43]
    name = found.table.column_names.index("hod_bar")
    late = found.table.set_column(name, "hod_bar", pc.add(found.table["hod_bar"], 1))
    lines = list(disagreements(replace(found, table=late), wanted))
    assert [line.split(",")[0] for line in lines] == [f"hod_bar on {session}" for session, _ in wanted]
