"""Makes of a pack the index that answers questions, each entry checked against the catalogue."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import FINAL_BAR, NULL_CODE, AllTimeHigh, EmaRun
from core.query.index import SnapshotIndex
from core.statistics.columns import FeatureDays
from core.statistics.formulas import Floats, Mask
from core.storage.serving.pack import Pack, catalogue_from_json


def load_index(pack: Pack, *, snapshot_id: str = "") -> SnapshotIndex:
    """The index of a pack.

    Raises:
        DataError: an entry is missing or does not fit the catalogue.
    """
    catalogue = catalogue_from_json(pack.document(entries.CATALOGUE))
    _check_chains(catalogue)
    dates = pack.array(entries.SESSION_DATE, (pack.sessions,)).astype("datetime64[D]")
    previous_row = pack.array(entries.PREVIOUS_ROW, (pack.sessions,))
    coded = [feature for feature in catalogue.features if feature.kind != "date"]
    codes = np.ascontiguousarray(pack.array(entries.CODES, (pack.sessions, len(coded))).T)
    numbers = {each.name: _numbers(pack, each, own) for each, own in zip(coded, codes, strict=True)}
    waiting = [each.name for each in coded if each.waits_for_event]
    clusters = pack.document(entries.CLUSTERS) if entries.CLUSTERS in pack.documents else {}
    return SnapshotIndex(
        snapshot_id=snapshot_id,
        catalogue=catalogue,
        session_date=dates,
        previous_row=previous_row,
        days={each.name: _days(pack, each, own, numbers) for each, own in zip(coded, codes, strict=True)},
        numbers=numbers,
        events={name: pack.array(entries.event_bar(name), (pack.sessions,)) for name in waiting},
        clustered=frozenset(name for name, each in clusters.items() if each["days_cluster"]),
    )


def _numbers(pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8]) -> Floats:
    """A coded feature's values (N,) as numbers, NaN = null."""
    if feature.kind == "numeric":
        return pack.array(entries.values(feature.name), (pack.sessions,))
    first = 0 if feature.value_range is None else feature.value_range[0]
    return np.where(codes == NULL_CODE, np.nan, first + codes.astype(np.float64))


def _days(
    pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8], all_numbers: Mapping[str, Floats]
) -> FeatureDays:
    """The feature day by day, with the entries that its modules read."""
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
    split = _split(feature, all_numbers)
    return FeatureDays(feature, codes, goes_on, numbers, edges, extremes, ema_runs, all_time_highs, split)


def _split(feature: FeatureDefinition, numbers: Mapping[str, Floats]) -> tuple[Mask, Mask] | None:
    """The days on which the event that splits the feature happened, and those on which it did not."""
    if feature.split_by is None:
        return None
    event = numbers[feature.split_by]
    return event > 0, event <= 0


def _check_chains(catalogue: Catalogue) -> None:
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
