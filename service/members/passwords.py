"""Passwords: which ones are taken, and their Argon2id hashes.

OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. The least length is 12: SP 800-63B asks for 15
where a password stands alone and OWASP ASVS 5.0 for 8; here a maintainer makes every account and every try is
counted. Any character is taken and none is demanded. A list of common passwords is not kept: next to none of
them has twelve characters.
"""

import secrets
import unicodedata

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from core.contracts.errors import InvalidRequest

SHORTEST, LONGEST = 12, 128
FEWEST_DIFFERENT = 5
_HASHER = PasswordHasher(
    time_cost=2, memory_cost=19_456, parallelism=1, hash_len=32, salt_len=16, type=Type.ID
)
_NOBODY = _HASHER.hash(secrets.token_urlsafe(32))
"""A hash of no password, which costs as much to refuse as any."""


def hashed(password: str) -> str:
    return _HASHER.hash(_plain(password))


def matches(password: str, kept: str | None) -> bool:
    """Whether a hash is the password's; without a hash the same work is done."""
    try:
        return _HASHER.verify(kept or _NOBODY, _plain(password)) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _HASHER.check_needs_rehash(kept)


def check_new(password: str, username: str) -> None:
    """Check that the password may be set.

    Raises:
        InvalidRequest: `password_too_short`, `password_too_long`, `password_too_simple`.
    """
    plain = _plain(password)
    if len(plain) < SHORTEST:
        detail = f"password: expected {SHORTEST} characters or more, found {len(plain)}."
        raise InvalidRequest(detail, code="password_too_short")
    if len(plain) > LONGEST:
        detail = f"password: expected {LONGEST} characters or fewer, found {len(plain)}."
        raise InvalidRequest(detail, code="password_too_long")
    if username.lower() in plain.lower() or len(set(plain.lower())) < FEWEST_DIFFERENT:
        detail = f"password: expected {FEWEST_DIFFERENT} different characters or more, and not the user name."
        raise InvalidRequest(detail, code="password_too_simple")


def _plain(password: str) -> str:
    """One Unicode form for what looks the same, whatever keyboard typed it (SP 800-63B)."""
    return unicodedata.normalize("NFKC", password)
