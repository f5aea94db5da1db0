"""Groups, lags and first time in N days as they are asked: one form, plain refusals, marks."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core.contracts.errors import Forbidden, InvalidRequest
from core.contracts.known_at import KnownAt
from core.question.conditions import Condition, FilterQuery, Group, sentence
from core.question.filters import MAX_FILTERS, parse_query
from core.question.index import deciding
from core.question.look_ahead import hindsight, known_bars, later_filters, require_known, shared_bars
from tests.unit.question.toy import CATALOGUE, toy

FIRST, LAST = date(2024, 1, 2), date(2024, 12, 31)
FLAG = {"feature": "flag", "operator": "=", "value": True}
UP = {"feature": "flag", "operator": "=", "value": False}
RUN = {"feature": "run", "operator": ">", "value": 2}
PLACE = {"feature": "place", "operator": "=", "value": "above"}
TOUCH = {"feature": "touch_bar", "operator": "<=", "value": 24}


def parse(filters: Any, as_of: int | None = None, **more: Any) -> FilterQuery:
    return parse_query(filters, None, None, CATALOGUE, first=FIRST, last=LAST, as_of=as_of, **more)


REFUSED: list[tuple[Any, str, list[str]]] = [
    # filters, code, words of the detail
    ({"any_of": []}, "empty_group", ["filters.any_of", "at least one condition", "leave it out"]),
    ([{"none_of": []}], "empty_group", ["filters[0].none_of"]),
    ([{"at_least": {"count": 1, "of": []}}], "empty_group", ["filters[0].at_least.of"]),
    ([{"any_of": FLAG}], "filters_shape", ["filters[0].any_of", "list of conditions"]),
    ([{"any_of": None}], "filters_shape", ["filters[0].any_of", "null"]),
    ([{"any_of": [5]}], "filters_shape", ["filters[0].any_of[0]", "object"]),
    (
        {"any_of": [FLAG, {"feature": "run", "operator": ">"}]},
        "filters_shape",
        ["any_of[1]", "value is missing"],
    ),
    ([{"any_of": [{"none_of": [FLAG]}]}], "nested_group", ["filters[0].any_of[0]", "no other group"]),
    ({"at_least": {"count": 1, "of": [{"any_of": [FLAG]}]}}, "nested_group", ["filters.at_least.of[0]"]),
    ([{"any_of": [FLAG], "none_of": [RUN]}], "filters_shape", ["any_of and none_of", "two entries"]),
    ([{"any_of": [FLAG], "value": 1}], "filters_shape", ["filters[0]", "value", "any_of"]),
    ([{"all_of": [FLAG]}], "filters_shape", ["filters[0]", "all_of"]),
    ({"all_of": [FLAG]}, "filters_shape", ["filters.all_of"]),
    ([{"at_least": [FLAG]}], "filters_shape", ["filters[0].at_least", "count, of"]),
    ([{"at_least": {"count": 1, "of": [FLAG], "by": 2}}], "filters_shape", ["count, of"]),
    ([{"at_least": {"of": [FLAG]}}], "filters_shape", ["count, of"]),
    (
        [{"at_least": {"count": 0, "of": [FLAG, RUN]}}],
        "group_count",
        ["filters[0].at_least: count", "1 to 2", "0"],
    ),
    ([{"at_least": {"count": 3, "of": [FLAG, RUN]}}], "group_count", ["1 to 2", "3"]),
    ([{"at_least": {"count": 2, "of": [FLAG, FLAG]}}], "group_count", ["1 to 1"]),
    ([{"at_least": {"count": 1.5, "of": [FLAG, RUN]}}], "group_count", ["1.5"]),
    ([{"at_least": {"count": True, "of": [FLAG, RUN]}}], "group_count", ["true"]),
    ([{"any_of": [FLAG] * MAX_FILTERS}, RUN], "too_many_filters", ["51", "50"]),
    ([{"any_of": [FLAG | {"value": 3}]}], "value_type", ["flag", "true or false"]),
    ([{"any_of": [FLAG | {"feature": "flga"}]}], "unknown_feature", ["flga", "flag"]),
    ([{"any_of": [FLAG | {"feature": "Date_Range"}]}], "filters_shape", ["Date_Range", "beside the group"]),
    ([FLAG | {"feature": "flag_prev9"}], "prev_range", ["flag_prev9", "1 to 5", "flag_prev2 to flag_prev5"]),
    ([FLAG | {"feature": "flag_prev1"}], "prev_range", ["flag_prev or"]),
    ([FLAG | {"feature": "flag_prev0"}], "prev_range", ["flag_prev0"]),
    ([FLAG | {"feature": "flag_previous"}], "unknown_feature", ["flag_previous"]),
    (
        [{"feature": "day_prev2", "operator": "=", "value": "2024-01-05"}],
        "unknown_feature",
        ["day_prev2", "twin"],
    ),
    ([TOUCH | {"feature": "touch_bar_prev2", "by_bar": 4}], "by_bar_not_supported", ["touch_bar_prev2"]),
    ([FLAG | {"first_in": 0}], "first_in_range", ["flag: first_in", "1 to 20", "0"]),
    ([FLAG | {"first_in": 21}], "first_in_range", ["21"]),
    ([FLAG | {"first_in": "5"}], "first_in_range", ['"5"']),
    ([FLAG | {"first_in": True}], "first_in_range", ["true"]),
    (
        [{"feature": "Date_Range", "operator": "=", "value": "2024-01-05", "first_in": 2}],
        "first_in_not_supported",
        ["Date_Range", "leave it out"],
    ),
]


@pytest.mark.parametrize(("filters", "code", "words"), REFUSED)
def test_what_cannot_be_asked_is_refused_in_words(filters: Any, code: str, words: list[str]) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        parse(filters)
    assert refusal.value.code == code
    assert [word for word in words if word not in refusal.value.detail] == []


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        ([FLAG, {"none_of": [FLAG]}], "Flag equals True and not (Flag equals True)"),
        (
            {"flag": {"operator": "=", "value": True}, "none_of": [RUN, FLAG]},
            "Flag equals True and not (Flag equals True or Run > 2)",
        ),
        (
            [{"any_of": [FLAG, RUN]}, {"none_of": [RUN, FLAG]}],
            "(Flag equals True or Run > 2) and not (Flag equals True or Run > 2)",
        ),
        ([{"any_of": [FLAG]}, {"none_of": [FLAG]}], "(Flag equals True) and not (Flag equals True)"),
        (
            [{"at_least": {"count": 2, "of": [FLAG, RUN, PLACE]}}, {"none_of": [FLAG]}, {"none_of": [RUN]}],
            "at least 2 of (Flag equals True, Place equals Above, Run > 2) and not (Flag equals True) "
            "and not (Run > 2)",
        ),
        ([UP, {"any_of": [FLAG]}], "(Flag equals True) and Flag equals False"),
    ],
)
def test_a_group_that_is_contradicted_is_refused_with_both_in_words(filters: Any, words: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        parse(filters)
    assert refusal.value.code == "contradiction"
    assert refusal.value.detail == f"filters: {words} hold on no day; remove one of them."


@pytest.mark.parametrize(
    "filters",
    [
        [FLAG, UP],
        [FLAG, {"none_of": [UP]}],
        [{"any_of": [FLAG, RUN]}, {"none_of": [FLAG]}],
        [FLAG, {"none_of": [FLAG | {"feature": "flag_prev"}]}],
        [FLAG | {"first_in": 2}, {"none_of": [FLAG]}],
        [FLAG | {"first_in": 5}, {"any_of": [FLAG | {"first_in": 5, "value": False}]}],
        [{"at_least": {"count": 2, "of": [FLAG, RUN, PLACE]}}, {"none_of": [FLAG]}],
    ],
)
def test_what_may_hold_or_is_not_plain_is_answered(filters: Any) -> None:
    assert parse(filters).filters


def test_lite_has_no_lag_and_no_feature_of_a_wider_tier_in_a_group() -> None:
    for lag in ("", "2", "5", "9"):
        with pytest.raises(Forbidden) as refusal:
            parse([{"any_of": [FLAG | {"feature": f"flag_prev{lag}"}]}], tier="lite")
        assert refusal.value.code == "prev_not_in_tier"
    with pytest.raises(Forbidden) as outside:
        parse([{"none_of": [FLAG, TOUCH | {"feature": "retest_bar"}]}], tier="standard")
    assert outside.value.code == "feature_not_in_tier"


def test_groups_stand_behind_conditions_in_one_form() -> None:
    query = parse([{"none_of": [RUN, FLAG, RUN], "any_of": None}, {"any_of": [TOUCH]}, PLACE])
    flag, run = Condition("flag", 0, "=", True), Condition("run", 0, ">", 2)
    assert query.filters[2] == Group("none_of", 0, (flag, run))
    assert query.canonical() == [PLACE, {"any_of": [TOUCH]}, {"none_of": [FLAG, RUN]}]
    at_least = [{"at_least": {"count": 2.0, "of": [RUN | {"first_in": 3}, FLAG | {"feature": "flag_prev2"}]}}]
    assert parse(at_least).canonical() == [
        {"at_least": {"count": 2, "of": [FLAG | {"feature": "flag_prev2"}, RUN | {"first_in": 3}]}}
    ]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Condition("flag", 2, "=", True), "Flag, 2 days before equals True"),
        (Condition("touch_bar", 0, ">", 0, 6, 1), "Touch Bar > No Event, by bar 6, first time in 1 day"),
        (
            Group("at_least", 2, (Condition("flag", 1, "=", True), Condition("size", 0, ">", 3.0, None, 5))),
            "at least 2 of (Flag, previous day equals True, Size > 3 %, first time in 5 days)",
        ),
    ],
)
def test_a_filter_reads_as_a_sentence(asked: Condition | Group, words: str) -> None:
    assert sentence(asked, CATALOGUE) == words


GROUP = {"any_of": [FLAG, PLACE]}


def test_look_ahead_of_a_group_is_that_of_its_latest_condition() -> None:
    query = parse([GROUP])
    known = known_bars(query, CATALOGUE)
    assert later_filters(CATALOGUE.by_name["set_bar"], known) == ["place"]
    assert hindsight(query, CATALOGUE)
    shared = shared_bars(CATALOGUE.by_name["touch_bar"], known, CATALOGUE)
    assert shared is not None
    assert (shared.filters, shared.last_bar) == (["place"], 81)
    assert not hindsight(parse([{"none_of": [FLAG, PLACE | {"feature": "place_prev3"}]}]), CATALOGUE)


def test_every_condition_of_a_group_must_be_known_by_the_bar() -> None:
    assert parse([{"any_of": [FLAG, TOUCH | {"by_bar": 12}]}], as_of=12)
    for late in (PLACE, TOUCH, TOUCH | {"by_bar": 13}):
        with pytest.raises(InvalidRequest) as refusal:
            parse([{"any_of": [FLAG, late]}], as_of=12)
        assert refusal.value.code == "not_known_yet"
        assert refusal.value.detail.startswith(str(late["feature"]))


@pytest.mark.parametrize(
    ("first_bar", "as_of", "remedy"),
    [
        (13, 6, "ask as of bar 13 or later"),
        (13, 12, "ask as of bar 13 or later"),
        (13, 13, "ask it by_bar 13"),
        (1, 0, "ask as of bar 1 or later"),
        (1, 1, "ask it by_bar 1"),
    ],
)
def test_an_event_is_asked_by_a_bar_on_which_it_can_have_come(
    first_bar: int, as_of: int, remedy: str
) -> None:
    event = replace(CATALOGUE.by_name["touch_bar"], first_bar=first_bar)
    catalogue = replace(CATALOGUE, features=(event,))
    with pytest.raises(InvalidRequest) as refusal:
        require_known([parse([TOUCH]).conditions[0]], catalogue, as_of)
    assert f"; {remedy}, or ask of the whole day." in refusal.value.detail


@pytest.mark.parametrize(
    ("known_at", "as_of", "remedy"),
    [
        (KnownAt.OPEN, -1, "ask as of the open or later"),
        (KnownAt.BAR_1, 0, "ask as of bar 1 or later"),
        (KnownAt.BAR_12, 11, "ask as of bar 12 or later"),
        (KnownAt.EOD, 80, "leave it out"),
    ],
)
def test_a_filter_is_asked_as_of_the_bar_by_which_it_is_known(
    known_at: KnownAt, as_of: int, remedy: str
) -> None:
    catalogue = replace(CATALOGUE, features=(replace(CATALOGUE.by_name["flag"], known_at=known_at),))
    with pytest.raises(InvalidRequest) as refusal:
        require_known(parse([FLAG]).conditions, catalogue, as_of)
    assert refusal.value.detail.endswith(f"; {remedy}, or ask of the whole day.")


def test_every_feature_of_a_group_is_decided_by_all_its_conditions() -> None:
    index = toy(1).index
    found = deciding(index, parse([GROUP, RUN | {"feature": "run_prev2"}]))
    assert set(found) >= {"flag", "place"}
    assert found["flag"] == found["place"] == ["flag", "place"]
    assert "run" not in found
    as_of = deciding(index, parse([{"any_of": [FLAG, TOUCH | {"by_bar": 6}]}], as_of=6))
    assert "touch_bar" not in as_of
