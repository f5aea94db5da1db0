"""Matched days against their own coin days: against plain loops over days."""

from dataclasses import astuple, fields

import numpy as np
import pytest

from core.figures import own_coins
from core.figures.own_coins import PairedDays
from tests.oracles.own_coins import Day, against_coins

DRAWS, OUTCOMES = 24, 6
FIGURES = [field.name for field in fields(own_coins.AgainstCoins)]


@pytest.mark.parametrize("seed", range(60))
def test_every_figure_is_that_of_a_loop_over_the_days(seed: int) -> None:
    draw = np.random.default_rng(seed)
    sessions = int(draw.integers(5, 900))
    matched = draw.random((OUTCOMES, sessions)) < draw.choice([0.1, 0.5, 1])
    chance = draw.choice([0.01, 0.1, 0.5, 0.9])
    came = draw.random((OUTCOMES, sessions)) < chance
    coin_days = draw.binomial(DRAWS, draw.choice([0.05, 0.5, 0.95]), (OUTCOMES, sessions))
    coin_came = draw.binomial(coin_days, chance)
    found = own_coins.against_coins(PairedDays(matched, came, coin_days, coin_came))
    for at in range(OUTCOMES):
        counted = zip(matched[at], *(each[at].tolist() for each in (came, coin_days, coin_came)), strict=True)
        pairs = [Day(2024, int(hit), of, some) for is_in, hit, of, some in counted if is_in]
        expected = against_coins(pairs)
        if expected is None:
            assert (found.n[at], found.unpaired[at]) == (0, len(pairs))
            continue
        own = [getattr(found, name)[at] for name in FIGURES]
        np.testing.assert_allclose(own, [*astuple(expected)], rtol=1e-8, atol=1e-10)
