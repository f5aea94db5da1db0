"""Mean results against the coin days of the same sessions: plain loops, size, coverage."""

from dataclasses import astuple, fields

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from core.figures.coin_means import PairedResults, means_against_coins
from core.figures.formulas import student, student_tail
from tests.oracles.excursion import Means, means

NAMES = [field.name for field in fields(Means)]
GAMES = ((1, 1), (20, 5), (5, 80), (100, 5))


def paired(
    results: NDArray[np.float64], coins: NDArray[np.float64], matches: NDArray[np.bool_]
) -> PairedResults:
    """Results (C, n), of coin days (C, n, K), of which `matches` (n, K)."""
    sums, squares = ((each * matches).sum(axis=2) for each in (coins, coins**2))
    return PairedResults(results, matches.sum(axis=1), sums, squares)


def ends(
    draw: np.random.Generator, shape: tuple[int, ...], target: float, stop: float
) -> NDArray[np.float64]:
    """Results of a fair game: target, stop, or on one day in five neither of them, on average at zero."""
    won = np.where(draw.random(shape) < stop / (target + stop), float(target), -float(stop))
    least = min(target, stop)
    return np.where(draw.random(shape) < 0.2, draw.uniform(-least, least, shape), won)


@pytest.mark.parametrize("seed", range(40))
def test_every_figure_is_that_of_a_loop_over_the_days(seed: int) -> None:
    draw = np.random.default_rng(seed)
    n, draws = int(draw.choice([0, 1, 9, 10, 40, 300])), 24
    results, coins = draw.normal(3, 20, (3, n)), draw.normal(1, 20, (3, n, draws))
    results[2], coins[2] = -5.0, -5.0
    matches = draw.random((n, draws)) < draw.choice([0.0, 0.05, 1.0])
    found = means_against_coins(paired(results, coins, matches))
    for at in range(3):
        days = [
            (float(own), [float(each) for each, fits in zip(of, is_in, strict=True) if fits])
            for own, of, is_in in zip(results[at], coins[at], matches, strict=True)
        ]
        expected = means(days)
        own = [found.n, found.unpaired, *(each[at] for each in found[2:])]
        np.testing.assert_allclose(own, [*astuple(expected)], rtol=3e-4, atol=1e-7, err_msg=str(NAMES))
        exact = [place for place, name in enumerate(NAMES) if "er" not in name[-3:]]
        np.testing.assert_allclose(
            np.array(own)[exact], np.array(astuple(expected))[exact], rtol=1e-7, atol=1e-7
        )


def test_days_and_coin_days_that_all_end_alike_have_no_test() -> None:
    same = np.full((1, 50), -0.1)
    found = means_against_coins(paired(same, np.full((1, 50, 7), -0.1), np.ones((50, 7), dtype=np.bool_)))
    assert np.isnan(found.p_value[0])
    assert (found.difference[0], found.lower[0], found.upper[0]) == pytest.approx((0, 0, 0), abs=1e-12)


@pytest.mark.parametrize("days", [10, 30, 200])
@pytest.mark.parametrize("matching", [3, 24])
def test_a_draw_as_the_market_is_called_different_one_time_in_twenty(days: int, matching: int) -> None:
    """And the intervals hold what they should: no difference, and a mean of zero.

    Ten days may well miss a target of one day in twenty: there the mean's interval is too narrow.
    """
    draw = np.random.default_rng(days)
    rounds, sizes, of_difference, of_mean = 1_500, [], [], []
    for target, stop in GAMES:
        results = ends(draw, (rounds, days), target, stop)
        coins = ends(draw, (rounds, days, matching), target, stop)
        found = means_against_coins(paired(results, coins, np.ones((days, matching), dtype=np.bool_)))
        sizes.append(np.mean(found.p_value < 0.05))
        of_difference.append(np.mean((found.lower <= 0) & (found.upper >= 0)))
        of_mean.append(np.mean((found.mean_lower <= 0) & (found.mean_upper >= 0)))
    assert max(sizes) < 0.07
    assert 0.03 < np.mean(sizes) < 0.06
    assert min(of_difference) > 0.88
    assert 0.93 < np.mean(of_difference) < 0.98
    assert 0.85 < np.mean(of_mean) < 0.98


def test_costs_move_both_means_and_nothing_else() -> None:
    draw = np.random.default_rng(1)
    results, coins = draw.normal(0, 20, (2, 80)), draw.normal(0, 20, (2, 80, 24))
    matches, costs = np.ones((80, 24), dtype=np.bool_), draw.uniform(1, 2, 80)
    before = means_against_coins(paired(results, coins, matches))
    after = means_against_coins(paired(results - costs, coins - costs[:, None], matches))
    for name in ("difference", "lower", "upper", "excess", "p_value"):
        np.testing.assert_allclose(getattr(after, name), getattr(before, name), rtol=1e-9)
    for name in ("mean", "coin_mean"):
        np.testing.assert_allclose(getattr(after, name), getattr(before, name) - costs.mean(), rtol=1e-9)


def test_a_planted_gain_is_found() -> None:
    draw = np.random.default_rng(2)
    results, coins = ends(draw, (500, 300), 20, 20), ends(draw, (500, 300, 24), 20, 20)
    results += np.where(draw.random(results.shape) < 0.2, 20, 0)
    found = means_against_coins(paired(results, coins, np.ones((300, 24), dtype=np.bool_)))
    assert np.mean(found.p_value < 0.05) > 0.85
    assert (found.difference > 0).mean() > 0.99


@pytest.mark.parametrize("degrees", [9, 10, 15, 39, 60, 530, 8000])
def test_students_point_is_scipys(degrees: int) -> None:
    assert student(degrees) == pytest.approx(float(stats.t.ppf(0.975, degrees)), rel=1.2e-4)


@pytest.mark.parametrize("degrees", [19, 40, 800])
def test_students_tail_is_scipys(degrees: int) -> None:
    t = np.linspace(0, 9, 200)
    found = student_tail(t, np.full(len(t), degrees))
    np.testing.assert_allclose(found, 2 * stats.t.sf(t, degrees), rtol=0, atol=1e-4)
