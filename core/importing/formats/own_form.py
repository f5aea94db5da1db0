"""Reads our own form of a file of one-minute or five-minute bars: parquet, or CSV with a header.

Columns, in any order and case: a stamp (`ts`, `timestamp`, `datetime` or `time`), `open`, `high`, `low`,
`close`, and if known `volume`, `contract` (ESH4) or `symbol` (ES, or ESH4 in place of a contract). The
stamp is the bar's open; a stamp without an offset is UTC. In text it is ISO 8601. Other columns are ignored.
One-minute bars are summed to five minutes. Nothing is repaired: the first wrong row refuses the file. It
is counted from 1 without the header, and later rows are not read.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from core.contracts.errors import DataError, quoted, quoted_names
from core.importing.findings.defects import refuse_row
from core.importing.formats.bar_file import (
    BarFile,
    bar_minutes,
    check_possible,
    check_stamps,
    finished,
    summed,
)
from core.importing.formats.columns import NOTHING
from core.importing.formats.header import header_names, repeated_names
from core.importing.formats.packages import GZIP, ZIP, ZSTD, PackedFile
from core.importing.formats.parquet import PARQUET, refuse_damaged
from core.importing.overrides import NO_OVERRIDES
from core.importing.progress import report_progress
from core.importing.sources import OWN_PIN
from core.importing.zones.stamps import microseconds
from core.market.instruments import continuous_symbol
from core.market.session_clock import BAR_MINUTES, utc_stamps
from core.warehouse.schemas import PRICE_COLUMNS

STAMPS = ("ts", "timestamp", "datetime", "time")
NAMES = ("contract", "symbol")

_STAMP = "ts"

_ROWS = 1 << 16
_BAR = np.timedelta64(BAR_MINUTES, "m")

_Opened = tuple[list[str], Iterator[pa.RecordBatch]]
"""The names of a file's columns, and its rows in order, about ten thousand a batch."""


def sniff(file: PackedFile) -> bool:
    """Parquet with our columns, or CSV with a `ts` column and without overrides."""
    if file.overrides != NO_OVERRIDES:
        return False
    if _is_parquet(file) and _has_our_columns(file.path):
        return True
    return not file.head.startswith((GZIP, ZIP, ZSTD)) and _STAMP in header_names(file.head)


def read(file: PackedFile) -> BarFile:
    """The bars of a parquet or CSV file, with its one-minute bars if wanted.

    DataError names the file, the row and the remedy.
    """
    path = file.path
    opened = _opened_parquet(path) if _is_parquet(file) else _opened_csv(path)
    with opened as (names, batches):
        frames = _frames(_columns(names, path), batches, path)
        first = next(frames, None)
        if first is None:
            raise DataError(f"{path}: has a header and no rows. Export it again.", code="empty_file")
        is_summed = _length_in_minutes(first["ts"], path) != BAR_MINUTES
        rows: Iterable[pd.DataFrame] = chain([first], frames)
        minutes: list[pd.DataFrame] = []
        if file.with_minutes and is_summed:
            rows = minutes = list(rows)
        frame, findings = summed(rows, path) if is_summed else (pd.concat(rows), ())
    reading = ("one-minute bars, summed to five minutes",) if is_summed else ()
    _refuse_unnamed(frame, path)
    inside = pd.concat(minutes) if minutes else None
    minutes.clear()
    return finished(path, frame, reading, (*repeated_names(names), *findings), OWN_PIN, inside)


def _is_parquet(file: PackedFile) -> bool:
    return file.head.startswith(PARQUET) or file.path.suffix.lower() in (".parquet", ".pq")


def _has_our_columns(path: Path) -> bool:
    """Whether a parquet file has our stamp and price columns; also true if it cannot be read."""
    try:
        names = _plain(pq.ParquetFile(path).schema_arrow.names)
    except (pa.ArrowException, OSError):
        return True
    return set(PRICE_COLUMNS) <= set(names) and any(name in STAMPS for name in names)


@contextmanager
def _opened_parquet(path: Path) -> Iterator[_Opened]:
    with refuse_damaged(path):
        file = pq.ParquetFile(path)
        yield _plain(file.schema_arrow.names), file.iter_batches(_ROWS)


@contextmanager
def _opened_csv(path: Path) -> Iterator[_Opened]:
    try:
        with path.open("rb") as file:
            names = pyarrow.csv.open_csv(file).schema.names
        as_text = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        with pyarrow.csv.open_csv(path, convert_options=as_text) as reader:
            yield _plain(names), reader
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0].strip()
        raise DataError(
            f"{path}: is not a table of comma-separated values ({reason}). Every line needs the "
            "header's number of values, in UTF-8.",
            code="damaged_file",
        ) from error


def _frames(columns: dict[str, int], batches: Iterator[pa.RecordBatch], path: Path) -> Iterator[pd.DataFrame]:
    """The rows of the batches; DataError at the first row that is wrong itself or against the one before."""
    rows, last, minutes = 0, pd.DataFrame(), 0
    for batch in batches:
        if not batch.num_rows:
            continue
        frame = _typed({name: batch.column(at) for name, at in columns.items()}, path, rows)
        minutes = minutes or _length_in_minutes(frame["ts"], path)
        check_stamps(pd.concat([last, frame]) if len(last) else frame, path, minutes)
        check_possible(frame, path)
        yield frame
        rows, last = rows + len(frame), frame.iloc[-1:]
        report_progress(f"reading row {rows:,}")


