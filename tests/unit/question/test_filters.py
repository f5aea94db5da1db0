"""Parsing: one canonical question out of many spellings, and a plain refusal of everything else."""

from datetime import date
from typing import Any

import pytest

from core.contracts.catalogue import Tier
from core.contracts.errors import Forbidden, InvalidRequest
from core.question.conditions import Condition, FilterQuery
from core.question.filters import MAX_FILTERS, feature_named, parse_query
from tests.unit.question.toy import CATALOGUE

FIRST, LAST = date(2024, 1, 2), date(2024, 12, 31)


def parse(filters: Any, start: Any = None, end: Any = None, tier: Tier = "pro") -> FilterQuery:
    return parse_query(filters, start, end, CATALOGUE, first=FIRST, last=LAST, tier=tier)


def one(feature: str, operator: Any, value: Any, **rest: Any) -> list[dict[str, Any]]:
    return [{"feature": feature, "operator": operator, "value": value, **rest}]


NAN, INFINITE = float("nan"), float("inf")
REFUSED = [
    # filters, start, end, code, words of the detail
    (5, None, None, "filters_shape", ["filters", "map", "list", "5"]),
    ([5], None, None, "filters_shape", ["filters[0]", "object"]),
    ({"flag": True}, None, None, "filters_shape", ["filters.flag", "object"]),
    ({"flag": {"operator": "="}}, None, None, "filters_shape", ["filters.flag", "value is missing"]),
    ([{"operator": "=", "value": 1}], None, None, "filters_shape", ["filters[0]", "feature is missing"]),
    ([{"feature": 4, "operator": "=", "value": 1}], None, None, "filters_shape", ["filters[0].feature"]),
    ({"flag": {"operator": "=", "value": True, "values": 1}}, None, None, "filters_shape", ["values"]),
    (one("flag", "=", True) * (MAX_FILTERS + 1), None, None, "too_many_filters", ["51", "50"]),
    (one("tuch_bar", "=", 1), None, None, "unknown_feature", ["tuch_bar", "touch_bar"]),
    (one("zzz", "=", 1), None, None, "unknown_feature", ["zzz", "/api/features"]),
    (one("day_prev", "=", "2024-01-05"), None, None, "unknown_feature", ["day_prev", "twin", "day"]),
    (one("Date_Range_prev", "=", "2024-01-05"), None, None, "unknown_feature", ["Date_Range_prev"]),
    (one("flag", "like", True), None, None, "unknown_operator", ["flag", "like", "=, !=, in, not_in"]),
    (one("flag", None, True), None, None, "unknown_operator", ["flag", "null"]),
    (one("place", ">", "above"), None, None, "unknown_operator", ["place", "enum"]),
    (one("flag", "range", [False, True]), None, None, "unknown_operator", ["boolean"]),
    (one("day", "!=", "2024-01-05"), None, None, "unknown_operator", ["=, range"]),
    (one("Date_Range", ">", "2024-01-05"), None, None, "unknown_operator", ["Date_Range", "=, range"]),
    (one("flag", "=", 1), None, None, "value_type", ["flag", "true or false"]),
    (one("flag", "=", "true"), None, None, "value_type", ["true or false"]),
    (one("flag", "=", None), None, None, "value_type", ["null"]),
    (one("touch_bar", "=", 4.5), None, None, "value_type", ["touch_bar", "4.5", "whole number"]),
    (one("touch_bar", "=", True), None, None, "value_type", ["true", "whole number"]),
    (one("touch_bar", "=", "4"), None, None, "value_type", ["whole number"]),
    (one("touch_bar", "<=", [4]), None, None, "value_type", ["[4]"]),
    (one("size", "=", NAN), None, None, "value_type", ["finite number"]),
    (one("size", "<", INFINITE), None, None, "value_type", ["finite number"]),
    (one("size", "<", 10**400), None, None, "value_type", ["finite number"]),
    (one("size", "in", [1, None]), None, None, "value_type", ["null"]),
    (one("size", "in", 1), None, None, "value_type", ["list"]),
    (one("place", "=", 0), None, None, "value_type", ["place", "above, inside, below"]),
    (one("place", "=", "Above"), None, None, "unknown_label", ["Above", "above, inside, below"]),
    (one("place", "in", ["above", "outside"]), None, None, "unknown_label", ["outside"]),
    (one("size", "in", []), None, None, "empty_list", ["size", "at least one"]),
    (one("size", "not_in", []), None, None, "empty_list", ["size"]),
    (one("size", "range", [1]), None, None, "range_values", ["size", "[low, high]"]),
    (one("size", "range", [1, None]), None, None, "range_values", ["[1, null]"]),
    (one("size", "range", [1, 2, 3]), None, None, "range_values", ["[low, high]"]),
    (one("size", "range", 4), None, None, "range_values", ["4"]),
    (one("size", "range", [2, 1]), None, None, "range_order", ["size", "upside down"]),
    (one("day", "range", ["2024-02-01", "2024-01-01"]), None, None, "range_order", ["day"]),
    (one("day", "=", "5 May"), None, None, "date_format", ["day", "YYYY-MM-DD"]),
    (one("day", "=", 20240505), None, None, "value_type", ["day", "YYYY-MM-DD"]),
    (one("flag", "=", True, by_bar=4), None, None, "by_bar_not_supported", ["flag", "open"]),
    (one("set_bar", "=", 4, by_bar=4), None, None, "by_bar_not_supported", ["set_bar", "10:30"]),
    (one("touch_bar_prev", "=", 4, by_bar=4), None, None, "by_bar_not_supported", ["touch_bar_prev"]),
    (one("Date_Range", "=", "2024-05-01", by_bar=4), None, None, "by_bar_not_supported", ["Date_Range"]),
    (one("touch_bar", "=", 4, by_bar=0), None, None, "by_bar_range", ["touch_bar", "1 to 81", "0"]),
    (one("touch_bar", "=", 4, by_bar=82), None, None, "by_bar_range", ["82"]),
    (one("touch_bar", "=", 4, by_bar=2.5), None, None, "by_bar_range", ["2.5"]),
    (one("touch_bar", "=", 4, by_bar="8"), None, None, "by_bar_range", ["8"]),
    (one("touch_bar", "=", 4, by_bar=True), None, None, "by_bar_range", ["true"]),
    (one("Date_Range", "range", "2024-05-01"), None, None, "range_values", ["Date_Range"]),
    (one("Date_Range", "range", ["2024-05-01"]), None, None, "range_values", ["Date_Range"]),
    (one("Date_Range", "range", ["2024-05-01", None]), None, None, "date_format", ["null"]),
    (one("Date_Range", "range", ["2024-05-02", "2024-05-01"]), None, None, "date_order", ["after"]),
    (
        one("Date_Range", "=", "2024-05-02") + one("Date_Range", "=", "2024-05-03"),
        None,
        None,
        "date_order",
        ["in common"],
    ),
    (None, "2024-5-1", None, "date_format", ["start_date", "2024-5-1"]),
    (None, "20240501", None, "date_format", ["start_date"]),
    (None, None, "2024-W10-1", "date_format", ["end_date"]),
    (None, None, 20240501, "date_format", ["end_date"]),
    (None, None, "2023-02-29", "date_format", ["2023-02-29"]),
    (None, "2024-05-02", "2024-05-01", "date_order", ["start_date", "end_date"]),
]


