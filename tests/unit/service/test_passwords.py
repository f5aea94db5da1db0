"""Passwords and accounts apart from the running service."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters

from core.contracts.errors import InvalidRequest, UnknownName
from service.database.records import Account
from service.members import passwords
from service.members.accounts import as_username
from tests.support.blocking import Accounts, SqliteStore

RIGHT = "a quiet harbour"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path)
    yield store
    store.close()


def test_a_hash_is_argon2id_with_owasp_s_parameters_and_its_own_salt() -> None:
    first, second = passwords.hashed(RIGHT), passwords.hashed(RIGHT)
    found = extract_parameters(first)
    assert first.startswith("$argon2id$")
    assert (found.memory_cost, found.time_cost, found.parallelism) == (19_456, 2, 1)
    assert first != second
    assert RIGHT not in first


def test_a_password_is_the_same_however_its_accents_are_typed() -> None:
    kept = passwords.hashed("a quiet caf\u00e9 here")
    assert passwords.matches("a quiet cafe\u0301 here", kept)
    assert not passwords.matches("a quiet cafe here", kept)


@pytest.mark.parametrize("kept", [None, "", "plain", "$argon2id$v=19$m=19456,t=2,p=1$x$y"])
def test_nothing_matches_where_there_is_no_hash(kept: str | None) -> None:
    assert not passwords.matches(RIGHT, kept)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("eleven char", "password_too_short"),
        ("x" * 129, "password_too_long"),
        ("Ada ADA ada!", "password_too_simple"),
        ("my name is ADA", "password_too_simple"),
        ("abababababababab", "password_too_simple"),
    ],
)
def test_a_weak_password_is_refused_with_what_is_wrong(password: str, code: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        passwords.check_new(password, "ada")
    assert caught.value.code == code
    assert password not in caught.value.detail


def test_a_password_may_hold_anything_and_be_long() -> None:
    passwords.check_new("ключ от моря 🗝 ' OR 1=1", "ada")
    passwords.check_new("0123456789ab" + "x" * 116, "ada")


@pytest.mark.parametrize("name", ["", "-ada", "a b", "ada\n", "ada\x00", "ädä", "a" * 65, "a:b", "../ada"])
def test_a_name_that_cannot_be_one_is_refused(store: SqliteStore, name: str) -> None:
    if name.strip() == "ada":
        assert as_username(name) == "ada"
        return
    assert as_username(name) is None
    with pytest.raises(InvalidRequest, match="user name"):
        Accounts(store).add(name, RIGHT, "lite")


def test_there_is_no_account_until_one_is_added(store: SqliteStore) -> None:
    accounts = Accounts(store)
    assert Accounts(store).every() == []
    assert accounts.sign_in("admin", "admin", None) is None
    added = accounts.add("Ada", RIGHT, "pro", ("maintain",))
    signed_in = accounts.sign_in("ADA", RIGHT, None)
    assert signed_in is not None
    assert replace(signed_in, networks=()) == added
    assert (added.user().tier, added.user().tier_source) == ("pro", "account")
    with pytest.raises(InvalidRequest, match="there already"):
        accounts.add("ada", RIGHT, "lite")


def test_no_other_name_is_changed(store: SqliteStore) -> None:
    with pytest.raises(UnknownName, match="no account"):
        Accounts(store).set_tier("nobody", "pro")


def test_a_hash_of_other_parameters_is_made_anew_at_the_next_sign_in(store: SqliteStore) -> None:
    accounts = Accounts(store)
    account = accounts.add("ada", RIGHT, "lite")
    weak = replace(account, password=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(RIGHT))
    assert Accounts(store).put(weak, account)
    assert accounts.sign_in("ada", "wrong", None) is None
    assert store.find(Account, "ada") == weak
    assert accounts.sign_in("ada", RIGHT, None) is not None
    kept = store.find(Account, "ada")
    assert kept is not None
    assert not passwords.is_outdated(kept.password)
    assert accounts.sign_in("ada", RIGHT, None) is not None


def test_a_new_password_meanwhile_is_not_written_over(store: SqliteStore) -> None:
    accounts = Accounts(store)
    stale = accounts.add("ada", RIGHT, "lite")
    accounts.set_password("ada", "another harbour")
    assert not Accounts(store).put(replace(stale, tier="pro"), stale)
    assert accounts.sign_in("ada", RIGHT, None) is None
    assert accounts.sign_in("ada", "another harbour", None) is not None
