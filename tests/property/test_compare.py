"""Two questions beside each other, against sets of days, statsmodels and exact whole numbers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.results.comparison import FeatureComparison, GroupRate
from core.question.index import deciding
from core.question.values import columns as cells_of
from core.views.compare import comparison_of
from tests.oracles.proportions import chi_square, fisher, holm, newcombe, ratio, wilson
from tests.property.test_filters import SNAPSHOTS, conditions, parsed, selected, snapshot
from tests.support.sizes import examples
from tests.unit.question.toy import CATALOGUE

NAMES = tuple(feature.name for feature in CATALOGUE.features if feature.kind not in ("date", "numeric"))


def near(found: float | None, expected: float | None) -> bool:
    if found is None or expected is None:
        return found is expected
    return bool(found == pytest.approx(expected, abs=2e-6))


def is_active(name: str, cell: Any) -> bool:
    feature = CATALOGUE.by_name[name]
    return bool(cell != feature.neutral_label if feature.kind == "enum" else cell > 0)


def assert_rate(found: GroupRate, count: int, n: int) -> None:
    assert (found.occurrence_days, found.total_days) == (count, n)
    assert near(found.occurrence, ratio(count, n))
    interval = {"lower": found.confidence_interval.lower, "upper": found.confidence_interval.upper}
    assert all(near(interval[end], value) for end, value in wilson(count, n).items())


def assert_feature(found: FeatureComparison, name: str, groups: list[list[Any]]) -> None:
    """`groups` are the cells with a value on the days of A, B, A alone and B alone."""
    feature = CATALOGUE.by_name[name]
    if found.label is not None:
        assert found.label in farthest_labels(feature.labels, groups[2:])
    counts = [
        sum(cell == found.label if found.label else is_active(name, cell) for cell in group)
        for group in groups
    ]
    sizes = [len(group) for group in groups]
    for rate, count, n in zip((found.a, found.b, found.only_a, found.only_b), counts, sizes, strict=True):
        assert_rate(rate, count, n)
    if sizes[2] and sizes[3]:
        assert found.difference is not None
        expected = newcombe(counts[2], sizes[2], counts[3], sizes[3])
        assert all(near(getattr(found.difference, key), value) for key, value in expected.items())
    else:
        assert found.difference is None
    if feature.kind == "enum":
        assert found.labels is not None
        for label in found.labels:
            assert_rate(label.a, groups[0].count(label.value), sizes[0])
            assert_rate(label.b, groups[1].count(label.value), sizes[1])


def farthest_labels(labels: Sequence[str], alone: list[list[Any]]) -> Sequence[str]:
    """The labels with shares of A alone and B alone that differ most; the first where a side is empty."""
    if not all(alone):
        return labels[:1]
    shares = [[Fraction(group.count(label), len(group)) for label in labels] for group in alone]
    apart = [abs(of_a - of_b) for of_a, of_b in zip(*shares, strict=True)]
    return [label for label, gap in zip(labels, apart, strict=True) if gap == max(apart)]


def p_value(name: str, alone: list[list[Any]]) -> float | None:
    feature = CATALOGUE.by_name[name]
    if feature.kind == "enum":
        return chi_square(*([group.count(label) for label in feature.labels] for group in alone))
    if not (alone[0] and alone[1]):
        return None
    active = [sum(is_active(name, cell) for cell in group) for group in alone]
    return fisher(active[0], len(alone[0]), active[1], len(alone[1]))


@settings(max_examples=examples(250), deadline=None)
@given(st.lists(conditions(), max_size=2), st.lists(conditions(), max_size=2), SNAPSHOTS)
def test_a_comparison_is_that_of_plain_sets(
    filters_a: list[dict[str, Any]], filters_b: list[dict[str, Any]], key: tuple[int, int]
) -> None:
    snap = snapshot(key)
    a, b = selected(snap, filters_a), selected(snap, filters_b)
    asked = parsed(snap, filters_a), parsed(snap, filters_b)
    found = comparison_of(snap.index, *asked, NAMES, NAMES)
    assert (found.a_days, found.b_days, found.both_days) == (len(a), len(b), len(a & b))
    cells = cells_of(snap.index, range(snap.index.n_sessions), NAMES)  # type: ignore[arg-type]
    decided = {**deciding(snap.index, asked[0]), **deciding(snap.index, asked[1])}
    p_values: dict[str, float | None] = {}
    for name, feature in found.features.items():
        groups = [
            [cells[name][row] for row in sorted(days) if cells[name][row] is not None]
            for days in (a, b, a - b, b - a)
        ]
        assert_feature(feature, name, groups)
        p_values[name] = None if name in decided else p_value(name, groups[2:])
        assert near(feature.p_value, p_values[name])
        assert bool(feature.decided_by) == (name in decided)
    q_values = holm(p_values)
    assert all(near(found.features[name].q_value, q_values[name]) for name in p_values)
    assert set(found.ranking) == {name for name, q_value in q_values.items() if q_value is not None}
    ranked = [found.features[name] for name in found.ranking]
    keys = [(each.q_value, -abs(each.difference.value)) for each in ranked if each.difference]
    assert keys == sorted(keys)


def test_every_feature_with_a_test_is_compared() -> None:
    snap = snapshot((1, 130))
    found = comparison_of(snap.index, parsed(snap, []), parsed(snap, []), NAMES, NAMES)
    assert set(found.features) == set(snap.index.engine.columns.flags.row_of) & set(NAMES)
