"""Limits hold whom they are meant for, for as long as they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.access.sqlite_store import SqliteStore
from service.errors import TooManyRequests
from service.setting_values import Rate
from service.settings import Settings
from service.throttle import COMPUTING, Throttle, Tries


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path)
    yield store
    store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def throttle(tmp_path: Path, store: SqliteStore, clock: Clock) -> Throttle:
    names = ("login", "redeem", "entry", "refresh", "compute", "export")
    limits: dict[str, Any] = {f"{name}_limit": Rate(2, 60) for name in names}
    settings = Settings(tmp_path, tmp_path, access_mode="trusted_url", **limits)
    return Throttle(settings, store, Tries(clock))


@pytest.mark.parametrize("call", ["entry", "entryCode", "login", "refresh", "redeem"])
def test_the_third_try_of_an_address_has_to_wait(throttle: Throttle, call: str) -> None:
    throttle.admit(call, "192.0.2.1")
    throttle.admit(call, "192.0.2.1")
    throttle.admit(call, "192.0.2.2")
    with pytest.raises(TooManyRequests) as refused:
        throttle.admit(call, "192.0.2.1")
    assert 0 < refused.value.retry_after <= 60


def test_calls_are_counted_apart(throttle: Throttle) -> None:
    for call in ("entry", "login", "refresh"):
        throttle.admit(call, "192.0.2.1")
        throttle.admit(call, "192.0.2.1")


def test_an_ipv6_caller_is_its_network(throttle: Throttle) -> None:
    for last in ("1", "2"):
        throttle.admit("login", f"2001:db8::{last}")
    throttle.admit("login", "2001:db8:0:1::1")
    with pytest.raises(TooManyRequests):
        throttle.admit("login", "2001:db8::3")


def test_redeeming_is_counted_for_the_person_too(throttle: Throttle) -> None:
    for address in ("192.0.2.1", "192.0.2.2"):
        throttle.admit("redeem", address, "session")
    with pytest.raises(TooManyRequests):
        throttle.admit("redeem", "192.0.2.3", "session")


@pytest.mark.parametrize("call", [*COMPUTING, "exportFile"])
def test_what_computes_is_counted_for_a_session_until_its_window_ends(
    throttle: Throttle, clock: Clock, call: str
) -> None:
    throttle.admit(call, "192.0.2.1", "one")
    clock.time += 20
    throttle.admit(call, "192.0.2.1", "one")
    throttle.admit(call, "192.0.2.1", "another")
    clock.time += 10.5
    with pytest.raises(TooManyRequests) as refused:
        throttle.admit(call, "192.0.2.1", "one")
    assert refused.value.retry_after == 30
    clock.time += 30
    throttle.admit(call, "192.0.2.1", "one")


def test_a_count_of_zero_limits_nothing(tmp_path: Path, store: SqliteStore) -> None:
    none = Rate(0, 1)
    settings = Settings(tmp_path, tmp_path, access_mode="trusted_url", login_limit=none, compute_limit=none)
    throttle = Throttle(settings, store)
    for _ in range(100):
        throttle.admit("login", "192.0.2.1")
        throttle.admit("compute", "192.0.2.1", "one")


def test_the_store_never_sees_an_address_in_clear(
    tmp_path: Path, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def hit(bucket: str, limit: int, window: int) -> int:
        seen.append(bucket)
        return 0

    monkeypatch.setattr(store, "hit", hit)
    Throttle(Settings(tmp_path, tmp_path, access_mode="trusted_url"), store).admit("login", "192.0.2.77")
    assert len(seen) == 1
    assert "192.0.2.77" not in seen[0]


def test_memory_does_not_grow_with_callers_who_have_gone(clock: Clock) -> None:
    tries = Tries(clock)
    for number in range(10_000):
        tries.hit(f"compute:{number}", 1, 60)
    clock.time += 61
    tries.hit("compute:new", 1, 60)
    assert len(tries._windows) == 1


def test_a_fast_student_meets_no_limit(tmp_path: Path, store: SqliteStore, clock: Clock) -> None:
    throttle = Throttle(Settings(tmp_path, tmp_path, access_mode="trusted_url"), store, Tries(clock))
    for _ in range(600):
        clock.time += 0.2
        for call in ("filtered", "compute", "probabilities", "days"):
            throttle.admit(call, "192.0.2.1", "one")
