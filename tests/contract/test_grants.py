"""A redeemed code is worth its tier at every later entry too, while the code counts; in both stores."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from core.contracts.access_answers import TokenAnswer
from core.contracts.catalogue import Tier
from service.database.records import Grant, User
from service.members.authenticator import Authenticator
from tests.contract.schema import error_violations
from tests.support.blocking import Accounts, Codes, RecordStore, store_at
from tests.support.service_client import VISITOR, running

RIGHT = "a quiet harbour"
SETTLED = "to-the-top"

Start = Callable[..., AbstractContextManager[TestClient]]


@pytest.fixture
def start(tmp_path: Path, redis_url: str | None) -> Start:
    """Starts the service on the same store, with further settings."""
    return partial(running, tmp_path, redis_url=redis_url, course_sites=("school.example",))


@pytest.fixture
def store(tmp_path: Path, redis_url: str | None) -> Iterator[RecordStore]:
    """The store of the running service, as a command opens it."""
    store = store_at(tmp_path / "state", redis_url)
    yield store
    store.close()


@pytest.fixture
def client(start: Start) -> Iterator[TestClient]:
    with start() as client:
        yield client


def enter(client: TestClient, **visitor: str) -> dict[str, str]:
    tokens: dict[str, str] = client.post("/api/auth/entry", json=VISITOR | visitor).json()
    return tokens


def member(client: TestClient) -> dict[str, str]:
    body = {"course": "dev-cad-ess", "referrer": "https://school.example/"}
    tokens: dict[str, str] = client.post("/api/auth/entry", json=body).json()
    return tokens


def login(client: TestClient) -> dict[str, str]:
    tokens: dict[str, str] = client.post(
        "/api/auth/login", json={"username": "ada", "password": RIGHT}
    ).json()
    return tokens


def bearer(tokens: dict[str, str]) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens['access_token']}"}


def asked(
    client: TestClient, tokens: dict[str, str], code: str, may_lower: bool = False
) -> tuple[int, dict[str, str]]:
    body = {"code": code, "may_lower": may_lower}
    answer = client.post("/api/auth/redeem", headers=bearer(tokens), json=body)
    return answer.status_code, answer.json()


def redeem(client: TestClient, tokens: dict[str, str], code: str, may_lower: bool = False) -> None:
    status, answer = asked(client, tokens, code, may_lower)
    assert status == 200, answer


def profile(client: TestClient, tokens: dict[str, str]) -> tuple[str, str]:
    user = client.get("/api/auth/me", headers=bearer(tokens)).json()
    return user["profile"], user["profile_source"]


def test_a_later_entry_has_the_code_s_tier_and_so_has_a_restarted_service(
    start: Start, store: RecordStore
) -> None:
    code = Codes(store).make("pro")
    with start() as client:
        redeem(client, enter(client), code)
        assert profile(client, enter(client, profile="lite")) == ("pro", "code")
        assert profile(client, enter(client, user_id="8")) == ("standard", "course")
    with start() as client:
        tokens = enter(client, course_id="dev-cad-ess")
        assert profile(client, tokens) == ("pro", "code")
        refreshed = client.post("/api/auth/refresh", json={"refresh_token": tokens["refresh_token"]})
        assert profile(client, refreshed.json()) == ("pro", "code")


def test_a_later_code_takes_the_place_of_an_earlier_one(client: TestClient, store: RecordStore) -> None:
    codes = Codes(store)
    first, second = codes.make("pro"), codes.make("lite")
    for code, tier in ((first, "pro"), (second, "lite"), (first, "pro")):
        redeem(client, enter(client), code, may_lower=tier == "lite")
        assert profile(client, enter(client)) == (tier, "code")


def test_a_code_of_a_lower_tier_is_taken_only_where_it_may(client: TestClient, store: RecordStore) -> None:
    code = Codes(store).make("lite")
    tokens = enter(client, profile="pro")
    for _ in range(2):
        status, refusal = asked(client, tokens, code)
        assert (status, refusal["code"]) == (409, "lower_tier")
        assert refusal["message"] == "This code gives ESSENTIALS; you have PRO now."
        assert "gives lite and the session has pro" in refusal["detail"]
        assert error_violations(refusal) == []
    assert (Codes(store).every()[0].used, store.find(Grant, "7")) == (0, None)
    assert profile(client, tokens) == ("pro", "url")
    lowered = asked(client, tokens, code, may_lower=True)[1]
    assert profile(client, lowered) == ("lite", "code")
    assert Codes(store).every()[0].used == 1


@pytest.mark.parametrize(("given", "held"), [("lite", "standard"), ("standard", "pro")])
def test_each_lower_tier_asks_first_and_an_equal_or_higher_one_does_not(
    client: TestClient, store: RecordStore, given: Tier, held: Tier
) -> None:
    codes = Codes(store)
    assert asked(client, enter(client, profile=held), codes.make(given))[0] == 409
    assert asked(client, enter(client, profile=held), codes.make(held))[0] == 200
    assert asked(client, enter(client, user_id="8", profile=given), codes.make(held))[0] == 200


def test_a_lower_code_of_the_settings_asks_first_too(start: Start, store: RecordStore) -> None:
    with start(redeem_codes={SETTLED: "lite"}) as client:
        tokens = enter(client, profile="pro")
        assert asked(client, tokens, SETTLED)[1]["code"] == "lower_tier"
        assert store.find(Grant, "7") is None
        redeem(client, tokens, SETTLED, may_lower=True)
        assert profile(client, enter(client, profile="pro")) == ("lite", "code")


def test_a_lower_code_that_is_not_to_be_had_is_told_like_any_unknown_one(
    client: TestClient, store: RecordStore
) -> None:
    codes = Codes(store)
    used, revoked, over = codes.make("lite"), codes.make("lite"), codes.make("lite", expires_at=1)
    redeem(client, enter(client, profile="pro"), used, may_lower=True)
    (name,) = [each.name for each in Codes(store).every() if not each.used]
    codes.revoke(name)
    stranger = enter(client, user_id="8", profile="pro")
    for code in (used, revoked, over, "no-such-code"):
        for may_lower in (False, True):
            status, refusal = asked(client, stranger, code, may_lower)
            assert (status, refusal["code"]) == (404, "unknown_code"), code
    assert profile(client, stranger) == ("pro", "url")


def test_who_used_a_lower_code_up_is_asked_before_it_counts_again(
    client: TestClient, store: RecordStore
) -> None:
    codes = Codes(store)
    lower, higher = codes.make("lite"), codes.make("pro")
    redeem(client, enter(client), lower, may_lower=True)
    redeem(client, enter(client), higher)
    assert asked(client, enter(client), lower)[0] == 409
    redeem(client, enter(client), lower, may_lower=True)
    assert profile(client, enter(client)) == ("lite", "code")


def test_a_member_known_by_the_course_alone_is_asked_as_the_session(
    client: TestClient, store: RecordStore
) -> None:
    codes = Codes(store)
    raised = asked(client, member(client), codes.make("pro"))[1]
    lower = codes.make("standard")
    assert asked(client, raised, lower)[0] == 409
    assert asked(client, raised, lower, may_lower=True)[1]["profile"] == "standard"
    assert asked(client, member(client), lower)[0] == 404


def test_a_revoked_code_takes_its_tier_along_from_the_next_entry_on(
    client: TestClient, store: RecordStore
) -> None:
    redeem(client, enter(client), Codes(store).make("pro"))
    running_on = enter(client)
    (code,) = Codes(store).every()
    Codes(store).revoke(code.name)
    assert profile(client, running_on) == ("pro", "code")
    assert profile(client, enter(client)) == ("standard", "course")


def test_a_code_past_its_last_day_takes_its_tier_along(
    client: TestClient, store: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    redeem(client, enter(client), Codes(store).make("pro", expires_at=int(now) + 1000))
    assert profile(client, enter(client)) == ("pro", "code")
    grant = store.find(Grant, "7")
    assert grant is not None
    assert (grant.tier, grant.expires_at) == ("pro", int(now) + 1000)
    codes = Codes(store)
    monkeypatch.setattr(store.wrapped, "_now", lambda: now + 1000)
    assert codes.applied(User("7", "Ada", "lite", "course")).tier == "lite"


def test_a_code_taken_out_of_the_settings_or_worth_another_tier_there_ends_what_it_gave(
    start: Start, store: RecordStore
) -> None:
    with start(redeem_codes={SETTLED: "pro", "other": "lite"}) as client:
        redeem(client, enter(client), SETTLED)
        assert profile(client, enter(client)) == ("pro", "code")
    found = []
    for settled in ({"To The Top": "pro"}, {SETTLED: "lite"}, {"other": "pro"}, {}, {SETTLED: "pro"}):
        with start(redeem_codes=settled) as client:
            found.append(profile(client, enter(client))[0])
    assert found == ["pro", "standard", "standard", "standard", "pro"]


def test_what_is_kept_of_a_code_of_the_settings_is_no_quick_digest(start: Start, store: RecordStore) -> None:
    with start(redeem_codes={SETTLED: "pro"}) as client:
        redeem(client, enter(client), SETTLED)
    grant = store.find(Grant, "7")
    assert grant is not None
    texts = (SETTLED, "T0THET0P", "session-almanac code\0T0THET0P")
    assert grant.code not in {hashlib.sha256(text.encode()).hexdigest() for text in texts}


def test_a_member_known_by_the_course_alone_gives_nothing_to_the_next_one(
    client: TestClient, store: RecordStore
) -> None:
    tokens = member(client)
    redeem(client, tokens, Codes(store).make("pro"))
    assert profile(client, member(client)) == ("lite", "course")
    assert store.find(Grant, "course-member:dev-cad-ess") is None
    Codes(store).grant(Grant("course-member:dev-cad-ess", Codes(store).every()[0].digest, "pro", 1))
    assert profile(client, member(client)) == ("lite", "course")


def test_an_account_keeps_a_code_s_tier_until_set_tier_which_wins(
    client: TestClient, store: RecordStore
) -> None:
    accounts, codes = Accounts(store), Codes(store)
    accounts.add("ada", RIGHT, "lite", ("maintain",))
    redeem(client, login(client), codes.make("pro"))
    tokens = login(client)
    assert profile(client, tokens) == ("pro", "code")
    assert client.get("/api/auth/me", headers=bearer(tokens)).json()["permissions"] == ["maintain"]
    accounts.set_tier("ada", "lite")
    assert client.get("/api/auth/me", headers=bearer(tokens)).status_code == 401
    assert profile(client, login(client)) == ("lite", "account")
    redeem(client, login(client), codes.make("standard"))
    assert profile(client, login(client)) == ("standard", "code")


def test_a_sign_in_that_overlaps_set_tier_does_not_keep_the_code_s_tier(
    client: TestClient, store: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = Accounts(store)
    accounts.add("ada", RIGHT, "lite")
    redeem(client, login(client), Codes(store).make("pro"))
    sign_in = Authenticator.sign_in

    async def late(authenticator: Authenticator, user: User) -> TokenAnswer:
        accounts.set_tier("ada", "lite")
        return await sign_in(authenticator, user)

    monkeypatch.setattr(Authenticator, "sign_in", late)
    assert login(client)["code"] == "login_failed"
    monkeypatch.undo()
    assert profile(client, login(client)) == ("lite", "account")
