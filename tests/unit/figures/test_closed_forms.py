"""The closed forms beside scipy's own functions."""

import numpy as np
from scipy.special import chdtrc
from scipy.stats import binom

from core.figures.formulas import median_ranks
from core.figures.tests import chi_square_tail


def test_every_median_rank_is_the_binomials() -> None:
    expected = np.asarray(binom.ppf(0.025, np.arange(1, 2**12 + 1), 0.5)).tolist()
    assert median_ranks(2**12).tolist() == [0, *expected]


def test_a_million_coins_have_lost_no_digit_that_counts() -> None:
    ranks = median_ranks(2**20)
    asked = np.unique(np.random.default_rng(8).integers(2**19, 2**20, 500))
    assert [ranks[n] for n in asked] == np.asarray(binom.ppf(0.025, asked, 0.5)).tolist()


def test_a_tail_of_chi_square_is_the_incomplete_gamma() -> None:
    random = np.random.default_rng(3)
    degrees, statistic = random.integers(1, 40, 2000), np.exp(random.uniform(-12, 7, 2000))
    expected = chdtrc(degrees, statistic)
    np.testing.assert_allclose(chi_square_tail(degrees, statistic), expected, rtol=1e-12, atol=1e-300)


def test_a_tail_is_the_same_to_the_last_bit_alone_and_among_others() -> None:
    random = np.random.default_rng(4)
    degrees, statistic = random.integers(1, 12, 50), random.uniform(0, 60, 50)
    together = chi_square_tail(degrees, statistic)
    alone = [chi_square_tail(degrees[i : i + 1], statistic[i : i + 1])[0] for i in range(50)]
    assert together.tolist() == alone


def test_no_statistic_leaves_everything() -> None:
    assert chi_square_tail(np.array([1, 2, 3, 4]), np.zeros(4)).tolist() == [1.0, 1.0, 1.0, 1.0]
    assert chi_square_tail(np.zeros(0, dtype=np.int64), np.zeros(0)).tolist() == []
