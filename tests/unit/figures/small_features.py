"""Small features from plain lists of values, None for a day without one, asked of the engine."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition, Kind
from core.contracts.known_at import KnownAt
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import ranges_of
from core.contracts.results.rates import Interval
from core.contracts.results.verdict import Verdict
from core.figures.answer import Engine, Groups
from core.figures.bitmap import Dates, Layout
from core.figures.columns import FeatureDays
from core.figures.formulas import wilson
from core.figures.kinds import Feature
from core.figures.tests import holm

Values = Sequence[Any]


def define(
    name: str, kind: Kind, *modules: str, known_at: KnownAt = KnownAt.EOD, **more: Any
) -> FeatureDefinition:
    """A definition with the parts no module reads filled in."""
    return FeatureDefinition(
        name=name,
        display_name=name.replace("_", " ").title(),
        category="GAPS",
        kind=kind,
        description="",
        known_at=known_at,
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
COUNT = define(
    "touches",
    "integer count",
    "occurrence",
    "basic_distribution",
    "binary_multi_occurrence",
    value_range=(0, 5),
)
SIGNED = define("run", "integer count", "occurrence", "basic_distribution", value_range=(-3, 3))
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


def edges_of(definition: FeatureDefinition, histogram_edges: Sequence[float] | None) -> Any:
    """A numeric has ten bins over 0..100 unless told otherwise."""
    if definition.kind == "numeric" and histogram_edges is None:
        return np.linspace(0, 100, 11)
    return None if histogram_edges is None else np.array(histogram_edges)


def view(
    definition: FeatureDefinition,
    matched: Values,
    others: Values | None = None,
    *,
    conditioned: bool = False,
    histogram_edges: Sequence[float] | None = None,
    dates: Dates | None = None,
) -> Feature:
    """A feature on its matched and other days; without others nothing is filtered.

    The matched days come first, then the others, each the session after the one before it.
    """
    days = [*matched, *(others or ())]
    is_matched = None if others is None else [place < len(matched) for place in range(len(days))]
    return session_view(
        definition, days, is_matched, conditioned=conditioned, histogram_edges=histogram_edges, dates=dates
    )


def session_view(
    definition: FeatureDefinition,
    days: Values,
    matched: Sequence[bool] | None = None,
    *,
    after_a_gap: Collection[int] = (),
    conditioned: bool = False,
    histogram_edges: Sequence[float] | None = None,
    dates: Dates | None = None,
    **entries: Any,
) -> Feature:
    """A feature on sessions in their order, its figures not rounded; without `matched` nothing is filtered.

    Without `dates` the sessions are weekdays from the first of 2024 on.
    `after_a_gap` are the days, counted from 0, before which a session is absent. `entries` are what the
    feature's modules read besides its values: extremes, ema_runs, all_time_highs.
    """
    feature = day_by_day(definition, days, after_a_gap, histogram_edges, **entries)
    layout = Layout(weekdays(len(days)) if dates is None else dates)
    engine = Engine([feature], layout)
    name = definition.name
    if matched is None:
        return next(engine.features(Groups(), [name], exact=True))
    group = layout.bitmap(np.array(matched, dtype=np.bool_))
    decided = [name] if conditioned else []
    return next(engine.features(Groups(group, ~group, decided=decided), [name], exact=True))


def weekdays(count: int) -> Dates:
    """Weekdays from the first of 2024 on."""
    return np.busday_offset("2024-01-01", np.arange(count), roll="forward")


def day_by_day(
    definition: FeatureDefinition,
    days: Values,
    after_a_gap: Collection[int] = (),
    histogram_edges: Sequence[float] | None = None,
    **entries: Any,
) -> FeatureDays:
    """The feature as the pack holds it."""
    goes_on = np.arange(len(days)) > 0
    goes_on[[place for place in after_a_gap if place < len(days)]] = False
    return FeatureDays(
        definition,
        coded(definition, days),
        goes_on,
        numbers=_numbers(days) if definition.kind == "numeric" else None,
        histogram_edges=edges_of(definition, histogram_edges),
        **entries,
    )


def verdict_of(asked: Feature) -> Verdict | None:
    """What is said of the occurrence beside the other days."""
    others = None if asked.against_others is None else asked.against_others.occurrence()
    return None if others is None else others.verdict


def adjusted(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Holm's adjustment over the p-values that are there."""
    known = np.array([np.nan if p is None else p for p in p_values.values()], dtype=np.float64)
    found = [None if q != q else q for q in holm(known).tolist()]
    return dict(zip(p_values, found, strict=True))


def _numbers(days: Values) -> NDArray[np.float64]:
    return np.array([np.nan if day is None else day for day in days], dtype=np.float64)


def coded(definition: FeatureDefinition, days: Values) -> NDArray[np.uint8]:
    """The pack's codes (N,) of values, None as null."""
    codes = np.full(len(days), NULL_CODE, dtype=np.uint8)
    known = [place for place, day in enumerate(days) if day is not None]
    codes[known] = _codes(definition, [days[place] for place in known])
    return codes


def _codes(definition: FeatureDefinition, known: Values) -> list[int]:
    if definition.kind == "numeric":
        codes: list[int] = ranges_of(definition).code(np.array(known, dtype=np.float64)).tolist()
        return codes
    if definition.kind == "enum":
        return [definition.labels.index(value) for value in known]
    first = (definition.value_range or (0, 1))[0]
    return [int(value) - first for value in known]


def interval(days: int, n: int) -> Interval:
    """The interval of one rate."""
    lower, upper = (end.item() for end in wilson(np.array(days), np.array(n)))
    return Interval(lower, upper)
