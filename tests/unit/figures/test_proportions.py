"""Wilson and Newcombe against statsmodels, and at their edges."""

import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from core.figures.counting import Rate
from core.figures.formulas import compare, wilson
from tests.unit.figures.small_features import BOOLEAN, interval, view

SHARES = [(0, 1), (1, 1), (1, 2), (0, 29), (18, 20), (38, 38), (37, 38), (266, 531), (3151, 7000), (1, 26000)]


@pytest.mark.parametrize(("days", "n"), SHARES)
def test_wilson_agrees_with_statsmodels(days: int, n: int) -> None:
    ours = interval(days, n)
    assert (ours.lower, ours.upper) == pytest.approx(
        proportion_confint(days, n, method="wilson"), rel=1e-9, abs=1e-12
    )


@pytest.mark.parametrize("n", [1, 3, 30, 531, 4224, 26000])
def test_wilson_ends_are_exact_at_no_day_and_every_day(n: int) -> None:
    assert interval(0, n).lower == 0.0
    assert interval(n, n).upper == 1.0
    assert 0 < (interval(0, n).upper or 0) < 1
    assert 0 < (interval(n, n).lower or 0) < 1


def test_without_a_day_nothing_is_known() -> None:
    rate = view(BOOLEAN, [None]).matched.rates("active")[0]
    assert rate == Rate(0, 0, None, None, None, None)


def test_many_limits_at_once_are_the_single_ones() -> None:
    n = np.arange(1, 60)[:, None]
    days = np.minimum(np.arange(1, 60)[None, :], n)
    lower, upper = wilson(days, np.broadcast_to(n, days.shape))
    for i, j in np.ndindex(days.shape):
        single = interval(int(days[i, j]), int(n[i, 0]))
        expected = np.array([single.lower, single.upper], dtype=np.float64)
        np.testing.assert_allclose((lower[i, j], upper[i, j]), expected, rtol=1e-13, atol=1e-16)


def difference(days: int, n: int, other_days: int, other_n: int) -> list[float]:
    """Value, lower and upper limit."""
    found: list[float] = compare(np.array([[days], [other_days]]), np.array([[n], [other_n]]))[1:, 0].tolist()
    return found


@pytest.mark.parametrize(
    ("days", "n", "other_days", "other_n"),
    [(56, 70, 48, 80), (9, 10, 3, 10), (0, 5, 0, 7), (5, 5, 0, 7), (0, 1, 1, 1), (260, 531, 2400, 6000)],
)
def test_difference_agrees_with_statsmodels(days: int, n: int, other_days: int, other_n: int) -> None:
    value, *limits = difference(days, n, other_days, other_n)
    assert value == days / n - other_days / other_n
    theirs = confint_proportions_2indep(days, n, other_days, other_n, method="newcomb", compare="diff")
    assert limits == pytest.approx(theirs, abs=1e-9)


def test_difference_is_newcombe_s_published_example() -> None:
    _, lower, upper = difference(56, 70, 48, 80)
    assert (round(lower, 4), round(upper, 4)) == (0.0524, 0.3339)
