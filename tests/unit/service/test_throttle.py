"""Limits hold whom they are meant for, for as long as they say."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from limits.aio.storage import MemoryStorage

from core.contracts.errors import TooManyRequests
from service.database.sqlite_store import DATABASE
from service.members.rate_limits import PEOPLE_AT_AN_ADDRESS, Unlimited
from service.routes import CALLS, ROOT_CALLS
from service.settings import Settings
from service.settings.values import Rate
from tests.support.blocking import RateLimiter, SqliteStore, Throttle
from tests.support.clock import Clock


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path)
    yield store
    store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock(1000)


@pytest.fixture
def counts() -> MemoryStorage:
    return MemoryStorage()


@pytest.fixture
def counted(counts: MemoryStorage, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> RateLimiter:
    """Tries in memory, by the clock of the test."""
    monkeypatch.setattr("limits.aio.storage.memory.time", SimpleNamespace(time=clock))
    return RateLimiter(counts, clock)


@pytest.fixture
def throttle(tmp_path: Path, store: SqliteStore, counted: RateLimiter) -> Throttle:
    names = ("login", "redeem", "entry", "refresh", "link", "compute", "export", "token")
    limits: dict[str, Any] = {f"{name}_limit": Rate(2, 60) for name in names}
    settings = Settings(tmp_path, tmp_path, access_mode="trusted_url", **limits)
    return Throttle(settings, store.tries, counted)


@pytest.mark.parametrize("limit", ["entry", "login", "refresh", "redeem"])
def test_the_third_try_of_an_address_has_to_wait(throttle: Throttle, limit: str) -> None:
    throttle.admit(limit, "call", "192.0.2.1")
    throttle.admit(limit, "call", "192.0.2.1")
    throttle.admit(limit, "call", "192.0.2.2")
    with pytest.raises(TooManyRequests) as refused:
        throttle.admit(limit, "call", "192.0.2.1")
    assert 0 < refused.value.retry_after <= 60
    assert str(refused.value) == "too many requests: come back after the seconds in Retry-After."


def test_calls_are_counted_apart(throttle: Throttle) -> None:
    for limit, call in (
        ("entry", "entry"),
        ("entry", "entryCode"),
        ("login", "login"),
        ("refresh", "refresh"),
    ):
        for _ in range(2):
            throttle.admit(limit, call, "192.0.2.1", "one")
        with pytest.raises(TooManyRequests):
            throttle.admit(limit, call, "192.0.2.2", "one")
        with pytest.raises(TooManyRequests):
            throttle.admit(limit, call, "192.0.2.1", "another")


def test_a_lecture_hall_shares_an_address_and_nobody_takes_another_s_links(throttle: Throttle) -> None:
    for member in range(PEOPLE_AT_AN_ADDRESS):
        for _ in range(2):
            throttle.admit("links", "makeView", "192.0.2.1", f"member {member}")
        with pytest.raises(TooManyRequests):
            throttle.admit("links", "makeView", "192.0.2.1", f"member {member}")
    with pytest.raises(TooManyRequests):
        throttle.admit("links", "makeView", "192.0.2.1", "one more")
    throttle.admit("links", "makeView", "192.0.2.2", "another one")


@pytest.mark.parametrize("limit", ["links", "compute"])
def test_callers_without_a_session_share_an_address_as_one(throttle: Throttle, limit: str) -> None:
    for _ in range(2):
        throttle.admit(limit, "call", "192.0.2.1")
        throttle.admit(limit, "call", None)
    with pytest.raises(TooManyRequests):
        throttle.admit(limit, "call", "192.0.2.1")
    throttle.admit(limit, "call", "192.0.2.2")
    throttle.admit(limit, "call", None)


def test_an_answer_counts_for_the_work_it_was(throttle: Throttle) -> None:
    throttle.admit("compute", "compute", "192.0.2.1", "one")
    throttle.charge("compute", "192.0.2.1", "one", 1)
    with pytest.raises(TooManyRequests):
        throttle.admit("compute", "compute", "192.0.2.1", "one")
    throttle.charge("compute", "192.0.2.2", None, 2)
    throttle.charge("login", "192.0.2.2", None, 2)
    with pytest.raises(TooManyRequests):
        throttle.admit("compute", "compute", "192.0.2.2")
    throttle.admit("login", "login", "192.0.2.2")
    throttle.admit("compute", "compute", "192.0.2.1", "another")


def test_calls_with_a_personal_token_are_counted_apart_from_what_computes(throttle: Throttle) -> None:
    for _ in range(2):
        throttle.admit("compute", "compute", None, "one")
        throttle.admit_token("one")
        throttle.admit_token(None)
    with pytest.raises(TooManyRequests):
        throttle.admit_token("one")
    throttle.admit_token("another")
    throttle.admit_token(None)


def test_a_name_with_a_lone_surrogate_is_counted(throttle: Throttle) -> None:
    for _ in range(2):
        throttle.admit("compute", "compute", None, "one \ud800")
    with pytest.raises(TooManyRequests):
        throttle.admit("compute", "compute", None, "one \ud800")


def test_every_call_declares_its_limit_and_those_that_ask_a_question_have_one() -> None:
    for call in (*CALLS, *ROOT_CALLS):
        fields = getattr(call.body, "__struct_fields__", ())
        if {"filters", "a"} & set(fields):
            assert not isinstance(call.limit, Unlimited), call.name
        assert not isinstance(call.limit, Unlimited) or call.limit.reason, call.name


def test_an_ipv6_caller_is_its_network(throttle: Throttle) -> None:
    for last in ("1", "8000:0:0:2"):
        throttle.admit("login", "login", f"2001:db8::{last}")
    throttle.admit("login", "login", "2001:db8:0:1::1")
    with pytest.raises(TooManyRequests):
        throttle.admit("login", "login", "2001:db8::3")


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"),
        ("testclient", "testclient", "another name"),
    ],
)
def test_an_address_is_counted_however_it_is_written(
    throttle: Throttle, one: str, same: str, other: str
) -> None:
    for address in (one, same, other):
        throttle.admit("login", "login", address)
    with pytest.raises(TooManyRequests):
        throttle.admit("login", "login", same)


def test_redeeming_is_counted_for_the_person_too(throttle: Throttle) -> None:
    for address in ("192.0.2.1", "192.0.2.2"):
        throttle.admit("redeem", "redeem", address, "session")
    with pytest.raises(TooManyRequests):
        throttle.admit("redeem", "redeem", "192.0.2.3", "session")


@pytest.mark.parametrize("limit", ["compute", "export"])
def test_what_computes_is_counted_for_a_session_until_its_window_ends(
    throttle: Throttle, clock: Clock, limit: str
) -> None:
    throttle.admit(limit, "call", "192.0.2.1", "one")
    clock.seconds += 20
    throttle.admit(limit, "call", "192.0.2.1", "one")
    throttle.admit(limit, "call", "192.0.2.1", "another")
    clock.seconds += 10.5
    with pytest.raises(TooManyRequests) as refused:
        throttle.admit(limit, "call", "192.0.2.1", "one")
    assert refused.value.retry_after == 30
    clock.seconds += 29.2
    with pytest.raises(TooManyRequests) as refused:
        throttle.admit(limit, "call", "192.0.2.1", "one")
    assert refused.value.retry_after == 1
    clock.seconds += 0.8
    throttle.admit(limit, "call", "192.0.2.1", "one")


def test_a_count_of_zero_limits_nothing(tmp_path: Path, store: SqliteStore) -> None:
    none = Rate(0, 1)
    settings = Settings(tmp_path, tmp_path, access_mode="trusted_url", login_limit=none, compute_limit=none)
    throttle = Throttle(settings, store.tries)
    for _ in range(100):
        throttle.admit("login", "login", "192.0.2.1")
        throttle.admit("compute", "compute", "192.0.2.1", "one")
        throttle.charge("compute", "192.0.2.1", "one", 9)


def test_the_store_never_sees_an_address_in_clear(tmp_path: Path, store: SqliteStore) -> None:
    Throttle(Settings(tmp_path, tmp_path, access_mode="trusted_url"), store.tries).admit(
        "login", "login", "192.0.2.77"
    )
    with closing(sqlite3.connect(tmp_path / DATABASE)) as raw:
        seen = [str(row) for row in raw.execute("SELECT * FROM records")]
    assert len(seen) == 1
    assert "192.0.2.77" not in seen[0]


def test_memory_does_not_grow_with_callers_who_have_gone(
    counted: RateLimiter, counts: MemoryStorage, clock: Clock
) -> None:
    for number in range(1000):
        counted.hit(f"compute:{number}", 1, 60)
    clock.seconds += 61
    for _ in range(2):
        counted.hit("compute:new", 1, 60)
    assert len(counts.storage) == len(counts.expirations) == 1


def test_a_window_in_memory_that_began_while_the_clock_was_ahead_holds_nobody_up(
    counted: RateLimiter, clock: Clock
) -> None:
    clock.seconds += 3600
    assert [counted.hit("compute:one", 1, 60) > 0 for _ in range(2)] == [False, True]
    assert counted.hit("compute:two", 2, 60, 2) == 0
    clock.seconds -= 3600
    assert [counted.hit("compute:one", 1, 60) for _ in range(2)] == [0, 60]
    assert [counted.hit("compute:two", 2, 60, tries) for tries in (2, 1)] == [0, 60]
    for _ in range(2):
        clock.seconds -= 0.5
        assert counted.hit("compute:one", 1, 60) == 61, "a clock may differ by so much"


def test_a_fast_student_meets_no_limit(
    tmp_path: Path, store: SqliteStore, counted: RateLimiter, clock: Clock
) -> None:
    throttle = Throttle(Settings(tmp_path, tmp_path, access_mode="trusted_url"), store.tries, counted)
    for _ in range(600):
        clock.seconds += 0.2
        for call in ("filtered", "compute", "probabilities", "days"):
            throttle.admit("compute", call, "192.0.2.1", "one")
