"""Counts, and the figures made of them: shares with intervals, quantiles, moments; all features at once.

Figures never know which groups of days they are asked for: matched days, others, all days, a year.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import DECIMALS
from core.statistics.bitmaps import Mask
from core.statistics.columns import VALUE, Columns, Counts, Floats, Sheet

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

TAIL = 0.025
"""What the median's 95 % interval leaves out at each end."""

SCALE = 10.0**DECIMALS
EPSILON = float(np.finfo(np.float64).eps)
PROBABILITIES = np.array([0, 0.25, 0.5, 0.75, 1])[:, None, None]


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


def wilson(days: Counts, n: Counts) -> tuple[Floats, Floats]:
    """Wilson's 95 % score interval (1927) of `days` of `n`; NaN without a day.

    It keeps its coverage at the small n a narrow filter leaves; the normal interval does not. The lower end
    is exactly 0 at `days` = 0 and the upper exactly 1 at `days` = n.
    """
    p, z2 = days / n, Z_95 * Z_95
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * np.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return np.where(days == 0, 0 * p, middle - half), np.where(days == n, 1 + 0 * p, middle + half)


@np.errstate(divide="ignore", invalid="ignore")
def compare(days: Counts, n: Counts) -> Floats:
    """Two groups' shares (2, T): lift, difference and its lower and upper limit (4, T); NaN where unknown.

    The limits are Newcombe's (1998), method 10: the Wilson limits of both, square-and-add.
    """
    share, (lower, upper) = days / n, wilson(days, n)
    value = share[0] - share[1]
    down = np.hypot(share[0] - lower[0], upper[1] - share[1])
    up = np.hypot(upper[0] - share[0], share[1] - lower[1])
    lift = np.where(days[1] == 0, np.nan, share[0] / share[1])
    return np.stack((lift, value, value - down, value + up))


def listed(figures: Floats, missing: NDArray[np.bool_], exact: bool) -> Any:
    """Figures as nested lists with six decimals, None where they may be missing.

    Raises:
        ValueError: another one is no finite number.
    """
    rounded = figures if exact else np.rint(figures * SCALE) / SCALE + 0.0
    odd = ~np.isfinite(rounded)
    if not odd.any():
        return rounded.tolist()
    if (odd & ~missing).any():
        raise ValueError("a figure of days that are there is no finite number")
    cells = rounded.astype(object)
    cells[odd] = None
    return cells.tolist()


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
    ends = _median_interval(values, upto, before, n)
    table = np.concatenate((np.stack((total, total / n)), five, ends))
    table[:, n == 0] = np.nan
    missing = np.stack([n == 0] * 7 + [n < FEWEST] * 2)
    figures = listed(table.transpose(1, 2, 0), missing.transpose(1, 2, 0), exact)
    spreads = [
        [Spread(days, *each) for days, each in zip(*group, strict=True)]
        for group in zip(n.tolist(), figures, strict=True)
    ]
    return spreads, n, table[1]


FEWEST = 6
"""Days from which the median has an interval."""


def quantiles(values: Floats, upto: Counts, before: Counts, n: Counts) -> Floats:
    """Hyndman and Fan's type 7 at `PROBABILITIES` (5, G, C), in numpy's own arithmetic."""
    position = (n - 1) * PROBABILITIES
    rank = np.floor(position)
    low = _at(values, upto, before + rank)
    high = _at(values, upto, before + np.minimum(rank + 1, n - 1))
    rest, step = position - rank, high - low
    return np.asarray(np.where(rest >= 0.5, high - step * (1 - rest), low + step * rest))


def _median_interval(values: Floats, upto: Counts, before: Counts, n: Counts) -> Floats:
    """The order statistics (2, G, C) that hold the median with 95 %; NaN below six days."""
    rank = _rank_table(int(n.max(initial=1)).bit_length())[n]
    ends = _at(values, upto, before + np.stack((rank - 1, n - rank)))
    ends[:, rank == 0] = np.nan
    return ends


def _at(values: Floats, upto: Counts, ranks: NDArray[Any]) -> Floats:
    """The values (K, G, C) with so many smaller or equal days before them in their group."""
    found = [up[1:].searchsorted(ranks[:, group], side="right") for group, up in enumerate(upto)]
    return np.asarray(values[np.minimum(np.array(found), len(values) - 1)].swapaxes(0, 1))


@lru_cache(maxsize=4)
def median_ranks(bits: int) -> list[int]:
    """For n = 0..2**bits fair coins the fewest heads that up to so many come with probability 0.025.

    That is scipy.stats.binom.ppf(0.025, n, 0.5). From one n to the next the probability of at most k heads
    falls by half that of exactly k, so neither is ever computed anew.
    """
    ranks, rank = [0], 0
    up_to = exactly = 1.0
    for n in range(1, 2**bits + 1):
        up_to -= exactly / 2
        exactly *= n / (2 * (n - rank))
        while up_to < TAIL:
            exactly *= (n - rank) / (rank + 1)
            rank += 1
            up_to += exactly
        ranks.append(rank)
    return ranks


@lru_cache(maxsize=4)
def _rank_table(bits: int) -> Counts:
    return np.array(median_ranks(bits))


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
        shown = _deviation_and_skewness(off, n[group], mean[group], exact)
        for place, (deviation, skewness) in zip(chosen, shown, strict=True):
            found[group][place] = deviation, skewness
    return found


def _deviation_and_skewness(off: Floats, n: Counts, mean: Floats, exact: bool) -> list[list[float | None]]:
    """Of deviations from the mean (F, D). Equal values have deviation 0 and no skewness; so have values that
    differ by rounding alone, as scipy.stats.skew(bias=False) judges it.
    """
    second = np.einsum("fn,fn->f", off, off) / n
    flat = second <= np.square(EPSILON * mean)
    deviation = np.where(flat & (n > 1), 0.0, np.sqrt(second * n / (n - 1)))
    standard = off / np.sqrt(second)[:, None]
    third = np.einsum("fn,fn->f", standard * standard, standard) / n
    skewness = np.sqrt(n * (n - 1.0)) / (n - 2) * third
    skewness[flat | (n < 3)] = np.nan
    missing = np.stack((n < 2, flat | (n < 3)), axis=1)
    shown: list[list[float | None]] = listed(np.stack((deviation, skewness), axis=1), missing, exact)
    return shown
