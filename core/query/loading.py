"""Turns a pack's entries into the columns that an index evaluates, each checked against the catalogue."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import FINAL_BAR, AllTimeHigh, EmaRun
from core.modules.feature_view import Scale, Sessions
from core.query.bitmaps import word_count
from core.query.conditions import Atom
from core.query.operators import Integers, Labels, Numbers
from core.query.pack import Pack
from core.query.ranges import ranges_of

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


def load_sorted(pack: Pack, feature: FeatureDefinition) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """A numeric's ordinals in ascending order of value, and the values in that order."""
    order = pack.array(entries.order(feature.name))
    return order, pack.array(entries.values(feature.name))[order]


def load_scale(pack: Pack, feature: FeatureDefinition) -> Scale:
    """How the feature's codes are read."""
    first = 0 if feature.value_range is None else feature.value_range[0]
    labels = ranges_of(feature).labels if feature.kind == "numeric" else ()
    return Scale(first, labels, pack.arrays.get(entries.histogram_edges(feature.name)))


def load_sessions(pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8]) -> Sessions:
    """The feature session by session, with the entries that its modules read.

    Raises:
        DataError: one of them is missing or of another shape.
    """
    sessions, modules = pack.sessions, set(feature.modules)
    extremes = ema_runs = all_time_highs = None
    if {"extreme_timing", "hod_lod_analysis"} & modules:
        extremes = load_array(pack, entries.extremes(feature.name), (sessions, FINAL_BAR + 1))
    if "ema_accumulation" in modules:
        ema_runs = _load_ema_runs(pack, entries.ema_runs(feature.name))
    if "ath_analysis" in modules:
        all_time_highs = load_array(pack, entries.ALL_TIME_HIGHS, (sessions, len(AllTimeHigh)))
    streak_previous = load_array(pack, entries.STREAK_PREVIOUS, (sessions,))
    return Sessions(codes, streak_previous, extremes, ema_runs, all_time_highs)


def _load_ema_runs(pack: Pack, entry: str) -> NDArray[np.uint8]:
    """One side of the EMA or two."""
    sides = 2 if pack.array(entry).shape[:1] == (2,) else 1
    return load_array(pack, entry, (sides, pack.sessions, len(EmaRun)))


def code_count(feature: FeatureDefinition) -> int:
    """How many codes a coded feature has, null left out."""
    if feature.kind == "numeric":
        return len(ranges_of(feature).labels)
    if feature.value_range is not None:
        return feature.value_range[1] - feature.value_range[0] + 1
    return len(feature.labels) if feature.kind == "enum" else 2


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
