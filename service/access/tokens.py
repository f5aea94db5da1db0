"""Access tokens: short-lived, signed by us, bearing user, session and tier (RFC 9068, RFC 8725)."""

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jwt

from core.contracts.catalogue import Tier
from core.contracts.errors import Unauthorized
from service.access.tiers import as_tier

ISSUER = "session-almanac"
AUDIENCE = "session-almanac-api"
LIFETIME = 15 * 60
ALGORITHM = "HS256"
TYPE = "at+jwt"
LONGEST = 4096
_CLAIMS = ["exp", "iat", "iss", "aud", "jti", "sub", "sid", "gen", "tier"]


@dataclass(frozen=True, slots=True)
class Claims:
    """What an access token says; `generation` is that of the session's user."""

    user_id: str
    session_id: str
    tier: Tier
    generation: int = 0


class VerifiedTokens:
    """Claims of tokens whose signature was seen to be right, by the token's digest, until each is over.

    A signature stays right as long as the process has its keys; whether the session still runs is asked at
    every call. `clock` gives seconds since 1970.
    """

    def __init__(self, most: int = 4096, clock: Callable[[], float] = time.time) -> None:
        self._most = most
        self._clock = clock
        self._known: dict[bytes, tuple[Claims, float]] = {}

    def claims(self, token: str) -> Claims | None:
        """The claims of a token that was remembered and is not over."""
        found = self._known.get(_digest(token))
        return found[0] if found is not None and found[1] > self._clock() else None

    def remember(self, token: str, claims: Claims, expires_at: float) -> None:
        """Keep a verified token's claims; those that are over, or else the oldest, make room."""
        if len(self._known) >= self._most:
            now = self._clock()
            self._known = {name: kept for name, kept in self._known.items() if kept[1] > now}
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        self._known[_digest(token)] = (claims, expires_at)


class AccessTokens:
    """Issues with the first key, reads with each; `now` stamps them, in seconds since 1970."""

    def __init__(self, keys: Sequence[str], now: Callable[[], float] = time.time) -> None:
        self._keys = {key_id(key): key for key in reversed(keys)}
        self._signs = key_id(keys[0])
        self._now = now
        self._verified = VerifiedTokens()

    def issue(self, claims: Claims, lifetime: int = LIFETIME) -> str:
        """A token for the next `lifetime` seconds."""
        now = int(self._now())
        payload = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lifetime,
            "jti": secrets.token_urlsafe(12),
            "sub": claims.user_id,
            "sid": claims.session_id,
            "gen": claims.generation,
            "tier": claims.tier,
        }
        headers = {"typ": TYPE, "kid": self._signs}
        return jwt.encode(payload, self._keys[self._signs], ALGORITHM, headers)

    def read(self, token: str) -> Claims:
        """The claims of a token that is ours and not over.

        Raises:
            Unauthorized: `token_expired`, or `unauthorized` for anything else that is wrong with it.
        """
        known = self._verified.claims(token)
        if known is not None:
            return known
        try:
            payload = self._payload(token)
            claims = _claims(payload)
        except jwt.ExpiredSignatureError as error:
            detail = "authorization: the access token has expired; refresh it."
            raise Unauthorized(detail, code="token_expired") from error
        except jwt.InvalidTokenError as error:
            raise Unauthorized("authorization: the access token is not valid; sign in again.") from error
        self._verified.remember(token, claims, payload["exp"])
        return claims

    def _payload(self, token: str) -> dict[str, Any]:
        if len(token) > LONGEST:
            raise jwt.InvalidTokenError("longer than any of ours")
        header = jwt.get_unverified_header(token)
        key = self._keys.get(str(header.get("kid")))
        if key is None or header.get("typ") != TYPE:
            raise jwt.InvalidTokenError("not signed by a key of ours, or not an access token")
        options: Any = {"require": _CLAIMS}
        payload: dict[str, Any] = jwt.decode(
            token, key, [ALGORITHM], options, audience=AUDIENCE, issuer=ISSUER, leeway=0
        )
        return payload


def key_id(key: str) -> str:
    """The name of a key in a token's header: tells keys apart and says nothing about them."""
    return hashlib.sha256(b"session-almanac key id\0" + key.encode()).hexdigest()[:12]


def _digest(token: str) -> bytes:
    return hashlib.blake2b(token.encode(), digest_size=20).digest()


def _claims(payload: dict[str, Any]) -> Claims:
    user_id, session_id, generation = payload["sub"], payload["sid"], payload["gen"]
    tier = as_tier(payload["tier"])
    texts = isinstance(user_id, str) and isinstance(session_id, str)
    numbers = type(generation) is int and type(payload["exp"]) is int
    if not texts or not numbers or tier is None:
        raise jwt.InvalidTokenError("a claim is not what it must be")
    return Claims(user_id, session_id, tier, generation)
