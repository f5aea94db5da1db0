"""How much memory a long vendor file takes while it is read."""

import tracemalloc
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from core.importing.formats.columns import numbers
from core.importing.formats.text import WORDS, read_text
from core.importing.zones.stamps import read_stamps

ROWS = 200_000
PATH = Path("es.csv")
AT = pd.date_range("2024-01-02 18:00", periods=ROWS, freq="min")


@pytest.fixture(scope="module")
def text() -> bytes:
    stamps = enumerate(AT.strftime("%m/%d/%Y,%H:%M"))
    rows = (f"{stamp},5000,5001.25,4999.75,5000.5,{row % 900}\n" for row, stamp in stamps)
    return b"".join([b"Date,Time,Open,High,Low,Close,Volume\n", *map(str.encode, rows)])


def test_a_cell_of_a_file_is_held_in_some_four_bytes(text: bytes) -> None:
    table = read_text(PATH, text)
    assert {column.type for column in table.columns} == {WORDS}
    assert sum(column.nbytes for column in table.columns) / table.rows / len(table.columns) < 6


def test_stamps_and_numbers_are_read_some_rows_at_a_time(
    monkeypatch: pytest.MonkeyPatch, text: bytes
) -> None:
    table = read_text(PATH, text)
    lengths: list[int] = []
    trim = pc.utf8_trim_whitespace

    def counted(text: pa.ChunkedArray) -> pa.ChunkedArray:
        lengths.append(len(text))
        return trim(text)

    monkeypatch.setattr(pc, "utf8_trim_whitespace", counted)
    tracemalloc.start()
    stamps = read_stamps(table.columns[0], table.columns[1], PATH)
    volume = numbers(table.columns[6], "volume", PATH)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (stamps.at == AT.to_numpy()).all()
    assert (volume == np.arange(ROWS) % 900).all()
    assert sum(lengths) == 2 * ROWS
    assert max(lengths) <= ROWS // 2
    assert peak / ROWS < 80
