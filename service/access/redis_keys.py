"""Names and fields of the access store in Redis, all under one prefix."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from service.access.records import Code, Session
from service.access.records_text import user_of, user_text
from service.access.store import DamagedRecord
from service.access.tiers import as_tier

PREFIX = "almanac:access:"
ACCOUNTS = f"{PREFIX}accounts"
CODES = f"{PREFIX}codes"
_FAR = 2**53


def session_key(session_id: str) -> str:
    """Where a session stands."""
    return f"{PREFIX}session:{session_id}"


def token_key(digest: str) -> str:
    """Where a refresh token names its session."""
    return f"{PREFIX}refresh:{digest}"


def code_key(digest: str) -> str:
    """Where a code stands."""
    return f"{PREFIX}code:{digest}"


def redeemed_key(digest: str) -> str:
    """Where stand the users who have used a code."""
    return named("redeemed", digest)


def grant_key(user_id: str) -> str:
    """Where stands what a user has of a code."""
    return named("grant", user_id)


def user_key(user_id: str) -> str:
    """Where a user's sessions are listed."""
    return named("sessions_of", user_id)


def named(kind: str, name: str) -> str:
    """A key for a name that strangers choose: of bounded length, and showing nobody's address."""
    return f"{PREFIX}{kind}:{hashlib.sha256(name.encode()).hexdigest()}"


def pairs(fields: Mapping[str, str | int]) -> Iterator[str | int]:
    """Fields as the arguments of HSET."""
    for name, value in fields.items():
        yield name
        yield value


def session_fields(session: Session) -> dict[str, str | int]:
    """A session as a hash."""
    return {
        "person": user_text(session.user),
        "created_at": session.created_at,
        "last_accessed": session.last_accessed,
        "expires_at": session.expires_at,
        "active": int(session.active),
        "data_loaded": int(session.data_loaded),
        "generation": session.generation,
    }


def session_of(session_id: str, fields: Mapping[str, str]) -> Session:
    """The session of a hash.

    Raises:
        DamagedRecord: a field is missing or is not what it must be.
    """
    try:
        return Session(
            session_id,
            user_of(fields["person"]),
            _whole(fields["created_at"]),
            _whole(fields["last_accessed"]),
            _whole(fields["expires_at"]),
            fields["active"] == "1",
            fields["data_loaded"] == "1",
            _whole(fields["generation"]),
        )
    except (KeyError, ValueError) as error:
        raise DamagedRecord from error


def code_fields(code: Code) -> dict[str, str | int]:
    """A code as a hash; an undated one has an empty date."""
    return {
        "tier": code.tier,
        "uses": code.uses,
        "created_at": code.created_at,
        "expires_at": "" if code.expires_at is None else code.expires_at,
        "used": code.used,
        "revoked": int(code.revoked),
    }


def code_of(digest: str, fields: Mapping[str, str]) -> Code:
    """The code of a hash; it counts as revoked unless it is said not to be.

    Raises:
        DamagedRecord: a field is missing or is not what it must be.
    """
    try:
        tier, revoked = as_tier(fields["tier"]), fields["revoked"] != "0"
        expires_at = _whole(fields["expires_at"]) if fields["expires_at"] else None
        uses, used, created_at = (_whole(fields[name]) for name in ("uses", "used", "created_at"))
    except (KeyError, ValueError) as error:
        raise DamagedRecord from error
    if tier is None:
        raise DamagedRecord
    return Code(digest, tier, uses, created_at, expires_at, used, revoked)


def _whole(text: str) -> int:
    """A number that was written as one of ours; ValueError for anything else."""
    number = int(text)
    if not 0 <= number < _FAR:
        raise ValueError("no time and no count")
    return number
