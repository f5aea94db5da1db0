"""The sample's features as one table for our engine and one for the peers, and many times as long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.build.pack.bitmap_entries import feature_entries
from core.build.pack.codes import code_values
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.features.compute import FeatureColumn
from core.query.catalogue_json import catalogue_from_json, catalogue_to_json
from core.query.index import SnapshotIndex
from core.query.loading import waits_for_event
from core.query.pack import Pack
from core.statistics.bitmaps import unpack
from tests.bench.question import NEEDED

CHANGED = 0.1
"""Share of a copy's values that are another session's."""

NOISE = 0.01
"""Deviation of the factor on a copy's numerics."""

Rows = NDArray[np.int64]


def long_pack(pack: Pack, copies: int, names: Sequence[str] | None = None) -> Pack:
    """The pack `copies` times as long, with the features `names` (None is all) perturbed from copy to copy.

    The first copy is the pack itself; every further one has a tenth of each feature's values from other
    sessions and its numerics a percent off, always the same. Dates are made up.
    """
    catalogue = catalogue_from_json(pack.document(entries.CATALOGUE))
    features = [f for f in catalogue.features if f.kind != "date" and (names is None or f.name in names)]
    tiling = _Tiling(pack, copies)
    days = np.arange(pack.sessions * copies).astype("datetime64[D]")
    arrays = {entries.SESSION_DATE: days.astype("<i4")} | tiling.session_arrays(features)
    codes = []
    for feature in features:
        column = tiling.column(feature)
        codes.append(code_values(feature, column.values, days))
        arrays |= feature_entries(feature, column, codes[-1])
    arrays[entries.CODES] = np.column_stack(codes)
    kept = Catalogue(tuple(features), catalogue.categories)
    return Pack(pack.sessions * copies, arrays, {entries.CATALOGUE: catalogue_to_json(kept)})


@dataclass(frozen=True, slots=True)
class _Tiling:
    pack: Pack
    copies: int

    def session_arrays(self, features: list[FeatureDefinition]) -> dict[str, NDArray[np.generic]]:
        """What the modules read session by session, row for row."""
        names = {f.name for f in features}
        tiled = {
            name: np.concatenate([array] * self.copies, axis=array.ndim - 2)
            for name, array in self.pack.arrays.items()
            if name.partition("/")[0] in ("extremes", "ema_runs", entries.ALL_TIME_HIGHS)
            and (name.partition("/")[2] in names or name == entries.ALL_TIME_HIGHS)
        }
        before = {name: self._shifted(name) for name in (entries.PREVIOUS_ROW, entries.STREAK_PREVIOUS)}
        return tiled | before

    def column(self, feature: FeatureDefinition) -> FeatureColumn:
        """The feature on every session of every copy."""
        rows, values = self._rows(feature), self._values(feature)[self._rows(feature)]
        if feature.kind == "numeric":
            values = self._noisy(feature, values)
        return FeatureColumn(values, self._event_bar(feature)[rows] if waits_for_event(feature) else None)

    def _rows(self, feature: FeatureDefinition) -> Rows:
        n = self.pack.sessions
        draw = np.random.default_rng(feature.display_order + 1000 * len(feature.name))
        rows = np.tile(np.arange(n), self.copies)
        changed = draw.random(len(rows)) < CHANGED
        changed[:n] = False
        rows[changed] = draw.integers(0, n, int(changed.sum()))
        return rows

    def _noisy(self, feature: FeatureDefinition, values: NDArray[np.float64]) -> NDArray[np.float64]:
        draw = np.random.default_rng(feature.display_order)
        factor = 1 + NOISE * draw.standard_normal(len(values))
        factor[: self.pack.sessions] = 1
        return np.clip(values * factor, feature.hard_min, feature.hard_max)

    def _values(self, feature: FeatureDefinition) -> NDArray[np.float64]:
        if feature.kind == "numeric":
            return np.asarray(self.pack.array(entries.values(feature.name)))
        codes = SnapshotIndex(self.pack).codes(feature.name)
        first = 0 if feature.value_range is None else feature.value_range[0]
        return np.where(codes == NULL_CODE, np.nan, codes.astype(np.float64) + first)

    def _event_bar(self, feature: FeatureDefinition) -> NDArray[np.float64]:
        by_bar = self.pack.array(entries.event_at_most(feature.name))
        seen = np.stack([unpack(words, self.pack.sessions) for words in by_bar])
        return np.where(seen[-1], len(seen) - seen.sum(axis=0), 0).astype(np.float64)

    def _shifted(self, name: str) -> NDArray[np.int32]:
        rows = self.pack.array(name)
        steps = np.arange(self.copies)[:, None] * self.pack.sessions
        return np.asarray(np.where(rows >= 0, rows + steps, -1).ravel().astype("<i4"))


def peer_table(index: SnapshotIndex) -> pd.DataFrame:
    """The needed features as an analyst holds them: labels as categories, the rest as numbers with nulls."""
    return pd.DataFrame({name: _peer_column(index, name) for name in NEEDED})


def _peer_column(index: SnapshotIndex, name: str) -> pd.Series:
    definition = index.catalogue.by_name[name]
    if definition.kind == "numeric":
        return pd.Series(index.numbers(name))
    codes = index.codes(name)
    null = codes == NULL_CODE
    if definition.kind == "enum":
        labels: NDArray[np.object_] = np.array([*definition.labels, None], dtype=object)
        spelled = labels[np.where(null, len(definition.labels), codes)]
        return pd.Series(spelled, dtype=pd.CategoricalDtype([*definition.labels]))
    if definition.kind == "boolean":
        return pd.Series(pd.array(codes == 1, dtype="boolean")).mask(null)
    first = 0 if definition.value_range is None else definition.value_range[0]
    values = codes.astype(np.int16) + first
    return pd.Series(np.where(null, np.nan, values) if null.any() else values)
