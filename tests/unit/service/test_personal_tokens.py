"""Personal tokens in either store: to the second, to the letter, and never in clear."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest, UnknownName
from qa.fuzz.values import changed_bytes
from service.database.records import PersonalToken, StoreUnavailable
from service.database.sqlite_store import DATABASE
from service.members.authenticator import token_in
from service.members.errors import TokenRefused
from service.members.personal_tokens import PREFIX, digest_of
from tests.support.blocking import PersonalTokens, RecordStore, SqliteStore
from tests.support.clock import Clock
from tests.support.sizes import examples

DAY = 24 * 60 * 60
NOON = 1_800_000_000 - 1_800_000_000 % DAY + DAY // 2
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SOME = PREFIX + "A" * 43


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def tokens(store: RecordStore, clock: Clock) -> PersonalTokens:
    return PersonalTokens(store, clock)


def refusal(ask: Callable[[], Any]) -> str:
    with pytest.raises(TokenRefused) as refused:
        ask()
    assert refused.value.detail.startswith("authorization: ")
    assert "new one" in refused.value.detail
    return refused.value.code


def test_a_token_bears_its_name_and_tier_until_it_is_revoked(tokens: PersonalTokens) -> None:
    token = tokens.add("Ada", "standard", None)
    found = tokens.principal(token)
    assert (found.user.user_id, found.tier, found.user.permissions) == ("token:ada", "standard", ())
    assert tokens.revoke(" ADA ").tier == "standard"
    assert refusal(lambda: tokens.principal(token)) == "personal_token_revoked"


@pytest.mark.parametrize("ends_at", [NOON + 1, NOON + 90 * DAY])
def test_a_token_ends_to_the_second(tokens: PersonalTokens, clock: Clock, ends_at: int) -> None:
    token = tokens.add("ada", "pro", ends_at)
    clock.seconds = ends_at - 0.001
    assert tokens.principal(token).tier == "pro"
    for late in (0, 0.001, DAY * 1000):
        clock.seconds = ends_at + late
        assert refusal(lambda: tokens.principal(token)) == "personal_token_expired"


def test_a_name_has_one_token_and_is_given_anew_once_that_is_over(
    tokens: PersonalTokens, store: RecordStore, clock: Clock
) -> None:
    first = tokens.add("ada", "pro", NOON + DAY)
    with pytest.raises(InvalidRequest, match="revoke it first") as refused:
        tokens.add("ADA", "lite", None)
    assert refused.value.code == "token_exists"
    clock.seconds += DAY
    second = tokens.add("ada", "lite", None)
    assert refusal(lambda: tokens.principal(first)) == "personal_token_unknown"
    assert tokens.principal(second).tier == "lite"
    tokens.revoke("ada")
    third = tokens.add("ada", "standard", None)
    assert refusal(lambda: tokens.principal(second)) == "personal_token_unknown"
    assert tokens.principal(third).tier == "standard"
    assert [(each.name, each.tier) for each in PersonalTokens(store).every()] == [("ada", "standard")]


def test_of_several_who_make_one_name_s_token_one_does(tokens: PersonalTokens, store: RecordStore) -> None:
    def made(_: int) -> str | None:
        try:
            return str(tokens.add("ada", "pro", None))
        except InvalidRequest:
            return None

    with ThreadPoolExecutor(8) as pool:
        told = [token for token in pool.map(made, range(8)) if token is not None]
    assert len(told) == 1
    assert tokens.principal(told[0]).tier == "pro"
    assert len(PersonalTokens(store).every()) == 1


@pytest.mark.parametrize("name", ["", " ", "-ada", "a" * 65, "ada lovelace", "ada/../x", "ädä", "a\nb"])
def test_a_name_that_cannot_be_one_is_refused(tokens: PersonalTokens, store: RecordStore, name: str) -> None:
    with pytest.raises(InvalidRequest, match=r"^name: expected") as refused:
        tokens.add(name, "pro", None)
    assert refused.value.code == "token_name_invalid"
    with pytest.raises(UnknownName, match="almanac tokens list"):
        tokens.revoke(name)
    assert PersonalTokens(store).every() == []


def test_its_last_use_is_a_day_written_once_a_day(
    tokens: PersonalTokens, store: RecordStore, clock: Clock
) -> None:
    token = tokens.add("ada", "pro", None)
    written, write = [], store.wrapped.write

    async def counted(*changes: Any) -> bool:
        written.append(changes)
        return bool(await write(*changes))

    store.wrapped.write = counted
    for hours in (0, 1, 11.9, 12, 20, 35.9, 36):
        clock.seconds = NOON + hours * 3600
        tokens.principal(token)
        (kept,) = PersonalTokens(store).every()
        assert kept.used_at == clock.seconds - clock.seconds % DAY
    assert len(written) == 3


def test_a_store_that_cannot_be_written_refuses_no_token(tokens: PersonalTokens, store: RecordStore) -> None:
    async def broken(*_: Any) -> bool:
        tries.append(1)
        raise StoreUnavailable

    token, tries = tokens.add("ada", "pro", None), list[int]()
    store.wrapped.write = broken
    for _ in range(5):
        assert tokens.principal(token).tier == "pro"
    assert len(tries) == 1


def test_the_store_holds_no_token(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    token = PersonalTokens(store).add("ada", "pro", None)
    store.close()
    dump = "\n".join(sqlite3.connect(tmp_path / DATABASE).iterdump())
    assert digest_of(token) in dump
    for part in (token, token.removeprefix(PREFIX), token[:20], token[-20:]):
        assert part not in dump


def test_tokens_are_long_random_and_never_twice_the_same(tokens: PersonalTokens) -> None:
    made = {tokens.add(f"n{number}", "lite", None) for number in range(50)}
    assert len(made) == 50
    assert all(len(token) == len(PREFIX) + 43 and token.startswith(PREFIX) for token in made)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PersonalTokens, str]]:
    store = SqliteStore(tmp_path_factory.mktemp("state"))
    tokens = PersonalTokens(store)
    yield tokens, tokens.add("ada", "pro", None)
    store.close()


WRONG = st.one_of(
    changed_bytes(SOME.encode()).map(lambda data: data.decode("latin1")),
    st.text(BASE64, min_size=43, max_size=43).map(PREFIX.__add__),
    st.text(max_size=80).map(PREFIX.__add__),
    st.text(max_size=80),
)


@settings(max_examples=examples(150))
@given(WRONG, st.sampled_from(["swapped", "cut", "longer", "as it is"]), st.integers(0, 50))
def test_what_is_not_the_token_to_the_letter_is_unknown(
    kept: tuple[PersonalTokens, str], text: str, change: str, place: int
) -> None:
    tokens, token = kept
    at = place % len(token)
    wrong = {
        "swapped": token[:at] + token[at:].swapcase(),
        "cut": token[:at],
        "longer": token + text,
        "as it is": text,
    }[change]
    if wrong != token:
        assert refusal(lambda: tokens.principal(wrong)) == "personal_token_unknown"
    assert tokens.principal(token).tier == "pro"


@given(st.sampled_from(["Bearer", "bearer", "BEARER"]), st.text(BASE64, max_size=60), st.booleans())
def test_a_header_is_a_personal_token_s_by_its_prefix_alone(scheme: str, text: str, ours: bool) -> None:
    token = PREFIX * ours + text
    expected = token if token.startswith(PREFIX) else None
    assert token_in(f"{scheme} {token}") == expected
    assert token_in(f"Basic {token}") is None
    assert token_in(token) is None
    assert token_in(None) is None


def test_a_damaged_record_is_no_token(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    tokens = PersonalTokens(store)
    token = tokens.add("ada", "pro", None)
    with sqlite3.connect(tmp_path / DATABASE) as raw:
        raw.execute("UPDATE records SET text = '{\"digest\"' WHERE kind = 'token'")
    assert refusal(lambda: tokens.principal(token)) == "personal_token_unknown"
    assert store.find(PersonalToken, digest_of(token)) is None
    assert tokens.principal(tokens.add("ada", "lite", None)).tier == "lite"
    store.close()
