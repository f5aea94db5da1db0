"""What to expect of the next days that match: a rate pulled towards its coin's (design/truth.md, section 6).

The rate of few days is a bad forecast. It is pulled towards the coin's rate on the same days plus what the
outcome has above its coin on all days, as if `CONCENTRATION` more days had come so.
"""

import numpy as np

from core.contracts.results.rates import Expect
from core.figures.formulas import Floats, to_json_numbers

CONCENTRATION = 100.0
"""Days that the coin's rate counts for: 100 to 3000 were tried on four markets (docs/statistics.md)."""

NEXT_DAYS = 10
TAIL = 0.1
"""The probability outside the 80 % interval at each end, at most."""

LEAST_CHANCE = 0.001
"""No outcome is taken for impossible or certain."""


def expect(came: Floats, n: Floats, coin_rate: Floats, above_coin: Floats, *, exact: bool) -> list[Expect]:
    """What to expect of T outcomes that came on `came` of `n` days, (T,) each.

    `above_coin` is by how much the outcome's rate on all days exceeds its coin's. Of the next ten days, the
    interval is that of the beta-binomial distribution.
    """
    centre = np.clip(coin_rate + above_coin, LEAST_CHANCE, 1 - LEAST_CHANCE)
    a, b = came + CONCENTRATION * centre, n - came + CONCENTRATION * (1 - centre)
    rates = to_json_numbers(a / (a + b), exact=exact)
    upto = np.cumsum(_chances(a[:, None], b[:, None]), axis=1)
    low, high = ((upto < share).sum(axis=1).tolist() for share in (TAIL, 1 - TAIL))
    return [Expect(rate, NEXT_DAYS, *limits) for rate, *limits in zip(rates, low, high, strict=True)]


def _chances(a: Floats, b: Floats) -> Floats:
    """The beta-binomial probabilities (T, 11) of 0 to 10 of the next ten days, each by the one before it."""
    step = np.arange(NEXT_DAYS)
    none = np.prod((b + step) / (a + b + step), axis=1, keepdims=True)
    ratios = (NEXT_DAYS - step) / (step + 1) * (a + step) / (b + NEXT_DAYS - 1 - step)
    return np.asarray(np.cumprod(np.hstack((none, ratios)), axis=1))
