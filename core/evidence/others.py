"""The figures against other days again, from the columns, by statsmodels and scipy (truth.md, section 3)."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence, OtherDays
from core.contracts.results.spreads import CategoricalDistribution, LabelDistribution
from core.evidence import reference
from core.evidence.coin import Key
from core.evidence.compared import Compared
from core.evidence.days import OCCURRENCE, outcomes_of
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, DateArray, IntArray

LEAST_DAYS, LEAST_DAYS_FOR_LIFT = 10, 30


@dataclass(frozen=True, eq=False)
class OthersOf:
    """Some features on the `matched` days (N,) and on all others.

    `conditioned` features are not tested; `twins` are by outcome the first that asks the same.
    """

    features: Mapping[str, FeatureDefinition]
    columns: Mapping[str, FeatureColumn]
    dates: DateArray
    matched: BoolArray
    conditioned: Collection[str]
    twins: Mapping[Key, Key]

    def figures(self, results: Mapping[str, FeatureResult]) -> Iterator[Compared]:
        """Every figure against other days of some answers, with what is found for it."""
        for name, result in results.items():
            for module, answer in result.modules.items():
                for where, key, answered in _parts(name, answer.data):
                    for figure, value, expected in self._compare(key, answered):
                        yield Compared(name, f"{module}.{where}{figure}", value, expected)

    def _compare(
        self, key: Key, answered: OtherDays | None
    ) -> Iterator[tuple[str, float | None, float | None]]:
        _, n, came, other_n = self._tables[key].sum(axis=0).tolist()
        if answered is None or not (n and other_n):
            days = None if answered is None else answered.total_days
            yield "total_days", days, other_n if n and other_n else None
            return
        yield "total_days", answered.total_days, other_n
        yield "occurrence", answered.occurrence, came / other_n
        interval, limits = answered.confidence_interval, answered.lift_interval
        shown = answered.difference, interval.lower, interval.upper
        yield from zip(("difference", "lower", "upper"), shown, self._differences[key], strict=True)
        lift = answered.lift, limits.lower, limits.upper
        yield from zip(("lift", "lift_lower", "lift_upper"), lift, self._lift(key), strict=True)
        yield "p_value", answered.verdict.p, self._tests[key][0]
        yield "adjusted_p", answered.verdict.adjusted_p, self._tests[key][1]

    @cached_property
    def _tables(self) -> dict[Key, IntArray]:
        """By outcome and year (Y, 4): days on which it came and days with a value, matched and others."""
        years, year_of = np.unique(self.dates.astype("datetime64[Y]"), return_inverse=True)
        found = {}
        for name, definition in self.features.items():
            values = self.columns[name].values
            known = ~np.isnan(values)
            for outcome, came in outcomes_of(definition, values).items():
                masks = [each & side for side in (self.matched, ~self.matched) for each in (came, known)]
                counts = [np.bincount(year_of[mask], minlength=len(years)) for mask in masks]
                found[Key(name, outcome)] = np.column_stack(counts)
        return found

    @cached_property
    def _differences(self) -> dict[Key, list[float | None]]:
        found = np.column_stack(reference.differences_by_year(list(self._tables.values()))).tolist()
        return {
            key: [None if math.isnan(each) else each for each in figures]
            for key, figures in zip(self._tables, found, strict=True)
        }

    def _lift(self, key: Key) -> tuple[float | None, float | None, float | None]:
        came, n, other_came, other_n = self._tables[key].sum(axis=0).tolist()
        if n < LEAST_DAYS_FOR_LIFT or not other_came:
            return None, None, None
        return reference.katz(came, n, other_came, other_n)

    @cached_property
    def _tests(self) -> dict[Key, tuple[float | None, float | None]]:
        """The p-value and the adjusted one; none of a twin of another feature."""
        asked = [key for key in self._tables if key.feature not in self.conditioned]
        p_values = {key: self._p_value(self._tables[key]) for key in asked}
        first: dict[Key, Key] = {}
        own = {key: first.setdefault(self.twins.get(key, key), key) for key in asked}
        adjusted = reference.holm({str(key): p_values[key] for key in asked if own[key] == key})
        tested = {
            key: (p_values[key], None if p_values[key] is None else adjusted[str(own[key])])
            for key in asked
            if own[key].feature == key.feature
        }
        return dict.fromkeys(self._tables, (None, None)) | tested

    def _p_value(self, table: IntArray) -> float | None:
        _, n, _, other_n = table.sum(axis=0).tolist()
        return None if min(n, other_n) < LEAST_DAYS else reference.mantel_haenszel(table)


def _parts(name: str, data: Any) -> Iterator[tuple[str, Key, OtherDays | None]]:
    """What one module shows of other days: its path, the outcome and the answered figures."""
    if isinstance(data, Occurrence):
        yield "others.", Key(name, OCCURRENCE), data.others
    elif isinstance(data, LabelDistribution | CategoricalDistribution):
        yield from (
            (f"labels.{each.value}.others.", Key(name, each.value), each.others) for each in data.labels
        )
