"""Bytes that are no file of bars, or no longer one: refused with a reason, or bars that are possible."""

import gzip
import io
import json
import zipfile
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from hypothesis import strategies as st

from core.contracts.errors import DataError
from qa.fuzz.scratch import imported
from qa.fuzz.target import Target
from qa.fuzz.values import JSON, changed_bytes
from tests.unit.importing.vendor_files import in_minutes, kibot, known_bars, rth_only
from tests.unit.importing.vendor_packages import dbn_file, lean_zip, scid
from tests.unit.market.bar_builder import csv_text, rth

MAGICS = [
    b"",
    b"PAR1",
    b"\x1f\x8b",
    b"PK\x03\x04",
    b"\x28\xb5\x2f\xfd",
    b"SCID",
    b"DBN",
    b"{",
    b"[",
    b"\xff\xfe",
]
COLUMNS = ("ts", "open", "high", "low", "close", "volume", "contract", "symbol")
CELLS = st.sampled_from(
    [
        *(
            "2024-11-13",
            "09:30",
            "093000",
            "1731508200",
            "5000.25",
            "1,229",
            '"',
            "ESZ4",
            "",
            "0",
            "-1",
            "nan",
        ),
        *("inf", "1e400", "9" * 40, "\u0665" * 10, "\u00b2" * 10, "Open", "2024-11-13T14:30:00Z", "\x00"),
    ]
)


@dataclass(frozen=True, slots=True)
class Blob:
    name: str
    data: bytes


@cache
def whole_files() -> dict[str, bytes]:
    """Small whole files of every binary form and package."""
    bars = rth_only(known_bars("2024-11-13", "2024-11-13"))
    own = rth("2024-11-13").drop(columns="contract")
    text, sink, archive = kibot(bars).encode(), io.BytesIO(), io.BytesIO()
    own.to_parquet(sink, index=False)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("ES_5min.txt", text)
    return {
        "ES.parquet": sink.getvalue(),
        "ES.csv": csv_text(own).encode(),
        "ES.scid": scid(bars),
        "ESZ4.scid": scid(bars, trades=True),
        "ES.dbn": dbn_file(in_minutes(bars)),
        "ES.dbn.zst": zstandard.compress(dbn_file(in_minutes(bars))),
        "ES.txt.gz": gzip.compress(text),
        "ES.txt.zst": zstandard.compress(text),
        "ES.zip": archive.getvalue(),
        "20241113_trade.zip": lean_zip(in_minutes(bars)),
    }


def damaged() -> st.SearchStrategy[Blob]:
    name = st.sampled_from(sorted(whole_files()))
    return name.flatmap(lambda name: st.builds(Blob, st.just(name), changed_bytes(whole_files()[name])))


def noise() -> st.SearchStrategy[Blob]:
    """Bytes behind the first bytes of some form, or text of odd cells."""
    some = st.builds(lambda head, rest: head + rest, st.sampled_from(MAGICS), st.binary(max_size=300))
    line = st.lists(CELLS, min_size=4, max_size=8)
    table = st.builds(
        lambda rows, between: "\n".join(between.join(row) for row in rows).encode(),
        st.lists(line, min_size=1, max_size=4),
        st.sampled_from([",", ";", "\t"]),
    )
    return st.builds(Blob, st.sampled_from(["ES.txt", "ES.csv", "ES.parquet", "ES.json"]), some | table)


def cells() -> st.SearchStrategy[Blob]:
    """A right row, a hundred times, in which one cell is odd."""

    def written(at: int, cell: str, row: int) -> Blob:
        lines = kibot(rth_only(known_bars("2024-11-13", "2024-11-13"))).split("\r\n")[:-1]
        parts = lines[row].split(",")
        parts[at] = cell
        return Blob("ES.txt", "\n".join([*lines[:row], ",".join(parts), *lines[row + 1 :], ""]).encode())

    text = (
        CELLS | st.text(max_size=12) | st.from_regex(r"\d{1,30}[/.:-]\d{1,30}[/.:-]\d{1,30}", fullmatch=True)
    )
    return st.builds(written, st.integers(0, 6), text, st.integers(0, 80))


def documents() -> st.SearchStrategy[Blob]:
    """JSON in which something like bars may lie, now and then very deep."""
    bar = st.dictionaries(
        st.sampled_from(["open", "high", "low", "close", "volume", "time"]), JSON, max_size=6
    )
    value = st.lists(bar, max_size=3) | JSON
    depth = st.sampled_from([0, 0, 1, 100, 900, 1000, 100_000])
    return st.builds(
        lambda value, depth: Blob("ES.json", b"[" * depth + _json(value) + b"]" * depth), value, depth
    )


def tables() -> st.SearchStrategy[Blob]:
    """Parquet whose columns have our names and any type."""
    kinds = st.sampled_from([pa.float64(), pa.int64(), pa.float32(), pa.string(), pa.bool_(), pa.date32()])
    odd = st.sampled_from(
        [
            *(pa.timestamp("ns"), pa.timestamp("s", "UTC"), pa.binary(), pa.list_(pa.int64()), pa.null()),
            *(pa.decimal128(12, 2), pa.struct([("a", pa.int64())]), pa.duration("s"), pa.time64("us")),
        ]
    )
    stamps = st.sampled_from([pa.timestamp("us", "UTC"), pa.timestamp("ns"), pa.string(), pa.int64()])
    columns = st.fixed_dictionaries({name: kinds | odd for name in COLUMNS[1:6]} | {"ts": stamps})
    return st.builds(_table, columns, st.sampled_from(["none", "first", "all"]))


def _table(columns: dict[str, pa.DataType], filled: str) -> Blob:
    arrays = {name: _column(kind, filled) for name, kind in columns.items()}
    sink = io.BytesIO()
    pq.write_table(pa.table(arrays), sink)
    return Blob("ES.parquet", sink.getvalue())


def _column(kind: pa.DataType, filled: str) -> pa.Array:
    numbers = np.arange(81) * 300_000_000 + 1_731_508_200_000_000
    if filled != "none" and pa.types.is_timestamp(kind):
        return pa.array(numbers.astype("datetime64[us]")).cast(kind, safe=False)
    values: list[Any] = [None if filled == "none" or (filled == "first" and at) else 5000 for at in range(81)]
    try:
        return pa.array(values).cast(kind)
    except pa.ArrowException:
        return pa.nulls(81, kind)


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def check(blob: Blob) -> str:
    """The outcome of a file; the bars that are stored then were checked."""
    outcome, _ = imported(blob.name, blob.data, contract="ESZ4" if "Z4" in blob.name else None)
    return f"refused: {outcome.code}" if isinstance(outcome, DataError) else "imported"


BYTES = Target(
    "importer's bytes",
    "refused with a reason, or bars that are possible",
    st.one_of(damaged(), damaged(), noise(), cells(), documents(), tables()),
    check,
    40,
)
