"""Columns and rows of the access store in SQLite."""

from __future__ import annotations

from typing import Any

from service.access.records import Code, Session
from service.access.records_text import user_of
from service.access.tiers import as_tier

SESSION = "id, person, created_at, last_accessed, expires_at, active, data_loaded, generation"
CODE = "digest, tier, uses, created_at, expires_at, used, revoked"
SESSION_OF_TOKEN = (
    "SELECT s.id, s.token FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.digest = ?"
)
CODES = f"SELECT {CODE} FROM codes WHERE coalesce(expires_at > ?, 1) ORDER BY created_at, digest"
CODE_OF_DIGEST = f"SELECT {CODE} FROM codes WHERE digest = ? AND coalesce(expires_at > ?, 1)"
GRANT_OF_USER = "SELECT record FROM grants WHERE user_id = ? AND coalesce(expires_at > ?, 1)"
KEEP_NAME = (
    "INSERT INTO names VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at"
    " WHERE names.expires_at <= ? RETURNING name"
)
FORGET_TRIES = "DELETE FROM tries WHERE expires_at <= ? OR (bucket = ? AND expires_at > ?)"
COUNT_TRY = (
    "INSERT INTO tries VALUES (?, 1, ?)"
    " ON CONFLICT (bucket) DO UPDATE SET count = count + 1 RETURNING count, expires_at"
)


def session_of(row: Any) -> Session:
    """The session of a row with the columns `SESSION`."""
    session_id, person, created_at, last_accessed, expires_at, active, loaded, generation = row
    times = (created_at, last_accessed, expires_at)
    return Session(session_id, user_of(person), *times, bool(active), bool(loaded), generation)


def code_of(row: Any) -> Code:
    """The code of a row with the columns `CODE`."""
    digest, tier, uses, created_at, expires_at, used, revoked = row
    known = as_tier(tier)
    assert known is not None, "a code is only ever written with a tier"
    return Code(digest, known, uses, created_at, expires_at, used, bool(revoked))