def _length_in_minutes(ts: pd.Series, path: Path) -> int:
    """Length of the bars with these opens, 1 or 5 minutes; DataError `off_grid` for another."""
    at = utc_stamps(ts)
    on_grid = (at - at.astype("datetime64[D]")) % _BAR == np.timedelta64(0)
    return BAR_MINUTES if on_grid.all() else bar_minutes(at, path)


def _columns(names: list[str], path: Path) -> dict[str, int]:
    """Positions of the columns to read; DataError `missing_column` without stamp and prices."""
    stamps = [name for name in names if name in STAMPS]
    missing = [name for name in PRICE_COLUMNS if name not in names]
    problem = ""
    if missing:
        problem = f"column {missing[0]!r} is missing"
    elif not stamps:
        problem = "a stamp column (ts, timestamp, datetime or time) is missing"
    elif len(stamps) > 1:
        problem = f"it has several stamps ({quoted_names(stamps)})"
    if problem:
        raise DataError(
            f"{path}: {problem}; found: {quoted_names(names)}. Expected a header with one stamp and open, "
            "high, low, close.",
            code="missing_column",
        )
    wanted = {stamps[0]: "ts", **{name: name for name in (*PRICE_COLUMNS, "volume", *NAMES)}}
    return {word: names.index(name) for name, word in wanted.items() if name in names}


def _plain(names: list[str]) -> list[str]:
    return [str(name).strip().lower() for name in names]


def _typed(columns: dict[str, pa.Array], path: Path, first: int) -> pd.DataFrame:
    """Typed columns of rows; `first` is the first row's number in the file."""
    frame = pd.DataFrame({"ts": _stamps(columns["ts"], path, first)})
    for name in PRICE_COLUMNS:
        frame[name] = _numbers(columns[name], name, path, first)
    frame["volume"] = float("nan")
    if "volume" in columns:
        frame["volume"] = _numbers(columns["volume"], "volume", path, first, nullable=True)
    for name in NAMES:
        if name in columns and columns[name].null_count < len(columns[name]):
            frame[name] = _texts(columns[name], name, path, first)
    if "contract" in frame or "symbol" not in frame or all(map(continuous_symbol, frame["symbol"].unique())):
        return frame
    return frame.rename(columns={"symbol": "contract"})


def _refuse_unnamed(frame: pd.DataFrame, path: Path) -> None:
    """DataError if only some tables of the file name contracts or symbols."""
    for name in NAMES:
        if name in frame and frame[name].isna().any():
            row = int(frame.index[int(frame[name].isna().to_numpy().argmax())])
            problem = f"{name} is missing. Expected a {name} in every row, or no such column"
            refuse_row(path, row, problem, code="bad_contract")


def _values(column: pa.Array, first: int) -> pd.Series:
    values: pd.Series = column.to_pandas()
    return values.set_axis(pd.RangeIndex(first, first + len(values)))


def _stamps(column: pa.Array, path: Path, first: int) -> pd.Series:
    kind = column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_timestamp(kind)):
        raise DataError(
            f"{path}: the stamps are {kind}. Expected timestamps or ISO 8601 text in UTC.", code="bad_stamp"
        )
    values = _values(column, first)
    found = pd.to_datetime(values, utc=True, format="ISO8601", errors="coerce")
    parsed: pd.Series = found.dt.as_unit("us")
    if found.dt.unit == "ns":
        exact = microseconds(found.to_numpy("datetime64[ns]").astype(np.int64)).astype("datetime64[us]")
        parsed = pd.Series(exact, values.index).dt.tz_localize("UTC").where(found.notna())
    expected = "an ISO 8601 stamp in UTC, as 2024-02-05T14:30:00Z"
    _refuse_missing(parsed, values, path, "ts", expected, "bad_stamp")
    return parsed


def _numbers(column: pa.Array, name: str, path: Path, first: int, *, nullable: bool = False) -> pd.Series:
    values = _values(column, first)
    parsed = pd.to_numeric(values, errors="coerce").astype("float64")
    numbers: pd.Series = parsed.where(parsed.abs() != float("inf"))
    known = numbers
    if nullable:
        unread = values[numbers.isna()]
        is_nothing = unread.isna() | unread.astype("str").str.strip().str.lower().isin(NOTHING)
        known = numbers.drop(unread.index[is_nothing])
    _refuse_missing(known, values, path, name, "a number", "bad_number")
    return numbers


def _texts(column: pa.Array, name: str, path: Path, first: int) -> pd.Series:
    texts = _values(column.cast(pa.string()), first).astype("str").str.strip().str.upper()
    known: pd.Series = texts.where(texts != "")
    _refuse_missing(known, texts, path, name, f"a {name} in every row, or no such column", "bad_contract")
    return known


def _refuse_missing(
    parsed: pd.Series, values: pd.Series, path: Path, name: str, expected: str, code: str
) -> None:
    missing = parsed.isna().to_numpy()
    if missing.any():
        row = int(parsed.index.to_numpy()[missing][0])
        found = values.loc[[row]].tolist()[0]
        refuse_row(path, row, f"{name} is {quoted(found)}. Expected {expected}", code=code)