@pytest.mark.parametrize(("filters", "start", "end", "code", "words"), REFUSED)
def test_what_cannot_be_asked_is_refused_in_words(
    filters: Any, start: Any, end: Any, code: str, words: list[str]
) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        parse(filters, start, end)
    assert (refusal.value.code, refusal.value.status) == (code, 422)
    assert [word for word in words if word not in refusal.value.detail] == []


def test_a_long_value_is_quoted_short() -> None:
    with pytest.raises(InvalidRequest) as refusal:
        parse(one("flag", "=", "x" * 10_000))
    assert len(refusal.value.detail) < 200


def test_a_feature_outside_the_tier_is_forbidden_and_not_suggested() -> None:
    with pytest.raises(Forbidden, match="pro") as refusal:
        parse(one("retest_bar", "=", 1), tier="standard")
    assert (refusal.value.code, refusal.value.status) == ("feature_not_in_tier", 403)
    with pytest.raises(InvalidRequest) as unknown:
        parse(one("retest_bars", "=", 1), tier="lite")
    assert "retest_bar " not in unknown.value.detail


def test_lite_has_no_previous_day_filters() -> None:
    with pytest.raises(Forbidden) as refusal:
        parse(one("flag_prev", "=", True), tier="lite")
    assert refusal.value.code == "prev_not_in_tier"
    assert parse(one("flag_prev", "=", True), tier="standard").conditions[0].prev
    with pytest.raises(Forbidden) as outside:
        parse(one("retest_bar_prev", "=", 1), tier="lite")
    assert outside.value.code == "feature_not_in_tier"


