"""The curve against one day at a time, statsmodels and exact whole numbers; equal values have no order."""

from bisect import bisect_left, bisect_right
from dataclasses import replace
from math import sqrt
from statistics import median
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.operators import Operator
from core.contracts.results.curve import CurvePoint
from core.figures.curve_tests import best_cut_p, highest_z
from core.question.conditions import Condition
from core.question.index import SnapshotIndex
from core.question.values import columns as cells_of
from core.views.curve import Curve, CurveDays, ValueDays, deciles
from tests.oracles import curve as oracle
from tests.oracles.proportions import fisher, newcombe, wilson
from tests.property.test_filters import SNAPSHOTS, conditions, parsed, selected, snapshot
from tests.support.sizes import examples
from tests.unit.question.toy import CATALOGUE

BY = [each for each in CATALOGUE.features if each.kind in ("numeric", "integer count")]
OUTCOMES = [each for each in CATALOGUE.features if each.kind in ("boolean", "enum", "integer bar")]
Day = tuple[Any, bool]


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    outcome = draw(st.sampled_from(OUTCOMES))
    label = draw(st.none() | st.sampled_from(outcome.labels)) if outcome.labels else None
    by = draw(st.sampled_from(BY))
    cut = draw(st.integers(-30, 60))
    return Curve(by, outcome, label, cut / 2 if by.kind == "numeric" else cut)


def is_active(curve: Curve, cell: Any) -> bool:
    if curve.label is not None:
        return bool(cell == curve.label)
    return bool(cell != curve.outcome.neutral_label if curve.outcome.kind == "enum" else cell > 0)


