"""One suite for the access store: SQLite and a real Redis give the same answers."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.errors import Unauthorized
from service.database.record_store import removal
from service.database.records import Account, Code, Grant, Session, User
from service.members.sessions import LIFETIME, RefreshReused
from tests.support.blocking import Accounts, Codes, OneTime, RecordStore, RedisStore, Sessions, SqliteStore
from tests.support.clock import Clock
from tests.support.redis_server import RedisServer

ADA = User("7", "Ada", "lite", "course", (), "ada@example.com", "dev-cad-ess", "Essentials")
ACCOUNT = Account("ada", "$argon2id$...", "standard", (), 1)
CODE = Code("d" * 64, "pro", 2, 100)


Again = Callable[[], RecordStore]


def outcome(sessions: Sessions, token: str) -> str:
    """What becomes of a refresh token."""
    try:
        sessions.rotate(token)
    except RefreshReused:
        return "reused"
    except Unauthorized as refused:
        return "unknown" if "not known" in refused.detail else "ended"
    return "rotated"


@pytest.fixture
def sessions(store: RecordStore, clock: Clock) -> Sessions:
    return Sessions(store, clock)


def test_a_session_is_kept_as_specified_and_for_every_process(
    store: RecordStore, again: Again, clock: Clock, sessions: Sessions
) -> None:
    session, _ = sessions.open(ADA)
    now = int(clock())
    kept = Session(session.id, ADA, now, now, now + LIFETIME, True, False, 0, session.token)
    assert session == kept
    assert store.find(Session, session.id) == kept
    assert again().find(Session, session.id) == kept
    assert store.find(Session, "s2") is None


def test_use_and_data_are_noted(store: RecordStore, clock: Clock, sessions: Sessions) -> None:
    session, _ = sessions.open(ADA)
    clock.seconds += 70
    sessions.running(session.id)
    sessions.mark_data_loaded(session.id)
    noted = replace(session, last_accessed=int(clock()), data_loaded=True)
    assert store.find(Session, session.id) == noted


def test_a_note_brings_no_session_to_life(store: RecordStore, clock: Clock) -> None:
    store.note(Session, "gone", last_accessed=int(clock()))
    store.note(Session, "gone", active=False)
    assert store.find(Session, "gone") is None


def test_a_refresh_token_passes_once_and_its_successor_after_it(
    store: RecordStore, sessions: Sessions
) -> None:
    session, first = sessions.open(ADA)
    rotated, second = sessions.rotate(first)
    assert rotated == replace(session, token=rotated.token) != session
    assert store.find(Session, session.id) == rotated
    third = sessions.rotate(second)[1]
    assert outcome(sessions, "never") == "unknown"
    assert outcome(sessions, third) == "rotated"


def test_a_spent_token_ends_its_session_and_no_other(store: RecordStore, sessions: Sessions) -> None:
    session, first = sessions.open(ADA)
    _, other = sessions.open(ADA)
    second = sessions.rotate(first)[1]
    with pytest.raises(RefreshReused) as reused:
        sessions.rotate(first)
    assert reused.value.user_id == "7"
    ended = store.find(Session, session.id)
    assert ended is not None
    assert not ended.active
    assert outcome(sessions, second) == "ended"
    assert outcome(sessions, other) == "rotated"


def test_of_two_threads_with_one_token_exactly_one_passes(again: Again, clock: Clock) -> None:
    both = [Sessions(again(), clock) for _ in range(2)]
    for _ in range(10):
        _, token = both[0].open(ADA)
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda one, spent=token: outcome(one, spent), both))
        assert sorted(found) == ["reused", "rotated"]


def test_a_session_and_its_tokens_end_with_its_time(
    store: RecordStore, clock: Clock, sessions: Sessions
) -> None:
    session, first = sessions.open(ADA)
    clock.seconds += LIFETIME - 1
    second = sessions.rotate(first)[1]
    clock.seconds += 1
    assert store.find(Session, session.id) is None
    assert outcome(sessions, second) == "unknown"
    with pytest.raises(Unauthorized):
        sessions.change_user(session.id, ADA)


def test_another_user_makes_a_generation_and_spends_the_token(sessions: Sessions) -> None:
    session, first = sessions.open(ADA)
    better = replace(ADA, tier="pro", tier_source="code")
    changed, second = sessions.change_user(session.id, better)
    assert changed == replace(session, user=better, generation=1, token=changed.token)
    assert outcome(sessions, second) == "rotated"
    assert outcome(sessions, first) == "reused"
    with pytest.raises(Unauthorized):
        sessions.change_user(session.id, ADA)


def test_all_sessions_of_one_user_end_together(store: RecordStore, sessions: Sessions) -> None:
    opened = [sessions.open(user)[0].id for user in (ADA, ADA, replace(ADA, user_id="8"))]
    Sessions(store).end_all_of("7")
    Sessions(store).end_all_of("nobody")
    running = [name for name in opened if getattr(store.find(Session, name), "active", False)]
    assert running == opened[2:]


def test_a_name_passes_once_until_its_time(store: RecordStore, again: Again, clock: Clock) -> None:
    now = int(clock())
    assert OneTime(store, now=clock).once("nonce", now + 10)
    assert not OneTime(store, now=clock).once("nonce", now + 10)
    assert not OneTime(again(), now=clock).once("nonce", now + 500)
    assert OneTime(store, now=clock).once("nonce'; DROP TABLE names; --\n\x00", now + 10)
    assert not OneTime(store, now=clock).once("late", now)
    clock.seconds += 10
    assert not OneTime(store, now=clock).once("nonce", now + 10)
    assert OneTime(store, now=clock).once("nonce", now + 20)


def test_of_many_threads_with_one_name_one_passes(again: Again, clock: Clock) -> None:
    stores = [OneTime(again(), now=clock) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        passed = list(pool.map(lambda turn: stores[turn % 2].once("n", int(clock()) + 10), range(12)))
    assert passed.count(True) == 1


def test_tries_are_counted_in_a_window_from_the_first(store: RecordStore, again: Again, clock: Clock) -> None:
    assert [store.tries.hit("b", 3, 60) for _ in range(3)] == [0, 0, 0]
    clock.seconds += 20.5
    assert again().tries.hit("b", 3, 60) == 40
    assert store.tries.hit("other", 3, 60) == 0
    clock.seconds += 39
    assert store.tries.hit("b", 3, 60) == 1
    clock.seconds += 0.5
    assert store.tries.hit("b", 3, 60) == 0


def test_tries_after_the_clock_was_put_back_are_counted_in_a_window_of_their_own(
    tmp_path: Path, clock: Clock
) -> None:
    with closing(SqliteStore(tmp_path, clock)) as store:
        clock.seconds += 3600
        assert store.tries.hit("b", 2, 60) == 0
        clock.seconds -= 3600
        assert [store.tries.hit("b", 2, 60) for _ in range(3)] == [0, 0, 60]


def test_services_of_one_redis_whose_clocks_differ_count_together(redis_server: RedisServer) -> None:
    behind = RedisStore(redis_server.url, lambda: time.time() - 4000)
    with closing(RedisStore(redis_server.url)) as right, closing(behind) as wrong:
        waits = [store.tries.hit("b", 2, 300) for _ in range(3) for store in (right, wrong)]
    assert [wait > 0 for wait in waits] == [False, False, True, True, True, True]


def test_tries_that_come_at_once_are_all_counted(store: RecordStore) -> None:
    with ThreadPoolExecutor(80) as pool:
        waits = list(pool.map(lambda _: store.tries.hit("b", 70, 60), range(80)))
    assert [wait == 0 for wait in waits].count(True) == 70


def test_a_window_that_began_while_the_clock_was_ahead_holds_nobody_up(
    store: RecordStore, clock: Clock
) -> None:
    store.tries.hit("other", 1, 7200)
    clock.seconds += 3600
    assert [store.tries.hit("b", 1, 60) > 0 for _ in range(2)] == [False, True]
    clock.seconds -= 3600
    assert [store.tries.hit("b", 1, 60) for _ in range(2)] == [0, 60]
    assert store.tries.hit("other", 1, 7200) == 7200


def test_a_name_that_passed_does_not_pass_again_when_the_clock_is_put_back(
    store: RecordStore, clock: Clock
) -> None:
    ends = int(clock()) + 10
    assert OneTime(store, now=clock).once("nonce", ends)
    clock.seconds += 3600
    assert OneTime(store, now=clock).once("another", int(clock()) + 10)
    clock.seconds -= 3600
    assert not OneTime(store, now=clock).once("nonce", ends)


def test_a_clock_that_was_ahead_for_a_while_has_forgotten_no_code_and_no_grant(
    store: RecordStore, clock: Clock
) -> None:
    ends = int(clock()) + 1000
    code, grant = replace(CODE, expires_at=ends), Grant("7", CODE.digest, "pro", 1, ends)
    Codes(store).keep(code)
    Codes(store).grant(grant)
    clock.seconds += 365 * 86400
    Codes(store).grant(replace(grant, user_id="8", expires_at=None))
    kept = [Codes(store).every(), store.find(Code, code.digest), store.find(Grant, "7")]
    assert kept == [[], None, None]
    clock.seconds -= 365 * 86400
    assert (Codes(store).every(), store.find(Code, code.digest), store.find(Grant, "7")) == (
        [code],
        code,
        grant,
    )


def test_forgiven_tries_are_not_counted(store: RecordStore) -> None:
    assert [store.tries.hit("b", 1, 60) > 0 for _ in range(2)] == [False, True]
    store.tries.forgive("b", 1, 60)
    assert store.tries.hit("b", 1, 60) == 0


def test_an_account_is_written_only_over_what_was_read(store: RecordStore, again: Again) -> None:
    assert store.find(Account, "ada") is None
    assert Accounts(store).put(ACCOUNT, None)
    assert not Accounts(store).put(replace(ACCOUNT, tier="pro"), None)
    stronger = replace(ACCOUNT, password="$argon2id$new", permissions=("maintain",))
    assert Accounts(again()).put(stronger, ACCOUNT)
    assert not Accounts(store).put(replace(ACCOUNT, password="late"), ACCOUNT)
    Accounts(store).put(replace(ACCOUNT, username="zoe"), None)
    Accounts(store).put(replace(ACCOUNT, username="bob"), None)
    assert store.find(Account, "ada") == stronger
    assert [account.username for account in Accounts(store).every()] == ["ada", "bob", "zoe"]


def test_a_code_serves_as_many_users_as_it_says_and_each_again(store: RecordStore) -> None:
    Codes(store).keep(CODE)
    assert Codes(store).take(CODE.digest, "7") == replace(CODE, used=1)
    assert Codes(store).take(CODE.digest, "7") == replace(CODE, used=1)
    assert Codes(store).take(CODE.digest, "8") == replace(CODE, used=2)
    assert Codes(store).take(CODE.digest, "9") is None
    assert [Codes(store).has_redeemed(CODE.digest, user) for user in ("7", "8", "9")] == [True, True, False]
    assert Codes(store).take(CODE.digest, "8") is not None
    assert Codes(store).take("e" * 64, "7") is None


def test_a_revoked_and_an_outdated_code_are_worth_nothing(store: RecordStore, clock: Clock) -> None:
    now = int(clock())
    dated = replace(CODE, digest="e" * 64, created_at=now, expires_at=now + 10)
    Codes(store).keep(CODE)
    Codes(store).keep(dated)
    assert Codes(store).every() == [CODE, dated]
    store.note(Code, CODE.digest, revoked=True)
    assert Codes(store).take(CODE.digest, "7") is None
    assert Codes(store).take(dated.digest, "7") is not None
    clock.seconds += 10
    assert Codes(store).take(dated.digest, "7") is None
    assert Codes(store).every() == [replace(CODE, revoked=True)]


def test_the_last_use_of_a_code_goes_to_one_of_two(again: Again) -> None:
    stores = (again(), again())
    Codes(stores[0]).keep(replace(CODE, uses=1))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda store, user: Codes(store).take(CODE.digest, user), stores, ("7", "8")))
    assert found.count(None) == 1


def test_the_last_grant_of_a_user_counts_until_it_is_dropped(store: RecordStore, again: Again) -> None:
    assert store.find(Grant, "7") is None
    Codes(store).grant(Grant("7", "d" * 64, "pro", 100))
    Codes(store).grant(Grant("8", "d" * 64, "pro", 100))
    Codes(store).grant(Grant("7", "e" * 64, "lite", 200))
    assert again().find(Grant, "7") == Grant("7", "e" * 64, "lite", 200)
    store.put(removal(Grant, "7"))
    store.put(removal(Grant, "nobody"))
    assert (store.find(Grant, "7"), store.find(Grant, "8")) == (None, Grant("8", "d" * 64, "pro", 100))


def test_a_dated_grant_is_over_with_its_date_and_an_undated_one_takes_its_place(
    store: RecordStore, clock: Clock
) -> None:
    now = int(clock())
    Codes(store).grant(Grant("7", "d" * 64, "pro", now, now + 10))
    Codes(store).grant(Grant("8", "d" * 64, "pro", now, now + 10))
    clock.seconds += 9
    assert store.find(Grant, "7") == Grant("7", "d" * 64, "pro", now, now + 10)
    Codes(store).grant(Grant("8", "e" * 64, "lite", now))
    clock.seconds += 1
    assert store.find(Grant, "7") is None
    assert store.find(Grant, "8") == Grant("8", "e" * 64, "lite", now)


def test_a_code_is_found_by_its_digest_until_its_date_also_revoked(store: RecordStore, clock: Clock) -> None:
    now = int(clock())
    dated = replace(CODE, digest="e" * 64, created_at=now, expires_at=now + 10)
    Codes(store).keep(CODE)
    Codes(store).keep(dated)
    store.note(Code, CODE.digest, revoked=True)
    assert store.find(Code, CODE.digest) == replace(CODE, revoked=True)
    assert store.find(Code, dated.digest) == dated
    clock.seconds += 10
    assert store.find(Code, dated.digest) is None
    assert store.find(Code, "f" * 64) is None


def test_a_store_that_is_there_answers(store: RecordStore) -> None:
    store.ping()
