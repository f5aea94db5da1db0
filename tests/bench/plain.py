"""The plain path: one call of numpy, scipy or statsmodels for every figure of the twenty features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray
from scipy.stats import binom, chi2_contingency, fisher_exact, skew

from core.build.evidence import reference
from core.build.evidence.days import Days, Split
from core.contracts.catalogue import Catalogue
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import ranges_of
from core.features.compute import FeatureColumn
from core.query.index import SnapshotIndex
from tests.bench.question import QUARTILES, TWENTY

Figures = dict[str, Any]
PERIODS = ((1, 27), (28, 54), (55, 81))
LAST_BAR = 81


@dataclass(frozen=True, slots=True)
class PlainTable:
    """Every feature's column and the names that a filter conditions."""

    catalogue: Catalogue
    columns: Mapping[str, FeatureColumn]
    conditioned: frozenset[str]

    def splits(self, mask: NDArray[np.bool_]) -> dict[str, Split]:
        """Every feature on the matched and on the other days, ascending and without nulls."""
        return {
            name: Split(self._days(name, mask), self._days(name, ~mask), conditioned=name in self.conditioned)
            for name in self.columns
        }

    def _days(self, name: str, mask: NDArray[np.bool_]) -> Days:
        values = self.columns[name].values[mask]
        return Days(self.catalogue.by_name[name], np.sort(values[~np.isnan(values)]))


def plain_table(index: SnapshotIndex, conditioned: frozenset[str]) -> PlainTable:
    """The index's features as columns."""
    names = [feature.name for feature in index.catalogue.features if feature.kind != "date"]
    return PlainTable(index.catalogue, {name: _column(index, name) for name in names}, conditioned)


def _column(index: SnapshotIndex, name: str) -> FeatureColumn:
    definition = index.catalogue.by_name[name]
    if definition.kind == "numeric":
        return FeatureColumn(index.numbers(name))
    codes, first = index.codes(name), definition.value_range[0] if definition.value_range else 0
    return FeatureColumn(np.where(codes == NULL_CODE, np.nan, codes.astype(np.float64) + first))


def plain_answer(table: PlainTable, mask: NDArray[np.bool_]) -> bytes:
    """Counts, spreads, intervals and tests of the twenty, Holm over all features, as JSON.

    Streaks, extremes and runs of bars are left out: the plain path has less to do than ours.
    """
    splits = table.splits(mask)
    q_values = reference.holm({name: _p_value(split) for name, split in splits.items()})
    return orjson.dumps({name: _feature(splits[name]) | {"q_value": q_values[name]} for name in TWENTY})


def _p_value(split: Split) -> float | None:
    sides = split.table()
    if sides is None:
        return None
    matched, others = sides
    if split.definition.kind == "enum":
        table = reference.askable(np.vstack([matched.by_label(), others.by_label()]))
        return None if table is None else float(chi2_contingency(table, correction=False).pvalue)
    if "occurrence" not in split.definition.modules:
        return None
    return _fisher(matched, others)


def _fisher(matched: Days, others: Days) -> float:
    table = np.array([[side.active(), side.n - side.active()] for side in (matched, others)])
    return float(fisher_exact(table).pvalue)


def _feature(split: Split) -> Figures:
    definition = split.definition
    figures: Figures = {"occurrence": _occurrence(split)} if "occurrence" in definition.modules else {}
    for side, days in (("matched", split.matched), ("others", split.others)):
        assert days is not None
        if definition.kind == "enum":
            figures[side] = [_proportion(int(count), days.n) for count in days.by_label()]
        elif definition.kind != "boolean":
            figures[side] = _bars(days) if definition.kind == "integer bar" else _numbers(days)
    return figures


def _occurrence(split: Split) -> Figures:
    matched, others = split.matched, split.others
    assert others is not None
    sides = [np.array([n]) for n in (matched.active(), matched.n, others.active(), others.n)]
    figures: Figures = {"matched": _proportion(matched.active(), matched.n)}
    figures["others"] = _proportion(others.active(), others.n)
    if matched.n and others.n:
        figures["difference"] = [float(each[0]) for each in reference.newcombe(*sides)]
        figures["p_value"] = _fisher(matched, others)
    return figures


def _proportion(days: int, n: int) -> Figures:
    lower, upper = reference.wilson(np.array([days]), np.array([n]))
    return {"days": days, "n": n, "lower": float(lower[0]), "upper": float(upper[0])}


def _bars(days: Days) -> Figures:
    happened = days.values[days.values > 0].astype(np.int64)
    by_bar = np.bincount(happened, minlength=LAST_BAR + 1)
    quartiles = [float(np.quantile(happened, p)) for p in QUARTILES] if len(happened) else []
    return {
        "by_bar": by_bar.tolist(),
        "by_bar_days": np.cumsum(by_bar).tolist(),
        "quartiles": quartiles,
        "mean": float(np.mean(happened)) if len(happened) else None,
        "periods": [_proportion(days.within(*period), days.n) for period in PERIODS],
    }


def _median_limits(days: Days) -> tuple[float, float] | None:
    rank = int(binom.ppf(0.025, days.n, 0.5))
    return (float(days.values[rank - 1]), float(days.values[days.n - rank])) if rank else None


def _numbers(days: Days) -> Figures:
    if days.n < 3:
        return {"n": days.n}
    figures: Figures = {
        "quartiles": [float(np.quantile(days.values, p)) for p in QUARTILES],
        "mean": float(np.mean(days.values)),
        "std": float(np.std(days.values, ddof=1)),
        "skewness": float(skew(days.values, bias=False)),
        "median_interval": _median_limits(days),
    }
    if days.definition.kind == "numeric":
        ranges = ranges_of(days.definition)
        counts = np.bincount(ranges.code(days.values), minlength=len(ranges.labels))
        figures["ranges"] = [_proportion(int(count), days.n) for count in counts]
        figures["reached"] = [_proportion(days.within(edge, np.inf), days.n) for edge in ranges.edges]
    return figures
