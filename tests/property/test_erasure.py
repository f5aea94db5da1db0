"""After an erasure no record of either store and no file of the state folder names the member."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.contracts.next_answers import ViewFigures
from core.contracts.view_requests import ListedDayRequest, ViewRequest, WatchRequest
from service.database.kinds import KINDS
from service.database.records import Account, GivenDay, Grant, User
from service.members.audit import Audit
from tests.support.blocking import (
    Accounts,
    Codes,
    DayLists,
    Erasures,
    GivenDays,
    PersonalTokens,
    RecordStore,
    RedisStore,
    Sessions,
    SqliteStore,
    Views,
    Watches,
)
from tests.support.redis_server import RedisServer
from tests.support.sizes import examples

OTHER = "the-other-member"
IDS = st.one_of(
    st.sampled_from(["account:ada-of-this-test", "token:ada-of-this-test", "5f1c9a-of-this-test"]),
    st.text(min_size=1).map(lambda text: f"{text}-of-this-test"),
)


def a_session(store: RecordStore, user: User) -> None:
    _, token = Sessions(store).open(user)
    Sessions(store).rotate(token)


def a_given_day(store: RecordStore, user: User) -> None:
    day = ("ES", "2025-05-06-000000000001", "2024-12-27", 18, "gap_fill_bar")
    ends = GivenDays(store).closes_at()
    GivenDays(store).begin(GivenDay(user.user_id, *day, (300, 203), None, ends, ends + 20))


def a_view(store: RecordStore, user: User) -> None:
    figures = ViewFigures("2025-05-06-000000000001", "2024-12-27", 3)
    Views(store).make(user.user_id, ViewRequest(address="/", symbol="ES"), figures)


def a_list(store: RecordStore, user: User) -> None:
    days = [ListedDayRequest("2024-05-03", "")]
    DayLists(store).put("ES", f"of {len(user.user_id)}", days, user.user_id)


def a_watch_with_an_alert(store: RecordStore, user: User) -> None:
    asked = WatchRequest(name="gap", channel="email", symbol="ES")
    made = Watches(store).put(user, asked, "mail@example.com")
    Watches(store).claim(user.user_id, made.id, "2024-12-27")


def a_grant_that_is_over(store: RecordStore, user: User) -> None:
    Codes(store).grant(Grant(user.user_id, "0" * 64, "pro", 1, int(time.time()) - 10))


def a_redeemed_code(store: RecordStore, user: User) -> None:
    code = Codes(store).make("pro", uses=1)
    Codes(store).redeem(code, User(user.user_id, "", "lite", "url"), "session", may_lower=True)


def an_account_or_token(store: RecordStore, user: User) -> None:
    space, _, name = user.user_id.partition(":")
    if space == "account":
        Accounts(store).put(Account(name, "hash", "pro", (), 1), None)
    if space == "token":
        PersonalTokens(store).add(name, "pro", None)


RECORDS = (
    *(a_session, a_given_day, a_view, a_list, a_watch_with_an_alert),
    *(a_grant_that_is_over, a_redeemed_code, an_account_or_token),
)


def keep(store: RecordStore, user_id: str, kinds: set[int]) -> None:
    """Records of a member, each made as the service makes it."""
    user = User(user_id, user_id, "pro", "url", email="mail@example.com")
    for place in sorted(kinds):
        RECORDS[place](store, user)


@contextmanager
def sqlite() -> Iterator[tuple[RecordStore, Path, Callable[[], bytes]]]:
    with TemporaryDirectory() as folder:
        state = Path(folder)
        store = SqliteStore(state)
        yield store, state, lambda: b""
        store.close()


@contextmanager
def redis(server: RedisServer) -> Iterator[tuple[RecordStore, Path, Callable[[], bytes]]]:
    def everything() -> bytes:
        with server.client() as raw:
            return b"\n".join(
                key + b"\n" + raw.get(key) for key in raw.scan_iter() if raw.type(key) == b"string"
            )

    with TemporaryDirectory() as folder:
        store = RedisStore(server.url)
        yield store, Path(folder), everything
        store.close()
        with server.client() as raw:
            raw.flushall()


def on_the_disk(state: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(state.rglob("*")) if path.is_file())


def forms(user_id: str) -> list[bytes]:
    name = user_id.partition(":")[2] if user_id.startswith(("account:", "token:")) else user_id
    return [name.encode(), json.dumps(name)[1:-1].encode()]


def of_the_other(store: RecordStore) -> list[object]:
    return [sorted(text for _, text in store.texts(kind) if OTHER in text) for kind in KINDS.values()]


def check(
    store: RecordStore, state: Path, everything: Callable[[], bytes], user_id: str, kinds: set[int]
) -> None:
    keep(store, user_id, kinds)
    keep(store, OTHER, kinds)
    audit = Audit(state)
    audit.note("entry", user_id=user_id, client="192.0.2.77", outcome="admitted")
    audit.note("entry", user_id=OTHER, client="192.0.2.1", outcome="admitted")
    others = of_the_other(store)
    Erasures(store, state).erase(user_id)
    left = everything() + on_the_disk(state)
    assert not [form for form in (*forms(user_id), b"192.0.2.77") if form in left]
    assert of_the_other(store) == others
    assert b"192.0.2.1" in left
    assert len((state / "audit.log").read_text().splitlines()) == 2
    assert Erasures(store, state).erase(user_id) == {}


ALL = set(range(len(RECORDS)))


@settings(
    max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(user_id=IDS, kinds=st.sets(st.sampled_from(range(len(RECORDS)))))
@example(user_id='quote " and \\ of-this-test', kinds=ALL)
@example(user_id="account:ada-of-this-test", kinds=ALL)
@example(user_id="token:ada-of-this-test", kinds=ALL)
def test_nothing_names_an_erased_member(redis_server: RedisServer, user_id: str, kinds: set[int]) -> None:
    for place in (sqlite(), redis(redis_server)):
        with place as (store, state, everything):
            check(store, state, everything, user_id, kinds)
