"""Every interval of an answer beside the one statsmodels or scipy gives for the same days."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.build.evidence import reference
from core.build.evidence.days import Days, Split
from core.build.evidence.findings import Compared
from core.contracts.results import (
    CategoricalDistribution,
    FeatureResult,
    Interval,
    LabelDistribution,
    NumberDistribution,
    Occurrence,
    PeriodProbability,
    ThresholdAnalysis,
)


@dataclass(frozen=True, slots=True)
class Proportion:
    """An interval as it was answered, and the days it is about; `figure` is its place in the answer."""

    feature: str
    figure: str
    answered: Interval
    days: int
    n: int


def compare_intervals(results: Sequence[tuple[FeatureResult, Split]]) -> Iterator[Compared]:
    """Both limits of every interval of the answers, the proportions' in one call."""
    proportions = [each for result, split in results for each in proportions_of(result, split)]
    days, n = (
        np.array([getattr(each, name) for each in proportions], dtype=np.int64) for name in ("days", "n")
    )
    for each, lower, upper in zip(proportions, *reference.wilson(days, n), strict=True):
        yield Compared(each.feature, f"{each.figure}.lower", each.answered.lower, _known(lower))
        yield Compared(each.feature, f"{each.figure}.upper", each.answered.upper, _known(upper))
    yield from _medians(results)
    yield from _differences(results)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def proportions_of(result: FeatureResult, split: Split) -> Iterator[Proportion]:
    """Every proportion of an answer, with its days counted in the feature's column."""
    for module, answer in result.modules.items():
        reader = _READERS.get(type(answer.data))
        if reader is not None:
            for figure, answered, days, n in reader(answer.data, split):
                yield Proportion(result.feature, f"{module}.{figure}", answered, days, n)


Found = Iterator[tuple[str, Interval, int, int]]


def _occurrence(data: Occurrence, split: Split) -> Found:
    yield "confidence_interval", data.confidence_interval, split.matched.active(), split.matched.n


def _periods(data: PeriodProbability, split: Split) -> Found:
    for name, period in data.periods.items():
        first, last = map(int, period.bar_range.split("-"))
        yield (
            f"periods.{name}",
            period.confidence_interval,
            split.matched.within(first, last),
            split.matched.n,
        )
    if data.others is not None and split.others is not None:
        yield from _as_others(_periods(data.others, Split(split.others, None)))


def _labels(data: LabelDistribution | CategoricalDistribution, split: Split) -> Found:
    counts = split.matched.by_label()
    for label in data.labels:
        days = int(counts[split.definition.labels.index(label.value)])
        yield f"labels.{label.value}", label.confidence_interval, days, split.matched.n
    others = data.others if isinstance(data, CategoricalDistribution) else None
    if others is not None and split.others is not None:
        yield from _as_others(_labels(others, Split(split.others, None)))


def _as_others(found: Found) -> Found:
    return ((f"others.{figure}", answered, days, n) for figure, answered, days, n in found)


def _thresholds(data: ThresholdAnalysis, split: Split) -> Found:
    """A range's days are the index's, which its own check holds against the column."""
    for each in data.ranges:
        yield f"ranges.{each.label}", each.confidence_interval, each.count, split.matched.n
    for edge in data.reached:
        span = (edge.threshold, np.inf) if edge.threshold >= 0 else (-np.inf, edge.threshold)
        days = split.matched.within(*span)
        yield f"reached.{edge.threshold:g}", edge.confidence_interval, days, split.matched.n


_READERS: dict[type, Callable[..., Found]] = {
    Occurrence: _occurrence,
    PeriodProbability: _periods,
    LabelDistribution: _labels,
    CategoricalDistribution: _labels,
    ThresholdAnalysis: _thresholds,
}


def _medians(results: Sequence[tuple[FeatureResult, Split]]) -> Iterator[Compared]:
    """The limits of every median, in one call."""
    asked = [
        (result.feature, module, answer.data.median_interval, split.matched.values)
        for result, split in results
        for module, answer in result.modules.items()
        if isinstance(answer.data, NumberDistribution)
    ]
    expected = reference.median_limits([values for *_, values in asked])
    for (feature, module, found, _), limits in zip(asked, expected, strict=True):
        lower, upper = limits or (None, None)
        yield Compared(feature, f"{module}.median_interval.lower", found.lower, lower)
        yield Compared(feature, f"{module}.median_interval.upper", found.upper, upper)


def _differences(results: Sequence[tuple[FeatureResult, Split]]) -> Iterator[Compared]:
    """Newcombe's difference of every occurrence that has other days, in one call."""
    asked = [
        (result.feature, answer.data, split.matched, split.others)
        for result, split in results
        for answer in result.modules.values()
        if isinstance(answer.data, Occurrence)
        and split.matched.n
        and split.others is not None
        and split.others.n
    ]
    if not asked:
        return
    sides = np.array([_counts(matched, others) for _, _, matched, others in asked], dtype=np.int64).T
    expected = np.column_stack(reference.newcombe(*sides)).tolist()
    for (feature, data, _, _), wanted in zip(asked, expected, strict=True):
        for name, value in zip(("value", "lower", "upper"), wanted, strict=True):
            found = getattr(data.difference, name, None)
            yield Compared(feature, f"occurrence.difference.{name}", found, value)


def _counts(matched: Days, others: Days) -> tuple[int, int, int, int]:
    return matched.active(), matched.n, others.active(), others.n
