"""The stability of each occurrence over the years, and how far its days cluster (ruling 13)."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.contracts.catalogue import Catalogue
from core.evidence import reference
from core.evidence.days import Counted, by_year, is_active
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, DateArray, FloatArray, IntArray

WEEKS_THAT_LEAN = 8
"""Neighbouring weeks counted as not independent. A week alone holds five days and so no effect above five,
and all-time highs come in seasons rather than in weeks."""

MONDAY = 3
"""Added to days since 1970, a Thursday, so that every seventh is a Monday."""

CLUSTERED_FROM = 2.5
"""A design effect near or above 3: the interval of such a proportion is far too narrow."""


@dataclass(frozen=True, slots=True)
class YearRate:
    """A feature's active days in one year, of the `n` with a value, with their Wilson limits."""

    year: int
    n: int
    days: int
    occurrence: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Stability:
    """One feature over the years.

    `design_effect` is the variance of the rate by weekly blocks over that of independent days; None for a
    rate of 0 or 1.
    """

    feature: str
    years: tuple[YearRate, ...]
    design_effect: float | None

    @property
    def days_cluster(self) -> bool:
        """Whether its days cluster, so that its interval is too narrow (honesty rule 6)."""
        return self.design_effect is not None and self.design_effect >= CLUSTERED_FROM


def stability_of(
    catalogue: Catalogue, session_date: DateArray, columns: Mapping[str, FeatureColumn]
) -> list[Stability]:
    """Every feature with an occurrence, in catalogue order; `session_date` (N,) dates the columns."""
    found = []
    for feature in catalogue.features:
        if "occurrence" in feature.modules:
            values = columns[feature.name].values
            has_value = ~np.isnan(values)
            days = is_active(feature, values[has_value]), session_date[has_value]
            found.append(Stability(feature.name, _rates(*by_year(*days)), _design_effect(*days)))
    return found


def _rates(years: IntArray, counted: Counted) -> tuple[YearRate, ...]:
    days, n = counted
    columns = (years, n, days, days / n, *reference.wilson(days, n))
    return tuple(YearRate(*row) for row in zip(*(column.tolist() for column in columns), strict=True))


def _design_effect(active: BoolArray, dates: DateArray) -> float | None:
    """Variance of the rate with weeks as the unit, over p (1 - p) / n of independent days."""
    rate = float(active.mean()) if len(active) else 0.0
    if rate in (0.0, 1.0):
        return None
    week = (dates.astype("datetime64[D]").astype(np.int64) + MONDAY) // 7
    sums = np.bincount(week - week[0], weights=active - rate)
    return _long_run(sums.astype(np.float64)) / (len(active) * rate * (1 - rate))


def _long_run(sums: FloatArray) -> float:
    """Variance of the total of weekly sums (W,) that depend on earlier weeks (Newey and West 1987)."""
    total = float(sums @ sums)
    for lag in range(1, min(WEEKS_THAT_LEAN, len(sums) - 1) + 1):
        weight = 1 - lag / (WEEKS_THAT_LEAN + 1)
        total += 2 * weight * float(sums[lag:] @ sums[:-lag])
    return total
