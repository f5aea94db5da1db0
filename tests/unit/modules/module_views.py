"""Small feature views from plain lists of values, None for a day without one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition, Kind
from core.contracts.known_at import KnownAt
from core.contracts.pack import NULL_CODE
from core.modules.feature_view import FeatureView, Scale, Sessions, Tally
from core.query.ranges import ranges_of

Values = Sequence[Any]


def define(name: str, kind: Kind, *modules: str, **more: Any) -> FeatureDefinition:
    """A definition with the parts no module reads filled in."""
    return FeatureDefinition(
        name=name,
        display_name=name.replace("_", " ").title(),
        category="GAPS",
        kind=kind,
        description="",
        known_at=KnownAt.EOD,
        tier="lite",
        modules=modules,
        display_order=10,
        **more,
    )


EVENT = define(
    "fill_bar",
    "integer bar",
    "occurrence",
    "timing_analysis",
    "period_probability",
    "time_distribution",
    value_range=(0, 81),
)
POSITION_BAR = define("high_bar", "integer bar", "timing_analysis", value_range=(1, 12))
COUNT = define("touches", "integer count", "occurrence", "basic_distribution", value_range=(0, 5))
SIGNED = define("run", "integer count", "basic_distribution", value_range=(-3, 3))
BOOLEAN = define("gap_up", "boolean", "occurrence", "streak_analysis")
SIDES = define(
    "sides", "enum", "occurrence", "basic_distribution", labels=("none", "up_only", "down_only", "both")
)
PLACE = define("place", "enum", "categorical_distribution", labels=("above", "inside", "below"))
NUMERIC = define(
    "gap_pct",
    "numeric",
    "percentage_distribution",
    "threshold_analysis",
    "basic_distribution",
    unit="%",
    bucket_edges=(0.0, 10.0, 25.0),
    hard_min=0.0,
)
SIGNED_NUMERIC = define("gap_pts", "numeric", "threshold_analysis", unit="pts", bucket_edges=(-4.0, 0.0, 4.0))
EVERY_KIND = (EVENT, POSITION_BAR, COUNT, SIGNED, BOOLEAN, SIDES, PLACE, NUMERIC, SIGNED_NUMERIC)


def scale_of(definition: FeatureDefinition, histogram_edges: Sequence[float] | None = None) -> Scale:
    """How the definition's values are coded; a numeric has ten bins over 0..100 unless told otherwise."""
    if definition.kind == "numeric":
        edges = np.linspace(0, 100, 11) if histogram_edges is None else np.array(histogram_edges)
        return Scale(range_labels=ranges_of(definition).labels, histogram_edges=edges)
    first = definition.value_range[0] if definition.value_range else 0
    return Scale(first, histogram_edges=None if histogram_edges is None else np.array(histogram_edges))


def tally(definition: FeatureDefinition, values: Values) -> Tally:
    """The counts of one list of days."""
    known = [value for value in values if value is not None]
    codes, size = _codes(definition, known)
    counts = np.bincount(np.array(codes, dtype=np.int64), minlength=size)
    numbers = np.sort(np.array(known, dtype=np.float64)) if definition.kind == "numeric" else None
    return Tally(counts.astype(np.int64), len(values) - len(known), numbers)


def view(
    definition: FeatureDefinition,
    matched: Values,
    others: Values | None = None,
    *,
    conditioned: bool = False,
    histogram_edges: Sequence[float] | None = None,
) -> FeatureView:
    """The view of a feature on its matched and other days; without others nothing is filtered.

    The matched days come first, then the others, each the session after the one before it.
    """
    days = [*matched, *(others or ())]
    is_matched = None if others is None else [place < len(matched) for place in range(len(days))]
    asked = session_view(definition, days, is_matched, conditioned=conditioned)
    return replace(asked, scale=scale_of(definition, histogram_edges))


def session_view(
    definition: FeatureDefinition,
    days: Values,
    matched: Sequence[bool] | None = None,
    *,
    after_a_gap: Collection[int] = (),
    conditioned: bool = False,
    **entries: Any,
) -> FeatureView:
    """The view of a feature on sessions in their order; without `matched` nothing is filtered.

    `after_a_gap` are the days, counted from 0, before which a session is absent. `entries` are what the
    feature's modules read besides its values: extremes, ema_runs, all_time_highs.
    """
    asked = np.ones(len(days), dtype=np.bool_) if matched is None else np.array(matched, dtype=np.bool_)
    before = np.arange(len(days), dtype=np.int32) - 1
    before[list(after_a_gap)] = -1
    return FeatureView(
        definition=definition,
        scale=scale_of(definition),
        matched=_tally_of(definition, days, asked),
        baseline=tally(definition, days),
        others=None if matched is None else _tally_of(definition, days, ~asked),
        conditioned=conditioned,
        sessions=Sessions(_coded(definition, days), before, **entries),
    )


def _tally_of(definition: FeatureDefinition, days: Values, mask: NDArray[np.bool_]) -> Tally:
    chosen = [day for day, wanted in zip(days, mask, strict=True) if wanted]
    return replace(tally(definition, chosen), mask=mask)


def _coded(definition: FeatureDefinition, days: Values) -> NDArray[np.uint8]:
    codes = np.full(len(days), NULL_CODE, dtype=np.uint8)
    known = [place for place, day in enumerate(days) if day is not None]
    codes[known] = _codes(definition, [days[place] for place in known])[0]
    return codes


def _codes(definition: FeatureDefinition, known: Values) -> tuple[list[int], int]:
    if definition.kind == "numeric":
        ranges = ranges_of(definition)
        return ranges.code(np.array(known, dtype=np.float64)).tolist(), len(ranges.labels)
    if definition.kind == "enum":
        return [definition.labels.index(value) for value in known], len(definition.labels)
    first, last = definition.value_range or (0, 1)
    return [int(value) - first for value in known], last - first + 1
