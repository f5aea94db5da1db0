"""While the store is away: reading for a while, by a signed token, for a session that was seen."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from core.contracts.errors import Unauthorized
from service.database.records import Session, StoreUnavailable, User
from service.members.authenticator import GRACE
from service.members.tokens import LIFETIME, AccessTokens
from tests.support.blocking import Authenticator, Sessions, SqliteStore
from tests.support.clock import Clock

KEY = "a-signing-key-of-this-test-that-is-long-enough-0123456789"
ADA = User("7", "Ada", "pro", "url")


class Away:
    """A store whose sessions can be taken away."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.is_away = False

    def __getattr__(self, name: str) -> Any:
        return Mock(side_effect=StoreUnavailable) if self.is_away else getattr(self.store.wrapped, name)


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Away:
    return Away(SqliteStore(tmp_path, clock))


@pytest.fixture
def guard(store: Any, clock: Clock) -> Authenticator:
    return Authenticator(Sessions(store, clock), AccessTokens([KEY], clock), clock)


def test_a_session_seen_a_moment_ago_reads_on_and_does_nothing_else(
    guard: Authenticator, store: Away
) -> None:
    header = f"Bearer {guard.sign_in(ADA).access_token}"
    assert not guard.principal(header, reads=True).is_recalled
    store.is_away = True
    recalled = guard.principal(header, reads=True)
    assert (recalled.user, recalled.tier, recalled.is_recalled) == (ADA, "pro", True)
    with pytest.raises(StoreUnavailable):
        guard.principal(header)
    store.is_away = False
    assert not guard.principal(header, reads=True).is_recalled


def test_one_never_seen_here_does_not_read(guard: Authenticator, store: Away) -> None:
    header = f"Bearer {guard.sign_in(ADA).access_token}"
    store.is_away = True
    with pytest.raises(StoreUnavailable):
        guard.principal(header, reads=True)


def test_reading_ends_fifteen_minutes_after_the_store_was_last_asked(
    guard: Authenticator, store: Away, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.members.authenticator.LIFETIME", 4 * LIFETIME)
    header = f"Bearer {guard.sign_in(ADA).access_token}"
    guard.principal(header, reads=True)
    store.is_away = True
    clock.seconds += GRACE - 1
    assert guard.principal(header, reads=True).is_recalled
    clock.seconds += 2
    with pytest.raises(StoreUnavailable):
        guard.principal(header, reads=True)


def test_a_forged_a_replaced_and_an_ended_one_do_not_read(
    guard: Authenticator, store: Away, clock: Clock
) -> None:
    first = guard.sign_in(ADA)
    guard.principal(f"Bearer {first.access_token}", reads=True)
    second = guard.upgrade(first.session_id, ADA)
    guard.principal(f"Bearer {second.access_token}", reads=True)
    forged = AccessTokens(["another-key-that-signs-tokens-of-somebody-else-0123"], clock)
    store.is_away = True
    for token in (first.access_token, forged.issue(guard._tokens.read(second.access_token))):
        with pytest.raises(Unauthorized):
            guard.principal(f"Bearer {token}", reads=True)
    guard.sign_out(second.session_id)
    with pytest.raises(Unauthorized):
        guard.principal(f"Bearer {second.access_token}", reads=True)
    store.is_away = False
    with pytest.raises(Unauthorized):
        guard.principal(f"Bearer {second.access_token}", reads=True)
    ended = store.store.find(Session, second.session_id)
    assert ended is not None
    assert not ended.active
