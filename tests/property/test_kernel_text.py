"""Numbers as the kernel writes them against orjson's, and what it needs room for."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.kernel.answer import KINDS, TOO_LITTLE_ROOM, Answer
from core.kernel.library import Length, Pointer, function, loaded
from core.query.answer_plan import AnswerPlan
from core.query.conditions import FilterQuery
from core.query.plan_distinct import Given
from core.query.tier_tests import TierTests
from core.query.views import Parted, views
from service.apart import Apart
from service.encode import encode, numbers
from service.planned import planned_results
from tests.plain_path import without_kernel
from tests.property.test_answer_plan import plan, questions, snapshot

pytestmark = pytest.mark.skipif(not loaded(), reason="no kernel: python -m core.kernel.build")

write_answer = function("write_answer", Pointer, returns=Length)
answer_size = function("answer_size", returns=Length)

SMALL = [0.0, -0.0, 1e-6, 9.4e-6, 9.6e-6, 1.2e-5, 0.0001, 0.5e-6, 1.5e-6, 2.5e-6, -4e-7, -1e-6, 5e-324]
LARGE = [3.0, 99.9999995, 100.0, 1e3, 1e8, 123456.7890125, 999.999999, 999999999.9999994, -987654321.123456]

floats = st.one_of(
    st.floats(-999999999, 999999999),
    st.floats(-2e-5, 2e-5),
    st.integers(-(10**8), 10**8).map(lambda millionths: millionths / 10**6),
    st.integers(-(10**8), 10**8).map(lambda halves: (halves + 0.5) / 10**6),
    st.fractions(0, 1, max_denominator=3000).map(float),
    st.just(float("nan")),
)
wholes = st.one_of(st.integers(-1200, 12000), st.integers(-(2**63), 2**63 - 1))


def written(kind: str, figures: np.ndarray, field: str, room: int = 1 << 14) -> bytes | int:
    """Figures of a kind in a list, or what the kernel returned instead."""
    text = b"[" + b"," * max(0, len(figures) - 1) + b"]"
    rows = [(place + 1, KINDS.index(kind), place, 0, 0, 0) for place in range(len(figures))]
    rows.append((len(text), KINDS.index("end"), 0, 0, 0, 0))
    steps, out, ends = (
        np.array(rows, dtype=np.int32),
        np.zeros(room, dtype=np.uint8),
        np.zeros(1, dtype=np.int64),
    )
    answer = Answer(text=text + bytes(16), steps=steps.ctypes.data, n_steps=len(steps), room=room)
    answer.out, answer.ends = out.ctypes.data, ends.ctypes.data
    setattr(answer, field, figures.ctypes.data)
    assert write_answer is not None
    length = write_answer(ctypes.addressof(answer))
    return length if length < 0 else out[: ends[0]].tobytes()


def test_both_sides_declare_the_same_answer() -> None:
    assert answer_size is not None
    assert answer_size() == ctypes.sizeof(Answer)


@settings(max_examples=300)
@given(st.lists(floats, min_size=1, max_size=60))
@example(SMALL)
@example(LARGE)
@example([millionths / 10**6 for millionths in range(120)])
def test_numbers_are_written_as_by_orjson(values: list[float]) -> None:
    figures = np.array(values)
    assert written("test", figures, "tests") == b"[" + b",".join(numbers(figures)) + b"]"


@given(st.lists(wholes, min_size=1, max_size=60))
def test_whole_numbers_are_written_as_by_orjson(values: list[int]) -> None:
    expected = encode([value or None for value in values])
    assert written("longest run", np.array(values, dtype=np.int64), "longest_runs") == expected


@pytest.mark.parametrize("value", [1e9, -1e9, 1e15, 1e300, float("inf"), float("-inf")])
def test_what_is_too_large_is_left_to_the_plain_path(value: float) -> None:
    assert written("test", np.array([0.5, value]), "tests") == -1


@given(st.integers(0, 200))
def test_nothing_is_written_past_the_room(room: int) -> None:
    found = written("test", np.array([0.123456, 17.5]), "tests", room)
    assert found in (TOO_LITTLE_ROOM, b"[0.123456,17.5]")


def without_numpy(*_: object) -> None:
    raise AssertionError("the plain path answered, the kernel was expected to")


@settings(max_examples=30)
@given(questions())
def test_an_answer_is_the_same_without_the_kernel(question: tuple[int, FilterQuery, list[str]]) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    selection, made = index.select(query), plan(sessions, tuple(names))
    tests = TierTests.one_by_one(views(index, query, selection, names))

    def answered() -> bytes:
        return encode(planned_results(made, index, query, selection, tests, Apart()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AnswerPlan, "_filled", without_numpy)
        by_kernel = answered()
    with pytest.MonkeyPatch.context() as patch:
        assert without_kernel(patch)
        assert answered() == by_kernel


def test_a_long_piece_finds_its_room() -> None:
    index, names = snapshot(160), ("gap_up",)
    made, whole = AnswerPlan(index, names, encode), np.ones((2, 160), dtype=np.bool_)
    long = encode("long" * 100_000)
    given = Given(np.zeros((4, 1)), (), {}, {"gap_up": dict.fromkeys(made.left_out["gap_up"], long)})
    sides = Parted(np.stack([made.table.whole] * 2), whole)
    assert long in made.answers(sides, given, numbers)["gap_up"]