def test_a_named_feature_is_found_for_a_tier_that_sees_it() -> None:
    assert feature_named("feature", "run", CATALOGUE, "standard").name == "run"
    with pytest.raises(Forbidden):
        feature_named("feature", "run", CATALOGUE, "lite")
    with pytest.raises(InvalidRequest):
        feature_named("feature", ["run"], CATALOGUE, "pro")


def test_values_take_the_feature_s_own_type() -> None:
    [bar] = parse(one("touch_bar", "<=", 5.0, by_bar=8.0)).conditions
    assert (repr(bar.value), repr(bar.by_bar)) == ("5", "8")
    [size] = parse(one("size", "range", [-0.0, 5])).conditions
    assert repr(size.value) == "(0.0, 5.0)"
    [labels] = parse(one("place", "in", ["below", "above", "below"])).conditions
    assert labels.value == ("above", "below")
    [bars] = parse(one("touch_bar", "in", [9, 3, 9.0, 1])).conditions
    assert bars.value == (1, 3, 9)


def test_a_missing_by_bar_and_a_null_one_are_the_same() -> None:
    assert parse(one("touch_bar", "=", 5, by_bar=None)) == parse(one("touch_bar", "=", 5))


def test_one_feature_may_be_asked_twice_in_a_list() -> None:
    query = parse(one("touch_bar", ">", 5) + one("touch_bar", "!=", 9) + one("touch_bar", ">", 5.0))
    assert query.conditions == (
        Condition("touch_bar", False, "!=", 9),
        Condition("touch_bar", False, ">", 5),
    )


def test_nothing_asked_is_the_whole_snapshot() -> None:
    spellings: tuple[Any, ...] = (None, {}, [])
    for nothing in spellings:
        query = parse(nothing)
        assert (query.conditions, query.start, query.end, query.whole) == ((), FIRST, LAST, True)
        assert (query.canonical(), query.key()) == ([], "[]")


def test_date_range_overrides_start_and_end() -> None:
    query = parse(one("Date_Range", "range", ["2024-03-01", "2024-04-30"]), "2024-06-01", "2024-07-01")
    assert (query.start, query.end, query.whole) == (date(2024, 3, 1), date(2024, 4, 30), False)
    wire = {"feature": "Date_Range", "operator": "range", "value": ["2024-03-01", "2024-04-30"]}
    assert query.canonical() == [wire]


def test_one_day_and_several_ranges_narrow_the_dates() -> None:
    assert parse(one("Date_Range", "=", "2024-03-01")).start == date(2024, 3, 1)
    both = one("Date_Range", "range", ["2024-03-01", "2024-05-01"])
    both += one("Date_Range", "range", ["2024-04-01", "2024-06-01"])
    assert (parse(both).start, parse(both).end) == (date(2024, 4, 1), date(2024, 5, 1))


def test_dates_beyond_the_snapshot_are_the_same_question() -> None:
    assert parse(None, "2015-01-01", "2030-01-01") == parse(None)
    assert parse(None, "2015-01-01", "2024-03-01").key() == parse(None, None, "2024-03-01").key()


@pytest.mark.parametrize(
    ("start", "end"), [("2030-01-01", None), (None, "2015-01-01"), ("1999-01-01", "1999-02-01")]
)
def test_dates_outside_the_snapshot_hold_no_session(start: str | None, end: str | None) -> None:
    query = parse(None, start, end)
    assert not query.whole
    assert query.end < FIRST or query.start > LAST
    assert query.start <= query.end


def test_the_wire_form_bears_by_bar_only_where_it_was_asked() -> None:
    query = parse(one("touch_bar", "in", [4, 2], by_bar=30) + one("flag_prev", "=", True))
    assert query.canonical() == [
        {"feature": "flag_prev", "operator": "=", "value": True},
        {"feature": "touch_bar", "operator": "in", "value": [2, 4], "by_bar": 30},
    ]
