"""Counts, and the figures made of them: shares with intervals, quantiles, moments; all features at once.

Figures never know which groups of days they are asked for: matched days, others, all days, a year.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from core.statistics.bitmaps import Mask
from core.statistics.columns import VALUE, Columns, Counts, Floats, Sheet
from core.statistics.formulas import (
    FEWEST,
    SCALE,
    deviation_and_skewness,
    listed,
    median_interval,
    quantiles,
    wilson,
)


class Rate(NamedTuple):
    """Some days `of` others: as a fraction, as 0..100, and Wilson's limits; None without a day."""

    days: int
    of: int
    share: float | None
    percentage: float | None
    lower: float | None
    upper: float | None


class Spread(NamedTuple):
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


@dataclass(slots=True)
class Figures:
    """One feature on one group of days, a mask (N,); `known` days have a value.

    `moments` are the sample deviation and the skewness of a numeric or a count. With `exact` no figure is
    rounded. `kept` are answers about these days that stand beside others.
    """

    sheet: Sheet
    days: Mask
    known: int
    all_rates: list[Rate]
    all_counts: list[int]
    spreads: list[Spread]
    moments: tuple[float | None, float | None]
    exact: bool
    kept: dict[str, Any] = field(default_factory=dict)

    def rates(self, part: str) -> list[Rate]:
        """The rates of a part, in the order of its places."""
        return self.all_rates[self.sheet.parts[part].rows]

    def counts(self, part: str) -> list[int]:
        """The days of a part, in the order of its places."""
        return self.all_counts[self.sheet.parts[part].rows]

    def spread(self, column: str = VALUE) -> Spread:
        """The values of a column."""
        return self.spreads[self.sheet.columns[column]]

    def ratio(self, part: float | None, whole: float | None, times: int = 1) -> float | None:
        """One figure over another; None without the other."""
        if part is None or not whole:
            return None
        return times * part / whole if self.exact else round(times * part / whole * SCALE) / SCALE


def count_codes(columns: Columns, sheets: Sequence[Sheet], groups: Sequence[Mask]) -> Counts:
    """Days (G, S) of each group with each code of some sheets; a large group from the days it leaves out."""
    starts = np.array(list(accumulate((size for each in sheets for size in each.sizes), initial=0)))
    own = columns.codes.take([row for each in sheets for row in each.rows], axis=0)
    whole = np.concatenate([each.whole for each in sheets])
    counts = np.empty((len(groups), len(whole)), dtype=np.int64)
    for place, days in enumerate(groups):
        rest = 2 * np.count_nonzero(days) > len(days)
        chosen = own.compress(~days if rest else days, axis=1) + starts[:-1, None]
        found = np.bincount(chosen.ravel(), minlength=len(whole))
        counts[place] = whole - found if rest else found
    return counts


@np.errstate(divide="ignore", invalid="ignore")
def figures_of(
    columns: Columns, names: Sequence[str], groups: Sequence[Mask], *, exact: bool = False
) -> list[dict[str, Figures]]:
    """By group the figures of some features; a group is any mask (N,) of days."""
    sheets = [columns.sheets[name] for name in names]
    if not sheets or not groups:
        return [{} for _ in groups]
    counts = count_codes(columns, sheets, groups)
    upto = np.zeros((len(groups), counts.shape[1] + 1), dtype=np.int64)
    counts.cumsum(axis=1, out=upto[:, 1:])
    starts = np.array(list(accumulate((len(each.values) for each in sheets), initial=0))[:-1])
    rates = _rates(upto, _moved([each.rates for each in sheets], starts), exact)
    days = upto[:, _moved([each.counts for each in sheets], starts)]
    plain = (days[..., 1] - days[..., 0]).tolist()
    known = (upto[:, starts + [each.sizes[0] - 1 for each in sheets]] - upto[:, starts]).tolist()
    spreads, n, mean = _spreads(sheets, upto, counts, exact)
    moments = _moments(columns, sheets, groups, n, mean, exact)
    ends = _ends(sheets)
    return [
        {
            sheet.definition.name: Figures(
                sheet,
                mask,
                known[g][i],
                rates[g][of_rates],
                plain[g][of_counts],
                spreads[g][own],
                moments[g][i],
                exact,
            )
            for i, (sheet, (of_rates, of_counts, own)) in enumerate(zip(sheets, ends, strict=True))
        }
        for g, mask in enumerate(groups)
    ]


