"""Turns a pack's entries into the columns that an index evaluates, each checked against the catalogue."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import FINAL_BAR, AllTimeHigh, EmaRun
from core.contracts.ranges import code_count
from core.query.conditions import Atom
from core.query.operators import Integers, Labels, Numbers
from core.query.pack import Pack
from core.statistics.bitmaps import Mask, word_count
from core.statistics.columns import FeatureDays

Column = Labels | Integers | Numbers


def load_array(pack: Pack, entry: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """One array of the shape it must have.

    Raises:
        DataError: it is missing or of another shape.
    """
    array = pack.array(entry)
    if array.shape != shape:
        found = f"shape {array.shape} found, {shape} expected"
        raise DataError(f"serving pack, entry {entry}: {found}. Build the snapshot again.")
    return array


def load_column(pack: Pack, feature: FeatureDefinition) -> Column:
    """One coded feature's bitmaps or values."""
    width = word_count(pack.sessions)
    valid = load_array(pack, entries.valid(feature.name), (width,))
    if feature.kind == "numeric":
        return Numbers(load_array(pack, entries.values(feature.name), (pack.sessions,)), valid)
    if feature.value_range is None:
        codes = code_count(feature)
        return Labels(feature, load_array(pack, entries.equals(feature.name), (codes, width)), valid)
    at_most = load_array(pack, entries.at_most(feature.name), (code_count(feature), width))
    return Integers(feature, at_most, valid, feature.value_range[0])


def load_events(pack: Pack, feature: FeatureDefinition) -> NDArray[np.uint64]:
    """Row b of (82, W): days on which the event that decides an enum came at or before bar b."""
    return load_array(pack, entries.event_at_most(feature.name), (LAST_BAR + 1, word_count(pack.sessions)))


def load_days(
    pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8], split: tuple[Mask, Mask] | None = None
) -> FeatureDays:
    """The feature day by day, with the entries that its modules read.

    Raises:
        DataError: one of them is missing or of another shape.
    """
    sessions, modules = pack.sessions, set(feature.modules)
    numbers = extremes = ema_runs = all_time_highs = None
    if feature.kind == "numeric":
        numbers = load_array(pack, entries.values(feature.name), (sessions,))
    if {"extreme_timing", "hod_lod_analysis"} & modules:
        extremes = load_array(pack, entries.extremes(feature.name), (sessions, FINAL_BAR + 1))
    if "ema_accumulation" in modules:
        ema_runs = _load_ema_runs(pack, entries.ema_runs(feature.name))
    if "ath_analysis" in modules:
        all_time_highs = load_array(pack, entries.ALL_TIME_HIGHS, (sessions, len(AllTimeHigh)))
    goes_on = load_array(pack, entries.STREAK_PREVIOUS, (sessions,)) >= 0
    edges = pack.arrays.get(entries.histogram_edges(feature.name))
    return FeatureDays(feature, codes, goes_on, numbers, edges, extremes, ema_runs, all_time_highs, split)


def _load_ema_runs(pack: Pack, entry: str) -> NDArray[np.uint8]:
    """One side of the EMA or two."""
    sides = 2 if pack.array(entry).shape[:1] == (2,) else 1
    return load_array(pack, entry, (sides, pack.sessions, len(EmaRun)))


def decoded(feature: FeatureDefinition) -> list[Atom]:
    """The value of each code of a boolean, enum or integer."""
    if feature.value_range is not None:
        return list(range(feature.value_range[0], feature.value_range[1] + 1))
    return list(feature.labels) if feature.kind == "enum" else [False, True]


def waits_for_event(feature: FeatureDefinition) -> bool:
    """Whether the feature is an enum whose label is decided by an event."""
    return feature.kind == "enum" and feature.by_bar_safe


def check_chains(catalogue: Catalogue) -> None:
    """See that every `applies_from` names an event feature of the catalogue, without a circle.

    Raises:
        DataError: one does not; by_bar would have no answer.
    """
    for feature in catalogue.features:
        _check_chain(feature, catalogue)


def _check_chain(feature: FeatureDefinition, catalogue: Catalogue) -> None:
    name, met = feature.name, {feature.name}
    while feature.applies_from is not None:
        source = catalogue.by_name.get(feature.applies_from)
        if source is None or not source.by_bar_safe or source.name in met:
            found = f"applies_from {feature.applies_from!r} is no event feature to wait for"
            raise DataError(f"catalogue, {name}: {found}. Correct its definition and build again.")
        feature = source
        met.add(feature.name)
