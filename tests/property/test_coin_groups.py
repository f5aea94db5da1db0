"""Coin days of questions with groups, lags and first time in N days, read one day after the other."""

import numpy as np
import pytest

from core.question.filters import parse_query
from tests.property.grouped import any_condition, coin_days_passing, members_of, random_question
from tests.property.test_coin_answers import judge, snap


@pytest.mark.parametrize("seed", range(4))
def test_coin_days_pass_as_a_scalar_reading_says(seed: int) -> None:
    made, rng = snap(seed, draws=3), np.random.default_rng(seed)
    index, passed, mixed = made.index, 0, 0
    for _ in range(100):
        filters = random_question(made, rng, any_condition(made, rng))
        first, last = index.first_date, index.last_date
        query = parse_query(filters, None, None, index.catalogue, first=first, last=last)
        found = index.coin_days(query)
        expected = np.logical_and.reduce([coin_days_passing(made, each) for each in filters])
        assert found is not None
        assert np.array_equal(found.mask, expected), filters
        passed += bool(expected.any())
        names = [[each["feature"] in made.coin.columns for each in members_of(group)] for group in filters]
        mixed += any(len(set(each)) == 2 for each in names)
    assert passed > 40
    assert mixed > 20


def test_days_of_groups_are_compared_with_their_own_coin_days() -> None:
    made, rng = snap(1, draws=16), np.random.default_rng(9)
    seen = dict.fromkeys(("rates", "labels", "quartiles", "timing"), 0)
    first = str(made.market.session_date[5].astype("datetime64[D]"))
    for _ in range(10):
        judge(made, random_question(made, rng, any_condition(made, rng)), first, seen, coin_days_passing)
    assert seen["rates"] > 20, seen
