"""Whatever is done in whatever order, SQLite and Redis answer the same."""

import secrets
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule, run_state_machine_as_test

from core.contracts.errors import AlmanacError, Unauthorized, UnknownName
from core.contracts.view_requests import ListedDayRequest
from service.database.record_store import removal
from service.database.records import Account, Code, GivenDay, Grant, Session, User
from service.notes.day_lists import ListChanged
from tests.support.blocking import (
    Accounts,
    Codes,
    DayLists,
    GivenDays,
    OneTime,
    RecordStore,
    RedisStore,
    Sessions,
    SqliteStore,
)
from tests.support.redis_server import RedisServer
from tests.support.sizes import examples

NAMES = st.sampled_from(["a", "b", "c"])
LIFETIMES = st.integers(1, 60)
USERS = st.builds(User, NAMES, st.text(max_size=5), st.sampled_from(["lite", "pro"]), st.just("url"))


class TwoStores(RuleBasedStateMachine):
    """Every step is taken in both stores, on one clock; their answers must be equal."""

    server: RedisServer
    opened: Bundle[tuple[str, str]] = Bundle("opened")
    sessions: Bundle[str] = Bundle("sessions")
    tokens: Bundle[str] = Bundle("tokens")
    codes: Bundle[str] = Bundle("codes")
    given_days: Bundle[str] = Bundle("given_days")

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_800_000_000
        self.made = 0
        self.folder = TemporaryDirectory()
        self.stores: tuple[RecordStore, ...] = (
            SqliteStore(Path(self.folder.name), lambda: self.now),
            RedisStore(self.server.url, lambda: self.now),
        )

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        self.folder.cleanup()

    def fresh(self) -> str:
        self.made += 1
        return f"{self.made:064x}"

    def both(self, step: Callable[[RecordStore], Any]) -> Any:
        over_sqlite, over_redis = (step(store) for store in self.stores)
        assert over_sqlite == over_redis
        return over_sqlite

    @rule(seconds=st.integers(1, 40))
    def wait(self, seconds: int) -> None:
        self.now += seconds
        self.server.pass_time(seconds, "almanac:access:tries:*")

    def over_sessions(self, step: Callable[[Sessions], Any]) -> Any:
        """A step over the sessions of both stores, which make the same names and tokens; None if refused."""

        def taken(store: RecordStore) -> Any:
            names = (f"{self.made}-{turn}" for turn in range(9))
            with patch.object(secrets, "token_urlsafe", lambda _: next(names)):
                try:
                    return step(Sessions(store, lambda: self.now))
                except Unauthorized as refused:
                    return refused.code, refused.detail

        self.made += 1
        return self.both(taken)

    @rule(target=opened, user=USERS, lifetime=LIFETIMES)
    def open_session(self, user: User, lifetime: int) -> tuple[str, str]:
        with patch("service.members.sessions.LIFETIME", lifetime):
            session, token = self.over_sessions(lambda sessions: sessions.open(user))
        return session.id, token

    @rule(target=sessions, opened=opened)
    def name(self, opened: tuple[str, str]) -> str:
        return opened[0]

    @rule(target=tokens, opened=opened)
    def first_token(self, opened: tuple[str, str]) -> str:
        return opened[1]

    @rule(session=sessions)
    def look(self, session: str) -> None:
        self.both(lambda store: store.find(Session, session))

    @rule(target=tokens, token=tokens)
    def rotate(self, token: str) -> str:
        return str(self.over_sessions(lambda sessions: sessions.rotate(token))[1])

    @rule(target=tokens, session=sessions, user=USERS)
    def change_user(self, session: str, user: User) -> str:
        return str(self.over_sessions(lambda sessions: sessions.change_user(session, user))[1])

    @rule(session=sessions, note=st.sampled_from(["last_accessed", "data_loaded", "active"]))
    def note(self, session: str, note: str) -> None:
        value = {"last_accessed": self.now, "data_loaded": True, "active": False}[note]
        self.both(lambda store: store.note(Session, session, **{note: value}))

    @rule(name=NAMES, seconds=st.integers(-5, 60))
    def once(self, name: str, seconds: int) -> None:
        self.both(lambda store: OneTime(store, now=lambda: self.now).once(name, self.now + seconds))

    @rule(name=NAMES, limit=st.integers(1, 3), window=LIFETIMES)
    def hit(self, name: str, limit: int, window: int) -> None:
        self.both(lambda store: store.tries.hit(name, limit, window))

    @rule(name=NAMES, limit=st.integers(1, 3), window=LIFETIMES)
    def forgive(self, name: str, limit: int, window: int) -> None:
        self.both(lambda store: store.tries.forgive(name, limit, window))

    @rule(name=NAMES, fits=st.booleans(), active=st.booleans())
    def put_account(self, name: str, fits: bool, active: bool) -> None:
        account = Account(name, self.fresh(), "lite", (), self.now, active)
        before = self.both(lambda store: store.find(Account, name))
        self.both(lambda store: Accounts(store).put(account, before if fits else account))
        self.both(lambda store: Accounts(store).every())

    @rule(target=codes, uses=st.integers(1, 2), lifetime=st.none() | LIFETIMES)
    def add_code(self, uses: int, lifetime: int | None) -> str:
        ends = None if lifetime is None else self.now + lifetime
        code = Code(self.fresh(), "pro", uses, self.now, ends)
        self.both(lambda store: Codes(store).keep(code))
        return code.digest

    @rule(code=codes, user=NAMES)
    def take_code(self, code: str, user: str) -> None:
        self.both(lambda store: Codes(store).take(code, user))
        self.both(lambda store: Codes(store).has_redeemed(code, user))
        self.both(lambda store: Codes(store).every())

    @rule(code=codes)
    def revoke_code(self, code: str) -> None:
        self.both(lambda store: store.note(Code, code, revoked=True))
        self.both(lambda store: store.find(Code, code))

    @rule(name=NAMES, lifetime=st.none() | LIFETIMES)
    def put_grant(self, name: str, lifetime: int | None) -> None:
        ends = None if lifetime is None else self.now + lifetime
        grant = Grant(name, self.fresh(), "pro", self.now, ends)
        self.both(lambda store: Codes(store).grant(grant))

    @rule(name=NAMES)
    def grant(self, name: str) -> None:
        self.both(lambda store: store.find(Grant, name))

    @rule(name=NAMES, replaces=st.none() | st.integers(0, 1))
    def put_day_list(self, name: str, replaces: int | None) -> None:
        days = [ListedDayRequest("2024-05-03", self.fresh())]
        self.over_lists(lambda lists: lists.put("ES", name, days, "ada", replaces))

    @rule(name=NAMES)
    def remove_day_list(self, name: str) -> None:
        self.over_lists(lambda lists: lists.remove("ES", name))

    def over_lists(self, step: Callable[[DayLists], Any]) -> None:
        def taken(store: RecordStore) -> Any:
            with patch.object(secrets, "token_hex", lambda _: f"{self.made}"):
                try:
                    return step(DayLists(store, lambda: self.now))
                except (ListChanged, UnknownName) as refused:
                    return refused.code, refused.detail

        self.made += 1
        self.both(taken)
        self.both(lambda store: (DayLists(store).every(), DayLists(store).state()))

    @rule(name=NAMES)
    def drop_grant(self, name: str) -> None:
        self.both(lambda store: store.put(removal(Grant, name)))

    def over_given_days(self, step: Callable[[GivenDays], Any]) -> Any:
        """A step over the given days of both stores, which make the same tokens; the code if refused."""

        def taken(store: RecordStore) -> Any:
            with patch.object(secrets, "token_urlsafe", lambda _: f"{self.made:022}"):
                try:
                    return step(GivenDays(store, lambda: self.now))
                except AlmanacError as refused:
                    return refused.code

        return self.both(taken)

    @rule(target=given_days, person=NAMES, lifetime=LIFETIMES)
    def begin_round(self, person: str, lifetime: int) -> str:
        self.made += 1
        day, ends = ("ES", "2025-05-06-000000000001", "2024-12-27", 18, "gap_fill_bar"), self.now + lifetime
        found = GivenDay(person, *day, (300, 203), None, ends, ends + 20)
        return str(self.over_given_days(lambda given_days: given_days.begin(found)))

    @rule(token=given_days, person=NAMES)
    def find_round(self, token: str, person: str) -> None:
        self.over_given_days(lambda given_days: given_days.find(token, person))

    @rule(token=given_days, person=NAMES)
    def close_round(self, token: str, person: str) -> None:
        self.over_given_days(lambda given_days: given_days.close(token, person))


def test_both_stores_answer_the_same(redis_server: RedisServer) -> None:
    class Emptied(TwoStores):
        server = redis_server

        def teardown(self) -> None:
            super().teardown()
            with redis_server.client() as raw:
                raw.flushall()

    run_state_machine_as_test(Emptied, settings=settings(max_examples=examples(20), stateful_step_count=25))
