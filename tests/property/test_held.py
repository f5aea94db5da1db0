"""Years and the last 250 days beside the coin, against loops over days."""

from collections import Counter
from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence, Recent
from core.contracts.results.verdict import Verdict
from core.figures import residuals
from core.figures.own_coins import PairedDays
from core.question.filters import parse_query
from core.question.index import results_of
from tests.oracles.own_coins import Day, joined_years, last_days, years_p_value
from tests.oracles.proportions import heterogeneity
from tests.property.coin_judge import CLOSE
from tests.property.coin_outcomes import OCCURRENCE
from tests.property.test_coin_answers import Snap, passing, random_condition, snap

DRAWS, OUTCOMES = 24, 6


@pytest.mark.parametrize("seed", range(60))
def test_years_and_last_days_are_those_of_a_loop_over_the_days(seed: int) -> None:
    draw = np.random.default_rng(seed)
    sessions = int(draw.integers(5, 1500))
    years = np.sort(draw.integers(2015, 2016 + draw.integers(1, 9), sessions))
    matched = draw.random((OUTCOMES, sessions)) < draw.choice([0.05, 0.3, 1])
    chance = draw.choice([0.0, 0.02, 0.1, 0.5, 0.9, 1.0])
    came = draw.random((OUTCOMES, sessions)) < chance
    coin_days = draw.binomial(DRAWS, draw.choice([0.05, 0.5, 0.95]), (OUTCOMES, sessions))
    coin_came = draw.binomial(coin_days, chance)
    found = PairedDays(matched, came, coin_days, coin_came)
    _, starts = np.unique(years, return_index=True)
    p_values = residuals.years_p_values(found.sums(starts))
    differences = residuals.last_days_differences(found.sums(found.last_days(250)))
    for at in range(OUTCOMES):
        columns = (each[at].tolist() for each in (matched, came, coin_days, coin_came))
        counted = zip(years.tolist(), *columns, strict=True)
        days = [Day(year, int(hit), of, some) for year, is_in, hit, of, some in counted if is_in]
        np.testing.assert_allclose(p_values[at], years_p_value(days), rtol=1e-8, atol=1e-12)
        expected = last_days(days) or (np.nan,) * 3
        np.testing.assert_allclose(differences[:, at], expected, rtol=1e-8, atol=1e-10)


def test_a_thin_year_joins_the_one_before_it_and_the_oldest_the_next() -> None:
    """12 days of chance one half have a variance of 3: with the real day of 23 coin days, 12 of 24."""
    sizes = {2015: 4, 2016: 5, 2017: 12, 2018: 3, 2019: 12, 2020: 12, 2021: 1}
    days = [Day(year, 0, 23, 12) for year, size in sizes.items() for _ in range(size)]
    grouped = [sorted({day.year for day in group}) for group in joined_years(days)]
    assert grouped == [[2015, 2016, 2017, 2018], [2019], [2020, 2021]]


def questions(made: Snap, rng: np.random.Generator, count: int) -> list[list[dict[str, Any]]]:
    return [[], *([random_condition(made, rng)] for _ in range(count))]


def answer(made: Snap, filters: list[dict[str, Any]]) -> tuple[Any, dict[str, FeatureResult]]:
    index = made.index
    query = parse_query(filters, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    selection = index.sessions.select(query)
    return selection.mask, results_of(index, query, selection, [each.name for each in made.features])


def occurrences(results: Mapping[str, FeatureResult]) -> dict[str, Occurrence]:
    data = {
        name: each.modules["occurrence"].data
        for name, each in results.items()
        if "occurrence" in each.modules
    }
    return {name: each for name, each in data.items() if isinstance(each, Occurrence)}


def test_an_answer_says_of_years_and_last_days_what_loops_say() -> None:
    made, rng = snap(1, 600), np.random.default_rng(5)
    years = made.market.session_date.astype("datetime64[Y]").astype(int)
    codes, recent_codes = Counter[str](), Counter[str]()
    for filters in questions(made, rng, 3):
        matched, results = answer(made, filters)
        coin_days = np.repeat(np.ones(len(years), dtype=bool), made.coin.draws)
        for condition in filters:
            coin_days &= passing(made, condition)
        shown = occurrences(results)
        p_values, days_of = dict[str, float](), dict[str, list[Day]]()
        for name, data in shown.items():
            outcome = made.book.outcomes.get((name, OCCURRENCE))
            if results[name].metadata.conditioned:
                continue
            if outcome is None:
                p = heterogeneity([(each.occurrence_days, each.days) for each in data.years])
                p_values[name] = np.nan if p is None else p
            else:
                days_of[name] = outcome.days(matched, coin_days, years)
                p_values[name] = years_p_value(days_of[name])
        first = first_twins(made, list(p_values))
        own = [name for name, p in p_values.items() if first[name] == name and not isnan(p)]
        adjusted = dict(
            zip(own, multipletests([p_values[name] for name in own], method="holm")[1], strict=True)
        )
        for name, data in shown.items():
            said = data.years_verdict
            assert said is not None
            is_one = sum(each.days > 0 for each in data.years) == 1
            check_years(said, name, p_values, adjusted, first, is_one, name in days_of)
            codes[said.reason or said.code] += 1
            if data.recent is not None and name in days_of:
                check_recent(data.recent, days_of[name])
                recent_codes[data.recent.verdict.reason or data.recent.verdict.code] += 1
    assert {"could_be_chance", "looks_different", "twin", "too_few", "fixed_by_filter"} <= set(codes), codes
    assert {"could_be_chance", "looks_different"} <= set(recent_codes), recent_codes


def first_twins(made: Snap, names: list[str]) -> dict[str, str]:
    """By feature the first whose occurrence is the same question."""
    twins, first = made.book.twins, dict[Any, str]()
    return {name: first.setdefault(twins.get((name, OCCURRENCE), (name, OCCURRENCE)), name) for name in names}


def check_years(
    said: Verdict,
    name: str,
    p_values: Mapping[str, float],
    adjusted: Mapping[str, float],
    first: Mapping[str, str],
    is_one: bool,
    by_coin: bool,
) -> None:
    assert said.against == "years"
    p = p_values.get(name, np.nan)
    if name not in p_values or first[name] != name or isnan(p):
        reason = "fixed_by_filter" if name not in p_values else "one_year" if is_one else "too_few"
        reason = reason if name not in p_values or first[name] == name else "twin"
        assert (said.code, said.reason, said.p, said.adjusted_p) == ("not_tested", reason, None, None), name
        return
    assert (said.p, said.adjusted_p) == pytest.approx((p, adjusted[name]), abs=CLOSE), name
    code = "differs" if adjusted[name] < 0.05 else "looks_different" if p < 0.05 else "could_be_chance"
    assert (said.code, said.reason) == (code, None), name
    assert ("coin" in said.words) == (by_coin and code != "could_be_chance"), said


def check_recent(recent: Recent, days: list[Day]) -> None:
    expected = last_days(days)
    if expected is None:
        assert (recent.difference, recent.verdict.reason) == (None, "too_few")
        return
    difference = recent.difference
    assert difference is not None
    assert (difference.value, difference.lower, difference.upper) == pytest.approx(expected, abs=CLOSE)
    leaves_out = difference.lower > 0 or difference.upper < 0
    assert recent.verdict.code == ("looks_different" if leaves_out else "could_be_chance")
    size = f"{100 * abs(difference.value):.1f}"
    side = f"{size} points {'higher' if difference.value > 0 else 'lower'}" if size != "0.0" else "the same"
    assert f"beside the coin {side}." in recent.verdict.words
