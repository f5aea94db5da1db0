"""Fisher's exact test against whole-number arithmetic and scipy."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from core.figures.formulas import log_factorials
from core.figures.tests import fisher

Table = tuple[int, int, int, int]

LOGS = log_factorials(26_000)

EXTREME: list[Table] = [
    (0, 1, 0, 1),
    (1, 1, 0, 1),
    (0, 10, 0, 500),
    (10, 10, 500, 500),
    (200, 200, 0, 331),
    (0, 200, 331, 331),
    (1, 1, 0, 4223),
    (260, 520, 130, 260),
    (1000, 2112, 1000, 2112),
    (2100, 2112, 12, 2112),
    (900, 1000, 20, 3224),
    (60, 4000, 10, 224),
    (13000, 13000, 6000, 13000),
    (6400, 13000, 6600, 13000),
]
"""(days, n, other_days, other_n): empty margins, full separation, exact ties, large and far tables."""


def exact(table: Table) -> float:
    """The definition in whole numbers: ways of every table, each from the one before it."""
    days, n, other_days, other_n = table
    active = days + other_days
    low, high = max(0, active - other_n), min(n, active)
    ways = [comb(n, low) * comb(other_n, active - low)]
    for k in range(low, high):
        ways.append(ways[-1] * (n - k) * (active - k) // ((k + 1) * (other_n - active + k + 1)))
    likely = ways[days - low] * (10**7 + 1)
    return sum(way for way in ways if way * 10**7 <= likely) / sum(ways)


def has_others(table: Table) -> bool:
    """Whether another table has the same margins."""
    days, n, other_days, other_n = table
    return n > 0 and other_n > 0 and 0 < days + other_days < n + other_n


def ours(tables: list[Table]) -> list[float]:
    days, n, other_days, other_n = np.array(tables, dtype=np.int64).reshape(-1, 4).T
    p_values: list[float] = fisher(days, n, other_days, other_n, LOGS).tolist()
    return p_values


@pytest.mark.parametrize("table", EXTREME)
def test_every_extreme_table_has_its_exact_p_value(table: Table) -> None:
    expected = exact(table) if has_others(table) else float("nan")
    assert ours([table])[0] == pytest.approx(expected, rel=1e-9, abs=1e-300, nan_ok=True)


def test_every_small_table_has_its_exact_p_value() -> None:
    sizes = product(range(1, 9), range(1, 12))
    tables = [(a, n, b, m) for n, m in sizes for a in range(n + 1) for b in range(m + 1)]
    expected = [exact(table) if has_others(table) else np.nan for table in tables]
    np.testing.assert_allclose(ours(tables), expected, rtol=1e-12)


def test_a_batch_is_the_single_tables_to_the_last_bit() -> None:
    np.testing.assert_array_equal(ours(EXTREME), [ours([table])[0] for table in EXTREME])


def test_random_tables_agree_with_scipy() -> None:
    rng = np.random.default_rng(11)
    n, m = rng.integers(1, 900, 300), rng.integers(1, 3000, 300)
    rate = rng.random(300)
    days, other_days = rng.binomial(n, rate), rng.binomial(m, np.clip(rate + rng.normal(0, 0.1, 300), 0, 1))
    p_values = [
        stats.fisher_exact(np.array([[a, k - a], [b, j - b]])).pvalue
        for a, k, b, j in zip(days, n, other_days, m, strict=True)
    ]
    theirs = np.where((days + other_days) % (n + m) > 0, p_values, np.nan)
    np.testing.assert_allclose(
        fisher(np.asarray(days), n, np.asarray(other_days), m, LOGS), theirs, rtol=1e-9, atol=1e-250
    )


def test_no_table_gives_no_p_value() -> None:
    assert ours([]) == []
