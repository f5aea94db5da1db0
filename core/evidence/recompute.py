"""The nightly recomputation: the baseline and a fixed set of filtered answers, figure by figure.

Every interval, p-value and q-value of an answer is compared with that of statsmodels or scipy for the same
days; all figures of a kind in one call.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import FeatureResult
from core.contracts.results.rates import Interval, Occurrence, PeriodProbability
from core.contracts.results.spreads import (
    CategoricalDistribution,
    LabelDistribution,
    NumberDistribution,
    ThresholdAnalysis,
)
from core.evidence import reference
from core.evidence.coin import CoinColumns, CoinOf
from core.evidence.compared import Compared
from core.evidence.days import Days, Split, splits
from core.evidence.held import held_figures
from core.evidence.others import OthersOf
from core.features.coin_days import CoinDays
from core.features.compute import FeatureColumn
from core.market.market import DateArray
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of

P_VALUE, ADJUSTED_P = "p_value", "adjusted_p"

NOTHING = Interval(None, None)

REFERENCE_FILTERS = ("gap_up", "gap_fill_by_b12", "nr7", "hoy_bo_failed", "close_above_open")
"""Booleans that, when true, keep half of the days or few, on features often null or never."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The number of compared figures, those against a coin by themselves, and those that differ."""

    intervals: int
    p_values: int
    adjusted_p_values: int
    coin_figures: int
    differing: tuple[Compared, ...]


class Answer(NamedTuple):
    """One module's answer about one feature, and its days."""

    feature: str
    module: str
    data: Any
    split: Split

    def compared(self, figure: str, answered: float | None, expected: float | None) -> Compared:
        return Compared(self.feature, f"{self.module}.{figure}", answered, expected)

    def limits(self, figure: str, answered: Interval, *expected: float | None) -> Iterator[Compared]:
        for name, limit in zip(("lower", "upper"), expected, strict=True):
            yield self.compared(f"{figure}.{name}", getattr(answered, name), limit)


def recompute(
    index: SnapshotIndex,
    columns: Mapping[str, FeatureColumn],
    dates: DateArray,
    baseline: Mapping[str, FeatureResult],
    coin: CoinDays | None = None,
) -> Recomputed:
    """Every interval, p-value and q-value of the baseline and of the reference filters, from the columns.

    `dates` (N,) are those of the columns. The figures against a coin are compared if there is one.
    """
    coin_columns = None if coin is None else CoinColumns(_coin_decided(index, coin), columns, coin)
    compared, of_coin = list[Compared](), list[Compared]()
    for name in (None, *REFERENCE_FILTERS):
        if name is None or name in columns:
            results = baseline if name is None else filtered_results(index, name)
            decided = [each for each, result in results.items() if result.metadata.conditioned]
            split_days = splits(index.catalogue, columns, dates, name, decided)
            coins = None if coin_columns is None else _coin_of(coin_columns, results, name)
            compared.extend(_compared(results, split_days))
            compared.extend(held_figures(results, split_days, dates, coins))
            of_coin.extend(() if coins is None else coins.figures(results))
            if name is not None:
                features = {each: index.catalogue.by_name[each] for each in results}
                twins = {} if coin_columns is None else coin_columns.twins
                asked = features, columns, dates, columns[name].values == 1, decided, twins
                compared.extend(OthersOf(*asked).figures(results))
    kinds = Counter(each.figure.rpartition(".")[2] for each in compared)
    return Recomputed(
        intervals=len(compared) - kinds[P_VALUE] - kinds[ADJUSTED_P],
        p_values=kinds[P_VALUE],
        adjusted_p_values=kinds[ADJUSTED_P],
        coin_figures=len(of_coin),
        differing=tuple(each for each in (*compared, *of_coin) if not each.agrees),
    )


def _coin_decided(index: SnapshotIndex, coin: CoinDays) -> list[FeatureDefinition]:
    return [each for each in index.catalogue.features if each.name in coin.columns]


