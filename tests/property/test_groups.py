"""Groups, lags and first time in N days, against a matcher that reads one session at a time."""

from typing import Any

import numpy as np
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest
from core.question.conditions import FilterQuery
from tests.property.test_filters import SNAPSHOTS, conditions, parsed, selected, snapshot
from tests.support.sizes import examples
from tests.unit.question.scalar_matcher import matching_rows
from tests.unit.question.toy import CATALOGUE, Toy

FLAG = CATALOGUE.by_name["flag"]
QUESTIONS = 1000


@st.composite
def members(draw: st.DrawFn) -> dict[str, Any]:
    """A condition, at any lag, the first in some days or not; often on the same boolean."""
    asked = draw(conditions(FLAG) if draw(st.integers(0, 3)) == 0 else conditions())
    if asked["feature"].endswith("_prev"):
        asked = asked | {"feature": asked["feature"] + draw(st.sampled_from(["", "", "2", "3", "5"]))}
    if draw(st.integers(0, 3)) == 0:
        asked = asked | {"first_in": draw(st.sampled_from([1, 2, 3, 5, 20]))}
    return asked


@st.composite
def groups(draw: st.DrawFn) -> dict[str, Any]:
    """A group of up to four conditions; one may stand in it twice."""
    kind = draw(st.sampled_from(["any_of", "none_of", "at_least"]))
    found = draw(st.lists(members(), min_size=1, max_size=4))
    if kind != "at_least":
        return {kind: found}
    different = [each for at, each in enumerate(found) if each not in found[:at]]
    return {kind: {"count": draw(st.integers(1, len(different))), "of": found}}


def questions() -> st.SearchStrategy[list[dict[str, Any]]]:
    return st.lists(members() | groups(), max_size=4)


def asked_of(snap: Toy, filters: Any) -> FilterQuery | None:
    """The question, None where it is refused as a contradiction."""
    try:
        return parsed(snap, filters)
    except InvalidRequest as refusal:
        if refusal.code == "group_count":  # the same condition in another spelling
            reject()
        if refusal.code != "contradiction":
            raise
        return None


def assert_as_read_one_by_one(filters: list[dict[str, Any]], key: tuple[int, int]) -> None:
    snap = snapshot(key)
    query = asked_of(snap, filters)
    found = set() if query is None else set(snap.index.sessions.select(query).rows().tolist())
    assert found == matching_rows(snap, filters)


@settings(max_examples=examples(QUESTIONS), deadline=None)
@given(questions(), SNAPSHOTS)
def test_a_question_matches_the_days_a_scalar_reading_matches(
    filters: list[dict[str, Any]], key: tuple[int, int]
) -> None:
    """A refusal as a contradiction is right too: no day matches."""
    assert_as_read_one_by_one(filters, key)


@settings(max_examples=examples(400), deadline=None)
@given(questions(), st.randoms(use_true_random=False), SNAPSHOTS)
def test_order_and_repetition_of_filters_and_conditions_do_not_matter(
    filters: list[dict[str, Any]], random: Any, key: tuple[int, int]
) -> None:
    def mixed(group: dict[str, Any]) -> dict[str, Any]:
        asked = dict(group)
        for kind in ("any_of", "none_of"):
            if kind in asked:
                asked[kind] = [*asked[kind], *asked[kind][:1]]
                random.shuffle(asked[kind])
        if "at_least" in asked:
            asked["at_least"] = dict(asked["at_least"], of=asked["at_least"]["of"][::-1])
        return asked

    shuffled = [mixed(each) for each in filters + filters[:1]]
    random.shuffle(shuffled)
    here, there = asked_of(snapshot(key), filters), asked_of(snapshot(key), shuffled)
    assert here == there
    if here is not None and there is not None:
        assert here.key() == there.key()
        assert asked_of(snapshot(key), here.canonical()) == here


@settings(max_examples=examples(400), deadline=None)
@given(
    st.lists(members(), max_size=3, unique_by=lambda each: each["feature"]),
    st.lists(groups(), max_size=3, unique_by=lambda each: next(iter(each))),
    SNAPSHOTS,
)
def test_a_map_and_a_list_ask_the_same(
    plain: list[dict[str, Any]], grouped: list[dict[str, Any]], key: tuple[int, int]
) -> None:
    as_map = {c["feature"]: {k: v for k, v in c.items() if k != "feature"} for c in plain}
    for group in grouped:
        as_map |= group
    assert asked_of(snapshot(key), as_map) == asked_of(snapshot(key), [*plain, *grouped])


@settings(max_examples=examples(300), deadline=None)
@given(questions(), questions(), SNAPSHOTS)
def test_equal_keys_mean_equal_questions(one: Any, two: Any, key: tuple[int, int]) -> None:
    a, b = asked_of(snapshot(key), one), asked_of(snapshot(key), two)
    if a is not None and b is not None:
        assert (a.key() == b.key()) == (a == b)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(members(), min_size=1, max_size=4), SNAPSHOTS)
def test_any_of_is_at_least_one_and_every_one_is_each_of_them(found: Any, key: tuple[int, int]) -> None:
    snap = snapshot(key)
    different = [each for at, each in enumerate(found) if each not in found[:at]]
    one = {"at_least": {"count": 1, "of": different}}
    assert selected(snap, [{"any_of": found}]) == selected(snap, [one])
    every = asked_of(snap, [{"at_least": {"count": len(different), "of": different}}])
    if every is not None:
        assert set(snap.index.sessions.select(every).rows().tolist()) == matching_rows(snap, different)


def test_the_snapshots_have_sessions_without_one_before() -> None:
    before = snapshot((1, 130)).market.previous_row
    assert 3 < np.count_nonzero(before < 0) < 100
