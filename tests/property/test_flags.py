"""The engine counts a group's days by flag as Python's sets of ordinals do, whatever the group is."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.known_at import KnownAt
from core.contracts.pack import NULL_CODE
from core.figures.answer import Engine
from core.figures.bitmap import Layout
from core.figures.columns import FeatureDays, Flags
from core.figures.formulas import Mask
from tests.unit.figures.small_features import define, weekdays

SIZES = st.sampled_from([1, 7, 8, 63, 64, 65, 127, 128, 129, 531])
FLAG = define("flag", "boolean", "occurrence", known_at=KnownAt.OPEN)
SIDE = replace(
    FLAG, name="side", kind="enum", labels=("up", "down", "flat"), modules=("categorical_distribution",)
)


@lru_cache(maxsize=16)
def flagged(sessions: int) -> tuple[Flags, dict[str, list[int]]]:
    """The flags of two features of random codes, and the codes."""
    rng = np.random.default_rng(sessions)
    codes = {
        "flag": rng.choice(np.array([0, 1, NULL_CODE], dtype=np.uint8), sessions),
        "side": rng.choice(np.array([0, 1, 2, NULL_CODE], dtype=np.uint8), sessions),
    }
    days = [FeatureDays(each, codes[each.name], np.ones(sessions, dtype=np.bool_)) for each in (FLAG, SIDE)]
    return Engine(days, Layout(weekdays(sessions))).columns.flags, {
        name: each.tolist() for name, each in codes.items()
    }


def mask_of(ordinals: set[int], sessions: int) -> Mask:
    mask = np.zeros(sessions, dtype=np.bool_)
    mask[sorted(ordinals)] = True
    return mask


def years_of(sessions: int) -> list[int]:
    return [date.year for date in weekdays(sessions).tolist()]


@st.composite
def groups(draw: st.DrawFn) -> tuple[int, set[int]]:
    """A number of sessions and a set of their ordinals."""
    sessions = draw(SIZES)
    return sessions, draw(st.sets(st.integers(0, sessions - 1)) | st.just(set(range(sessions))))


@settings(deadline=None)
@given(groups())
def test_a_group_s_days_by_flag_are_those_of_the_sets(group: tuple[int, set[int]]) -> None:
    sessions, ordinals = group
    flags, codes = flagged(sessions)
    found = flags.count(flags.layout.bitmap(mask_of(ordinals, sessions)))

    def days(name: str, *wanted: int) -> int:
        return len(ordinals & {day for day, code in enumerate(codes[name]) if code in wanted})

    flag, side = flags.row_of["flag"], flags.row_of["side"]
    assert [found[flags.known[place]] for place in (flag, side)] == [
        days("flag", 0, 1),
        days("side", 0, 1, 2),
    ]
    assert found[flags.active[flag]] == days("flag", 1)
    assert found[flags.outcomes[flag]].tolist() == [days("flag", 1), days("flag", 0), 0]
    assert found[flags.outcomes[side]].tolist() == [days("side", label) for label in range(3)]


@settings(deadline=None)
@given(groups())
def test_a_group_and_the_rest_are_the_whole(group: tuple[int, set[int]]) -> None:
    sessions, ordinals = group
    flags = flagged(sessions)[0]
    days = flags.layout.bitmap(mask_of(ordinals, sessions))
    assert (flags.count(days) + flags.count(~days)).tolist() == flags.whole.tolist()


@settings(deadline=None)
@given(groups())
def test_a_group_s_days_by_year_are_those_of_the_sets(group: tuple[int, set[int]]) -> None:
    sessions, ordinals = group
    layout, years = flagged(sessions)[0].layout, years_of(sessions)
    found = layout.by_year(layout.pack(mask_of(ordinals, sessions))[:, None])[:, 0]
    expected = Counter(years[day] for day in ordinals)
    assert layout.years.tolist() == sorted(set(years))
    assert found.tolist() == [expected[year] for year in layout.years.tolist()]


@settings(deadline=None)
@given(groups(), st.data())
def test_words_hold_exactly_the_ordinals_put_in(group: tuple[int, set[int]], data: st.DataObject) -> None:
    sessions, ordinals = group
    other = data.draw(st.sets(st.integers(0, sessions - 1)))
    words = flagged(sessions)[0].layout.pack(
        np.stack([mask_of(ordinals, sessions), mask_of(other, sessions)])
    )
    assert words.shape == (2, sum(-(-days // 64) for days in Counter(years_of(sessions)).values()))
    assert np.bitwise_count(words).sum(axis=1).tolist() == [len(ordinals), len(other)]
    assert int(np.bitwise_count(words[0] & words[1]).sum()) == len(ordinals & other)
    assert int(np.bitwise_count(words[0] & ~words[1]).sum()) == len(ordinals - other), "padding is zero"


def test_a_complement_of_the_words_would_be_caught() -> None:
    """Padding counts as days where the words are turned round instead of the mask."""
    with pytest.raises(AssertionError):
        assert int(np.bitwise_count(~flagged(65)[0].layout.pack(mask_of({1}, 65))).sum()) == 64
