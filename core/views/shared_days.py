"""Rates of A and B, two groups that may share days: difference, interval and p-value for T outcomes.

Source: design/truth.md, section 5.
"""

from typing import NamedTuple

import numpy as np

from core.contracts.results.verdict import Untested
from core.figures.formulas import Counts, Floats, Mask, compare, normal_p
from core.figures.tests import fisher

LEAST_EXPECTED = 10
"""Days with and without the outcome to expect of either group, if they share days and neither is inside."""

HALVINGS = 40
"""Steps of the bisection."""

HIGHEST_Z = 40.0
"""A normal variable exceeds it with a probability of 0 in floating point."""


class GroupDays(NamedTuple):
    """Days with a value, and those of them with the outcome (3, T): of A, of B, and in both."""

    n: Counts
    came: Counts


@np.errstate(divide="ignore", invalid="ignore")
def differences(days: GroupDays) -> Floats:
    """A minus B with its 95 % limits (3, T), by correlated Wilson limits; NaN without a day of A or of B."""
    share_a, share_b = days.came[:2] / days.n[:2]
    both, came = days.n[2], days.came[2]
    together = came * (1 - share_a) * (1 - share_b) + (both - came) * share_a * share_b
    squares = days.n[0] * share_a * (1 - share_a) * days.n[1] * share_b * (1 - share_b)
    correlation = np.where(squares > 0, together / np.sqrt(squares), 0.0)
    return compare(days.came[:2], days.n[:2], correlation)[1:]


def reasons_of(days: GroupDays) -> list[Untested]:
    """By outcome (T,) why it has no test, if it has none."""
    is_same = (days.n[2] > 0) & (days.n == days.n[2]).all(axis=0)
    total, active = _together(days)
    is_certain = (days.n[:2] > 0).all(axis=0) & ((active == 0) | (active == total))
    return [
        "same_days" if same else "no_chance" if certain else "too_few"
        for same, certain in zip(is_same.tolist(), is_certain.tolist(), strict=True)
    ]


def p_values(days: GroupDays, log_factorials: Floats) -> Floats:
    """Two-sided p-values (T,) that A and B have one rate; NaN without a test.

    Groups without a common day, or one inside the other, are tested by Fisher's exact test: an inner group
    against the other days of the outer one. Else it is the level at which the interval touches 0. An outcome
    that came on all days or on none has no test.
    `log_factorials` are those of `core.figures.formulas`, up to the days of A and B.
    """
    n, came = days.n[:2], days.came[:2]
    alone, came_alone = n - days.n[2], came - days.came[2]
    is_tested = (n > 0).all(axis=0) & (alone > 0).any(axis=0)
    is_exact = (days.n[2] == 0) | (alone == 0).any(axis=0)
    found = np.full(n.shape[1], np.nan)
    exact = is_tested & is_exact
    sizes, active = (
        np.where(alone > 0, own, every)[:, exact] for own, every in ((alone, n), (came_alone, came))
    )
    found[exact] = fisher(active[0], sizes[0], active[1], sizes[1], log_factorials)
    sharing = is_tested & ~is_exact & _is_expected(days)
    found[sharing] = _touching_levels(GroupDays(*(each[:, sharing] for each in days)))
    return found


def _is_expected(days: GroupDays) -> Mask:
    """Whether enough days with and without the outcome are expected of A and of B (T,), of one rate."""
    total, active = _together(days)
    fewest = days.n[:2].min(axis=0) * np.minimum(active, total - active)
    return np.asarray(fewest >= LEAST_EXPECTED * total)


def _together(days: GroupDays) -> tuple[Counts, Counts]:
    """The days of A or B with a value, and those of them with the outcome (T,)."""
    total, active = (each[0] + each[1] - each[2] for each in days)
    return total, active


def _touching_levels(days: GroupDays) -> Floats:
    """The level (T,) at which the interval of A minus B touches 0, by bisection over z.

    The correlation of the rates is that of one rate in all days: the common days over the geometric mean
    of both groups' days.
    """
    n, came = days.n[:2], days.came[:2]
    correlation = days.n[2] / np.sqrt(n[0] * n[1])
    low, high = np.zeros(n.shape[1]), np.full(n.shape[1], HIGHEST_Z)
    for _ in range(HALVINGS):
        z = (low + high) / 2
        _, _, lower, upper = compare(came, n, correlation, z)
        leaves_out = (lower > 0) | (upper < 0)
        low, high = np.where(leaves_out, z, low), np.where(leaves_out, high, z)
    return normal_p(high)
