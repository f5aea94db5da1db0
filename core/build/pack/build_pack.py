"""Assembles a snapshot's serving pack in memory and writes it to a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson
from numpy.typing import NDArray

from core.build.pack.coin_entries import coin_entries
from core.build.pack.feature_entries import Arrays, code_values, feature_entries, widen_ranges
from core.build.pack.session_entries import session_entries
from core.build.pack.year_arrays import array_files
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.features.coin_days import CoinDays
from core.features.compute import FeatureColumn
from core.market.market import FloatArray, Market, MinuteBars
from core.signals.ama import Signals
from core.warehouse.durable import sync, write_new, write_or_carry_over
from core.warehouse.serving.pack import Pack, catalogue_to_json

if TYPE_CHECKING:
    from core.market.session_bars import SessionBars


def assemble_pack(catalogue: Catalogue, market: Market, columns: Mapping[str, FeatureColumn]) -> Pack:
    """Build the pack in memory.

    DataError for no full session, a feature without a column, or a value its definition rules out.
    """
    if len(market) == 0:
        raise DataError("serving pack: no full session found, at least one expected. Import more bars.")
    catalogue = widen_ranges(catalogue, columns)
    coded = [feature for feature in catalogue.features if feature.kind != "date"]
    codes = [code_values(each, _values(each, market, columns), market.session_date) for each in coded]
    arrays: Arrays = {
        entries.SESSION_DATE: market.session_date.astype("datetime64[D]").astype("<i4"),
        entries.PREVIOUS_ROW: market.previous_row.astype("<i4"),
        entries.CODES: np.column_stack(codes) if codes else np.zeros((len(market), 0), dtype=np.uint8),
    }
    for feature in coded:
        arrays |= feature_entries(feature, columns[feature.name])
    arrays |= session_entries(catalogue, market)
    return Pack(len(market), arrays, {entries.CATALOGUE: catalogue_to_json(catalogue)})


def _values(feature: FeatureDefinition, market: Market, columns: Mapping[str, FeatureColumn]) -> FloatArray:
    column = columns.get(feature.name)
    if column is None or len(column.values) != len(market):
        found = "none" if column is None else f"{len(column.values)} sessions"
        raise DataError(f"feature {feature.name}: column of {len(market)} sessions expected, {found} found.")
    return column.values


def with_coin(pack: Pack, catalogue: Catalogue, market: Market, coin: CoinDays) -> Pack:
    """The pack with the coin days of its sessions; DataError for a value its definition rules out."""
    arrays, document = coin_entries(catalogue, market.session_date, coin)
    return replace(
        pack,
        arrays={**pack.arrays, **arrays},
        documents={**pack.documents, entries.COIN: document},
    )


def with_bars(pack: Pack, bars: SessionBars, signals: Signals, minutes: MinuteBars | None = None) -> Pack:
    """The pack with the drawn sessions' bars, their signals at server defaults, and kept minutes.

    DataError unless there is one signal per counted bar.
    """
    from core.build.pack.bar_entries import bar_entries, drawn_sessions  # an own feature's check has no bars

    arrays = {**pack.arrays, **bar_entries(bars, signals)}
    if minutes is not None:
        arrays[entries.MINUTES] = np.stack((minutes.high, minutes.low)).astype("<i2")
    return replace(pack, arrays=arrays, documents={**pack.documents, entries.DRAWN: drawn_sessions(bars)})


def write_pack(folder: Path, pack: Pack, earlier: Path | None = None) -> None:
    """Write a pack, its table of contents last; every file is on the disk when this returns.

    An array file with the same bytes in `earlier`, another pack's folder, becomes a second name of that one.
    A kill leaves a folder that `Pack.open` refuses. DataError if the folder holds a pack already.
    """
    toc_path = folder / entries.TOC_FILE
    if toc_path.exists():
        raise DataError(f"{toc_path}: a pack is there already. Write a new snapshot to a new folder.")
    folder.mkdir(parents=True, exist_ok=True)
    parts: dict[str, list[dict[str, Any]]] = {name: [] for name in pack.arrays}
    for file, arrays in array_files(pack).items():
        content = _laid_out(file, arrays, parts)
        write_or_carry_over(folder / file, content, (earlier or folder) / file)
        sync(folder / file)
    for name, document in pack.documents.items():
        _write(folder / f"{name}.json", orjson.dumps(document))
    toc = {
        "schema": entries.PACK_SCHEMA,
        "sessions": pack.sessions,
        "arrays": {name: _described(name, pack.arrays[name], each) for name, each in parts.items()},
        "json": {name: f"{name}.json" for name in pack.documents},
    }
    _write(toc_path, orjson.dumps(toc, option=orjson.OPT_INDENT_2))
    sync(folder)


def _laid_out(file: str, arrays: Arrays, parts: dict[str, list[dict[str, Any]]]) -> bytes:
    """The arrays concatenated and aligned; adds the offset of each to its `parts`."""
    content = bytearray()
    for name, array in arrays.items():
        content += bytes(-len(content) % entries.ALIGNMENT)
        length = array.shape[_axis_of(name)]
        parts[name].append({"file": file, "length": length, "offset": len(content)})
        content += np.ascontiguousarray(array).tobytes()
    return bytes(content)


def _described(name: str, array: NDArray[Any], parts: list[dict[str, Any]]) -> dict[str, Any]:
    dtype = entries.RANK_TYPE if entries.is_ranks(name) else array.dtype.str
    return {"dtype": dtype, "shape": list(array.shape), "axis": _axis_of(name), "parts": parts}


def _axis_of(entry: str) -> int:
    rows = entries.rows_of(entry)
    return 0 if rows is None else rows[1]


def _write(path: Path, content: bytes) -> None:
    write_new(path, content)
    sync(path)
