"""Access tokens made or changed by a stranger, and refresh tokens used by two."""

import base64
import hmac
import json
import time
from typing import Any

import pytest

from qa.security.target import KEY, Target
from service.members.tokens import AUDIENCE, ISSUER, TYPE, key_id

DAY = 86400


def forged(target: Target, key: str = KEY, algorithm: str = "HS256", **changes: Any) -> tuple[int, str]:
    """How a token is answered that is right but for the changes; `header_*` are those of its header."""
    session = target.enter()["session_id"]
    now = int(time.time())
    claims: dict[str, Any] = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + 600, "jti": "j"}
    claims |= {"sub": "7", "sid": session, "gen": 0, "tier": "standard"}
    header = {"typ": TYPE, "kid": key_id(KEY)}
    for name, value in changes.items():
        (header if name.startswith("header_") else claims)[name.removeprefix("header_")] = value
    whole = {name: value for name, value in claims.items() if value is not None}
    return target.get("/auth/me", signed_by_hand(header | {"alg": algorithm}, whole, key)).outcome


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def signed_by_hand(header: dict[str, Any], claims: dict[str, Any], key: str) -> str:
    """A token as RFC 7515 makes it; libraries refuse to make most of these."""
    text = f"{part(header)}.{part(claims)}"
    digest = hmac.new(key.encode(), text.encode(), f"sha{header['alg'][2:]}").digest()
    return f"{text}.{base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"


REFUSED = (401, "unauthorized")


def test_the_forger_s_tool_makes_a_token_that_is_taken(target: Target) -> None:
    assert forged(target) == (200, "")


@pytest.mark.parametrize("name", ["none", "None", "NONE", "nOnE", ""])
def test_a_token_with_the_algorithm_none(target: Target, name: str) -> None:
    _, payload, _ = target.token().split(".")
    header = part({"alg": name, "typ": TYPE, "kid": key_id(KEY)})
    for signature in ("", "AA"):
        assert target.get("/auth/me", f"{header}.{payload}.{signature}").outcome == REFUSED


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "PS256", "EdDSA", "HS384", "HS512"])
def test_a_token_that_claims_another_algorithm_over_our_key(target: Target, algorithm: str) -> None:
    if algorithm.startswith("HS"):
        assert forged(target, algorithm=algorithm) == REFUSED
    _, payload, signature = target.token().split(".")
    header = part({"alg": algorithm, "typ": TYPE, "kid": key_id(KEY)})
    assert target.get("/auth/me", f"{header}.{payload}.{signature}").outcome == REFUSED


def test_a_token_signed_with_another_key(target: Target) -> None:
    assert forged(target, "x" * 64) == REFUSED
    assert forged(target, "x" * 64, header_kid=key_id("x" * 64)) == REFUSED


def test_a_token_signed_with_the_key_s_public_name(target: Target) -> None:
    assert forged(target, (key_id(KEY) * 3)[:32]) == REFUSED


def test_a_token_whose_signature_was_cut_off(target: Target) -> None:
    header, payload, signature = target.token().split(".")
    for cut in (
        f"{header}.{payload}.",
        f"{header}.{payload}",
        f"{header}.{payload}.{signature[:-4]}",
        header,
    ):
        assert target.get("/auth/me", cut).outcome == REFUSED


def test_a_token_with_the_payload_of_another(target: Target) -> None:
    header, _, signature = target.token("lite").split(".")
    _, payload, _ = target.token("pro").split(".")
    assert target.get("/auth/me", f"{header}.{payload}.{signature}").outcome == REFUSED


def test_a_token_whose_tier_was_rewritten(target: Target) -> None:
    header, payload, signature = target.token("lite").split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    assert claims["tier"] == "lite"
    assert target.get("/auth/me", f"{header}.{part(claims | {'tier': 'pro'})}.{signature}").outcome == REFUSED


