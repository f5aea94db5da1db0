"""Signing in with a name and a password: the account decides, and a stranger learns nothing by asking."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

import orjson
import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from core.contracts.access_answers import TokenAnswer
from service.database.records import Account, User
from service.database.sqlite_store import DATABASE
from service.members import passwords
from service.members.accounts import NEAR, STRANGE
from service.members.authenticator import Authenticator
from tests.contract.schema import answer_schema, operations, violations
from tests.support.blocking import Accounts, SqliteStore
from tests.support.service_client import UNLIMITED, running

RIGHT = "a quiet harbour"


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    """The accounts of the service's store, as a command changes them."""
    store = SqliteStore(tmp_path / "state")
    yield Accounts(store)
    store.close()


@pytest.fixture
def client(tmp_path: Path, accounts: Accounts) -> Iterator[TestClient]:
    accounts.add("ada", RIGHT, "lite", ("maintain",))
    with running(tmp_path) as client:
        yield client


def login(client: TestClient, username: str = "ada", password: str = RIGHT) -> tuple[int, dict[str, object]]:
    answer = client.post("/api/auth/login", json={"username": username, "password": password})
    return answer.status_code, answer.json()


def me(client: TestClient, tokens: dict[str, object]) -> int:
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    return client.get("/api/auth/me", headers=headers).status_code


def test_the_right_password_opens_a_session_with_the_account_s_tier(client: TestClient) -> None:
    status, tokens = login(client)
    assert status == 200
    user = tokens["user_info"]
    assert isinstance(user, dict)
    assert (user["username"], user["profile"], user["profile_source"]) == ("ada", "lite", "account")
    assert user["permissions"] == ["maintain"]
    assert (tokens["token_type"], tokens["expires_in"]) == ("bearer", 900)
    assert me(client, tokens) == 200
    assert violations(answer_schema(operations()["login"][2]), tokens) == []


def test_unknown_wrong_and_disabled_are_told_the_same(client: TestClient, accounts: Accounts) -> None:
    accounts.add("bob", RIGHT, "pro")
    accounts.set_active("bob", False)
    found = {}
    for username, password in (("nobody", RIGHT), ("ada", "wrong password"), ("bob", RIGHT), ("a'--", "x")):
        status, body = login(client, username, password)
        assert status == 401
        found[username] = {name: body[name] for name in ("detail", "message", "code")}
    assert len({str(told) for told in found.values()}) == 1
    assert found["ada"]["code"] == "login_failed"


def test_an_unknown_name_takes_as_long_as_a_wrong_password(client: TestClient, accounts: Accounts) -> None:
    accounts.add("bob", RIGHT, "pro")
    accounts.set_active("bob", False)

    names = ("ada", "nobody", "bob", "no name at all")
    took: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(3):
        for name in names:
            began = perf_counter()
            accounts.sign_in(name, "wrong password", None)
            took[name].append(perf_counter() - began)
    medians = {name: median(each) for name, each in took.items()}
    assert max(medians.values()) < 5 * min(medians.values()), medians


@pytest.mark.parametrize("body", [{"username": "", "password": "x"}, {"username": "x", "password": ""}])
def test_each_is_at_least_one_character(client: TestClient, body: dict[str, str]) -> None:
    answer = client.post("/api/auth/login", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "value_length")


def test_what_is_too_long_is_refused_before_it_is_hashed(client: TestClient) -> None:
    status, body = login(client, password="x" * 100_000)
    assert (status, body["code"]) == (422, "value_length")
    assert "xx" not in str(body)


def test_many_tries_for_one_name_wait_and_the_right_password_waits_too(client: TestClient) -> None:
    limit, window = NEAR
    for _ in range(limit):
        assert login(client, "ada", "wrong password")[0] == 401
    answer = client.post("/api/auth/login", json={"username": "ADA", "password": RIGHT})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(answer.headers["retry-after"]) <= window
    assert login(client, "bob", "wrong password")[0] == 401


def from_network(client: TestClient, address: str, password: str) -> int:
    body = {"username": "ada", "password": password}
    return client.post("/api/auth/login", json=body, headers={"X-Forwarded-For": address}).status_code


