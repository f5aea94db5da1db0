"""Days counted from a feature's column, independent of the serving pack."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, DateArray, FloatArray, IntArray

RECENT_DAYS = 250
"""The last days with a value, compared with all before them."""


class Counted(NamedTuple):
    """Active days and days with a value, one or (K,) of them."""

    days: IntArray
    n: IntArray


@dataclass(frozen=True, slots=True)
class Days:
    """A feature's values (n,) on one set of days, without nulls, ascending.

    `by_date` (n,) marks which of its `dates` (n,) are active.
    """

    definition: FeatureDefinition
    values: FloatArray
    by_date: BoolArray
    dates: DateArray

    @property
    def n(self) -> int:
        return len(self.values)

    def active(self) -> int:
        return int(self.by_date.sum())

    def by_year(self) -> dict[int, tuple[int, int]]:
        """Active days and days by calendar year."""
        years, counted = by_year(self.by_date, self.dates)
        return dict(zip(years.tolist(), zip(*(each.tolist() for each in counted), strict=True), strict=True))

    def recent(self) -> list[int] | None:
        """Active days and days of the last 250 and of all before them; None without any before."""
        sides = self.by_date[-RECENT_DAYS:], self.by_date[:-RECENT_DAYS]
        return [int(count) for side in sides for count in (side.sum(), len(side))] if len(sides[1]) else None

    def within(self, first: float, last: float) -> int:
        """Days with a value from `first` to `last`, both included."""
        return int(np.searchsorted(self.values, last, "right") - np.searchsorted(self.values, first))

    def by_label(self) -> IntArray:
        """Days of each label of an enum (K,)."""
        return np.bincount(self.values.astype(np.int64), minlength=len(self.definition.labels))


@dataclass(frozen=True, slots=True)
class Split:
    """A feature on the matched and the other days; `others` is None without a filter."""

    matched: Days
    others: Days | None
    conditioned: bool = False

    @property
    def definition(self) -> FeatureDefinition:
        return self.matched.definition


def is_active(definition: FeatureDefinition, values: FloatArray) -> BoolArray:
    """Active days by value, without nulls: above 0, true, any label but the neutral one."""
    if definition.kind == "enum":
        neutral = definition.neutral_label
        return np.asarray(values != (definition.labels.index(neutral) if neutral else -1))
    return np.asarray(values > 0)


def by_year(active: BoolArray, dates: DateArray) -> tuple[IntArray, Counted]:
    """The calendar years (Y,) of some days, and the counts of each."""
    years, year_of = np.unique(dates.astype("datetime64[Y]").astype(np.int64) + 1970, return_inverse=True)
    n = np.bincount(year_of, minlength=len(years))
    return years, Counted(np.bincount(year_of, weights=active, minlength=len(years)).astype(np.int64), n)


def splits(
    catalogue: Catalogue,
    columns: Mapping[str, FeatureColumn],
    dates: DateArray,
    filtered_by: str | None = None,
    conditioned: Collection[str] = (),
) -> dict[str, Split]:
    """Every feature but dates, on all days or split by whether the boolean `filtered_by` is true.

    `dates` (N,) are those of the columns. `conditioned` are the features that the filter decides besides its
    own.
    """
    chosen = None if filtered_by is None else columns[filtered_by].values == 1
    found: dict[str, Split] = {}
    for each in catalogue.features:
        values = columns[each.name].values
        if each.kind == "date":
            continue
        if chosen is None:
            found[each.name] = Split(_days(each, values, dates), None)
        else:
            is_decided = each.name == filtered_by or each.name in conditioned
            matched, others = (_days(each, values[which], dates[which]) for which in (chosen, ~chosen))
            found[each.name] = Split(matched, others, is_decided)
    return found


def _days(definition: FeatureDefinition, values: FloatArray, dates: DateArray) -> Days:
    known = ~np.isnan(values)
    found = values[known]
    return Days(definition, np.sort(found), is_active(definition, found), dates[known])


OCCURRENCE = "occurrence"
DISTRIBUTION, BY_PLACE = "basic_distribution", "categorical_distribution"


def outcomes_of(definition: FeatureDefinition, values: FloatArray) -> dict[str, BoolArray]:
    """The days (N,) on which each outcome of a feature came: its occurrence, then each label."""
    found: dict[str, BoolArray] = {}
    if OCCURRENCE in definition.modules:
        found[OCCURRENCE] = is_active(definition, values) & ~np.isnan(values)
    if definition.kind == "enum" and {DISTRIBUTION, BY_PLACE} & {*definition.modules}:
        found |= {label: values == code for code, label in enumerate(definition.labels)}
    return found