def test_a_token_for_another_audience(target: Target) -> None:
    assert forged(target, aud="session-almanac") == REFUSED
    assert forged(target, aud=["another", "third"]) == REFUSED
    assert forged(target, aud=None) == REFUSED


def test_a_token_of_another_issuer(target: Target) -> None:
    for issuer in ("Session-Almanac", "https://session-almanac", [ISSUER], None):
        assert forged(target, iss=issuer) == REFUSED


def test_a_token_of_another_type(target: Target) -> None:
    for kind in ("JWT", "refresh+jwt", "application/at+jwt", "AT+JWT"):
        assert forged(target, header_typ=kind) == REFUSED


def test_a_token_that_is_over(target: Target) -> None:
    now = int(time.time())
    assert forged(target, exp=now - 1) == (401, "token_expired")
    assert forged(target, exp=now - 10 * DAY) == (401, "token_expired")


def test_a_token_that_never_ends(target: Target) -> None:
    ends: tuple[object, ...] = (None, "never", True, [1], {})
    for end in ends:
        assert forged(target, exp=end)[0] == 401


def test_a_token_of_tomorrow(target: Target) -> None:
    tomorrow = int(time.time()) + DAY
    assert forged(target, nbf=tomorrow) == REFUSED
    assert forged(target, iat=tomorrow, exp=tomorrow + 600) == REFUSED


@pytest.mark.parametrize("kid", ["../../../dev/null", "/dev/null", "' OR 1=1 --", "", "\x00", "*", "a" * 999])
def test_a_key_name_that_leads_elsewhere(target: Target, kid: str) -> None:
    for key in ("", KEY):
        assert forged(target, key, header_kid=kid) == REFUSED


@pytest.mark.parametrize("name", ["jwk", "jku", "x5u", "x5c"])
def test_a_header_that_brings_its_own_key(target: Target, name: str) -> None:
    value: Any = {"jwk": {"kty": "oct", "k": part("x" * 32)}, "x5c": ["AAAA"]}.get(
        name, "http://127.0.0.1:1/"
    )
    assert forged(target, "x" * 32, **{f"header_{name}": value}) == REFUSED


def test_a_header_that_demands_what_nobody_knows(target: Target) -> None:
    assert forged(target, header_crit=["exp2"], header_exp2=1) == REFUSED


def test_a_token_for_another_user_s_session(target: Target) -> None:
    mine, theirs = target.enter(), target.enter(user_id="8")
    assert mine["session_id"] != theirs["session_id"]
    assert forged(target, sub="8") == (401, "token_replaced")
    assert forged(target, sid=theirs["session_id"]) == (401, "token_replaced")


def test_a_session_that_never_was(target: Target) -> None:
    for session in ("another", "' OR '1'='1", "*", "../x", "", "\u202e", "a" * 500):
        assert forged(target, sid=session)[0] == 401


def test_claims_of_another_kind(target: Target) -> None:
    changes: tuple[dict[str, Any], ...] = (
        {"sub": ["7"]},
        {"sid": {"$ne": ""}},
        {"gen": True},
        {"gen": "0"},
        {"tier": ["pro"]},
    )
    for changed in changes:
        assert forged(target, **changed)[0] == 401


def test_a_tier_that_does_not_exist(target: Target) -> None:
    for tier in ("gold", "PRO", "pro ", "", 3, None):
        assert forged(target, tier=tier) == REFUSED


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic YWRhOmFkYQ==",
        "Token {}",
        "{}",
        "Bearer {},{}",
        "Bearer Bearer {}",
        "Bearer {} x",
        "Bearer \u200b{}",
        "Bearer\t{}",
        "Bearer null",
        "Bearer undefined",
        "Bearer ....",
        "B {}",
    ],
)
def test_an_authorization_that_is_not_a_bearer_token(target: Target, header: str) -> None:
    token = target.token()
    text = header.replace("{}", token)
    assert target.get("/auth/me", Authorization=text).outcome == REFUSED
