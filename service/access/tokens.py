"""Access tokens: short-lived, signed by us, bearing the user, the session and the tier."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import jwt

from core.contracts.catalogue import Tier
from core.contracts.errors import Unauthorized
from service.access.tiers import as_tier

ISSUER = "session-almanac"
AUDIENCE = "session-almanac-api"
LIFETIME = 15 * 60
ALGORITHM = "HS256"
_CLAIMS = ["exp", "iat", "iss", "aud", "sub", "sid", "tier"]


@dataclass(frozen=True, slots=True)
class Claims:
    """What an access token says."""

    user_id: str
    session_id: str
    tier: Tier


class AccessTokens:
    """Issues and reads access tokens with one key; `now` stamps them, in seconds since 1970."""

    def __init__(self, key: str, now: Callable[[], float] = time.time) -> None:
        self._key = key
        self._now = now

    def issue(self, claims: Claims) -> str:
        """A token for the next fifteen minutes."""
        now = int(self._now())
        payload = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + LIFETIME,
            "sub": claims.user_id,
            "sid": claims.session_id,
            "tier": claims.tier,
        }
        return jwt.encode(payload, self._key, ALGORITHM)

    def read(self, token: str) -> Claims:
        """The claims of a token that is ours and not over.

        Raises:
            Unauthorized: `token_expired`, or `unauthorized` for anything else that is wrong with it.
        """
        try:
            payload = jwt.decode(
                token, self._key, [ALGORITHM], {"require": _CLAIMS}, audience=AUDIENCE, issuer=ISSUER
            )
        except jwt.ExpiredSignatureError as error:
            detail = "authorization: the access token has expired; refresh it."
            raise Unauthorized(detail, code="token_expired") from error
        except jwt.InvalidTokenError as error:
            raise Unauthorized("authorization: the access token is not valid; sign in again.") from error
        tier = as_tier(payload["tier"])
        if tier is None:
            raise Unauthorized("authorization: the access token names no tier; sign in again.")
        return Claims(payload["sub"], payload["sid"], tier)