def _coin_of(columns: CoinColumns, results: Mapping[str, FeatureResult], filtered_by: str | None) -> CoinOf:
    """The coin of all days, or of those on which a boolean is true."""
    draws = columns.coin.draws
    if filtered_by is None:
        matched = np.ones(len(columns.coin.tosses) // draws, dtype=np.bool_)
        coin_days = np.repeat(matched, draws)
    else:
        matched = columns.columns[filtered_by].values == 1
        column = columns.coin.columns.get(filtered_by)
        coin_days = np.repeat(matched, draws) if column is None else column.values == 1
    names = (each.name for each in columns.features)
    free = frozenset(name for name in names if name in results and not results[name].metadata.conditioned)
    return CoinOf(columns, matched, coin_days, free)


def filtered_results(index: SnapshotIndex, name: str) -> dict[str, FeatureResult]:
    """Every feature's answer if the boolean `name` is true, as a request gets it."""
    filters = {name: {"operator": "=", "value": True}}
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    names = [feature.name for feature in index.catalogue.features]
    return results_of(index, query, index.sessions.select(query), names, exact=True)


def _compared(results: Mapping[str, FeatureResult], split_days: Mapping[str, Split]) -> Iterator[Compared]:
    answers = [
        Answer(name, module, answer.data, split_days[name])
        for name, result in results.items()
        for module, answer in result.modules.items()
    ]
    yield from _proportions(answers)
    yield from _medians(answers)


Proportion = tuple[str, Interval, int, int]
"""A proportion's path in the answer, its interval, and its days and n counted in the feature's column."""


def _proportions(answers: Sequence[Answer]) -> Iterator[Compared]:
    asked = [
        (answer, figure, interval, days, n)
        for answer in answers
        for figure, interval, days, n in _read(answer.data, answer.split.matched, answer.split.others)
    ]
    days, n = np.array([each[3:] for each in asked], dtype=np.int64).reshape(-1, 2).T
    limits = (each.tolist() for each in reference.wilson(days, n))
    for (answer, figure, interval, *_), *expected in zip(asked, *limits, strict=True):
        yield from answer.limits(figure, interval, *(None if math.isnan(each) else each for each in expected))


def _read(data: Any, days: Days, others: Days | None) -> Iterator[Proportion]:
    """Every proportion of a module's answer, and of its part about the other days."""
    reader = _READERS.get(type(data))
    if reader is not None:
        yield from reader(data, days)
        if others is not None:
            for figure, interval, count, n in _read(getattr(data, "others", None), others, None):
                yield f"others.{figure}", interval, count, n


def _occurrence(data: Occurrence, days: Days) -> Iterator[Proportion]:
    yield "confidence_interval", data.confidence_interval, days.active(), days.n
    answered = {each.year: each.confidence_interval for each in data.years}
    counted = days.by_year()
    for year in sorted({*answered, *counted}):
        yield f"years.{year}", answered.get(year, NOTHING), *counted.get(year, (0, 0))


def _periods(data: PeriodProbability, days: Days) -> Iterator[Proportion]:
    for name, period in data.periods.items():
        first, last = map(int, period.bar_range.split("-"))
        yield f"periods.{name}", period.confidence_interval, days.within(first, last), days.n


def _labels(data: LabelDistribution | CategoricalDistribution, days: Days) -> Iterator[Proportion]:
    counts = dict(zip(days.definition.labels, days.by_label().tolist(), strict=True))
    for label in data.labels:
        yield f"labels.{label.value}", label.confidence_interval, counts[label.value], days.n


def _thresholds(data: ThresholdAnalysis, days: Days) -> Iterator[Proportion]:
    """Proportions of a range use the index's days, which another check compares with the column."""
    for each in data.ranges:
        yield f"ranges.{each.label}", each.confidence_interval, each.count, days.n
    for edge in data.reached:
        span = (edge.threshold, np.inf) if edge.threshold >= 0 else (-np.inf, edge.threshold)
        yield f"reached.{edge.threshold:g}", edge.confidence_interval, days.within(*span), days.n


_READERS: dict[type, Callable[..., Iterator[Proportion]]] = {
    Occurrence: _occurrence,
    PeriodProbability: _periods,
    LabelDistribution: _labels,
    CategoricalDistribution: _labels,
    ThresholdAnalysis: _thresholds,
}


def _medians(answers: Sequence[Answer]) -> Iterator[Compared]:
    asked = [each for each in answers if isinstance(each.data, NumberDistribution)]
    expected = reference.median_limits([each.split.matched.values for each in asked])
    for answer, limits in zip(asked, expected, strict=True):
        yield from answer.limits("median_interval", answer.data.median_interval, *(limits or (None, None)))
