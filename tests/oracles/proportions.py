"""Intervals and tests for counts, by statsmodels and scipy (statistics.md, Reference)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any

from scipy.stats import chi2_contingency
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

Interval = dict[str, float | None]


def ratio(count: int, n: int) -> float | None:
    """A fraction 0..1, null without a day."""
    return count / n if n else None


def percent(count: int, n: int) -> float | None:
    """A percentage 0..100, null without a day."""
    return 100 * count / n if n else None


def wilson(count: int, n: int) -> Interval:
    """95 % Wilson score interval; exactly 0 below no day, exactly 1 above every day."""
    if n == 0:
        return {"lower": None, "upper": None}
    lower, upper = _wilson(count, n)
    return {"lower": 0.0 if count == 0 else lower, "upper": 1.0 if count == n else upper}


@lru_cache(maxsize=100_000)
def _wilson(count: int, n: int) -> tuple[float, float]:
    lower, upper = proportion_confint(count, n, alpha=0.05, method="wilson")
    return float(lower), float(upper)


def newcombe(count: int, n: int, other_count: int, other_n: int) -> Interval:
    """Matched minus others with Newcombe's hybrid score interval."""
    lower, upper = confint_proportions_2indep(
        count, n, other_count, other_n, method="newcomb", compare="diff", alpha=0.05, correction=False
    )
    value = count / n - other_count / other_n
    return {"value": value, "lower": float(lower), "upper": float(upper)}


def fisher(count: int, n: int, other_count: int, other_n: int) -> float:
    """Two-sided Fisher exact in whole numbers: tables at most 1 + 1e-7 times as likely as the observed."""
    active = count + other_count
    possible = range(max(0, active - other_n), min(n, active) + 1)
    tables = [comb(n, possible[0]) * comb(other_n, active - possible[0])]
    for k in possible[1:]:
        # comb(n, k) * comb(other_n, active - k) from the one before, without a remainder.
        tables.append(tables[-1] * (n - k + 1) * (active - k + 1) // (k * (other_n - active + k)))
    observed = tables[count - possible[0]]
    unlikely = sum(table for table in tables if table * 10**7 <= observed * (10**7 + 1))
    return unlikely / comb(n + other_n, active)


def heterogeneity(years: Sequence[tuple[int, int]]) -> float | None:
    """Pearson p that active days of days have one rate over the years, after `pool_years`."""
    pools = pool_years(years)
    if len(pools) < 2:
        return None
    table = [[x for x, _ in pools], [n - x for x, n in pools]]
    return float(chi2_contingency(table, correction=False).pvalue)


def pool_years(years: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring years together, from the oldest on, until 5 active and 5 other days are expected.

    Years left at the end, too few for that, belong to the last pool; without one there is none.
    """
    total, active = sum(n for _, n in years), sum(x for x, _ in years)
    pools: list[tuple[int, int]] = []
    waiting = (0, 0)
    for x, n in years:
        waiting = (waiting[0] + x, waiting[1] + n)
        if min(waiting[1] * active, waiting[1] * (total - active)) >= 5 * total > 0:
            pools.append(waiting)
            waiting = (0, 0)
    if pools:
        pools[-1] = (pools[-1][0] + waiting[0], pools[-1][1] + waiting[1])
    return pools


def holm(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """q-values over the features that have a p-value; the others stay null."""
    names = [name for name, p in p_values.items() if p is not None]
    answer: dict[str, float | None] = dict.fromkeys(p_values)
    if names:
        adjusted: Any = multipletests([p_values[name] for name in names], method="holm")[1]
        answer.update({name: float(q) for name, q in zip(names, adjusted, strict=True)})
    return answer
