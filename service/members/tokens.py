"""Access tokens: short-lived, signed by us, with user, session and tier (RFC 9068, RFC 8725).

The keys that sign them come from the environment, or are made once and kept (design/api.md, Accounts). The
first key signs and every key verifies. A new key goes in front of the old one. The old one may leave when
the last token it signed is over.
"""

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import jwt
import msgspec

from core.contracts.catalogue import Tier
from core.contracts.errors import DataError, Unauthorized
from service.settings import KEY_BYTES

ISSUER = "session-almanac"
AUDIENCE = "session-almanac-api"
LIFETIME = 15 * 60
ALGORITHM = "HS256"
TYPE = "at+jwt"
LONGEST = 4096
MOST_VERIFIED = 4096
"""Tokens that are remembered as verified; whether the session still runs is looked up at every call."""
KEY_FILE = "signing.key"
_CLAIMS = ["exp", "iat", "iss", "aud", "jti", "sub", "sid", "gen", "tier"]


class Claims(
    msgspec.Struct, frozen=True, rename={"user_id": "sub", "session_id": "sid", "generation": "gen"}
):
    """What an access token says; `generation` is that of the session's user."""

    user_id: str
    session_id: str
    tier: Tier
    generation: int = 0


class AccessTokens:
    """Issues with the first key, reads with each; `now` stamps them, in seconds since 1970."""

    def __init__(self, keys: Sequence[str], now: Callable[[], float] = time.time) -> None:
        self._keys = {key_id(key): key for key in reversed(keys)}
        self._signs = key_id(keys[0])
        self._now = now
        self._verified = lru_cache(MOST_VERIFIED)(self._payload)

    def issue(self, claims: Claims, lifetime: int = LIFETIME) -> str:
        """A token for the next `lifetime` seconds."""
        now = int(self._now())
        payload = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lifetime,
            "jti": secrets.token_urlsafe(12),
            **msgspec.to_builtins(claims),
        }
        headers = {"typ": TYPE, "kid": self._signs}
        return jwt.encode(payload, self._keys[self._signs], ALGORITHM, headers)

    def read(self, token: str) -> Claims:
        """The claims of a token that is ours and not over.

        Raises:
            Unauthorized: `token_expired`, or `unauthorized` for anything else that is wrong with it.
        """
        try:
            claims, ends = self._verified(token)
            if ends <= time.time():
                raise jwt.ExpiredSignatureError
        except jwt.ExpiredSignatureError as error:
            detail = "authorization: the access token has expired; refresh it."
            raise Unauthorized(detail, code="token_expired") from error
        except jwt.InvalidTokenError as error:
            raise Unauthorized("authorization: the access token is not valid; sign in again.") from error
        return claims

    def _payload(self, token: str) -> tuple[Claims, int]:
        """A token's claims and its end; its signature stays right while the process has its keys."""
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
        try:
            return msgspec.convert(payload, Claims), msgspec.convert(payload["exp"], int)
        except msgspec.ValidationError as error:
            raise jwt.InvalidTokenError("a claim is not what it must be") from error


def key_id(key: str) -> str:
    """The key's name in a token's header, which reveals nothing of the key."""
    return hashlib.sha256(b"session-almanac key id\0" + key.encode()).hexdigest()[:12]


def signing_keys(state: Path, given: tuple[str, ...]) -> tuple[str, ...]:
    """The given keys, else those in the state folder, one a line, made with mode 600 at first start.

    Raises:
        DataError: the state folder cannot be written, or one of its keys is too short.
    """
    if given:
        return given
    path = state / KEY_FILE
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        keys = tuple(path.read_text(encoding="ascii").split())
    except OSError as error:
        detail = (
            f"{path}: {error.strerror}. Give a folder that can be written (--state), or set SIGNING_KEYS."
        )
        raise DataError(detail) from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not ASCII. Delete it; everyone signs in again.") from error
    if not keys or any(len(key) < KEY_BYTES for key in keys):
        detail = f"{path}: a key is shorter than {KEY_BYTES} characters. Delete it; everyone signs in again."
        raise DataError(detail)
    return keys


def _make(path: Path) -> None:
    """Make the file with a new key, whole from the first instant; another process may make it first."""
    with NamedTemporaryFile("w", encoding="ascii", dir=path.parent) as draft, suppress(FileExistsError):
        draft.write(secrets.token_urlsafe(48))
        draft.flush()
        os.link(draft.name, path)
