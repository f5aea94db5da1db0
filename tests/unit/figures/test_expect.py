"""What to expect, against scipy's beta-binomial."""

import numpy as np
from scipy.stats import betabinom

from core.contracts.results.rates import Expect
from core.figures.expect import CONCENTRATION, expect


def _expected(came: int, n: int, coin_rate: float, above: float) -> Expect:
    centre = min(max(coin_rate + above, 0.001), 0.999)
    shape = came + CONCENTRATION * centre, n - came + CONCENTRATION * (1 - centre)
    low, high = (int(betabinom.ppf(share, 10, *shape)) for share in (0.1, 0.9))
    return Expect(shape[0] / sum(shape), 10, low, high)


def test_a_rate_and_its_interval_are_those_of_the_beta_binomial() -> None:
    rng = np.random.default_rng(7)
    n = rng.integers(1, 2000, 400)
    came = rng.binomial(n, rng.random(400))
    coin_rate, above = rng.random(400), rng.normal(0, 0.1, 400)
    columns = came.astype(float), n.astype(float), coin_rate, above
    for found, *case in zip(expect(*columns, exact=True), came, n, coin_rate, above, strict=True):
        wanted = _expected(*case)
        np.testing.assert_allclose(found.rate, wanted.rate, rtol=1e-12)
        assert (found.of, found.low, found.high) == (wanted.of, wanted.low, wanted.high)


def test_days_with_a_rate_are_pulled_towards_the_coin_s_and_many_are_hardly() -> None:
    few, many = expect(
        np.array([18.0, 1800.0]), np.array([24.0, 2400.0]), np.full(2, 0.6), np.full(2, 0.02), exact=False
    )
    assert few == Expect(0.645161, 10, 4, 8)
    assert 0.744 < many.rate < 0.75


def test_no_outcome_is_impossible_or_certain() -> None:
    none, all_of_them = expect(
        np.array([0.0, 9.0]), np.full(2, 9.0), np.array([0.0, 1.0]), np.zeros(2), exact=True
    )
    assert (none.low, none.high, all_of_them.low, all_of_them.high) == (0, 0, 10, 10)
    assert 0 < none.rate < 0.001
    assert 0.999 < all_of_them.rate < 1
