"""Years, their test and the last 250 days, against statsmodels and scipy on thousands of groups of days."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from scipy.stats import chi2_contingency
from statsmodels.stats.multitest import multipletests

from core.figures.answer import Engine, Groups
from core.figures.bitmap import Layout
from core.figures.formulas import Counts
from core.figures.held import heterogeneity
from core.figures.residuals import RECENT_DAYS
from core.figures.verdict import untested
from tests.oracles.modules_events import by_year, recent_days
from tests.oracles.proportions import pool_years
from tests.property.test_module_oracles import assert_same
from tests.support.sizes import examples
from tests.unit.figures.small_features import BOOLEAN, day_by_day, define, session_view, weekdays

YEARS = 18
DATES = weekdays(262 * YEARS)
YEAR_OF = [day.year for day in DATES.tolist()]


@dataclass(frozen=True)
class Day:
    """A date, as the answer book reads it."""

    date: date


DAYS = [Day(day) for day in DATES.tolist()]


def book(values: list[bool | None], matched: Any, tested: bool = True) -> dict[str, Any]:
    """The answer book's years and last days of a group."""
    told: Any = [(DAYS[place], values[place]) for place in np.flatnonzero(matched).tolist()]
    active = [value for _, value in told if value is not None]
    years = by_year(told, YEAR_OF[: len(values)], not tested)
    return {**years, "recent": recent_days(active, not tested)}


CODES = {(True, True): "differs", (True, False): "looks_different", (False, False): "could_be_chance"}
"""By whether p and its adjustment are below 0.05."""


def assert_adjusted(found: dict[str, Any]) -> None:
    """The verdicts on the years of one answer's features are one family."""
    told = {name: each["years_verdict"] for name, each in found.items()}
    tested = {name: each for name, each in told.items() if each["p"] is not None}
    for name, adjusted_p in zip(tested, holm([each["p"] for each in tested.values()]), strict=True):
        said = tested[name]
        assert said["adjusted_p"] == pytest.approx(adjusted_p, rel=1e-9), name
        assert said["code"] == CODES[said["p"] < 0.05, adjusted_p < 0.05], name
    assert {each["code"] for name, each in told.items() if name not in tested} <= {"not_tested"}


def holm(p_values: list[float]) -> list[float]:
    return list(multipletests(p_values, method="holm")[1]) if p_values else []


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.large)])
def test_groups_of_every_size_have_the_book_s_years_and_last_days(times: int) -> None:
    """Features of every rate and every share of days with a value, on groups of every size."""
    rng = np.random.default_rng(18)
    features, drawn = [], {}
    for number in range(40):
        days = rng.random(len(DATES)) < rng.choice([0.001, 0.03, 0.3, 0.5, 0.97, 1.0])
        known = rng.random(len(DATES)) < rng.choice([0.02, 0.3, 0.9, 1.0])
        definition = define(f"f{number}", "boolean", "occurrence")
        drawn[definition.name] = [
            bool(day) if is_in else None for day, is_in in zip(days, known, strict=True)
        ]
        features.append(day_by_day(definition, drawn[definition.name]))
    layout = Layout(DATES)
    engine = Engine(features, layout)
    asked = tested = recent = 0
    for size in [0.001, 0.005, 0.02, 0.06, 0.2, 0.5, 0.9, 1.0] * times:
        matched = rng.random(len(DATES)) < size
        group = layout.bitmap(matched)
        found = engine.results(Groups(group, ~group, decided=["f0"]), list(drawn), exact=True)
        answers = {name: to_builtins(each.modules["occurrence"].data) for name, each in found.items()}
        assert_adjusted(answers)
        for name, values in drawn.items():
            ours = answers[name]
            theirs = book(values, matched, name != "f0")
            assert_same({each: ours[each] for each in theirs}, theirs, name)
            asked += 1
            tested += theirs["years_verdict"]["p"] is not None
            recent += theirs["recent"] is not None
    assert asked == 320 * times
    assert min(tested, recent) > 50 * times


@st.composite
def years(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Active days and days of each year, thin ones among them."""
    sizes = draw(st.lists(st.sampled_from([0, 1, 3, 9, 12, 40, 250]) | st.integers(0, 260), max_size=20))
    return [(draw(st.integers(0, size)), size) for size in sizes]


def columns(*features: list[tuple[int, int]]) -> tuple[Counts, Counts]:
    counts = np.array(features, dtype=np.int64).reshape(len(features), -1, 2)
    return counts[..., 0].T, counts[..., 1].T


@settings(deadline=None, max_examples=examples(1000))
@given(years())
def test_the_test_is_scipy_s_on_pools_that_are_not_thin(drawn: list[tuple[int, int]]) -> None:
    found = heterogeneity(*columns(drawn))[0]
    pools = pool_years(drawn)
    assert sum(n for _, n in pools) in (0, sum(n for _, n in drawn)), "a day is lost"
    if len(pools) < 2:
        assert np.isnan(found)
        return
    table = np.array([(x, n - x) for x, n in pools]).T
    answer = chi2_contingency(table, correction=False)
    assert answer.expected_freq.min() >= 5
    assert found == pytest.approx(answer.pvalue, rel=1e-9, abs=1e-300)


def test_a_thin_year_is_pooled_with_the_next_and_the_newest_with_the_last_pool() -> None:
    asked = [
        [(50, 100), (2, 4), (20, 100), (1, 3)],
        [(50, 100), (22, 104), (1, 3), (0, 0)],
        [(0, 0), (50, 100), (23, 107), (0, 0)],
    ]
    p_values = heterogeneity(*columns(*asked))
    expected = chi2_contingency([[50, 23], [50, 84]], correction=False).pvalue
    assert p_values == pytest.approx([expected] * 3, rel=1e-12)


@pytest.mark.parametrize(
    "only",
    [[(0, 0)] * 3, [(50, 100), (0, 0)], [(100, 100)] * 3, [(0, 100)] * 3, [(4, 8)] * 2, []],
    ids=["no day", "one year", "always", "never", "few days", "no year"],
)
def test_years_that_cannot_be_told_apart_have_no_test(only: list[tuple[int, int]]) -> None:
    assert np.isnan(heterogeneity(*columns(only))).all()


@pytest.mark.parametrize("extra", [-1, 0, 1, 2, 300])
def test_the_last_days_need_a_day_before_them(extra: int) -> None:
    days = [True] * max(extra, 0) + [place % 2 == 0 for place in range(RECENT_DAYS + min(extra, 0))]
    values = [value for day in days for value in (day, None)]
    recent = session_view(BOOLEAN, values).held.recent
    if extra < 1:
        assert recent is None
        return
    assert recent is not None
    assert (recent.days, recent.occurrence) == (RECENT_DAYS, 0.5)
    assert (recent.before.total_days, recent.before.occurrence) == (extra, 1.0)
    assert recent.difference is not None
    assert recent.difference.value == -0.5


def test_without_a_day_or_a_value_the_years_are_empty() -> None:
    nothing = session_view(BOOLEAN, [None] * 300).held
    assert [(each.days, each.occurrence) for each in nothing.rates] == [(0, None), (0, None)]
    assert (nothing.verdict, nothing.recent) == (untested("years", "too_few"), None)
    assert session_view(BOOLEAN, []).held.rates == []
    unmatched = session_view(BOOLEAN, [True] * 5, [False] * 5).held.rates
    assert [(each.year, each.days, each.confidence_interval.lower) for each in unmatched] == [(2024, 0, None)]