def plain_windows(days: list[Day]) -> list[list[Day]]:
    """Every window once: all days among the values of its ranks."""
    values = sorted(value for value, _ in days)
    size = max(40, (len(values) * 15 + 99) // 100)
    starts = [*range(0, len(values) - size, max(1, len(values) // 50)), len(values) - size]
    ends = sorted({(values[start], values[start + size - 1]) for start in starts})
    return [[day for day in days if low <= day[0] <= high] for low, high in ends]


def near(found: Any, expected: Any) -> bool:
    return bool(found == pytest.approx(expected, abs=2e-6))


@settings(max_examples=examples(250), deadline=None)
@given(st.lists(conditions(), max_size=2), curves(), SNAPSHOTS)
def test_a_curve_is_that_of_plain_days(
    filters: list[dict[str, Any]], curve: Curve, key: tuple[int, int]
) -> None:
    snap = snapshot(key)
    query = parsed(snap, filters)
    found = CurveDays(snap.index, query, curve, snap.index.sessions.select(query))
    names = [curve.by.name, curve.outcome.name]
    cells = cells_of(snap.index, range(snap.index.n_sessions), names)  # type: ignore[arg-type]
    rows = sorted(selected(snap, filters))
    pairs = [(cells[names[0]][row], cells[names[1]][row]) for row in rows]
    days = [
        (value, is_active(curve, cell)) for value, cell in pairs if value is not None and cell is not None
    ]
    assert_points(found, days)
    assert_cut(found, days)
    assert len(deciles(found.days())) == (9 if days else 0)


def assert_points(found: CurveDays, days: list[Day]) -> None:
    _, points = found.points(found.days())
    windows = plain_windows(days) if len(days) >= 40 else []
    for point, window in zip(points, windows, strict=True):
        active = sum(is_active for _, is_active in window)
        assert (point.days, point.occurrence_days) == (len(window), active)
        assert near(point.value, median(value for value, _ in window))
        interval = wilson(active, len(window))
        assert near(point.confidence_interval.lower, interval["lower"])
        assert near(point.confidence_interval.upper, interval["upper"])
    if windows:
        assert_band(points, windows, days)


def assert_band(points: list[CurvePoint], windows: list[list[Day]], days: list[Day]) -> None:
    """The band of each point, and whether it leaves the rate of all days."""
    values = sorted(value for value, _ in days)
    ends = [(min(window)[0], max(window)[0]) for window in windows]
    first, end = (
        tuple(at(values, value) for value in side)
        for at, side in zip((bisect_left, bisect_right), zip(*ends, strict=True), strict=True)
    )
    highest, from_overall = highest_z(first, end, len(days))
    active = sum(is_active for _, is_active in days)
    for point in points:
        limits = point.band.lower, point.band.upper
        assert limits == pytest.approx(oracle.band(point.occurrence_days, point.days, highest), abs=2e-6)
        of = point.occurrence_days, point.days, active, len(days)
        assert point.leaves_overall == oracle.leaves(*of, from_overall)


def assert_cut(found: CurveDays, days: list[Day]) -> None:
    at = found.curve.cut
    assert at is not None
    cut = found.cut(found.days(), is_decided=False)
    assert cut is not None
    sides = [
        [is_active for value, is_active in days if (value >= at) == is_above] for is_above in (True, False)
    ]
    (some, of), (other, other_of) = ((sum(side), len(side)) for side in sides)
    assert (cut.above.occurrence_days, cut.above.total_days) == (some, of)
    assert (cut.below.occurrence_days, cut.below.total_days) == (other, other_of)
    if of and other_of:
        assert cut.difference is not None
        expected = newcombe(some, of, other, other_of)
        assert all(near(getattr(cut.difference, name), value) for name, value in expected.items())
    else:
        assert cut.difference is None
    if min(of, other_of) < 20:
        assert (cut.verdict.reason, cut.verdict.p) == ("too_few", None)
    elif some + other in (0, of + other_of):
        assert (cut.verdict.reason, cut.verdict.p) == ("no_chance", None)
    else:
        p, adjusted_p = cut.verdict.p, cut.verdict.adjusted_p
        assert near(p, fisher(some, of, other, other_of))
        assert p is not None
        assert adjusted_p is not None
        assert p <= adjusted_p <= 1


@pytest.mark.parametrize("seed", range(4))
def test_critical_values_are_those_of_the_covariance(seed: int) -> None:
    """Windows are correlated by their common days; by those of all days too, beside the overall rate."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([60, 80, 120, 300]))
    values = ValueDays(np.sort(rng.integers(0, n // 2, n) * 1.0), rng.random(n) < 0.5)
    _, lowest, highest = values.windows()
    first, end = (tuple(each.tolist()) for each in values.places(lowest, highest))
    windows = [set(range(*ends)) for ends in zip(first, end, strict=True)]
    expected = oracle.critical_values(windows, n)
    assert highest_z(first, end, n) == pytest.approx(expected, abs=0.06)
    assert highest_z(first, end, n) == highest_z.__wrapped__(first, end, n)


@pytest.mark.parametrize("rate", [0.1, 0.4])
@pytest.mark.parametrize("groups", [(20, 20), (20, 80, 100), (19, 30, 25), (25, 20, 30, 25)])
def test_a_cut_is_held_against_the_best_of_every_arrangement(groups: tuple[int, ...], rate: float) -> None:
    """Few values have few cuts, and all arrangements of the days are counted."""
    values = np.repeat(np.arange(1.0 * len(groups)), groups)
    active = np.random.default_rng(len(values)).random(len(values)) < rate + 0.1 * (values == 0)
    days = ValueDays(values, active)
    for cut in days.cuts().tolist():
        found = best_cut_p(days.active, cut, days.cuts())
        if not 20 <= cut <= len(values) - 20:
            assert found is None
            continue
        expected = oracle.best_cut_p(values.tolist(), days.active.tolist(), days.values[cut])
        assert found == pytest.approx(expected, abs=0.002 + 4 * sqrt(expected * (1 - expected) / 999))


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=40, max_size=200), st.randoms())
def test_the_order_of_equal_values_changes_nothing(days: list[tuple[int, bool]], random: Any) -> None:
    shuffled = list(days)
    random.shuffle(shuffled)
    assert figures(shuffled) == figures(days)


def figures(days: list[tuple[int, bool]]) -> Any:
    values, active = (np.array(column) for column in zip(*days, strict=True))
    found = ValueDays(values * 1.0, active)
    _, lowest, highest = found.windows()
    return [each.tolist() for each in (lowest, highest, *found.count(lowest, highest))]


@pytest.mark.parametrize(("days", "size"), [(266, 40), (267, 41), (280, 42), (281, 43), (400, 60), (401, 61)])
def test_a_window_has_at_least_its_share_of_the_days(days: int, size: int) -> None:
    assert ValueDays(np.arange(days, dtype=np.float64), np.zeros(days, dtype=np.bool_)).windows()[0] == size


@pytest.mark.parametrize("side", ["<", ">="])
def test_a_cut_with_one_side_that_decides_the_outcome_is_decided(side: Operator) -> None:
    snap = snapshot((1, 130))
    outcome = CATALOGUE.by_name["flag"]
    by = next(each for each in BY if each.name == "size")
    found = CurveDays(
        snap.index, parsed(snap, []), Curve(by, outcome, None, 5.0), snap.index.layout.every_day
    )
    assert found.decided_by() == []
    index: Any = _Deciding(snap.index, Condition(by.name, 0, side, 5.0), outcome.name)
    assert replace(found, index=index).decided_by() == [by.name]


class _Deciding:
    """An index in which one condition alone decides an outcome."""

    def __init__(self, index: SnapshotIndex, condition: Condition, outcome: str) -> None:
        self._index, self._condition, self._outcome = index, condition, outcome

    def decided(self, condition: Condition) -> frozenset[str]:
        return frozenset({self._outcome} if condition == self._condition else ())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)


@given(curves(), SNAPSHOTS)
def test_a_cut_is_the_filter(curve: Curve, key: tuple[int, int]) -> None:
    snap = snapshot(key)
    cut = CurveDays(snap.index, parsed(snap, []), curve, snap.index.layout.every_day)
    whole = cut.cut(cut.days(), is_decided=False)
    assert whole is not None
    for side, operator in ((whole.below, "<"), (whole.above, ">=")):
        query = parsed(snap, [{"feature": curve.by.name, "operator": operator, "value": curve.cut}])
        filtered = CurveDays(snap.index, query, replace(curve, cut=None), snap.index.sessions.select(query))
        assert len(filtered.days().values) == side.total_days
