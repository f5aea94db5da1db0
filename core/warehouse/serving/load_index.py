"""Builds the index for questions from a pack, each entry checked against the catalogue."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import FINAL_BAR, AllTimeHigh, EmaRun
from core.figures.alike import BackTest
from core.figures.bitmap import Dates, Layout
from core.figures.coin import CoinColumns
from core.figures.columns import Column, FeatureDays, coded_column
from core.figures.formulas import Mask
from core.question.index import SnapshotIndex
from core.warehouse.serving.pack import Pack, catalogue_from_json


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
    waiting = [each.name for each in coded if each.waits_for_event]
    goes_on = pack.array(entries.STREAK_PREVIOUS, (pack.sessions,)) >= 0
    days = {each.name: _days(pack, each, own, goes_on) for each, own in zip(coded, codes, strict=True)}
    clusters = pack.document(entries.CLUSTERS) if entries.CLUSTERS in pack.documents else {}
    return SnapshotIndex(
        snapshot_id=snapshot_id,
        catalogue=catalogue,
        session_date=dates,
        previous_row=previous_row,
        days={name: replace(each, split=_split(each.definition, days)) for name, each in days.items()},
        events={name: pack.array(entries.event_bar(name), (pack.sessions,)) for name in waiting},
        clustered=frozenset(name for name, each in clusters.items() if each["days_cluster"]),
        coin=_coin(pack, catalogue, dates) if entries.COIN in pack.documents else None,
        back_test=_back_test(pack, len(coded)) if entries.ALIKE_DAYS in pack.arrays else None,
    )


def _back_test(pack: Pack, features: int) -> BackTest:
    """The back-test: whether similar days predict the coded features."""
    shape = len(entries.ALIKE_BARS), features
    return BackTest(
        pack.array(entries.ALIKE_DAYS, shape),
        pack.array(entries.ALIKE_BRIER, (2, *shape)),
        pack.array(entries.ALIKE_WEEKS, shape),
        pack.array(entries.ALIKE_ERROR, shape),
    )


def _coin(pack: Pack, catalogue: Catalogue, dates: Dates) -> CoinColumns:
    about = pack.document(entries.COIN)
    draws, size = about["draws"], about["draws"] * pack.sessions
    ranges = {name: tuple(span) for name, span in about["value_ranges"].items()}
    coin_decided = [
        replace(each, value_range=ranges.get(each.name))
        for each in catalogue.features
        if each.known_at_bar() > 0
    ]
    coded = [each for each in coin_decided if each.kind != "numeric"]
    codes = pack.array(entries.COIN_CODES, (len(coded), size))
    columns = {each.name: coded_column(each, own) for each, own in zip(coded, codes, strict=True)}
    for each in coin_decided:
        if each.kind == "numeric":
            ranks = pack.array(entries.coin_ranks(each.name), (size,))
            columns[each.name] = Column(ranks, pack.array(entries.coin_values(each.name)))
    waiting = [each.name for each in coin_decided if each.waits_for_event]
    return CoinColumns(
        draws,
        Layout(np.repeat(dates, draws)),
        {each.name: each for each in coin_decided},
        columns,
        {name: pack.array(entries.coin_event_bar(name), (size,)) for name in waiting},
        pack.array(entries.COIN_TOSSES, (size, entries.TOSS_BYTES)),
    )


def _days(pack: Pack, feature: FeatureDefinition, codes: NDArray[np.uint8], goes_on: Mask) -> FeatureDays:
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
    edges = pack.arrays.get(entries.histogram_edges(feature.name))
    return FeatureDays(feature, codes, goes_on, numbers, edges, extremes, ema_runs, all_time_highs)


def _split(feature: FeatureDefinition, days: Mapping[str, FeatureDays]) -> tuple[Mask, Mask] | None:
    """Days with and without the event that splits the feature; None if nothing does."""
    if feature.split_by is None:
        return None
    event = days[feature.split_by]
    happened = event.known & (event.codes > 0)
    return happened, event.known & ~happened


def _check_chains(catalogue: Catalogue) -> None:
    """Check that every `applies_from` names an event feature of the catalogue, without a cycle.

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
