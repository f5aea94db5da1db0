"""What holds of every module on any days: figures add up, nothing leaks, tests and intervals are in order."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import FeatureResult
from core.contracts.results.rates import PeriodProbability, TimeDistribution, TimingAnalysis
from core.contracts.results.spreads import (
    LabelDistribution,
    NumberDistribution,
    PercentageDistribution,
    ThresholdAnalysis,
)
from core.figures.answer import Engine, Groups, result_of
from core.figures.bitmap import Layout
from core.figures.kinds.rates import occurrence, period_probability, time_distribution, timing_analysis
from core.figures.kinds.spreads import basic_distribution, percentage_distribution, threshold_analysis
from tests.unit.figures.small_features import (
    EVENT,
    EVERY_KIND,
    NUMERIC,
    SIDES,
    adjusted,
    day_by_day,
    verdict_of,
    view,
    weekdays,
)


def days_of(definition: FeatureDefinition, largest: int = 60) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.none() | value_of(definition), max_size=largest)


def value_of(definition: FeatureDefinition) -> st.SearchStrategy[Any]:
    if definition.labels:
        return st.sampled_from(definition.labels)
    if definition.value_range is not None:
        return st.integers(*definition.value_range)
    if definition.kind == "boolean":
        return st.booleans()
    lowest = -1e6 if definition.hard_min is None else definition.hard_min
    edges = st.sampled_from([edge for edge in definition.bucket_edges if edge >= lowest])
    return edges | st.floats(lowest, 1e6, allow_subnormal=False)


def numbers_in(figure: Any) -> list[Any]:
    if isinstance(figure, dict):
        return [number for part in figure.values() for number in numbers_in(part)]
    if isinstance(figure, list | tuple):
        return [number for part in figure for number in numbers_in(part)]
    return [figure]


def is_plain(result: FeatureResult) -> bool:
    """JSON can hold it: no NaN, no infinity, no numpy scalar."""
    figures = numbers_in(to_builtins(result))
    kinds = {type(figure) for figure in figures}
    floats = [figure for figure in figures if isinstance(figure, float)]
    return kinds <= {int, float, str, bool, type(None)} and all(map(math.isfinite, floats))


def assert_answered(definition: FeatureDefinition, matched: list[Any], others: list[Any] | None) -> None:
    result = result_of(view(definition, matched, others))
    assert {module.status for module in result.modules.values()} == {"success"}
    assert is_plain(result)


@pytest.mark.parametrize("definition", EVERY_KIND, ids=lambda each: each.name)
@settings(deadline=None)
@given(data=st.data())
def test_every_module_answers_any_days_with_finite_numbers_or_nulls(
    definition: FeatureDefinition, data: st.DataObject
) -> None:
    matched = data.draw(days_of(definition))
    others = data.draw(st.none() | days_of(definition))
    assert_answered(definition, matched, others)


@pytest.mark.parametrize("definition", EVERY_KIND, ids=lambda each: each.name)
@pytest.mark.parametrize("days", [1, 2, 40])
@settings(deadline=None)
@given(data=st.data())
def test_few_equal_and_null_days_are_answered_too(
    definition: FeatureDefinition, days: int, data: st.DataObject
) -> None:
    value = data.draw(value_of(definition))
    for others in (None, [], [None], [value], [value] * 2):
        assert_answered(definition, [value] * days, others)
    assert_answered(definition, [None] * days, [value] * days)


@pytest.mark.parametrize("definition", EVERY_KIND, ids=lambda each: each.name)
@pytest.mark.parametrize("days", [0, 1, 2])
def test_days_without_a_value_are_answered_too(definition: FeatureDefinition, days: int) -> None:
    for others in (None, [], [None]):
        assert_answered(definition, [None] * days, others)


@settings(deadline=None)
@given(days_of(EVENT), days_of(EVENT))
def test_an_event_s_figures_add_up_across_its_modules(matched: list[Any], others: list[Any]) -> None:
    asked = view(EVENT, matched, others)
    rate, timing = occurrence(asked), timing_analysis(asked)
    periods, hours = period_probability(asked), time_distribution(asked)
    assert timing.total_occurrences == rate.occurrence_days == timing.by_bar_days[-1]
    assert sum(timing.distribution.values()) == rate.occurrence_days
    assert sum(each.days for each in periods.periods.values()) == rate.occurrence_days
    assert sum(hour.days for hour in hours.hours) == rate.occurrence_days
    if rate.occurrence is not None:
        total = sum(each.probability or 0 for each in periods.periods.values())
        assert total == pytest.approx(rate.occurrence, abs=1e-12)
    if rate.occurrence_days:
        assert sum(hour.pct or 0 for hour in hours.hours) == pytest.approx(100)
        assert sum(each.share_of_events or 0 for each in periods.periods.values()) == pytest.approx(1)


@settings(deadline=None)
@given(days_of(EVENT), days_of(EVENT))
def test_matched_and_others_add_to_the_baseline(matched: list[Any], others: list[Any]) -> None:
    asked, whole = view(EVENT, matched, others), view(EVENT, [*matched, *others])
    rate = occurrence(asked)
    assert rate.baseline == occurrence(whole).baseline
    if rate.others is not None:
        assert rate.occurrence_days + rate.others.occurrence_days == rate.baseline.occurrence_days
        assert rate.total_days + rate.others.total_days == rate.baseline.total_days
    timing, total = timing_analysis(asked), timing_analysis(whole)
    assert timing.others is not None
    beside = zip(timing.by_bar_days, timing.others.by_bar_days, strict=True)
    assert [a + b for a, b in beside] == total.by_bar_days


@settings(deadline=None)
@given(days_of(EVENT, 30), days_of(EVENT, 30))
def test_the_others_are_answered_as_if_they_were_matched(matched: list[Any], others: list[Any]) -> None:
    asked, turned = view(EVENT, matched, others), view(EVENT, others)
    modules = (timing_analysis, period_probability, time_distribution)
    for module in modules:
        answer = module(asked)
        assert isinstance(answer, TimingAnalysis | PeriodProbability | TimeDistribution)
        assert answer.others == module(turned)


@settings(deadline=None)
@given(days_of(NUMERIC), days_of(NUMERIC))
def test_every_day_of_a_numeric_falls_in_one_bin_and_one_range(matched: list[Any], others: list[Any]) -> None:
    asked = view(NUMERIC, matched, others)
    spread, ranges, reached = (
        basic_distribution(asked),
        percentage_distribution(asked),
        threshold_analysis(asked),
    )
    n = len(matched) - matched.count(None)
    assert isinstance(spread, NumberDistribution)
    assert isinstance(ranges, PercentageDistribution)
    assert isinstance(reached, ThresholdAnalysis)
    assert sum(each.count for each in spread.histogram) == n == spread.n
    assert sum(spread.others_histogram or []) == len(others) - others.count(None)
    assert sum(int(days[0] or 0) for days in ranges.distribution.values()) == n
    assert sum(each.count for each in reached.ranges) == n
    assert [each.count for each in reached.ranges] == [days[0] for days in ranges.distribution.values()]


@settings(deadline=None)
@given(days_of(NUMERIC))
def test_quartiles_are_in_order_and_inside_the_range(matched: list[Any]) -> None:
    spread = basic_distribution(view(NUMERIC, matched))
    assert isinstance(spread, NumberDistribution)
    figures = [spread.min, spread.q1, spread.median, spread.q3, spread.max]
    known = [figure for figure in figures if figure is not None]
    assert known == sorted(known)
    interval = spread.median_interval
    if interval.lower is not None and interval.upper is not None and spread.median is not None:
        assert interval.lower <= spread.median <= interval.upper


@settings(deadline=None)
@given(days_of(SIDES), days_of(SIDES))
def test_labels_share_out_every_day_and_the_neutral_one_is_what_was_not_active(
    matched: list[Any], others: list[Any]
) -> None:
    asked = view(SIDES, matched, others)
    labels, rate = basic_distribution(asked), occurrence(asked)
    assert isinstance(labels, LabelDistribution)
    assert sum(label.count for label in labels.labels) == labels.n == rate.total_days
    assert labels.labels[-1].count == rate.total_days - rate.occurrence_days


@settings(deadline=None)
@given(st.data())
def test_intervals_hold_their_share_and_the_difference_its_value(data: st.DataObject) -> None:
    answer = occurrence(view(EVENT, data.draw(days_of(EVENT)), data.draw(days_of(EVENT))))
    if answer.occurrence is not None:
        lower, upper = answer.confidence_interval.lower, answer.confidence_interval.upper
        assert lower is not None
        assert upper is not None
        assert 0 <= lower <= answer.occurrence <= upper <= 1
    if answer.others is not None:
        limits, difference = answer.others.confidence_interval, answer.others.difference
        assert difference is not None
        assert limits.lower is not None
        assert limits.upper is not None
        assert -1 <= limits.lower <= difference <= limits.upper <= 1


@settings(deadline=None)
@given(st.data())
def test_an_adjusted_p_value_is_never_below_its_p_value(data: st.DataObject) -> None:
    for definition in EVERY_KIND:
        verdict = verdict_of(view(definition, data.draw(days_of(definition)), data.draw(days_of(definition))))
        if verdict is not None and verdict.p is not None:
            assert verdict.adjusted_p is not None
            assert 0 <= verdict.p <= verdict.adjusted_p <= 1


@settings(deadline=None)
@given(st.data())
def test_an_untested_feature_reads_the_same_alone_and_in_a_batch(data: st.DataObject) -> None:
    days = data.draw(st.integers(0, 40))
    values = {
        each: data.draw(st.lists(st.none() | value_of(each), min_size=days, max_size=days))
        for each in EVERY_KIND
    }
    matched = np.array(data.draw(st.lists(st.booleans(), min_size=days, max_size=days)), dtype=np.bool_)
    features = [day_by_day(each, drawn) for each, drawn in values.items()]
    layout = Layout(weekdays(days))
    group = layout.bitmap(matched)
    names = [each.name for each in EVERY_KIND]
    asked = Groups(group, ~group, decided=names)
    together = Engine(features, layout).results(asked, names, exact=True)
    for each, name in zip(features, names, strict=True):
        assert Engine([each], layout).results(asked, [name], exact=True)[name] == together[name]


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=3), st.none() | st.floats(0, 1), max_size=30))
def test_holm_keeps_the_order_and_the_nulls(p_values: dict[str, float | None]) -> None:
    adjusted_p_values = adjusted(p_values)
    assert adjusted_p_values.keys() == p_values.keys()
    tested = sorted(
        (p, q) for name, p in p_values.items() if p is not None for q in [adjusted_p_values[name] or 0]
    )
    assert all(p <= q <= 1 for p, q in tested)
    assert [q for _, q in tested] == sorted(q for _, q in tested)
