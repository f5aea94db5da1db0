"""A token that was verified is not verified again, and says the same."""

import time

import jwt
import pytest

from core.contracts.errors import Unauthorized
from service.members.tokens import AccessTokens, Claims

KEY = "k" * 32
ADA = Claims("ada", "s1", "pro")


def test_a_verified_token_is_not_verified_again_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = AccessTokens([KEY])
    token = tokens.issue(ADA)
    assert tokens.read(token) == ADA
    monkeypatch.setattr(jwt, "decode", None)
    assert tokens.read(token) == ADA


@pytest.mark.parametrize("place", [0, 40, -2])
def test_a_token_that_differs_by_one_letter_from_a_verified_one_is_refused(place: int) -> None:
    tokens = AccessTokens([KEY])
    token = tokens.issue(ADA)
    tokens.read(token)
    letters = list(token)
    letters[place] = "A" if letters[place] != "A" else "Q"
    with pytest.raises(Unauthorized):
        tokens.read("".join(letters))


def test_a_verified_token_is_refused_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = AccessTokens([KEY])
    token = tokens.issue(ADA, 60)
    assert tokens.read(token) == ADA
    over = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: over)
    with pytest.raises(Unauthorized) as refused:
        tokens.read(token)
    assert refused.value.code == "token_expired"


def test_a_verified_token_is_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.members.tokens.MOST_VERIFIED", 2)
    tokens = AccessTokens([KEY])
    first, *later = (tokens.issue(ADA) for _ in range(3))
    assert [tokens.read(each) for each in (first, *later)] == [ADA] * 3
    monkeypatch.setattr(jwt, "decode", None)
    assert [tokens.read(each) for each in later] == [ADA] * 2
    with pytest.raises(TypeError):
        tokens.read(first)
