"""Whether occurrences held, again: their years and their last 250 days, by scipy and statsmodels.

What a coin can decide is compared by its residuals, other features by their rates (truth.md, section 2).
"""

from collections.abc import Iterator, Mapping

import numpy as np

from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence
from core.evidence import reference
from core.evidence.coin import CoinOf, Paired
from core.evidence.compared import Compared
from core.evidence.days import RECENT_DAYS, Days, Split, by_year
from core.market.market import DateArray

LEAST_OF_PART = 30
"""Compared days from which the last days, and all before, are compared beside a coin."""

Limits = tuple[float, float, float]


def held_figures(
    results: Mapping[str, FeatureResult],
    split_days: Mapping[str, Split],
    dates: DateArray,
    coin: CoinOf | None,
) -> Iterator[Compared]:
    """The tests of years and the differences of the last days; `dates` (N,) are those of all sessions."""
    data = {name: result.modules["occurrence"].data for name, result in results.items() if _occurs(result)}
    answered = {name: each for name, each in data.items() if isinstance(each, Occurrence)}
    beside = {} if coin is None else coin.occurrences()
    twins = {} if coin is None else coin.first_twins()
    p_values = _of_years({name: split_days[name] for name in answered}, dates, beside)
    adjusted = reference.holm({name: p for name, p in p_values.items() if twins.get(name, name) == name})
    recent = _of_recent({name: split_days[name].matched for name in answered}, beside)
    for name, each in answered.items():
        tests = (p_values[name], adjusted[name]) if name in adjusted else (None, None)
        said = each.years_verdict
        shown = (None, None) if said is None else (said.p, said.adjusted_p)
        for figure, value, expected in zip(("p_value", "adjusted_p"), shown, tests, strict=True):
            yield Compared(name, f"occurrence.years.{figure}", value, expected)
        difference, wanted = each.recent and each.recent.difference, recent.get(name) or (None,) * 3
        for figure, expected in zip(("value", "lower", "upper"), wanted, strict=True):
            value = getattr(difference, figure, None)
            yield Compared(name, f"occurrence.recent.difference.{figure}", value, expected)


def _occurs(result: FeatureResult) -> bool:
    return "occurrence" in result.modules


def _of_years(
    asked: Mapping[str, Split], dates: DateArray, beside: Mapping[str, Paired]
) -> dict[str, float | None]:
    by_rate = {
        name: split.matched for name, split in asked.items() if name not in beside and not split.conditioned
    }
    counted = [by_year(days.by_date, days.dates)[1] for days in by_rate.values()]
    found = dict(zip(by_rate, reference.heterogeneities(counted), strict=True))
    years = dates.astype("datetime64[Y]").astype(np.int64)
    for name, paired in beside.items():
        found[name] = reference.years_differ(years[paired.days], paired.residuals, paired.chances)
    return {name: found.get(name) for name in asked}


def _of_recent(asked: Mapping[str, Days], beside: Mapping[str, Paired]) -> dict[str, Limits | None]:
    """By feature with more than 250 days the difference and its limits; None with too few to compare."""
    counted = {name: days.recent() for name, days in asked.items()}
    counts = {name: each for name, each in counted.items() if each is not None}
    by_rate = [name for name in counts if name not in beside]
    sides = np.array([counts[name] for name in by_rate], dtype=np.int64).reshape(-1, 4).T
    limits = np.column_stack(reference.newcombe(*sides)).tolist() if by_rate else []
    found = dict(zip(by_rate, limits, strict=True))
    return {name: found[name] if name in found else _by_coin(beside[name]) for name in counts}


def _by_coin(paired: Paired) -> Limits | None:
    is_late = paired.days >= paired.counted[-RECENT_DAYS]
    late, before = paired.residuals[is_late], paired.residuals[~is_late]
    if min(len(late), len(before)) < LEAST_OF_PART:
        return None
    return reference.residuals_apart(paired.coin_rate, late, before)
