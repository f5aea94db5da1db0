"""Proves that a pack says the same as the feature columns it was made from, and its files what it says."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np
import orjson
from numpy.typing import NDArray

from core.build.pack.verify_sessions import verify_sessions
from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import event_at_most, order
from core.contracts.ranges import code_count, ranges_of
from core.features.compute import FeatureColumn
from core.market.market import FloatArray
from core.query.conditions import Condition
from core.query.index import SnapshotIndex
from core.query.loading import decoded, waits_for_event
from core.query.pack import Pack
from core.statistics import bitmaps


@dataclass(frozen=True, slots=True)
class PackCheck:
    """What was compared: sessions, features, and index counts that equal column counts."""

    sessions: int
    features: int
    counts: int


def verify_written(folder: Path, pack: Pack) -> Pack:
    """The pack in `folder`, opened as a service does and compared byte for byte with the one in memory.

    `pack` has every document that was written.

    Raises:
        DataError: the pack cannot be opened, or the first entry that is not as it was meant.
    """
    written = Pack.open(folder)
    for name, array in pack.arrays.items():
        if written.array(name).tobytes() != np.ascontiguousarray(array).tobytes():
            _other(folder, f"array {name}")
    for name, document in pack.documents.items():
        if written.document(name) != orjson.loads(orjson.dumps(document)):
            _other(folder, f"document {name}")
    if written.arrays.keys() != pack.arrays.keys() or written.documents.keys() != pack.documents.keys():
        _other(folder, "table of contents")
    return written


def _other(folder: Path, entry: str) -> NoReturn:
    raise DataError(f"{folder}, {entry}: read back other than written. Look at the disk, then build again.")


def verify_index(index: SnapshotIndex, columns: Mapping[str, FeatureColumn]) -> PackCheck:
    """Compare every feature of an index, written or still in memory, with its column.

    Every label, whole number, range and deciding bar is counted through the index and in the column.
    Numerics, and what the pack says session by session, are compared value for value.

    Raises:
        DataError: the first feature that differs and where.
    """
    coded = [feature for feature in index.catalogue.features if feature.kind != "date"]
    counts = sum(_verify_feature(index, feature, columns[feature.name]) for feature in coded)
    return PackCheck(index.n_sessions, len(coded), counts)


def _verify_feature(index: SnapshotIndex, feature: FeatureDefinition, column: FeatureColumn) -> int:
    values = column.values
    _expect(
        feature, "days with a value", bitmaps.count(index.valid(feature.name)), int((~np.isnan(values)).sum())
    )
    checked = 1
    if feature.kind == "numeric":
        checked += _verify_numeric(index, feature, values)
    else:
        checked += _verify_codes(index, feature, values)
    if waits_for_event(feature) and column.event_bar is not None:
        checked += _verify_events(index, feature, column.event_bar)
    return checked + verify_sessions(index.days(feature.name), values, index.session_date)


def _verify_numeric(index: SnapshotIndex, feature: FeatureDefinition, values: FloatArray) -> int:
    name, present = feature.name, values[~np.isnan(values)]
    if not np.array_equal(index.numbers(name), values, equal_nan=True):
        _differs(feature, "values", "other", "the column's")
    ordered = index.numbers(name)[index.pack.array(order(name))]
    if not np.array_equal(ordered, np.sort(present)):
        _differs(feature, "values in order", "other", "the column's")
    found = _code_counts(index, feature)
    expected = np.bincount(ranges_of(feature).code(present), minlength=len(found))
    for code, label in enumerate(ranges_of(feature).labels):
        _expect(feature, f"days {label}", int(found[code]), int(expected[code]))
    return len(found)


def _verify_codes(index: SnapshotIndex, feature: FeatureDefinition, values: FloatArray) -> int:
    cells, found = decoded(feature), _code_counts(index, feature)
    first = 0 if feature.value_range is None else feature.value_range[0]
    in_order, codes = np.sort(values), np.arange(len(cells)) + first
    days = np.searchsorted(in_order, codes, "right") - np.searchsorted(in_order, codes)
    for code, (cell, expected) in enumerate(zip(cells, days.tolist(), strict=True)):
        by_bitmap = bitmaps.count(index.evaluate(Condition(feature.name, False, "=", cell)))
        _expect(feature, f"days = {cell}, by bitmap", by_bitmap, expected)
        _expect(feature, f"days = {cell}, by code", int(found[code]), expected)
    return len(cells)


def _verify_events(index: SnapshotIndex, feature: FeatureDefinition, event_bar: FloatArray) -> int:
    found = bitmaps.counts(index.pack.array(event_at_most(feature.name)))
    for bar in range(LAST_BAR + 1):
        expected = int(((event_bar >= 1) & (event_bar <= bar)).sum())
        _expect(feature, f"days decided by bar {bar}", int(found[bar]), expected)
    return len(found)


def _code_counts(index: SnapshotIndex, feature: FeatureDefinition) -> NDArray[np.int64]:
    codes = index.codes(feature.name)
    return np.bincount(codes, minlength=256)[: code_count(feature)]


def _expect(feature: FeatureDefinition, what: str, found: int, expected: int) -> None:
    if found != expected:
        _differs(feature, what, str(found), str(expected))


def _differs(feature: FeatureDefinition, what: str, found: str, expected: str) -> NoReturn:
    raise DataError(
        f"serving pack, feature {feature.name}, {what}: {found} found, {expected} expected. Build it again."
    )
