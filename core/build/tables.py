"""A snapshot's parquet tables, from a build in memory (ruling 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence
from core.features.coin_days import CoinDays
from core.features.compute import FeatureColumn
from core.market.dates import years_of
from core.market.market import BoolArray, DateArray, FloatArray, Market
from core.market.session_bars import SessionBars
from core.signals.ama import Signals
from core.warehouse.durable import carry_over, sync, write_new
from core.warehouse.schemas import (
    BY_YEAR,
    MODULES,
    SESSIONS,
    SIGNALS,
    STABILITY,
    SYMBOL,
    coin_schema,
    features_schema,
    file_metadata,
)

if TYPE_CHECKING:
    from core.evidence.stability import Stability


def sessions_table(market: Market) -> pa.Table:
    """Every counted session; half days have no bit position, levels of yesterday or ADR."""
    table = market.sessions
    columns: dict[str, Any] = {
        "session_ix": pa.array(table.full_row.astype(np.int32), mask=~table.is_full),
        "session_date": _dates(table.session_date),
        "kind": pa.DictionaryArray.from_arrays((~table.is_full).astype(np.int8), ["full", "short"]),
        "contract": pa.array(table.contract.astype(object), mask=table.contract == ""),
        "is_roll": table.is_roll,
        "gxh": pa.array(table.gxh, from_pandas=True),
        "gxl": pa.array(table.gxl, from_pandas=True),
        "open": table.open,
    }
    for name in ("hoy", "loy", "coy", "adr10"):
        spread = np.full(len(table), np.nan)
        spread[market.ordinal] = getattr(market, name)
        columns[name] = pa.array(spread, from_pandas=True)
    return table_of(columns, SESSIONS)


def features_table(catalogue: Catalogue, market: Market, columns: Mapping[str, FeatureColumn]) -> pa.Table:
    """One row per full session, one column per feature; null where a feature does not apply."""
    schema = features_schema(catalogue)
    has_row = market.previous_row >= 0
    previous = market.session_date[np.where(has_row, market.previous_row, 0)]
    dates = [_dates(market.session_date), _dates(previous, ~has_row)]
    values = [_feature_array(feature, columns[feature.name].values) for feature in catalogue.features]
    return pa.Table.from_arrays([*dates, *values], schema=schema)


def coin_table(
    catalogue: Catalogue, market: Market, columns: Mapping[str, FeatureColumn], coin: CoinDays
) -> pa.Table:
    """One row per coin day, a session's draws in a row; what no bar decides repeats the real day's value."""
    sessions, draws = len(market), coin.draws
    dates = _dates(np.repeat(market.session_date, draws))
    numbers = pa.array(np.tile(np.arange(1, draws + 1, dtype=np.int16), sessions))
    values = [
        _feature_array(
            each,
            coin.columns[each.name].values
            if each.name in coin.columns
            else np.repeat(columns[each.name].values, draws),
        )
        for each in catalogue.features
    ]
    return pa.Table.from_arrays([dates, numbers, *values], schema=coin_schema(catalogue))


def _dates(days: DateArray, absent: BoolArray | None = None) -> pa.Array:
    return pa.array(days.astype("datetime64[D]"), type=pa.date32(), mask=absent)


def _feature_array(feature: FeatureDefinition, values: FloatArray) -> pa.Array:
    absent = np.isnan(values)
    if feature.kind == "numeric":
        return pa.array(values, mask=absent)
    codes = np.where(absent, 0, values)
    if feature.kind == "boolean":
        return pa.array(codes != 0, mask=absent)
    if feature.kind == "enum":
        return pa.DictionaryArray.from_arrays(
            pa.array(codes.astype(np.int8), mask=absent), pa.array(feature.labels, type=pa.string())
        )
    if feature.kind == "date":
        return _dates(codes.astype("datetime64[D]"), absent)
    return pa.array(codes.astype(np.int16), mask=absent)


def modules_table(results: Mapping[str, FeatureResult]) -> pa.Table:
    """Every baseline figure, long: feature, module, figure, bar, value, n."""
    figures = list(figures_of(results))
    return table_of({name: [getattr(each, name) for each in figures] for name in MODULES.names}, MODULES)


def stability_table(found: Sequence[Stability], results: Mapping[str, FeatureResult]) -> pa.Table:
    """Every occurrence year by year; each row repeats the figures of the whole feature."""
    rows = [
        {
            "feature": each.feature,
            **asdict(year),
            **_years_test(results[each.feature]),
            "design_effect": each.design_effect,
            "days_cluster": each.days_cluster,
        }
        for each in found
        for year in each.years
    ]
    return table_of({name: [row[name] for row in rows] for name in STABILITY.names}, STABILITY)


def _years_test(result: FeatureResult) -> dict[str, Any]:
    """Whether a feature's years differ, as its answer says."""
    data = result.modules["occurrence"].data
    said = data.years_verdict if isinstance(data, Occurrence) else None
    if said is None:
        return dict.fromkeys(("p_value", "adjusted_p", "verdict"))
    return {"p_value": said.p, "adjusted_p": said.adjusted_p, "verdict": said.code}


def signals_table(bars: SessionBars, signals: Signals) -> pa.Table:
    """One row per RTH bar of a counted session: its EMA and its signal."""
    counted = slice(bars.counted_bars)
    columns = {
        "ts": bars.ts[counted],
        "session_date": _dates(bars.session_date[bars.session_of_bar[counted]]),
        "bar_number": bars.bar_number[counted],
        "ema": bars.ema[counted],
        "signal_type": signals.signal_type,
        "ft_flag": signals.ft_flag,
    }
    return table_of(columns, SIGNALS)


