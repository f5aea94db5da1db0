"""Days like a day: the distance of two days, the nearest ones, and whether they predict anything.

The distance is the weighted mean of the features' differences, 0 to 1. Numbers and counts differ by their
ranks among the days compared, divided by the number of these with a value; equal values share their mean
rank. True and false, and labels, differ by 0 or 1. A value and a null differ by 1, two nulls by 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.figures.columns import Column
from core.figures.formulas import Counts, Floats, Mask

Rows = NDArray[np.intp]

LARGEST_SHARE = 4
"""A category has at most one part in so many of the total weight."""

DECIMALS = 1e9
"""Distances equal to nine decimals count as equal, since their sums are rounded."""

LEAST_BEFORE = 250
"""Days before the first predicted one."""

NEIGHBOURS = 25
"""The number of nearest days that predict one."""

PRIOR_DAYS = 50
"""Days by which the rate of all earlier days counts in a forecast, beside the nearest ones."""

WEEK = 5
"""Days in a row whose errors count as one in the uncertainty of a score."""

BLOCK = 7 * WEEK
"""Days predicted at a time."""

FARTHER = 2.0
"""A distance beyond that of any two days."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A feature by which days are compared: `column` has its values, (N,) days by code."""

    column: Column
    category: str
    is_ordered: bool


def weights_of(categories: Sequence[str]) -> Floats:
    """The weights (F,) of features of these categories; they sum to 1.

    Each feature weighs the same, but no category more than a quarter: the excess goes to the others. Fewer
    than four categories weigh the same each.
    """
    own = np.array(categories)
    names, sizes = np.unique(own, return_counts=True)
    share = np.full(len(names), 1 / max(1, len(names)))
    if len(names) >= LARGEST_SHARE:
        ascending = np.sort(sizes)
        for capped in range(LARGEST_SHARE):
            rest = ascending[: len(names) - capped]
            whole = rest.sum() * LARGEST_SHARE / (LARGEST_SHARE - capped)
            if LARGEST_SHARE * rest[-1] <= whole:
                break
        share = np.minimum(sizes / whole, 1 / LARGEST_SHARE)
    each = dict(zip(names.tolist(), (share / sizes).tolist(), strict=True))
    return np.array([each[category] for category in categories])


def differences(trait: Trait, before: Rows, days: Rows) -> Floats:
    """Distance of each value from that of a day, (V + 1, B) by code and day; the last row is null.

    Ranks count the days `before` and, of the B ascending `days`, those before each.
    """
    own, null = trait.column.codes[days], len(trait.column.values)
    if not trait.is_ordered:
        return np.asarray(np.arange(null + 1)[:, None] != own, dtype=np.float64)
    counts = np.zeros((null + 1, len(own)), dtype=np.int32)
    counts[:, 0] = np.bincount(trait.column.codes[before], minlength=null + 1)
    counts[own[:-1], np.arange(1, len(own))] = 1
    np.cumsum(counts, axis=1, out=counts)
    upto = np.cumsum(counts[:null], axis=0, dtype=np.int32)
    ranked = upto[-1] if null else counts[0]
    twice_ranks = np.append(2 * upto - counts[:null], [0 * own], axis=0)
    found = np.abs(twice_ranks - twice_ranks[own, np.arange(len(own))]) / (2 * np.maximum(ranked, 1))
    found[:, own == null] = 1
    found[null] = own != null
    return np.asarray(found)


def with_value(column: Column, number: float) -> Column:
    """The column with one more day, of a `number` that may be new to its values; NaN is null."""
    codes, values = column.codes.astype(np.int32), column.values
    if np.isnan(number):
        return replace(column, codes=np.append(codes, len(values)))
    place = int(np.searchsorted(values, number))
    if place == len(values) or values[place] != number:
        codes, values = codes + (codes >= place), np.insert(values, place, number)
    return replace(column, codes=np.append(codes, place), values=values)


