"""Stability: rates by calendar year, whether the years differ, and the last days against all before.

Each is one function for all features at once (source: design/beyond.md, section 2).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.contracts.results.rates import Difference, Interval, Rate, Recent, YearRate
from core.figures.bitmap import WORD, Bitmap, Words
from core.figures.columns import Flags
from core.figures.formulas import Counts, Floats, Mask, compare, shares_of, to_json_numbers
from core.figures.tests import LEAST_EXPECTED, chi_square_tail

RECENT_DAYS = 250
"""The last days with a value, about a year of them, compared with all days before."""


class Years(NamedTuple):
    """An occurrence by calendar year, the p-value that the years have one rate, and its last days."""

    rates: Sequence[YearRate] = ()
    p_value: float | None = None
    recent: Recent | None = None


NO_YEARS = Years()


def years_of(
    flags: Flags, rows: Sequence[int], days: Bitmap, dates: Bitmap, tested: Mask, *, exact: bool
) -> list[Years]:
    """Stability of some occurrences (T,), rows of `flags`, on a group of days.

    The years are those of `dates`, with or without a day of the group. Where `tested` (T,) is false the
    years have no p-value.
    """
    words = flags.words[:, np.concatenate((flags.known[rows], flags.active[rows]))]
    words &= days.words[:, None]
    layout = flags.layout
    has_days = layout.by_year(dates.words[:, None])[:, 0] > 0
    years, counts = layout.years[has_days].tolist(), layout.by_year(words)[has_days].T
    n, active = np.split(counts, 2)
    p_values = np.where(tested, heterogeneity(active.T, n.T), np.nan)[:, None]
    shares = shares_of(active, n, exact=exact)
    by_year = [
        [
            YearRate(year, of, some, share, Interval(lower, upper))
            for year, of, some, (share, lower, upper) in zip(years, *own, strict=True)
        ]
        for own in zip(n.tolist(), active.tolist(), shares, strict=True)
    ]
    found = to_json_numbers(p_values, np.isnan(p_values), exact=exact)
    recent = _recent(words, exact)
    return [
        Years(rates, p_value, recent.get(place))
        for place, (rates, (p_value,)) in enumerate(zip(by_year, found, strict=True))
    ]


@np.errstate(divide="ignore", invalid="ignore")
def heterogeneity(days: Counts, n: Counts) -> Floats:
    """Pearson's p-values (T,) that `days` of `n` (Y, T) have one rate over the years; NaN without a test.

    Years are pooled from the oldest on, until active and inactive days of the pool are both expected to be at
    least 5. The last pool takes the remaining years. There is no test with fewer than two pools.
    """
    active, total = days.sum(axis=0), n.sum(axis=0)
    fewer = np.minimum(active, total - active)
    days, n = days.copy(), n.copy()
    thin = np.flatnonzero((n * fewer < LEAST_EXPECTED * total).any(axis=0) & (fewer > 0))
    if len(thin):
        days[:, thin], n[:, thin] = _pooled(days[:, thin], n[:, thin], fewer[thin], total[thin])
    pools = np.count_nonzero(n, axis=0)
    tested = np.flatnonzero((pools > 1) & (fewer > 0))
    days, n, rate = days[:, tested], n[:, tested], active[tested] / total[tested]
    off = np.square(days - n * rate)
    statistic = np.where(n > 0, off / (n * rate * (1 - rate)), 0.0).sum(axis=0)
    p_values = np.full(len(total), np.nan)
    p_values[tested] = chi_square_tail(pools[tested] - 1, statistic)
    return p_values


def _pooled(days: Counts, n: Counts, fewer: Counts, total: Counts) -> tuple[Counts, Counts]:
    """Active days and days of the pools (Y, T), by place; zero in unused places."""
    pool, waiting, pools = np.zeros_like(n), np.zeros_like(total), np.zeros_like(total)
    for year, some in enumerate(n):
        pool[year] = pools
        waiting += some
        is_full = (waiting > 0) & (waiting * fewer >= LEAST_EXPECTED * total)
        pools += is_full
        waiting[is_full] = 0
    cells = np.minimum(pool, np.maximum(pools, 1) - 1), np.arange(len(total))
    pooled = np.zeros((2, *n.shape), dtype=np.int64)
    np.add.at(pooled[0], cells, days)
    np.add.at(pooled[1], cells, n)
    return pooled[0], pooled[1]


def _recent(words: Words, exact: bool) -> dict[int, Recent]:
    """By place the last 250 days with a value, of features that have more.

    `words` (W, 2 T) are the known days of each, then the active ones. The count goes back by words, then by
    bits in the word that holds the 250th day.
    """
    since = np.zeros((len(words) + 1, words.shape[1]), dtype=np.int64)
    since[:-1] = np.bitwise_count(words)[::-1].cumsum(axis=0)[::-1]
    known, active = np.split(since, 2, axis=1)
    places = np.flatnonzero(known[0] > RECENT_DAYS)
    word = np.count_nonzero(known[:, places] >= RECENT_DAYS, axis=0) - 1
    missing = RECENT_DAYS - known[word + 1, places]
    is_known, is_active = (
        np.unpackbits(words[word, column].view(np.uint8)).reshape(-1, WORD).astype(np.bool_)
        for column in (places, known.shape[1] + places)
    )
    is_late = np.cumsum(is_known[:, ::-1], axis=1)[:, ::-1] <= missing[:, None]
    late = active[word + 1, places] + np.count_nonzero(is_active & is_late, axis=1)
    days, all_days = np.full_like(late, RECENT_DAYS), known[0, places]
    counts = np.stack((late, active[0, places] - late)), np.stack((days, all_days - days))
    shares, differences = counts[0] / counts[1], compare(*counts)[1:]
    figures = to_json_numbers(np.vstack((shares, differences)).T, exact=exact)
    return {
        place: Recent(RECENT_DAYS, share, Rate(share_before, *before), Difference(*difference))
        for place, before, (share, share_before, *difference) in zip(
            places.tolist(), zip(*(each[1].tolist() for each in counts), strict=True), figures, strict=True
        )
    }
