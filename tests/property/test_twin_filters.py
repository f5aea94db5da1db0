"""A filter that fixes an outcome fixes every outcome that is the same question: none of them is tested."""

from typing import Any

import pytest

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.verdict import Verdict
from core.question.filters import parse_query
from core.question.index import results_of
from core.views.compare import comparison_of
from tests.property.test_coin_answers import Snap, in_words, snap


def twins_of(made: Snap) -> set[tuple[str, str]]:
    """Features of which two outcomes are the same question, by the test's own loops, both ways."""
    pairs = {(one[0], other[0]) for one, other in made.book.twins.items() if one[0] != other[0]}
    return pairs | {(other, one) for one, other in pairs}


def conditions_on(made: Snap, feature: FeatureDefinition) -> list[dict[str, Any]]:
    """Conditions that fix all of a feature, or a part of it only."""
    known = made.columns[feature.name].values
    values = sorted({float(each) for each in known if each == each})
    asked: list[dict[str, Any]] = [{"operator": "=", "value": in_words(feature, values[-1])}]
    if feature.kind.startswith("integer"):
        middle = in_words(feature, values[len(values) // 2])
        asked += [{"operator": operator, "value": middle} for operator in (">=", "<=")]
    if feature.by_bar_safe:
        asked.append(asked[0] | {"by_bar": 30})
    return [{"feature": feature.name, **each} for each in asked]


def verdicts_in(found: Any) -> list[Verdict]:
    if isinstance(found, Verdict):
        return [found]
    if isinstance(found, list | tuple):
        return [verdict for each in found for verdict in verdicts_in(each)]
    fields = getattr(found, "__struct_fields__", ())
    return [verdict for name in fields for verdict in verdicts_in(getattr(found, name))]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.large)])
def test_a_filter_on_one_twin_leaves_the_other_untested(seed: int) -> None:
    made = snap(seed)
    index, by_name = made.index, made.index.catalogue.by_name
    first, last = index.first_date, index.last_date
    pairs = sorted(twins_of(made))
    assert ("ath_made", "ath_first_bar") in pairs, "equal"
    assert ("or6_hod_or_lod_set", "or6_bo_sides") in pairs, "each other's opposite"
    everything = parse_query([], None, None, index.catalogue, first=first, last=last)
    for filtered, twin in pairs:
        for condition in conditions_on(made, by_name[filtered]):
            query = parse_query([condition], None, None, index.catalogue, first=first, last=last)
            answer = results_of(index, query, index.sessions.select(query), [twin])[twin]
            assert filtered in answer.metadata.decided_by, (condition, twin)
            said = [each for module in answer.modules.values() for each in verdicts_in(module.data)]
            assert said or not answer.modules, twin
            assert {each.reason for each in said} <= {"fixed_by_filter", "no_pair"}, (condition, twin, said)
            compared = comparison_of(index, query, everything, [twin]).features
            said = [each for feature in compared.values() for each in verdicts_in(feature)]
            assert {each.reason for each in said} <= {"fixed_by_filter"}, (condition, twin)


def test_as_of_a_bar_a_part_of_an_event_that_has_passed_fixes_no_twin() -> None:
    """Its days are no longer at risk, as those of the event itself."""
    made = snap(1)
    index = made.index
    condition = {"feature": "gap_fill_bar", "operator": "=", "value": 0, "by_bar": 12}
    query = parse_query(
        [condition], None, None, index.catalogue, first=index.first_date, last=index.last_date, as_of=12
    )
    names = ["gap_fill_bar", "coy_touch_bar"]
    for answer in results_of(index, query, index.sessions.select(query), names).values():
        assert answer.metadata.decided_by == []
