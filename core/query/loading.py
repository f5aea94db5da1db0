"""Turns a pack's entries into the columns that an index compares, each checked against the catalogue."""

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import FINAL_BAR, NULL_CODE, AllTimeHigh, EmaRun
from core.query.conditions import Atom
from core.query.pack import Pack
from core.statistics.columns import FeatureDays
from core.statistics.formulas import Floats, Mask


def load_numbers(pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8]) -> Floats:
    """A coded feature's values (N,) as numbers, NaN = null."""
    if feature.kind == "numeric":
        return pack.array(entries.values(feature.name), (pack.sessions,))
    first = 0 if feature.value_range is None else feature.value_range[0]
    return np.where(codes == NULL_CODE, np.nan, first + codes.astype(np.float64))


def load_events(pack: Pack, feature: FeatureDefinition) -> NDArray[np.uint8]:
    """The bar (N,) of the event that decides an enum, 0 where there is none."""
    return pack.array(entries.event_bar(feature.name), (pack.sessions,))


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
        numbers = pack.array(entries.values(feature.name), (sessions,))
    if {"extreme_timing", "hod_lod_analysis"} & modules:
        extremes = pack.array(entries.extremes(feature.name), (sessions, FINAL_BAR + 1))
    if "ema_accumulation" in modules:
        entry = entries.ema_runs(feature.name)
        sides = 2 if pack.array(entry).shape[:1] == (2,) else 1  # of the EMA
        ema_runs = pack.array(entry, (sides, sessions, len(EmaRun)))
    if "ath_analysis" in modules:
        all_time_highs = pack.array(entries.ALL_TIME_HIGHS, (sessions, len(AllTimeHigh)))
    goes_on = pack.array(entries.STREAK_PREVIOUS, (sessions,)) >= 0
    edges = pack.arrays.get(entries.histogram_edges(feature.name))
    return FeatureDays(feature, codes, goes_on, numbers, edges, extremes, ema_runs, all_time_highs, split)


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
        waiting, met = feature, {feature.name}
        while waiting.applies_from is not None:
            source = catalogue.by_name.get(waiting.applies_from)
            if source is None or not source.by_bar_safe or source.name in met:
                found = f"applies_from {waiting.applies_from!r} is no event feature to wait for"
                raise DataError(
                    f"catalogue, {feature.name}: {found}. Correct its definition and build again."
                )
            waiting = source
            met.add(source.name)
