"""The back-test of days alike, begun where an earlier build's stood, equals one from the first day on."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pyarrow.parquet as pq
import pytest

from core.build.alike_years import AlikeYears, alike_years
from core.build.coin_years import Kept
from core.build.pack.build_pack import assemble_pack
from core.contracts.pack import CODES
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures import alike
from core.figures.alike import Checkpoint, Rows, nearest_before
from core.market.market import rows_of
from core.question.index import SnapshotIndex
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from tests.property.markets import random_market

FIRST, BLOCK, SESSIONS = 40, 15, 270
"""The first day that is foretold, days foretold at a time, sessions of 2024 and 2025."""


@pytest.fixture(autouse=True)
def foretold(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first day of each block that is foretold."""
    begins: list[int] = []

    def noted(checkpoints: Sequence[Checkpoint], rows: Rows) -> Iterator[Rows]:
        begins.append(int(rows[0]))
        return nearest_before(checkpoints, rows)

    monkeypatch.setattr(alike, "nearest_before", noted)
    monkeypatch.setattr(alike, "LEAST_BEFORE", FIRST)
    monkeypatch.setattr(alike, "BLOCK", BLOCK)
    return begins


@cache
def pack_of(sessions: int) -> Pack:
    market = rows_of(random_market(3, SESSIONS), np.arange(sessions))
    return assemble_pack(catalogue_of(market), market, compute_features(market))


def index_of(sessions: int) -> SnapshotIndex:
    return load_index(pack_of(sessions))


def corrected(sessions: int, row: int) -> SnapshotIndex:
    """An index in which one session has another value."""
    pack = pack_of(sessions)
    place = list(load_index(pack).days).index("close_above_open")
    codes = pack.array(CODES).copy()
    codes[row, place] = 1 - codes[row, place]
    return load_index(replace(pack, arrays={**pack.arrays, CODES: codes}))


def left_by(made: AlikeYears) -> Kept:
    files = {}
    for year in made.years:
        pq.write_table(made.table(year), stream := io.BytesIO())
        files[year] = pq.ParquetFile(io.BytesIO(stream.getvalue()))
    return files


def assert_as_from_the_first_day(made: AlikeYears, index: SnapshotIndex) -> None:
    wanted = alike_years(index, {})
    np.testing.assert_array_equal(made.scores.days, wanted.scores.days)
    assert made.scores.brier.tobytes() == wanted.scores.brier.tobytes()
    assert made.scores.error.tobytes() == wanted.scores.error.tobytes()
    assert made.years.keys() == wanted.years.keys()
    for year in wanted.years:
        assert made.table(year).equals(wanted.table(year), check_metadata=True), year


def test_a_night_foretells_the_days_of_the_last_block(foretold: list[int]) -> None:
    kept = left_by(alike_years(index_of(SESSIONS - 1), {}))
    assert foretold[:2] == [FIRST, FIRST + BLOCK]
    foretold.clear()
    made = alike_years(index_of(SESSIONS), kept)
    assert foretold == [SESSIONS - (SESSIONS - FIRST) % BLOCK] == [made.first_new]
    assert_as_from_the_first_day(made, index_of(SESSIONS))
    assert made.is_in(kept, "2024")


def test_a_night_that_ends_a_block_keeps_its_sums(foretold: list[int]) -> None:
    whole = SESSIONS - (SESSIONS - FIRST) % BLOCK
    kept = left_by(alike_years(index_of(whole - 1), {}))
    made = alike_years(index_of(whole), kept)
    assert_as_from_the_first_day(made, index_of(whole))
    foretold.clear()
    again = alike_years(index_of(whole), left_by(made))
    assert foretold == []
    assert again.scores.brier.tobytes() == made.scores.brier.tobytes()


@pytest.mark.parametrize("row", [0, FIRST - 1, 150, SESSIONS - 1])
def test_a_corrected_day_foretells_it_and_the_days_after_it(row: int) -> None:
    kept = left_by(alike_years(index_of(SESSIONS), {}))
    index = corrected(SESSIONS, row)
    assert_as_from_the_first_day(alike_years(index, kept), index)


def test_other_code_foretells_every_day(foretold: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = left_by(alike_years(index_of(SESSIONS), {}))
    monkeypatch.setattr("core.build.alike_years.code_digest", lambda *modules: "other")
    foretold.clear()
    assert not alike_years(index_of(SESSIONS), kept).is_in(kept, "2024")
    assert foretold[0] == FIRST
