"""Days counted from a feature's column, as evidence counts them: nothing comes out of the serving pack."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Days:
    """A feature's values (n,) on one set of days, nulls left out, ascending."""

    definition: FeatureDefinition
    values: FloatArray

    @property
    def n(self) -> int:
        """Days with a value."""
        return len(self.values)

    def active(self) -> int:
        """Days on which it happened."""
        return int(is_active(self.definition, self.values).sum())

    def within(self, first: float, last: float) -> int:
        """Days whose value lies between two numbers, both included."""
        return int(np.searchsorted(self.values, last, "right") - np.searchsorted(self.values, first))

    def by_label(self) -> IntArray:
        """Days of each label of an enum (K,)."""
        return np.bincount(self.values.astype(np.int64), minlength=len(self.definition.labels))


@dataclass(frozen=True, slots=True)
class Split:
    """A feature on the matched and the other days; without `others` nothing is filtered."""

    matched: Days
    others: Days | None
    conditioned: bool = False

    @property
    def definition(self) -> FeatureDefinition:
        """The feature."""
        return self.matched.definition

    @property
    def sides(self) -> tuple[Days, Days] | None:
        """Matched and other days; None where one of them has no day."""
        if self.others is None or not (self.matched.n and self.others.n):
            return None
        return self.matched, self.others


def is_active(definition: FeatureDefinition, values: FloatArray) -> BoolArray:
    """Whether it happened, by value without nulls: above 0, true, any label but the neutral one."""
    if definition.kind == "enum":
        neutral = definition.neutral_label
        return np.asarray(values != (definition.labels.index(neutral) if neutral else -1))
    return np.asarray(values > 0)


def splits(
    catalogue: Catalogue,
    columns: Mapping[str, FeatureColumn],
    filtered_by: str | None = None,
    conditioned: Collection[str] = (),
) -> dict[str, Split]:
    """Every feature but dates, on all days or split by whether the boolean `filtered_by` is true.

    `conditioned` are the features that the filter decides besides itself.
    """
    chosen = None if filtered_by is None else columns[filtered_by].values == 1
    found: dict[str, Split] = {}
    for each in catalogue.features:
        values = columns[each.name].values
        if each.kind == "date":
            continue
        if chosen is None:
            found[each.name] = Split(_days(each, values), None)
        else:
            is_decided = each.name == filtered_by or each.name in conditioned
            found[each.name] = Split(_days(each, values[chosen]), _days(each, values[~chosen]), is_decided)
    return found


def _days(definition: FeatureDefinition, values: FloatArray) -> Days:
    return Days(definition, np.sort(values[~np.isnan(values)]))
