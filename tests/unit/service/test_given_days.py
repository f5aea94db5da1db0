"""Days of the quiz in SQLite and in Redis: answered once, by whom they were given to, within their hour."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.errors import AlmanacError
from core.warehouse.databases import copy_database
from service.database.kinds import KINDS
from service.database.records import GivenDay, Principal, Session, User
from service.database.sqlite_store import DATABASE
from service.notes.given_days import OPEN_FOR, REMEMBERED
from tests.support.blocking import Accounts, Codes, GivenDays, RecordStore, SqliteStore
from tests.support.clock import Clock
from tests.support.redis_server import RedisServer

ADA, BEA = "7", "9"
GENERIC = User("course-member:dev-cad-std", "Walker", "standard", "course")


@pytest.fixture
def given_days(store: RecordStore, clock: Clock) -> GivenDays:
    return GivenDays(store, clock)


def a_given_day(given_days: GivenDays) -> GivenDay:
    ends = given_days.closes_at()
    day = ("ES", "2025-05-06-000000000001", "2024-12-27", 18, "or18_bo_up_bar")
    return GivenDay(ADA, *day, (300, 203), "too_few", ends, ends + REMEMBERED)


def refusal(given_days: GivenDays, token: str, person: str = ADA) -> tuple[int, str]:
    with pytest.raises(AlmanacError) as found:
        given_days.find(token, person)
    with pytest.raises(AlmanacError) as closed:
        given_days.close(token, person)
    assert found.value.code == closed.value.code
    return found.value.status, found.value.code


def test_a_given_day_is_kept_until_it_is_answered_and_then_known_as_answered(given_days: GivenDays) -> None:
    given = a_given_day(given_days)
    token = given_days.begin(given)
    assert given_days.find(token, ADA) == given == given_days.find(token, ADA)
    given_days.close(token, ADA)
    assert refusal(given_days, token) == (409, "quiz_token_used")
    assert refusal(given_days, "never given") == (404, "quiz_token_unknown")


def test_a_token_is_a_hundred_and_twenty_eight_bits_of_which_the_store_keeps_a_digest(
    store: RecordStore, given_days: GivenDays, tmp_path: Path, redis_server: RedisServer
) -> None:
    tokens = [given_days.begin(a_given_day(given_days)) for _ in range(20)]
    assert len(set(tokens)) == 20
    assert all(re.fullmatch(r"[\w-]{22}", token) for token in tokens)
    if isinstance(store, SqliteStore):
        kept = b"".join(each.read_bytes() for each in tmp_path.glob(f"{DATABASE}*"))
    else:
        with redis_server.client() as raw:
            kept = b"\n".join(raw.scan_iter())
    assert b"given_day" in kept
    assert not [token for token in tokens if token.encode() in kept]


def test_another_s_day_is_unknown_and_stays_its_own_s(given_days: GivenDays) -> None:
    token = given_days.begin(a_given_day(given_days))
    assert refusal(given_days, token, BEA) == (404, "quiz_token_unknown")
    assert given_days.find(token, ADA).person == ADA


def test_a_given_day_is_late_after_its_hour_and_forgotten_an_hour_after_that(
    given_days: GivenDays, clock: Clock
) -> None:
    token, answered = (given_days.begin(a_given_day(given_days)) for _ in range(2))
    given_days.close(answered, ADA)
    clock.seconds += OPEN_FOR - 1
    assert given_days.find(token, ADA).bar == 18
    clock.seconds += 1
    assert refusal(given_days, token) == (409, "quiz_token_late")
    assert refusal(given_days, answered) == (409, "quiz_token_used")
    clock.seconds += REMEMBERED - 1
    assert refusal(given_days, token) == (409, "quiz_token_late")
    clock.seconds += 1
    assert refusal(given_days, token) == (404, "quiz_token_unknown")


def test_what_is_over_leaves_the_store(
    store: RecordStore, given_days: GivenDays, clock: Clock, redis_server: RedisServer
) -> None:
    for _ in range(5):
        token = given_days.begin(a_given_day(given_days))
    given_days.close(token, ADA)
    assert len(store.texts(KINDS[GivenDay])) == 5
    clock.seconds += OPEN_FOR + REMEMBERED
    redis_server.pass_time(OPEN_FOR + REMEMBERED, "almanac:access:given_day:*")
    given_days.begin(a_given_day(given_days))
    assert len(store.texts(KINDS[GivenDay])) == 1


def test_of_several_answers_at_once_one_succeeds(given_days: GivenDays) -> None:
    token = given_days.begin(a_given_day(given_days))

    def answer(_: int) -> str:
        try:
            given_days.close(token, ADA)
        except AlmanacError as refused:
            return refused.code
        return "answered"

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(answer, range(16)))
    assert found == ["answered", *["quiz_token_used"] * 15]


def test_a_damaged_day_is_none(given_days: GivenDays) -> None:
    token = given_days.begin(replace(a_given_day(given_days), base=(-1, 3)))
    assert refusal(given_days, token) == (404, "quiz_token_unknown")


def test_members_who_share_a_user_have_given_days_of_their_own() -> None:
    one, other = (Principal(GENERIC, session, "standard") for session in ("s1", "s2"))
    assert one.person != other.person
    ada = User(ADA, "Ada", "lite", "url")
    assert Principal(ada, "s1", "lite").person == Principal(ada, "s2", "lite").person == ADA


def test_a_backup_has_the_rounds_and_they_end_there_too(tmp_path: Path, clock: Clock) -> None:
    state, copied = tmp_path / "state", tmp_path / "copied"
    copied.mkdir()
    with closing(SqliteStore(state, clock)) as store:
        token = GivenDays(store, clock).begin(a_given_day(GivenDays(store, clock)))
        assert copy_database(state / DATABASE, copied / DATABASE) == ""
    with closing(SqliteStore(copied, clock)) as store:
        assert GivenDays(store, clock).find(token, ADA).person == ADA
        clock.seconds += OPEN_FOR + REMEMBERED
        assert refusal(GivenDays(store, clock), token) == (404, "quiz_token_unknown")


def test_given_days_stand_beside_other_records(store: RecordStore, given_days: GivenDays) -> None:
    token = given_days.begin(a_given_day(given_days))
    assert store.find(Session, token) is None
    assert Accounts(store).every() == Codes(store).every() == []