def table_of(columns: Mapping[str, Any], schema: pa.Schema) -> pa.Table:
    arrays = {name: each if isinstance(each, pa.Array) else pa.array(each) for name, each in columns.items()}
    return pa.Table.from_arrays([arrays[each.name].cast(each.type) for each in schema], schema=schema)


def table_files(name: str, table: pa.Table, symbol: str, snapshot_id: str) -> dict[str, pa.Table]:
    """The files of a snapshot's table by path: one, or one per year of its ascending sessions.

    Every row has `symbol`. A file's metadata has it with the version of the columns and, unless later
    snapshots may share the file, the snapshot.
    """
    if name not in BY_YEAR:
        return {f"{name}.parquet": _with_symbol(table, symbol, snapshot_id=snapshot_id)}
    dates = table.column("session_date").to_numpy()
    return {f"{name}/{year}.parquet": _with_symbol(part, symbol) for year, part in by_year(table, dates)}


def by_year(table: pa.Table, dates: DateArray) -> Iterator[tuple[str, pa.Table]]:
    """The rows of each year, by their ascending dates."""
    for year, rows in years_of(dates):
        yield year, table.slice(rows.start, rows.stop - rows.start)


def table_name(file: str) -> str:
    return Path(Path(file).parts[0]).stem


def _with_symbol(table: pa.Table, symbol: str, **more: str) -> pa.Table:
    column = pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(len(table), dtype=np.int8)), pa.array([symbol], type=pa.string())
    )
    return table.add_column(0, SYMBOL, column).replace_schema_metadata(file_metadata(symbol, **more))


def write_table(path: Path, table: pa.Table, schema: pa.Schema, earlier: Path | None = None) -> None:
    """Write a table with the schema's columns, types and metadata; else DataError `schema_mismatch`.

    An equal file `earlier` of another snapshot (same rows and metadata) becomes a second name of that one.
    """
    for found, expected in zip(table.schema, schema, strict=False):
        if not found.equals(expected, check_metadata=True):
            raise DataError(f"{path}: found column {found}; expected {expected}", code="schema_mismatch")
    if table.num_columns != len(schema):
        raise DataError(
            f"{path}: {table.num_columns} columns, {len(schema)} expected", code="schema_mismatch"
        )
    path.parent.mkdir(exist_ok=True)
    if earlier is not None and _holds(earlier, table):
        carry_over(earlier, path)
    else:
        content = pa.BufferOutputStream()
        pq.write_table(table, content, compression="zstd")
        write_new(path, content.getvalue().to_pybytes())
    sync(path)
    sync(path.parent)


def _holds(path: Path, table: pa.Table) -> bool:
    try:
        with pq.ParquetFile(path) as file:
            is_alike = file.schema_arrow.equals(table.schema, check_metadata=True)
            return is_alike and bool(file.read().equals(table))
    except (pa.ArrowException, OSError):
        return False


def read_table(path: Path) -> pa.Table:
    """A table as it was written; DataError `broken_snapshot` if it cannot be read."""
    try:
        return pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError) as error:
        raise DataError(f"{path}: not readable ({error}). Build again.", code="broken_snapshot") from error


_BY_BAR = {"by_bar_days", "final_by_bar_days"}
"""Lists with one number per bar, bar 1 first."""

_NAMED = {"full_range": ("min", "max"), "iqr_range": ("q1", "q3"), "quartiles": ("q1", "median", "q3")}


class Figure(NamedTuple):
    """One number of one module; `bar` if there is one per bar, `n` the days in the denominator."""

    feature: str
    module: str
    figure: str
    bar: int | None
    value: float
    n: int


def figures_of(results: Mapping[str, FeatureResult]) -> Iterator[Figure]:
    """Every number of every answer; `figure` is its path, such as `periods.Morning.probability`.

    Null figures have no row, texts stay in the serving pack. Bars are a column, not part of the path.
    """
    for feature, result in results.items():
        for module, answer in result.modules.items():
            for path, bar, value in _numbers(msgspec.to_builtins(answer.data), ()):
                yield Figure(feature, module, ".".join(path), bar, value, answer.metadata.n)


Found = Iterator[tuple[tuple[str, ...], int | None, float]]


def _numbers(value: Any, path: tuple[str, ...]) -> Found:
    if isinstance(value, int | float):
        yield path, None, float(value)
    elif isinstance(value, list):
        yield from _of_list(value, path)
    elif isinstance(value, dict):
        for key, each in value.items():
            if path[-1:] == ("distribution",) and key.isdigit() and isinstance(each, int | float):
                yield path, int(key), float(each)
            else:
                yield from _numbers(each, (*path, key))


def _of_list(values: list[Any], path: tuple[str, ...]) -> Found:
    last, has_parts = path[-1], any(isinstance(value, dict) for value in values)
    if last in _BY_BAR:
        for number, value in enumerate(values, start=1):
            yield path, number, float(value)
        return
    if last == "years":
        values = [dict(value) for value in values]
        names = [str(value.pop("year")) for value in values]
    elif all(isinstance(value, dict) and "label" in value for value in values):
        names = [value["label"] for value in values]
    elif len(values) == 2 and last not in _NAMED and not has_parts:
        names = ["count", "pct"]
    else:
        names = [*_NAMED.get(last, map(str, range(len(values))))]
    for name, value in zip(names, values, strict=True):
        yield from _numbers(value, (*path, name))
