"""Is the difference chance? Fisher for active days, chi-square for labels, Holm over the features of a tier.

Each is one function for all features at once.
"""

from collections.abc import Collection, Iterable, Sequence
from math import erfc, exp, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.statistics.columns import Counts, Flags, Floats
from core.statistics.formulas import listed

LEAST_EXPECTED = 5
"""Expected count from which the chi-square distribution is taken to hold."""

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

FAR = 9
"""Deviations beyond which the tables that are left change no bit of a sum."""


class Tests(NamedTuple):
    """A feature's p-values of active days and of labels, and the q-value of the one that stands for it."""

    activity: float | None = None
    labels: float | None = None
    q: float | None = None


UNTESTED = Tests()


def is_tested(definition: FeatureDefinition) -> bool:
    """Whether a feature has a test: Fisher's of its active days, or the chi-square of its labels."""
    return definition.kind == "enum" or (definition.kind != "date" and "occurrence" in definition.modules)


def tests_of(
    flags: Flags,
    here: Counts,
    there: Counts,
    names: Iterable[str],
    untested: Collection[str],
    *,
    exact: bool,
) -> dict[str, Tests]:
    """The tests of some features, by name; Holm's adjustment ranges over one p-value of each.

    `here` and `there` are days by flag on two groups that share none. An `untested` feature has no test: a
    filter names or decides it.
    """
    asked = [name for name in names if name not in untested]
    activity = _activity(flags, here, there, [name for name in asked if name in flags.shown])
    labels = _labels(flags, here, there, [name for name in asked if name in flags.enums])
    own = {name: p for name, p in activity.items() if name not in flags.enums} | labels
    q_values = dict(zip(own, holm(np.array([*own.values()])).tolist(), strict=True))
    columns = [[each.get(name, np.nan) for name in asked] for each in (activity, labels, q_values)]
    table = np.array(columns).T.reshape(-1, 3)
    return {n: Tests(*found) for n, found in zip(asked, listed(table, np.isnan(table), exact), strict=True)}


def _activity(flags: Flags, here: Counts, there: Counts, names: Sequence[str]) -> dict[str, float]:
    places = np.array([flags.shown[name] for name in names], dtype=np.intp)
    active = places + len(flags.shown)
    days, n, other_days, other_n = here[active], here[places], there[active], there[places]
    p_values = np.where((n > 0) & (other_n > 0), fisher(days, n, other_days, other_n), np.nan)
    return dict(zip(names, p_values.tolist(), strict=True))


def _labels(flags: Flags, here: Counts, there: Counts, names: Sequence[str]) -> dict[str, float]:
    if not names:
        return {}
    rows = flags.label_rows[[flags.enums[name] for name in names]]
    return dict(zip(names, chi_square(here[rows], there[rows]).tolist(), strict=True))


@np.errstate(divide="ignore", invalid="ignore")
def fisher(days: Counts, n: Counts, other_days: Counts, other_n: Counts) -> Floats:
    """Two-sided p-values (T,) of Fisher's exact test of active days on two groups.

    Each is the sum over the tables with the same margins that are at most as likely as the one seen. Tables
    are weighed from the likeliest on, in both directions, by the ratio of neighbours. Without a day on a side
    the p-value is 1.
    """
    active, total = days + other_days, np.maximum(n + other_n, 1)
    mode = (n + 1) * (active + 1) // (total + 2)
    deviation = np.sqrt(n / total * active * other_n / total * (total - active) / np.maximum(total - 1, 1))
    reach = 12 + np.ceil(FAR * deviation + 2 * abs(days - mode)).astype(np.int64)
    p_values = np.ones(len(days))
    is_far = reach > 4 * (12 + FAR * deviation)  # few tables, of which many steps are asked
    for tables in (is_far, ~is_far):
        if tables.any():
            chosen = [each[tables] for each in (days, n, other_n, active, mode)]
            p_values[tables] = _weighed(*chosen, reach=int(reach[tables].max()))
    return p_values


