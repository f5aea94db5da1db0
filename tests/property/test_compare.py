"""Two questions beside each other, against sets of days, plain loops, scipy and statsmodels."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest
from core.contracts.results.comparison import FeatureComparison, GroupRate
from core.contracts.results.rates import Difference
from core.contracts.results.verdict import Untested, Verdict
from core.figures.outcomes import OCCURRENCE, Key
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.index import deciding
from core.question.values import columns as cells_of
from core.views.compare import Comparison, comparison_of
from tests.oracles.proportions import holm, newcombe, ratio, wilson
from tests.oracles.shared_days import Days, interval, is_certain, p_value
from tests.property.test_coin_answers import snap as market
from tests.property.test_filters import SNAPSHOTS, conditions, parsed, selected, snapshot
from tests.support.sizes import examples
from tests.unit.question.toy import CATALOGUE, Toy

NAMES = tuple(feature.name for feature in CATALOGUE.features if feature.kind not in ("date", "numeric"))


class Shown(NamedTuple):
    """One outcome of a comparison."""

    label: str | None
    a: GroupRate
    b: GroupRate
    difference: Difference | None
    verdict: Verdict


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


def known(cells: dict[str, Any], name: str, days: set[int]) -> list[tuple[int, Any]]:
    """The days with a value of a feature, and the values."""
    return [(day, cells[name][day]) for day in sorted(days) if cells[name][day] is not None]


def outcomes_of(name: str, found: FeatureComparison) -> list[Shown]:
    """What is shown of each label, or else of the occurrence."""
    own = Shown(found.label, found.a, found.b, found.difference, found.verdict)
    if found.labels is None:
        return [own]
    every = [Shown(each.value, each.a, each.b, each.difference, each.verdict) for each in found.labels]
    assert tuple(each.label for each in every) == CATALOGUE.by_name[name].labels
    assert own in every
    surest = min((2.0 if p is None else p, -abs(value)) for p, value in map(significance, every))
    assert surest == (2.0 if own.verdict.adjusted_p is None else own.verdict.adjusted_p, -abs(value_of(own)))
    return every


def significance(shown: Shown) -> tuple[float | None, float]:
    return shown.verdict.adjusted_p, value_of(shown)


def value_of(shown: Shown) -> float:
    return 0.0 if shown.difference is None else shown.difference.value


def assert_outcome(shown: Shown, a: Days, b: Days) -> None:
    """The rates of an outcome, and their difference with its interval."""
    for rate, days in ((shown.a, a), (shown.b, b)):
        assert_rate(rate, sum(days.values()), len(days))
    if not (a and b):
        assert shown.difference is None
        return
    assert shown.difference is not None
    value = sum(a.values()) / len(a) - sum(b.values()) / len(b)
    assert near(shown.difference.value, value)
    ends = shown.difference.lower, shown.difference.upper
    assert ends == pytest.approx(interval(a, b), abs=2e-6)
    if not a.keys() & b.keys():
        expected = newcombe(sum(a.values()), len(a), sum(b.values()), len(b))
        assert ends == pytest.approx((expected["lower"], expected["upper"]), abs=2e-6)


def why_untested(a: Days, b: Days) -> Untested:
    if a and a == b:
        return "same_days"
    return "no_chance" if a and b and is_certain(a, b) else "too_few"


def assert_verdict(
    shown: Shown,
    decided: bool,
    why_not: Untested,
    p: float | None,
    adjusted_p: float | None,
    family_size: int,
) -> None:
    verdict = shown.verdict
    assert verdict.against == "b"
    if decided or p is None:
        reason = "fixed_by_filter" if decided else why_not
        assert (verdict.code, verdict.reason, verdict.p) == ("not_tested", reason, None)
        assert verdict.family_size is None
        return
    assert near(verdict.p, p)
    assert near(verdict.adjusted_p, adjusted_p)
    assert verdict.family_size == family_size
    assert adjusted_p is not None
    if abs(p - 0.05) < 1e-5 or abs(adjusted_p - 0.05) < 1e-5:
        return
    side = "more" if value_of(shown) > 0 else "fewer"
    expected = side if adjusted_p < 0.05 else "looks_different" if p < 0.05 else "could_be_chance"
    assert verdict.code == expected


@settings(max_examples=examples(250), deadline=None)
@given(st.lists(conditions(), max_size=2), st.lists(conditions(), max_size=2), SNAPSHOTS, st.booleans())
def test_a_comparison_is_that_of_plain_sets(
    filters_a: list[dict[str, Any]], filters_b: list[dict[str, Any]], key: tuple[int, int], is_inside: bool
) -> None:
    snap = snapshot(key)
    if is_inside:
        filters_a = filters_b + filters_a
    asked = both_parsed(snap, filters_a, filters_b)
    a, b = selected(snap, filters_a), selected(snap, filters_b)
    found = comparison_of(snap.index, asked[0], asked[1], NAMES)
    assert (found.a_days, found.b_days, found.both_days) == (len(a), len(b), len(a & b))
    cells = cells_of(snap.index, range(snap.index.n_sessions), NAMES)  # type: ignore[arg-type]
    decided = {**deciding(snap.index, asked[0]), **deciding(snap.index, asked[1])}
    p_values: dict[str, float | None] = {}
    every: list[tuple[str, Shown, Untested]] = []
    for name, feature in found.features.items():
        assert bool(feature.decided_by) == (name in decided)
        for shown in outcomes_of(name, feature):
            came = {
                day: bool(cell == shown.label if shown.label else is_active(name, cell))
                for day, cell in known(cells, name, a | b)
            }
            of_a, of_b = ({day: came[day] for day in came if day in days} for days in (a, b))
            assert_outcome(shown, of_a, of_b)
            if shown.label == feature.label:
                for rate, only in ((feature.only_a, a - b), (feature.only_b, b - a)):
                    alone = [came[day] for day in came if day in only]
                    assert_rate(rate, sum(alone), len(alone))
            p_values[f"{name} {shown.label}"] = None if name in decided else p_value(of_a, of_b)
            every.append((name, shown, why_untested(of_a, of_b)))
    adjusted = holm(p_values)
    size = sum(p is not None for p in p_values.values())
    for name, shown, why_not in every:
        outcome = f"{name} {shown.label}"
        assert_verdict(shown, name in decided, why_not, p_values[outcome], adjusted[outcome], size)
    assert_ranking(found)


def both_parsed(snap: Toy, *questions: list[dict[str, Any]]) -> list[FilterQuery]:
    """Questions whose filters do not contradict each other."""
    try:
        return [parsed(snap, filters) for filters in questions]
    except InvalidRequest as refusal:
        if refusal.code != "contradiction":
            raise
        reject()


def assert_ranking(found: Comparison) -> None:
    tested = {name for name, each in found.features.items() if each.verdict.p is not None}
    assert set(found.ranking) == tested
    ranked = [found.features[name] for name in found.ranking]
    keys = [(each.verdict.adjusted_p, -abs(each.difference.value)) for each in ranked if each.difference]
    assert keys == sorted(keys)


def test_outcomes_that_are_one_question_count_once() -> None:
    """The first of them is tested; a later one of another feature names it."""
    index = market(1).index
    coin, by_name = index.engine.coin, index.catalogue.by_name
    assert coin is not None
    first, middle, last = index.first_date, index.session_date[65].item(), index.last_date
    before, after = (
        parse_query([], start, end, index.catalogue, first=first, last=last)
        for start, end in ((None, str(middle)), (str(middle), None))
    )
    names = [name for name, each in by_name.items() if each.kind != "date"]
    firsts, p_values, adjusted = dict[Key, Key](), dict[str, float | None](), dict[str, float | None]()
    twins = 0
    for name, feature in comparison_of(index, before, after, names).features.items():
        for label, verdict in verdicts_of(feature):
            key = Key(name, OCCURRENCE if label is None else by_name[name].labels.index(label))
            root = firsts.setdefault(coin.twin_of.get(key, key), key)
            if root.name == name:
                p_values[str(root)], adjusted[str(root)] = verdict.p, verdict.adjusted_p
            else:
                twins += 1
                assert verdict.words.startswith(f"The same question as {by_name[root.name].display_name}")
    assert twins > 5
    expected = holm(p_values)
    assert all(near(adjusted[outcome], expected[outcome]) for outcome in p_values)


def verdicts_of(feature: FeatureComparison) -> list[tuple[str | None, Verdict]]:
    """By label, or of the occurrence."""
    if feature.labels is None:
        return [(None, feature.verdict)]
    return [(each.value, each.verdict) for each in feature.labels]


def test_every_feature_with_a_test_is_compared() -> None:
    snap = snapshot((1, 130))
    found = comparison_of(snap.index, parsed(snap, []), parsed(snap, []), NAMES)
    assert set(found.features) == set(snap.index.engine.columns.flags.row_of) & set(NAMES)