def test_strangers_cannot_lock_an_account_s_owner_out(
    tmp_path: Path, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    accounts.add("ada", RIGHT, "lite")
    with running(tmp_path, login_limit=UNLIMITED) as client:
        assert from_network(client, "2001:db8:1::7", RIGHT) == 200
        tries = [
            from_network(client, f"198.51.{n // 250}.{n % 250}", "wrong password")
            for n in range(STRANGE[0] + 9)
        ]
        assert tries == [401] * STRANGE[0] + [429] * 9
        assert from_network(client, "192.0.2.1", RIGHT) == 429
        assert from_network(client, "2001:db8:1::8", RIGHT) == 200
        assert [from_network(client, f"2001:db8:1::{n}", "wrong password") for n in range(NEAR[0])] == [
            401
        ] * NEAR[0]
        assert from_network(client, "2001:db8:1::9", RIGHT) == 429


def test_the_networks_of_an_account_are_the_last_five_and_no_addresses(
    client: TestClient, tmp_path: Path
) -> None:
    for n in (*range(7), 3):
        assert from_network(client, f"192.0.2.{n}", RIGHT) == 200
    with closing(SqliteStore(tmp_path / "state")) as store:
        account = store.find(Account, "ada")
    assert account is not None
    assert len(account.networks) == 5
    assert "192.0.2" not in str(account)


def test_sign_ins_from_two_networks_at_once_both_pass(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in = Authenticator.sign_in
    inner = []

    async def late(authenticator: Authenticator, user: User) -> TokenAnswer:
        monkeypatch.setattr(Authenticator, "sign_in", sign_in)
        inner.append(await asyncio.to_thread(from_network, client, "192.0.2.2", RIGHT))
        return await sign_in(authenticator, user)

    monkeypatch.setattr(Authenticator, "sign_in", late)
    assert (from_network(client, "192.0.2.1", RIGHT), inner) == (200, [200])


def test_an_account_of_before_networks_is_kept_and_changed(tmp_path: Path) -> None:
    old = {
        "active": True,
        "created_at": 1,
        "password": "x",
        "permissions": [],
        "tier": "lite",
        "username": "ada",
    }
    text = orjson.dumps(old, option=orjson.OPT_SORT_KEYS).decode()
    with closing(SqliteStore(tmp_path)) as store:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as raw, raw:
            raw.execute("INSERT INTO records VALUES ('account', 'ada', ?, NULL)", (text,))
        kept = Account("ada", "x", "lite", (), 1)
        assert store.find(Account, "ada") == kept
        assert Accounts(store).set_tier("ada", "pro") == replace(kept, tier="pro")


def test_an_unknown_name_is_counted_as_a_known_one_is(client: TestClient) -> None:
    statuses = [login(client, "nobody", "wrong password")[0] for _ in range(NEAR[0] + 1)]
    assert statuses == [401] * NEAR[0] + [429]


def test_a_right_password_forgives_the_tries_before_it(client: TestClient) -> None:
    for _ in range(NEAR[0] - 1):
        login(client, "ada", "wrong password")
    assert [login(client)[0] for _ in range(3)] == [200] * 3


@pytest.mark.parametrize("change", ["disable", "password", "tier"])
def test_a_change_of_the_account_ends_its_sessions(
    client: TestClient, accounts: Accounts, change: str
) -> None:
    tokens = login(client)[1]
    accounts.add("bob", RIGHT, "pro")
    other = login(client, "bob")[1]
    if change == "disable":
        accounts.set_active("ada", False)
    elif change == "password":
        accounts.set_password("ada", "another harbour")
    else:
        accounts.set_tier("ada", "pro")
    assert (me(client, tokens), me(client, other)) == (401, 200)
    answer = client.post("/api/auth/refresh", json={"refresh_token": tokens["refresh_token"]})
    assert answer.status_code == 401


def test_a_sign_in_that_overlaps_a_new_password_opens_nothing(
    client: TestClient, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in = Authenticator.sign_in

    async def late(authenticator: Authenticator, user: User) -> TokenAnswer:
        accounts.set_password("ada", "another harbour")
        opened.append(await sign_in(authenticator, user))
        return opened[-1]

    opened: list[TokenAnswer] = []
    monkeypatch.setattr(Authenticator, "sign_in", late)
    assert login(client)[0] == 401
    assert me(client, {"access_token": opened[0].access_token}) == 401


def test_a_disabled_account_may_be_enabled_again(client: TestClient, accounts: Accounts) -> None:
    accounts.set_active("ada", False)
    assert login(client)[0] == 401
    accounts.set_active("ada", True)
    assert login(client)[0] == 200


def test_the_audit_log_tells_who_was_refused_and_never_what_was_typed(
    client: TestClient, tmp_path: Path
) -> None:
    login(client, "ada", "wrong password")
    login(client, "my-password-in-the-wrong-field", "x")
    login(client)
    text = (tmp_path / "state" / "audit.log").read_text()
    assert '"user":"account:ada"' in text
    assert text.count('"refused"') == 2
    assert text.count('"admitted"') == 1
    for secret in ("wrong password", "my-password", RIGHT):
        assert secret not in text