def nearest(distances: Floats, most: int) -> Rows:
    """The `most` days of least distance, nearest first: (B, n) of (B, J). Earlier days win ties."""
    days = distances.shape[1]
    keys = np.rint(distances * DECIMALS).astype(np.int64) * days + np.arange(days)
    if most < days:
        keys = np.partition(keys, most - 1, axis=1)[:, :most]
    return np.asarray(np.sort(keys, axis=1) % days)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is known by a bar, and what is open: `traits` are those known since the checkpoint before.

    `known` (N, F) are the days at risk of each outcome, `active` (N, F) those with the outcome.
    """

    traits: Sequence[Trait]
    known: Mask
    active: Mask


@dataclass(frozen=True, slots=True)
class BackTest:
    """By checkpoint and outcome (C, F) the number of predicted `days`, and the Brier scores (2, C, F).

    The first score is that of the forecast, the second that of the rate of all earlier days; NaN without a
    day. `error` (C, F) is the standard error of their difference, by `weeks` (C, F); NaN under two weeks.
    """

    days: Counts
    brier: Floats
    weeks: Counts
    error: Floats


@dataclass(frozen=True, slots=True)
class Sums:
    """The back-test of the days before a row: predicted `days` (C, F), and sums (2, C, F) of squared errors.

    Of the `weeks` (C, F) with a predicted day, `products` (3, C, F) are the sums of the squared difference of
    both errors, of this difference by the number of days, and of this number squared.
    """

    row: int
    days: Counts
    squares: Floats
    weeks: Counts
    products: Floats

    @property
    def scores(self) -> BackTest:
        means = np.where(self.days > 0, self.squares / np.maximum(self.days, 1), np.nan)
        difference, of_differences, of_both, of_days = means[0] - means[1], *self.products
        spread = of_differences - 2 * difference * of_both + difference**2 * of_days
        with np.errstate(divide="ignore", invalid="ignore"):
            variance = np.maximum(spread, 0.0) * self.weeks / (self.weeks - 1) / self.days**2
        return BackTest(self.days, means, self.weeks, np.where(self.weeks > 1, np.sqrt(variance), np.nan))


def no_sums(checkpoints: Sequence[Checkpoint]) -> Sums:
    shape = len(checkpoints), checkpoints[0].known.shape[1]
    none = np.zeros(shape, dtype=np.int64)
    return Sums(LEAST_BEFORE, none, np.zeros((2, *shape)), none, np.zeros((3, *shape)))


def back_test(checkpoints: Sequence[Checkpoint], begun: Sums) -> Iterator[Sums]:
    """Predict every outcome of each day with 250 days before it, from those days alone.

    A day is predicted if it is at risk, and one of the 25 nearest days is. Yields the sums after each block
    of days, starting from `begun`.
    """
    base = [_rates_before(each) for each in checkpoints]
    for start in range(begun.row, len(checkpoints[0].known), BLOCK):
        rows = np.arange(start, min(start + BLOCK, len(checkpoints[0].known)))
        count, weeks = begun.days.copy(), begun.weeks.copy()
        sums, products = begun.squares.copy(), begun.products.copy()
        begins = np.arange(0, len(rows), WEEK)
        for place, found in enumerate(nearest_before(checkpoints, rows)):
            at = checkpoints[place]
            at_risk = at.known.take(found, axis=0).sum(axis=1)
            came = at.active.take(found, axis=0).sum(axis=1)
            is_foretold = at.known[rows] & (at_risk > 0)
            count[place] += is_foretold.sum(axis=0)
            plain = base[place][rows]
            errors = [
                np.where(is_foretold, (rate - at.active[rows]) ** 2, 0.0)
                for rate in (forecast(came, at_risk, plain), plain)
            ]
            sums[:, place] += np.sum(errors, axis=1)
            off = np.add.reduceat(errors[0] - errors[1], begins, axis=0)
            days = np.add.reduceat(is_foretold, begins, axis=0, dtype=np.int64)
            weeks[place] += (days > 0).sum(axis=0)
            products[:, place] += np.sum((off * off, off * days, days * days), axis=1)
        begun = Sums(int(rows[-1]) + 1, count, sums, weeks, products)
        yield begun


def forecast(came: Counts, at_risk: Counts, base: Floats) -> Floats:
    """The nearest days' rate, pulled towards the rate of all earlier days: (25 q + 50 base) / 75 of 25."""
    return np.asarray((came + PRIOR_DAYS * base) / (at_risk + PRIOR_DAYS))


def _rates_before(at: Checkpoint) -> Floats:
    """The outcome's share (N, F) of the days at risk before each day; 0 without one."""
    came: Floats = np.cumsum(at.active, axis=0) - at.active
    return np.asarray(came / np.maximum(np.cumsum(at.known, axis=0) - at.known, 1))


def nearest_before(checkpoints: Sequence[Checkpoint], rows: Rows) -> Iterator[Rows]:
    """By checkpoint the nearest earlier days (B, n) of each of `rows` (B,)."""
    before, upto = np.arange(rows[0]), np.arange(rows[-1] + 1)
    farther = np.where(upto[:, None] >= rows, FARTHER, 0.0)
    sums: dict[str, Floats] = {}
    categories: list[str] = []
    found = nearest(farther.T, NEIGHBOURS)
    for at in checkpoints:
        for trait in at.traits:
            own = differences(trait, before, rows).take(trait.column.codes[upto], axis=0)
            sums[trait.category] = sums.get(trait.category, 0) + own
            categories.append(trait.category)
        if at.traits:
            weights = dict(zip(categories, weights_of(categories).tolist(), strict=True))
            distances = sum((weight * sums[each] for each, weight in weights.items()), farther)
            found = nearest(np.ascontiguousarray(distances.T), NEIGHBOURS)
        yield found
