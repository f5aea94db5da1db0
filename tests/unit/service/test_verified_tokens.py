"""A token that was verified is not verified again, and says the same."""

import jwt
import pytest

from core.contracts.errors import Unauthorized
from service.access.tokens import AccessTokens, Claims, VerifiedTokens

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


def test_a_verified_token_is_forgotten_when_it_is_over_and_when_there_are_too_many() -> None:
    now = [0.0]
    known = VerifiedTokens(most=2, clock=lambda: now[0])
    known.remember("a", ADA, 10)
    assert known.claims("a") == ADA
    now[0] = 10
    assert known.claims("a") is None
    for name in "bcd":
        known.remember(name, ADA, 20)
    assert [known.claims(name) for name in "abcd"] == [None, None, ADA, ADA]
