"""The bars of a symbol in the warehouse: written whole, read whole, with the record of their sources."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import orjson
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.contracts.errors import DataError
from core.contracts.manifest import RollPolicy, Source
from core.market.session_clock import SEGMENTS, utc_stamps
from core.warehouse.durable import is_known, locked, prepare_folder, put_in_place, write_or_carry_over
from core.warehouse.integrity import FORM, require_form, write_bars_files
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import BARS, PRICE_COLUMNS, file_metadata, to_table
from core.warehouse.sidecars import (
    NO_MINUTES,
    NO_SIDECARS,
    Digests,
    parquet_bytes,
    write_sidecars,
)

_AGAIN = "Import the bars again."


@dataclass(frozen=True, slots=True)
class BarSource(Source):
    """A file that gave bars; `source` names its origin, "" if that was not recorded."""

    roll_policy: RollPolicy
    source: str = ""


@dataclass(frozen=True, slots=True)
class BarsIndex:
    """The record of a symbol's bars.

    `content_sha256` digests the values, so that the same bars have the same digest however they were
    imported. `adjustment` is adjusted, unadjusted or unknown. `minutes` has the digest of each year's
    one-minute bars, if the symbol keeps them.
    """

    symbol: str
    rows: int
    first_ts: str
    last_ts: str
    roll_policy: RollPolicy
    adjustment: str
    content_sha256: str
    sources: tuple[BarSource, ...]
    minutes: Mapping[str, str] = field(default_factory=dict)


def write_bars(
    warehouse: Warehouse,
    symbol: str,
    frame: pd.DataFrame,
    sources: Sequence[BarSource],
    roll_policy: RollPolicy,
    sidecars: Mapping[str, bytes] = NO_SIDECARS,
    minutes: Digests = NO_MINUTES,
) -> BarsIndex:
    """Replace the symbol's bars by `frame` (the columns of `schemas.BARS`, ts ascending).

    `sidecars` are files kept with the bars, by their path below the folder, which begins with an underscore.
    Other existing sidecars stay; of minutes only the years in `minutes`. A file with unchanged bytes is
    carried over, not written. A kill at any instant leaves the old bars and files or the new ones. DataError
    if the frame does not match.
    """
    table = to_table(frame, BARS, "bars")
    index = BarsIndex(
        symbol=symbol,
        rows=len(frame),
        first_ts=stamp_text(frame["ts"].iloc[0]),
        last_ts=stamp_text(frame["ts"].iloc[-1]),
        roll_policy=roll_policy,
        adjustment=adjustment_of(roll_policy),
        content_sha256=content_sha256(frame),
        sources=tuple(sources),
        minutes=dict(minutes),
    )
    folder = warehouse.bars(symbol)
    with locked(folder):
        incoming = prepare_folder(folder)
        record = {warehouse.bars_index(symbol).name: _record_of(index)}
        write_sidecars(folder, incoming, {**sidecars, **record}, minutes)
        for name, content in _year_files(symbol, frame, table):
            (incoming / name).parent.mkdir()
            write_or_carry_over(incoming / name, content, folder / name)
        write_bars_files(incoming)
        put_in_place(incoming, folder)
    return index


def _record_of(index: BarsIndex) -> bytes:
    record = {"version": FORM, **asdict(index)}
    if not index.minutes:
        del record["minutes"]
    return orjson.dumps(record, option=orjson.OPT_INDENT_2)


def _year_files(symbol: str, frame: pd.DataFrame, table: pa.Table) -> Iterator[tuple[Path, bytes]]:
    """The file of each year's bars; it holds nothing of other years, so it stays when they change."""
    years = frame["session_date"].dt.year.to_numpy()
    for year in np.unique(years).tolist():
        of_year = years == year
        about = file_metadata(symbol, content_sha256=content_sha256(frame[of_year]))
        rows = table.filter(pa.array(of_year)).replace_schema_metadata(about)
        yield Path(f"year={year:04d}", "part-0.parquet"), parquet_bytes(rows)


def read_bars(warehouse: Warehouse, symbol: str, columns: list[str] | None = None) -> pd.DataFrame:
    """The symbol's bars, ts ascending, with all or the named columns of `schemas.BARS`.

    DataError `no_bars` if it has none.
    """
    with locked(warehouse.bars(symbol)):
        index, tables = _read_index(warehouse, symbol), []
        for path in sorted(warehouse.bars(symbol).glob("year=*/part-*.parquet")):
            try:
                tables.append(pq.ParquetFile(path).read(columns))
            except (pa.ArrowException, OSError) as error:
                raise DataError(f"{path}: not readable ({error}). {_AGAIN}", code="damaged_bars") from error
    rows = sum(table.num_rows for table in tables)
    if rows != index.rows:
        raise DataError(
            f"{warehouse.bars(symbol)}: holds {rows} bars; its _bars.json says {index.rows}. Files were "
            "added or removed by hand; delete the folder and import again.",
            code="damaged_bars",
        )
    frame: pd.DataFrame = pa.concat_tables(tables).unify_dictionaries().to_pandas(date_as_object=False)
    if "segment" in frame:
        frame["segment"] = frame["segment"].cat.set_categories(list(SEGMENTS))
    frame["contract"] = frame["contract"].astype("str")
    return frame


def read_bars_index(warehouse: Warehouse, symbol: str) -> BarsIndex:
    """The record of the symbol's bars; DataError `no_bars` if it has none."""
    with locked(warehouse.bars(symbol)):
        return _read_index(warehouse, symbol)


def has_bars(warehouse: Warehouse, symbol: str) -> bool:
    """Whether the symbol has bars, also after a kill in the middle of writing them."""
    if not is_known(warehouse.bars(symbol)):
        return False
    with locked(warehouse.bars(symbol)):
        return warehouse.bars_index(symbol).exists()


def adjustment_of(policy: RollPolicy) -> str:
    """Whether prices are adjusted, unadjusted or unknown."""
    return {"adjusted": "adjusted", "unknown": "unknown"}.get(policy, "unadjusted")


def stamp_text(stamp: pd.Timestamp) -> str:
    """A UTC stamp as 2024-02-05T14:30:00Z."""
    return stamp.strftime("%Y-%m-%dT%H:%M:%SZ")


def content_sha256(frame: pd.DataFrame) -> str:
    """Digest of stamps, prices, volumes and contracts."""
    digest = hashlib.sha256(utc_stamps(frame["ts"]).astype("<i8").data)
    for name in (*PRICE_COLUMNS, "volume"):
        digest.update(np.ascontiguousarray(frame[name].to_numpy(), dtype="<f8").data)
    codes, names = pd.factorize(frame["contract"])
    digest.update(codes.astype("<i4").tobytes() + ",".join(names.tolist()).encode())
    return digest.hexdigest()


def _read_index(warehouse: Warehouse, symbol: str) -> BarsIndex:
    path = warehouse.bars_index(symbol)
    try:
        record = orjson.loads(path.read_bytes())
        if isinstance(record, dict):
            require_form(path, record.pop("version", None))
        return msgspec.convert(record, BarsIndex)
    except FileNotFoundError:
        raise DataError(
            f"no bars of {symbol} in {warehouse.root}. Run: almanac import FILE", code="no_bars"
        ) from None
    except (orjson.JSONDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"{path}: not readable ({error}). {_AGAIN}", code="damaged_bars") from error
