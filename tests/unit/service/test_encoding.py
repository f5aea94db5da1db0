"""Answers as bytes: six decimals, exact everything else, no NaN."""

import json
import math
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from orjson import Fragment

from core.contracts.answers import CachesAnswer, CacheStats
from service.encoding import encode, rounded

numbers = st.floats(-1e9, 1e9)
trees = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | numbers | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def same(tree: object, answer: object) -> bool:
    """Whether the answer is the tree with its floats within half of the sixth decimal."""
    if isinstance(tree, float):
        return isinstance(answer, float) and abs(answer - tree) <= 0.5000001e-6 + 1e-15 * abs(tree)
    if isinstance(tree, list):
        return isinstance(answer, list) and [*map(same, tree, answer)] == [True] * len(tree)
    if isinstance(tree, dict):
        return (
            isinstance(answer, dict)
            and tree.keys() == answer.keys()
            and all(same(tree[k], answer[k]) for k in tree)
        )
    return type(tree) is type(answer) and tree == answer


@given(trees)
def test_every_float_of_a_tree_is_rounded_and_nothing_else_changes(tree: object) -> None:
    written = encode(tree)
    assert same(tree, json.loads(written))
    assert encode(json.loads(written)) == written


@given(st.floats(-1e6, 1e6))
def test_no_more_than_six_decimals_are_written(number: float) -> None:
    decimals = format(Decimal(encode([number])[1:-1].decode()), "f").partition(".")[2]
    assert len(decimals) <= 6


def test_dataclasses_are_rounded_however_deep() -> None:
    charts = CacheStats(1, 2, 3, 4, 0.1234567)
    answer = json.loads(encode({"caches": [CachesAnswer(1, 2, 3, 4, 1 / 3, charts), charts]}))
    assert [each["hit_ratio"] for each in answer["caches"]] == [0.333333, 0.123457]
    assert answer["caches"][0]["charts"]["hit_ratio"] == 0.123457


def test_a_dataclass_of_itself_ends() -> None:
    @dataclass(frozen=True, slots=True)
    class Counts:
        days: list[int]

    assert json.loads(encode(Counts([1, 2]))) == {"days": [1, 2]}


def test_minus_zero_is_zero() -> None:
    assert encode([-0.0, -0.0000001]) == b"[0.0,0.0]"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_json_has_no_word_for_is_a_bug_not_a_null(value: float) -> None:
    with pytest.raises((ValueError, OverflowError)):
        encode({"a": [value]})


def test_a_numpy_number_is_a_bug() -> None:
    with pytest.raises(TypeError, match="float64"):
        encode([np.float64(0.5)])


def test_a_fragment_is_spliced_as_it_is() -> None:
    assert encode({"a": Fragment(encode({"b": 1 / 3}))}) == b'{"a":{"b":0.333333}}'
    assert isinstance(rounded(Fragment(b"1")), orjson.Fragment)
