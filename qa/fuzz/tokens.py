"""Access tokens nobody was given: refused, but for one that our key signed over what a true one says."""

import base64
import binascii
import hmac
import json
import time
from typing import Any

from hypothesis import strategies as st

from core.contracts.errors import Unauthorized
from qa.fuzz.target import Target
from qa.fuzz.values import JSON, changed_bytes
from service.members.tokens import AUDIENCE, ISSUER, TYPE, AccessTokens, Claims, key_id

KEYS = ["the-key-of-today-64-bytes-long-0123456789abcdef0123456789abcdef", "the-key-of-yesterday-" + "y" * 43]
CLAIMS = Claims("7", "a-session", "standard", 3)
TIERS = ("lite", "standard", "pro")
CODES = ("unauthorized", "token_expired")
YEAR = 365 * 86_400
HEADER = {"alg": "HS256", "typ": TYPE, "kid": key_id(KEYS[0])}


def payload() -> dict[str, Any]:
    """What a true token says, for a year."""
    now = int(time.time())
    claims = {"sub": "7", "sid": "a-session", "gen": 3, "tier": "standard", "jti": "j"}
    return claims | {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + YEAR}


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def signed(header: object, claims: object, key: str = KEYS[0]) -> str:
    """A token as RFC 7515 makes it."""
    text = f"{part(header)}.{part(claims)}"
    digest = hmac.new(key.encode(), text.encode(), "sha256").digest()
    return f"{text}.{base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"


TRUE = AccessTokens(KEYS).issue(CLAIMS, YEAR)
PRO = AccessTokens(KEYS).issue(Claims("8", "another", "pro", 0), YEAR)
ODD = st.sampled_from([0, 1, -1, 10**30, 1e308, float("inf"), float("nan"), "1", [ISSUER], True]) | JSON


def changed() -> st.SearchStrategy[str]:
    """A true token with bytes changed, or with parts of another."""
    bytewise = changed_bytes(TRUE.encode()).map(lambda data: data.decode("latin1"))
    parts = st.lists(st.sampled_from([*TRUE.split("."), *PRO.split("."), ""]), max_size=5).map(".".join)
    return bytewise | parts


def forged() -> st.SearchStrategy[str]:
    """Tokens with odd claims or an odd header, signed by a key of ours or by another."""
    claims = st.dictionaries(st.sampled_from([*payload(), "nbf", "crit"]), ODD, max_size=2)
    header = st.dictionaries(st.sampled_from([*HEADER, "crit", "b64", "jwk", "zip"]), ODD, max_size=1)
    key = st.sampled_from([KEYS[0], KEYS[0], KEYS[1], "another key", ""])
    usual = st.builds(
        lambda head, body, key: signed(HEADER | head, payload() | body, key), header, claims, key
    )
    return usual | st.builds(signed, JSON, JSON, key)


def tokens() -> st.SearchStrategy[str]:
    """What a caller may send as a token; a header holds no other letters."""
    letters = st.text(st.characters(max_codepoint=255), max_size=60)
    return st.one_of(changed(), changed(), forged(), forged(), letters)


def check(token: str) -> str:
    """The outcome of a token for a fresh reader, twice."""
    reader = AccessTokens(KEYS)
    try:
        claims = reader.read(token)
    except Unauthorized as error:
        return _refused(error, token)
    assert reader.read(token) == claims
    assert claims == true_claims(token), "taken without being true"
    return "taken"


def _refused(error: Unauthorized, token: str) -> str:
    assert error.code in CODES
    assert error.detail.startswith("authorization: ")
    assert token != TRUE
    return error.code


def true_claims(token: str) -> Claims | None:
    """The claims of a token that one of our keys signed and that is not over; None of any other."""
    texts = token.split(".")
    if len(texts) != 3 or (decoded := [_decoded(text) for text in texts]) is None or None in decoded:
        return None
    header, claims = (_object(data) for data in decoded[:2])
    key = next((key for key in KEYS if header.get("kid") == key_id(key)), None)
    if key is None or header.get("alg") != "HS256" or header.get("typ") != TYPE:
        return None
    digest = hmac.new(key.encode(), ".".join(texts[:2]).encode(), "sha256").digest()
    return _claims(claims) if digest == decoded[2] else None


def _claims(said: dict[str, Any]) -> Claims | None:
    texts = all(type(said.get(name)) is str for name in ("sub", "sid"))
    ours = said.get("iss") == ISSUER and said.get("aud") in (AUDIENCE, [AUDIENCE])
    if not (texts and ours and type(said.get("gen")) is int and said.get("tier") in TIERS):
        return None
    if not {"exp", "iat", "jti"} <= set(said) or not float(said["exp"]) > time.time():
        return None
    return Claims(said["sub"], said["sid"], said["tier"], said["gen"])


def _decoded(text: str) -> bytes | None:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None


def _object(data: bytes | None) -> dict[str, Any]:
    try:
        found = json.loads(data or b"")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


TOKENS = Target("access tokens", "401, or the claims that our key signed", tokens(), check, 120)