def _weighed(days: Counts, n: Counts, other_n: Counts, active: Counts, mode: Counts, *, reach: int) -> Floats:
    """The weight of the tables that are at most as likely as those seen, of the weight of all."""
    step, gap = np.arange(reach, dtype=np.float64)[:, None], other_n - active
    more, fewer = mode + step, mode - step
    rises = (active - more) * (n - more) / ((more + 1) * (gap + more + 1))
    falls = fewer * (gap + fewer) / ((active - fewer + 1) * (n - fewer + 1))
    up, down = np.multiply.accumulate(rises), np.multiply.accumulate(falls)
    off, tables = days - mode, np.arange(len(mode))
    seen = np.where(off > 0, up[off - 1, tables], np.where(off < 0, down[-off - 1, tables], 1.0))
    limit = seen * (1 + TIE)
    rare = _added(np.where(up <= limit, up, 0.0)) + _added(np.where(down <= limit, down, 0.0))
    every = 1.0 + _added(up) + _added(down)
    return np.asarray(np.where(limit >= 1.0, 1.0, rare / every))


def _added(terms: Floats) -> Floats:
    """Sums (T,) of terms (K, T) one after the other: a column's is the same alone and in a batch."""
    return np.asarray(np.add.accumulate(terms)[-1])


@np.errstate(divide="ignore", invalid="ignore")
def chi_square(here: Counts, there: Counts) -> Floats:
    """Pearson's p-values (E,) of days by label (E, L) on two groups, without correction; NaN without a test.

    Labels absent on both sides are dropped; labels with an expected count under 5 are pooled, and a pool
    still under 5 joins the smallest other label (the first of equals). No test without a day on either side,
    with fewer than two labels, or where an expected count under 5 remains.
    """
    sides = np.stack((here, there))
    n = sides.sum(axis=2)
    total, fewest, days = sides.sum(axis=0), n.min(axis=0)[:, None], n.sum(axis=0)[:, None]
    kept = (total > 0) & (fewest * total >= LEAST_EXPECTED * days)
    pool = np.where(kept, 0, sides).sum(axis=2)
    thin = fewest[:, 0] * pool.sum(axis=0) < LEAST_EXPECTED * days[:, 0]
    joins = np.flatnonzero(kept.any(axis=1) & thin)
    smallest = np.where(kept, total, np.iinfo(np.int64).max)[joins].argmin(axis=1)
    columns = np.concatenate((np.where(kept, sides, 0), pool[..., None]), axis=2)
    columns[:, joins, smallest] += pool[:, joins]
    columns[:, joins, -1] = 0
    together = columns.sum(axis=0)
    expected = n[..., None] * together / days
    statistic = np.where(together > 0, (columns - expected) ** 2 / expected, 0.0).sum(axis=(0, 2))
    filled = together > 0
    is_thin = (filled & (fewest * together < LEAST_EXPECTED * days)).any(axis=1)
    tested = np.flatnonzero((filled.sum(axis=1) > 1) & ~is_thin & (n > 0).all(axis=0))
    p_values = np.full(len(here), np.nan)
    p_values[tested] = chi_square_tail(filled[tested].sum(axis=1) - 1, statistic[tested])
    return p_values


def chi_square_tail(degrees: NDArray[np.int64], statistic: Floats) -> Floats:
    """Probability (E,) that chi-square of so many degrees of freedom, at least 1, exceeds the statistic.

    With half the statistic h it is exp(-h) times the sum of h^j / j! for j under half the degrees; with odd
    degrees the powers are j + 1/2, and erfc(sqrt(h)) comes first. Every term is positive. In closed form: the
    import of scipy.special takes 20 MB of every worker.
    """
    half, odd = statistic / 2, (degrees % 2).astype(np.float64)
    first = _exponentials(-half) * np.where(odd, 2 * np.sqrt(half / pi), 1.0)
    steps = np.arange(1, max(1, degrees.max(initial=0) // 2))[:, None]
    terms = np.multiply.accumulate(np.concatenate((first[None], half / (steps + odd / 2))))
    terms[np.arange(len(terms))[:, None] >= degrees // 2] = 0.0
    start = [erfc(root) if is_odd else 0.0 for root, is_odd in zip(np.sqrt(half), odd, strict=True)]
    return np.asarray(np.add.accumulate(np.concatenate(([start], terms)))[-1])


def _exponentials(powers: Floats) -> Floats:
    """exp of each by the C library; the last bit of numpy's depends on the processor."""
    return np.fromiter(map(exp, powers.tolist()), dtype=np.float64, count=powers.size)


def holm(p_values: Floats) -> Floats:
    """Holm's step-down adjustment (1979) of p-values (m,); NaN stays out."""
    order = p_values.argsort()[: np.count_nonzero(~np.isnan(p_values))]
    ranks = np.arange(len(order), 0, -1)
    adjusted = np.full(len(p_values), np.nan)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, ranks * p_values[order]))
    return adjusted
