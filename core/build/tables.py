"""A snapshot's parquet tables, made from what the build holds in memory (ruling 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.build.figures import figures_of
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.results import FeatureResult
from core.features.compute import FeatureColumn
from core.market.market import DateArray, FloatArray, Market
from core.market.session_bars import SessionBars
from core.signals.ama import AmaResult
from core.storage.durable import sync
from core.storage.schemas import (
    MODULES,
    SESSIONS,
    SIGNALS,
    STABILITY,
    SYMBOL,
    features_schema,
    file_metadata,
    to_table,
)

if TYPE_CHECKING:
    from core.build.evidence.stability import Stability

_LEVELS = ("hoy", "loy", "coy", "adr10")


def sessions_table(market: Market) -> pa.Table:
    """Every counted session, half days too; those carry no bit position, levels of yesterday or ADR."""
    table = market.sessions
    frame = pd.DataFrame(
        {
            "session_ix": pd.array(np.where(table.is_full, table.full_row, 0), dtype="Int32"),
            "session_date": table.session_date.astype("datetime64[s]"),
            "kind": pd.Categorical(np.where(table.is_full, "full", "short"), categories=["full", "short"]),
            "contract": pd.Series(table.contract, dtype="str").replace("", pd.NA),
            "is_roll": table.is_roll,
            **{name: _on_every_session(market, getattr(market, name)) for name in _LEVELS},
            "gxh": table.gxh,
            "gxl": table.gxl,
            "open": table.open,
        }
    )
    frame.loc[~table.is_full, "session_ix"] = pd.NA
    return to_table(frame[SESSIONS.names], SESSIONS, "sessions")


def _on_every_session(market: Market, values: FloatArray) -> FloatArray:
    spread: FloatArray = np.full(len(market.sessions), np.nan)
    spread[market.ordinal] = values
    return spread


def features_table(catalogue: Catalogue, market: Market, columns: Mapping[str, FeatureColumn]) -> pa.Table:
    """One row per full session, one column per feature; null where a feature does not apply."""
    schema = features_schema(catalogue)
    has_row = market.previous_row >= 0
    previous = market.session_date[np.where(has_row, market.previous_row, 0)]
    dates = [_date_array(market.session_date), _date_array(previous, ~has_row)]
    values = [_feature_array(feature, columns[feature.name].values) for feature in catalogue.features]
    return pa.Table.from_arrays([*dates, *values], schema=schema)


def _date_array(days: DateArray, absent: np.typing.NDArray[np.bool_] | None = None) -> pa.Array:
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
        return _date_array(codes.astype("datetime64[D]"), absent)
    return pa.array(codes.astype(np.int16), mask=absent)


def modules_table(results: Mapping[str, FeatureResult]) -> pa.Table:
    """Every baseline figure, long: feature, module, figure, bar, value, n."""
    figures = list(figures_of(results))
    columns = [pa.array([figure[place] for figure in figures]) for place in range(len(MODULES))]
    typed = [column.cast(kind) for column, kind in zip(columns, MODULES.types, strict=True)]
    return pa.Table.from_arrays(typed, schema=MODULES)


def stability_table(found: Sequence[Stability]) -> pa.Table:
    """Every occurrence year by year; what is said of the whole feature stands in each of its rows."""
    rows = [
        {
            "feature": each.feature,
            "p_value": each.p_value,
            "q_value": each.q_value,
            "design_effect": each.design_effect,
            "days_cluster": each.days_cluster,
            **{field.name: getattr(year, field.name) for field in fields(year)},
        }
        for each in found
        for year in each.years
    ]
    columns = [pa.array([row[name] for row in rows]) for name in STABILITY.names]
    typed = [column.cast(kind) for column, kind in zip(columns, STABILITY.types, strict=True)]
    return pa.Table.from_arrays(typed, schema=STABILITY)


def signals_table(bars: SessionBars, signals: AmaResult) -> pa.Table:
    """One row per RTH bar of a counted session: its EMA and its signal."""
    counted = slice(bars.counted_bars)
    columns = {
        "ts": bars.ts[counted],
        "session_date": bars.session_date[bars.session_of_bar[counted]].astype("datetime64[D]"),
        "bar_number": bars.bar_number[counted].astype(np.int16),
        "ema": bars.ema[counted],
        "signal_type": signals.signal_type,
        "ft_flag": signals.ft_flag,
    }
    typed = [pa.array(columns[column.name]).cast(column.type) for column in SIGNALS]
    return pa.Table.from_arrays(typed, schema=SIGNALS)


def written_table(table: pa.Table, symbol: str, snapshot_id: str) -> pa.Table:
    """The table as it is written: `symbol` in every row and, with snapshot and version, in the metadata."""
    column = pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(len(table), dtype=np.int8)), pa.array([symbol], type=pa.string())
    )
    about = file_metadata(symbol, snapshot_id=snapshot_id)
    return table.add_column(0, SYMBOL, column).replace_schema_metadata(about)


def write_table(path: Path, table: pa.Table, schema: pa.Schema) -> None:
    """Write a table whose columns, types and metadata are the schema's; DataError `schema_mismatch` else."""
    for found, expected in zip(table.schema, schema, strict=False):
        if not found.equals(expected, check_metadata=True):
            raise DataError(f"{path}: found column {found}; expected {expected}", code="schema_mismatch")
    if table.num_columns != len(schema):
        raise DataError(
            f"{path}: {table.num_columns} columns, {len(schema)} expected", code="schema_mismatch"
        )
    pq.write_table(table, path, compression="zstd")
    sync(path)


def read_table(path: Path) -> pa.Table:
    """A table as it was written; DataError `broken_snapshot` where it cannot be read."""
    try:
        return pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError) as error:
        raise DataError(f"{path}: not readable ({error}). Build again.", code="broken_snapshot") from error
