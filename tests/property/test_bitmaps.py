"""Packed words behave as Python's sets of ordinals, whatever is done to them in whatever order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.statistics import bitmaps
from core.statistics.bitmaps import Words

SIZES = st.sampled_from([1, 7, 8, 63, 64, 65, 127, 128, 129, 531])


@st.composite
def universes(draw: st.DrawFn) -> tuple[int, set[int], set[int]]:
    """A number of sessions and two sets of their ordinals."""
    sessions = draw(SIZES)
    ordinals = st.sets(st.integers(0, sessions - 1))
    return sessions, draw(ordinals), draw(ordinals)


def words_of(ordinals: set[int], sessions: int) -> Words:
    mask = np.zeros(sessions, dtype=np.bool_)
    mask[sorted(ordinals)] = True
    return bitmaps.pack(mask)


def ordinals_of(words: Words, sessions: int) -> set[int]:
    return set(np.flatnonzero(bitmaps.unpack(words, sessions)).tolist())


def complement(words: Words, sessions: int) -> Words:
    """The sessions that are not in the set, as a question takes them from those it began with."""
    return bitmaps.between(0, sessions, sessions) & ~words


def padding_of(words: Words, sessions: int) -> int:
    """The bits past the last session, as a number."""
    return int.from_bytes(words.tobytes(), "little") >> sessions


@settings(deadline=None)
@given(universes())
def test_words_hold_exactly_the_ordinals_put_in(universe: tuple[int, set[int], set[int]]) -> None:
    sessions, ordinals, _ = universe
    words = words_of(ordinals, sessions)
    assert ordinals_of(words, sessions) == ordinals
    assert bitmaps.count(words) == len(ordinals)
    assert int.from_bytes(words.tobytes(), "little") == sum(1 << ordinal for ordinal in ordinals)


@settings(deadline=None)
@given(universes())
def test_and_or_and_not_are_the_set_operations(universe: tuple[int, set[int], set[int]]) -> None:
    sessions, left, right = universe
    a, b = words_of(left, sessions), words_of(right, sessions)
    assert ordinals_of(a & b, sessions) == left & right
    assert ordinals_of(a | b, sessions) == left | right
    assert ordinals_of(complement(a, sessions), sessions) == set(range(sessions)) - left


@settings(deadline=None)
@given(universes())
def test_padding_is_zero_after_a_complement(universe: tuple[int, set[int], set[int]]) -> None:
    sessions, left, _ = universe
    assert padding_of(complement(words_of(left, sessions), sessions), sessions) == 0


@settings(deadline=None)
@given(SIZES, st.data())
def test_between_holds_the_ordinals_of_a_range(sessions: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, sessions))
    stop = data.draw(st.integers(start, sessions))
    assert ordinals_of(bitmaps.between(start, stop, sessions), sessions) == set(range(start, stop))


@settings(deadline=None)
@given(universes())
def test_several_sets_are_packed_and_counted_at_once(universe: tuple[int, set[int], set[int]]) -> None:
    sessions, left, right = universe
    masks = np.stack([bitmaps.unpack(words_of(ordinals, sessions), sessions) for ordinals in (left, right)])
    words = bitmaps.pack(masks)
    assert [ordinals_of(row, sessions) for row in words] == [left, right]
    assert bitmaps.counts(words).tolist() == [len(left), len(right)]


def test_bit_order_is_the_contract_s() -> None:
    words = words_of({0, 9, 64}, 65)
    assert words.dtype == np.dtype("<u8")
    assert words.tobytes() == bytes([1, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])


class BitmapMachine(RuleBasedStateMachine):
    """The same random operations on packed words and on a set."""

    @initialize(sessions=SIZES)
    def start(self, sessions: int) -> None:
        self.sessions = sessions
        self.words = bitmaps.between(0, 0, sessions)
        self.ordinals: set[int] = set()

    def _drawn(self, data: st.DataObject) -> set[int]:
        return data.draw(st.sets(st.integers(0, self.sessions - 1)))

    @rule(data=st.data())
    def join(self, data: st.DataObject) -> None:
        other = self._drawn(data)
        self.words = self.words | words_of(other, self.sessions)
        self.ordinals |= other

    @rule(data=st.data())
    def keep(self, data: st.DataObject) -> None:
        other = self._drawn(data)
        self.words = self.words & words_of(other, self.sessions)
        self.ordinals &= other

    @precondition(lambda self: len(self.ordinals) > 0)
    @rule(data=st.data())
    def take_away(self, data: st.DataObject) -> None:
        gone = data.draw(st.sampled_from(sorted(self.ordinals)))
        self.words = self.words & ~words_of({gone}, self.sessions)
        self.ordinals -= {gone}

    @rule()
    def turn_round(self) -> None:
        self.words = complement(self.words, self.sessions)
        self.ordinals = set(range(self.sessions)) - self.ordinals

    @invariant()
    def holds_the_same(self) -> None:
        assert ordinals_of(self.words, self.sessions) == self.ordinals
        assert bitmaps.count(self.words) == len(self.ordinals)
        assert padding_of(self.words, self.sessions) == 0


TestBitmapMachine = BitmapMachine.TestCase
TestBitmapMachine.settings = settings(deadline=None)


def test_a_complement_that_forgets_the_padding_is_caught() -> None:
    with pytest.raises(AssertionError):
        assert padding_of(~words_of({1}, 65), 65) == 0