def _moved(cells: Sequence[Counts], starts: Counts) -> Counts:
    """Every sheet's codes as they are numbered among those of all sheets."""
    return np.concatenate(cells) + np.repeat(starts, [len(each) for each in cells])[:, None]


def _ends(sheets: Sequence[Sheet]) -> list[tuple[slice, ...]]:
    """Each sheet's rates, counts and columns among those of all sheets."""
    sizes = [[len(part) for part in (each.rates, each.counts, each.sizes)] for each in sheets]
    ends = [list(accumulate(each, initial=0)) for each in zip(*sizes, strict=True)]
    return [tuple(slice(end[i], end[i + 1]) for end in ends) for i in range(len(sheets))]


def _rates(upto: Counts, cells: Counts, exact: bool) -> list[list[Rate]]:
    ends = upto[:, cells]
    days, n = ends[..., 1] - ends[..., 0], ends[..., 3] - ends[..., 2]
    figures = np.stack((days / n, 100 * days / n, *wilson(days, n)), axis=1)
    shown = listed(figures, (n == 0)[:, None], exact)
    return [
        [Rate(*each) for each in zip(some, of, *numbers, strict=True)]
        for some, of, numbers in zip(days.tolist(), n.tolist(), shown, strict=True)
    ]


def _spreads(
    sheets: Sequence[Sheet], upto: Counts, counts: Counts, exact: bool
) -> tuple[list[list[Spread]], Counts, Floats]:
    """Every column's spread by group; its days (G, C) and mean (G, C)."""
    sizes = np.array([size for each in sheets for size in each.sizes])
    begin = np.cumsum(sizes) - sizes
    values = np.concatenate([each.values for each in sheets])
    before = upto[:, begin + [first for each in sheets for first in each.firsts]]
    n = upto[:, begin + sizes - 1] - before
    total = np.add.reduceat(counts * values, begin, axis=1)  # a null is worth nothing
    five = quantiles(values, upto, before, n)
    ends = median_interval(values, upto, before, n)
    table = np.concatenate((np.stack((total, total / n)), five, ends))
    table[:, n == 0] = np.nan
    missing = np.stack([n == 0] * 7 + [n < FEWEST] * 2)
    figures = listed(table.transpose(1, 2, 0), missing.transpose(1, 2, 0), exact)
    spreads = [
        [Spread(days, *each) for days, each in zip(*group, strict=True)]
        for group in zip(n.tolist(), figures, strict=True)
    ]
    return spreads, n, table[1]


Moments = tuple[float | None, float | None]


def _moments(
    columns: Columns, sheets: Sequence[Sheet], groups: Sequence[Mask], n: Counts, mean: Floats, exact: bool
) -> list[list[Moments]]:
    """Sample deviation (ddof 1) and adjusted Fisher-Pearson skewness by group and sheet, from the values."""
    found: list[list[Moments]] = [[(None, None)] * len(sheets) for _ in groups]
    chosen = [place for place, each in enumerate(sheets) if each.measured is not None]
    if not chosen:
        return found
    own = list(accumulate((len(each.sizes) for each in sheets), initial=0))
    rows = [each.measured for each in sheets if each.measured is not None]
    values, known = columns.measured.take(rows, axis=0), columns.known.take(rows, axis=0)
    n, mean = n[:, [own[place] for place in chosen]], mean[:, [own[place] for place in chosen]]
    for group, days in enumerate(groups):
        kept = known.compress(days, axis=1)
        off = (values.compress(days, axis=1) - mean[group][:, None]) * kept
        shown = deviation_and_skewness(off, n[group], mean[group], exact)
        for place, (deviation, skewness) in zip(chosen, shown, strict=True):
            found[group][place] = deviation, skewness
    return found
