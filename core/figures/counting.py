"""Counts, and the figures made of them: shares with intervals, quantiles, moments; all features at once.

The figures are the same for any group of days: matched days, others, all days, a year.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct

from core.contracts.results.rates import Interval
from core.figures.bitmap import Bitmap
from core.figures.columns import VALUE, Columns, Sheet
from core.figures.formulas import (
    MIN_DAYS_FOR_MEDIAN_INTERVAL,
    SCALE,
    Counts,
    deviation_and_skewness,
    order_statistics,
    to_json_numbers,
    wilson,
)

T = TypeVar("T")


class Rate(Struct, frozen=True, gc=False):
    """`days` out of `of`, as a fraction and as 0..100, with Wilson's limits; None if `of` is 0."""

    days: int
    of: int
    share: float | None
    percentage: float | None
    lower: float | None
    upper: float | None

    @property
    def interval(self) -> Interval:
        return Interval(self.lower, self.upper)


class Spread(Struct, frozen=True, gc=False):
    """A column's values on `n` days; `low` and `high` are the 95 % interval of the median."""

    n: int
    total: float | None
    mean: float | None
    least: float | None
    q1: float | None
    median: float | None
    q3: float | None
    most: float | None
    low: float | None
    high: float | None
    deviation: float | None
    skewness: float | None


@dataclass(slots=True)
class Figures:
    """One feature on one group of days; `known` days have a value.

    With `exact` no figure is rounded. `kept` caches answers about these days for other questions.
    """

    sheet: Sheet
    days: Bitmap
    known: int
    all_rates: list[Rate]
    all_counts: list[int]
    spreads: list[Spread]
    exact: bool
    kept: dict[str, Any] = field(default_factory=dict)

    def rates(self, part: str) -> list[Rate]:
        """The rates of a part, in the order of its places."""
        return self.all_rates[self.sheet.parts[part].rows]

    def counts(self, part: str) -> list[int]:
        """The days of a part, in the order of its places."""
        return self.all_counts[self.sheet.parts[part].rows]

    def spread(self, column: str = VALUE) -> Spread:
        return self.spreads[self.sheet.number_of[column]]

    def ratio(self, part: float | None, whole: float | None, times: int = 1) -> float | None:
        """One figure over another; None if one is missing or `whole` is 0."""
        if part is None or not whole:
            return None
        return times * part / whole if self.exact else round(times * part / whole * SCALE) / SCALE


def count_codes(columns: Columns, sheets: Sequence[Sheet], groups: Sequence[Bitmap]) -> Counts:
    """Days (G, S) of each group with each code of some sheets; large groups count their complement."""
    sizes = np.concatenate([each.sizes for each in sheets])
    codes = columns.codes.take([row for each in sheets for row in each.rows], axis=0)
    whole, starts = np.concatenate([each.whole for each in sheets]), (np.cumsum(sizes) - sizes)[:, None]
    counted: dict[bytes, Counts] = {}  # a group and all other days leave one another out
    counts = np.empty((len(groups), len(whole)), dtype=np.int64)
    for group, days in enumerate(groups):
        rest = 2 * days.count > days.layout.days
        fewer = ~days if rest else days
        key = fewer.words.tobytes()
        if key not in counted:
            chosen = codes.compress(fewer.mask, axis=1) + starts
            counted[key] = np.bincount(chosen.ravel(), minlength=len(whole))
        counts[group] = whole - counted[key] if rest else counted[key]
    return counts


@np.errstate(divide="ignore", invalid="ignore")
def figures_of(
    columns: Columns, names: Sequence[str], groups: Sequence[Bitmap], *, exact: bool = False
) -> list[dict[str, Figures]]:
    """The figures of some features, one dict by name per group of days."""
    sheets = [columns.sheets[name] for name in names]
    if not sheets or not groups:
        return [{} for _ in groups]
    counts = count_codes(columns, sheets, groups)
    upto = np.zeros((len(groups), counts.shape[1] + 1), dtype=np.int64)
    counts.cumsum(axis=1, out=upto[:, 1:])
    sizes = np.array([len(each.whole) for each in sheets])
    starts = np.cumsum(sizes) - sizes
    known = upto[:, starts + [each.everything[1] for each in sheets]] - upto[:, starts]
    rates = _rates(upto, _moved([each.rate_cells for each in sheets], starts), exact)
    ends = upto[:, _moved([each.count_cells for each in sheets], starts)]
    days = (ends[..., 1] - ends[..., 0]).tolist()
    spreads = _spreads(sheets, upto, counts, columns.median_ranks, exact)
    return [
        {
            sheet.definition.name: Figures(
                sheet, own_days, known_days, of_rates, of_counts, of_columns, exact
            )
            for sheet, known_days, of_rates, of_counts, of_columns in zip(
                sheets,
                known[group].tolist(),
                _divided(rates[group], [len(each.rate_cells) for each in sheets]),
                _divided(days[group], [len(each.count_cells) for each in sheets]),
                _divided(spreads[group], [len(each.sizes) for each in sheets]),
                strict=True,
            )
        }
        for group, own_days in enumerate(groups)
    ]


def _moved(cells: Sequence[Counts], starts: Counts) -> Counts:
    """Every sheet's codes, renumbered among those of all sheets."""
    return np.concatenate(cells) + np.repeat(starts, [len(each) for each in cells])[:, None]


def _divided(figures: list[T], sizes: list[int]) -> list[list[T]]:
    """The figures of all sheets, split by sheet."""
    return [figures[end - size : end] for size, end in zip(sizes, accumulate(sizes), strict=True)]


def _rates(upto: Counts, cells: Counts, exact: bool) -> list[list[Rate]]:
    ends = upto[:, cells]
    days, n = ends[..., 1] - ends[..., 0], ends[..., 3] - ends[..., 2]
    figures = np.stack((days / n, 100 * days / n, *wilson(days, n)), axis=1)
    shown = to_json_numbers(figures, (n == 0)[:, None], exact=exact)
    return [
        list(map(Rate, some, of, *numbers))
        for some, of, numbers in zip(days.tolist(), n.tolist(), shown, strict=True)
    ]


def _spreads(
    sheets: Sequence[Sheet], upto: Counts, counts: Counts, median_ranks: Counts, exact: bool
) -> list[list[Spread]]:
    sizes, firsts, values, has_value = (
        np.concatenate(each)
        for each in zip(*((s.sizes, s.firsts, s.values, s.has_value) for s in sheets), strict=True)
    )
    begins = np.cumsum(sizes) - sizes
    before = upto[:, begins + firsts]
    n = upto[:, begins + sizes - 1] - before
    days = counts * has_value
    total = np.add.reduceat(days * values, begins, axis=1)
    mean = total / n
    ordered = order_statistics(values, upto, before, n, median_ranks[n])
    moments = deviation_and_skewness(values - np.repeat(mean, sizes, axis=1), days, sizes, n, mean)
    figures = np.concatenate(([total, mean], ordered, moments))
    figures[:, n == 0] = np.nan
    none, few = n == 0, n < MIN_DAYS_FOR_MEDIAN_INTERVAL
    missing = np.concatenate(([none] * 7 + [few] * 2, np.isnan(moments)))
    shown = to_json_numbers(figures.swapaxes(0, 1), missing.swapaxes(0, 1), exact=exact)
    return [list(map(Spread, some, *numbers)) for some, numbers in zip(n.tolist(), shown, strict=True)]
