"""The answer cache keeps to its bytes and its time."""

from hypothesis import given
from hypothesis import strategies as st

from service.snapshots.cache import AnswerCache

keys = st.sampled_from("abcdefgh")
steps = st.lists(st.tuples(keys, st.binary(max_size=900), st.sampled_from(["ada", "bob"])), max_size=60)


@given(steps)
def test_bytes_stay_within_the_budget_and_add_up(steps: list[tuple[str, bytes, str]]) -> None:
    cache = AnswerCache(2500)
    for key, answer, owner in steps:
        cache.put(key, answer, owner, 10)
        assert cache.stats().bytes <= 2500
        assert cache.get(key) == answer
    entries = cache.stats().entries
    assert cache.clear("ada") + cache.clear("bob") == entries
    assert (cache.stats().entries, cache.stats().bytes) == (0, 0)


def test_an_answer_is_over_after_its_time() -> None:
    now = [0.0]
    cache = AnswerCache(10_000, clock=lambda: now[0])
    cache.put("a", b"1", "ada", 300)
    now[0] = 299.9
    assert cache.get("a") == b"1"
    now[0] = 300.0
    assert cache.get("a") is None
    assert (cache.stats().entries, cache.stats().hits, cache.stats().misses) == (0, 1, 1)


def test_the_least_recently_used_goes_first() -> None:
    cache = AnswerCache(650)
    for key in "abc":
        cache.put(key, b"x", "ada", 10)
        cache.get("a")
    cache.put("d", b"x", "ada", 10)
    assert [cache.get(key) for key in "abcd"] == [b"x", None, b"x", b"x"] or cache.get("a") == b"x"
    assert cache.get("b") is None


def test_clearing_uses_nothing_and_leaves_the_order() -> None:
    cache = AnswerCache(450)
    for key in "ab":
        cache.put(key, b"x", "ada", 10)
    cache.get("a")
    assert cache.clear("bob") == 0
    cache.put("c", b"x", "ada", 10)
    assert [cache.get(key) for key in "abc"] == [b"x", None, b"x"]


def test_what_ends_while_it_is_cleared_stops_nothing() -> None:
    calls, slow = [0.0], [False]

    def clock() -> float:
        calls[0] += slow[0]
        return calls[0]

    cache = AnswerCache(10_000, clock)
    for key in "abcdef":
        cache.put(key, b"x", "ada", 4)
    slow[0] = True
    cache.clear()
    assert cache.stats().entries == 0


def test_without_a_budget_nothing_is_kept() -> None:
    cache = AnswerCache(0)
    cache.put("a", b"1", "ada", 10)
    assert cache.get("a") is None
    assert cache.stats().hit_ratio == 0
