"""Matched days beside other days on made-up markets: every outcome by loops over days, and Holm over all."""

from typing import Any

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from core.contracts.results import FeatureResult
from core.contracts.results.rates import Occurrence, OtherDays
from core.contracts.results.spreads import CategoricalDistribution, LabelDistribution
from core.question.filters import parse_query
from core.question.index import results_of
from tests.oracles.other_days import Year, compared
from tests.oracles.own_coins import code_of
from tests.property.coin_outcomes import OCCURRENCE, Key, Mask, active
from tests.property.test_coin_answers import Snap, random_condition, snap

QUESTIONS = 6
CLOSE = 2e-6


def outcomes_of(made: Snap) -> dict[Key, tuple[Mask, Mask]]:
    """The sessions (N,) with a value and those on which each outcome came, in the order of the features."""
    found = {}
    for feature in made.features:
        values = made.columns[feature.name].values
        known = ~np.isnan(values)
        if "occurrence" in feature.modules:
            found[feature.name, OCCURRENCE] = known, active(feature, values)
        if feature.kind == "enum" and {"basic_distribution", "categorical_distribution"} & {*feature.modules}:
            found |= {
                (feature.name, label): (known, values == code) for code, label in enumerate(feature.labels)
            }
    return found


def years_of(known: Mask, came: Mask, matched: Mask, others: Mask, years: Any) -> list[Year]:
    found = []
    for year in np.unique(years[known & (matched | others)]):
        of = known & (years == year)
        sides = [(int((of & side & came).sum()), int((of & side).sum())) for side in (matched, others)]
        found.append(Year(*sides[0], *sides[1]))
    return found


def served(result: FeatureResult) -> dict[Key, OtherDays | None]:
    found: dict[Key, OtherDays | None] = {}
    for module in result.modules.values():
        if isinstance(module.data, Occurrence):
            found[result.feature, OCCURRENCE] = module.data.others
        elif isinstance(module.data, LabelDistribution | CategoricalDistribution):
            found |= {(result.feature, each.value): each.others for each in module.data.labels}
    return found


def adjusted(p_values: dict[Key, float | None], made: Snap) -> dict[Key, tuple[Key, float | None]]:
    """By outcome the first twin of the answer, and its p-value that statsmodels adjusts; twins count once."""
    first: dict[Key, Key] = {}
    own = {key: first.setdefault(made.book.twins.get(key, key), key) for key in p_values}
    family = {key: p for key, p in p_values.items() if own[key] == key and p is not None}
    found = multipletests(list(family.values()), method="holm")[1] if family else []
    of = dict(zip(family, found, strict=True))
    return {key: (own[key], None if p is None else of.get(own[key])) for key, p in p_values.items()}


def judge(made: Snap, filters: list[dict[str, Any]], first: str) -> set[str]:
    """Check every outcome of a question; the codes and reasons that were met."""
    index, dates = made.index, made.market.session_date
    query = parse_query(filters, first, None, index.catalogue, first=index.first_date, last=index.last_date)
    selection = index.sessions.select(query)
    answers = results_of(index, query, selection, [each.name for each in made.features])
    matched, years = selection.mask, dates.astype("datetime64[Y]")
    others = (dates >= np.datetime64(first)) & ~matched
    expected = {}
    for key, (known, came) in outcomes_of(made).items():
        counts = years_of(known, came, matched, others, years)
        has_both = sum(year.n for year in counts) and sum(year.other_n for year in counts)
        excluded = "fixed_by_filter" if answers[key[0]].metadata.conditioned else None
        expected[key] = compared(counts, excluded) if has_both else None
    tested = {
        key: None if each is None else each["verdict"]["p"]
        for key, each in expected.items()
        if not answers[key[0]].metadata.conditioned
    }
    family = adjusted(tested, made)
    size = len({root for key, (root, _) in family.items() if tested[key] is not None})
    found = {key: each for answer in answers.values() for key, each in served(answer).items()}
    return {
        met for key, each in found.items() if (met := check(key, each, expected[key], family.get(key), size))
    }


def check(
    key: Key, ours: OtherDays | None, expected: Any, test: tuple[Key, float | None] | None, size: int
) -> str | None:
    if expected is None or ours is None:
        assert (ours, expected) == (None, None), key
        return None
    limits, lifts = ours.confidence_interval, ours.lift_interval
    figures = {
        "occurrence": ours.occurrence,
        "occurrence_days": ours.occurrence_days,
        "total_days": ours.total_days,
        "difference": ours.difference,
        "lift": ours.lift,
    }
    assert figures == pytest.approx({name: expected[name] for name in figures}, abs=CLOSE), key
    interval = {"lower": limits.lower, "upper": limits.upper}
    assert interval == pytest.approx(expected["confidence_interval"], abs=CLOSE), key
    interval = {"lower": lifts.lower, "upper": lifts.upper}
    assert interval == pytest.approx(expected["lift_interval"], abs=CLOSE), key
    verdict = ours.verdict
    assert verdict.against == "others"
    if test is not None and test[0][0] != key[0]:
        assert (verdict.reason, verdict.p) == ("twin", None), key
        return "twin"
    if expected["verdict"]["p"] is None:
        assert (verdict.code, verdict.reason) == ("not_tested", expected["verdict"]["reason"]), key
        return verdict.reason
    assert test is not None
    assert (verdict.p, verdict.adjusted_p) == pytest.approx((expected["verdict"]["p"], test[1]), abs=CLOSE), (
        key
    )
    assert verdict.p is not None
    assert verdict.family_size == size
    assert verdict.adjusted_p is not None
    side = expected["difference"]
    assert verdict.code == code_of(verdict.p, verdict.adjusted_p, side, side), key
    return verdict.code


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.large)])
def test_every_outcome_is_compared_with_the_other_days_of_its_years(seed: int) -> None:
    made, rng = snap(seed, 320, 8), np.random.default_rng(seed)
    assert len(np.unique(made.market.session_date.astype("datetime64[Y]"))) > 1
    met = set[str]()
    for _ in range(QUESTIONS):
        filters = [random_condition(made, rng) for _ in range(rng.integers(1, 3))]
        first = made.market.session_date[rng.integers(0, 30)]
        met |= judge(made, filters, str(first.astype("datetime64[D]")))
    assert met >= {"could_be_chance", "looks_different", "no_chance", "fixed_by_filter", "twin"}, met


def test_nothing_that_is_filtered_by_has_no_other_days() -> None:
    made = snap(1, 320, 8)
    assert judge(made, [], str(made.market.session_date[0].astype("datetime64[D]"))) == set()
