"""The access store in SQLite; see `service.access.store` for what each method promises."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from service.access import sqlite_rows as sql
from service.access.people import User
from service.access.records import Account, Code, Grant, Rotation, Session
from service.access.records_text import account_of, account_text, grant_of, grant_text, user_text
from service.access.sqlite_database import Database
from service.access.store import AHEAD, KEPT_OVER, NAME_KEPT


class SqliteStore:
    """Keeps everything in one file of the state folder; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the database.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._now = now
        self._db = Database(state)

    def open_session(self, session: Session, token: str) -> None:
        """Keep a new session, and forget those whose time is over."""
        with self._db.transaction():
            self._db.rows("DELETE FROM sessions WHERE expires_at <= ?", self._now())
            self._db.rows(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, 1, 0, ?, 0, ?, ?)",
                *(session.id, session.user_id, session.created_at, session.last_accessed),
                *(session.expires_at, user_text(session.user), token),
            )
            self._db.rows("INSERT INTO refresh_tokens VALUES (?, ?)", token, session.id)

    def session(self, session_id: str) -> Session | None:
        """The session of that id."""
        row = self._db.row(
            f"SELECT {sql.SESSION} FROM sessions WHERE id = ? AND expires_at > ?", session_id, self._now()
        )
        return None if row is None else sql.session_of(row)

    def rotate(self, spent: str, following: str) -> Rotation:
        """Replace a live refresh token, or end the session of a spent one."""
        with self._db.transaction():
            row = self._db.row(sql.SESSION_OF_TOKEN, spent)
            session = None if row is None else self.session(row[0])
            if session is None:
                return Rotation("unknown")
            if not session.active:
                return Rotation("ended", session)
            if row[1] != spent:
                self.end_session(session.id)
                return Rotation("reused", session)
            self._continue(session.id, following)
            return Rotation("rotated", session)

    def change_user(self, session_id: str, user: User, following: str) -> Session | None:
        """Another user for a running session."""
        with self._db.transaction():
            session = self.session(session_id)
            if session is None or not session.active:
                return None
            self._db.rows(
                "UPDATE sessions SET user_id = ?, person = ?, generation = generation + 1 WHERE id = ?",
                *(user.user_id, user_text(user), session_id),
            )
            self._continue(session_id, following)
            return self.session(session_id)

    def touch(self, session_id: str) -> None:
        """The session was used now."""
        self._db.rows("UPDATE sessions SET last_accessed = ? WHERE id = ?", int(self._now()), session_id)

    def mark_data_loaded(self, session_id: str) -> None:
        """The session has asked for data."""
        self._db.rows("UPDATE sessions SET data_loaded = 1 WHERE id = ? AND data_loaded = 0", session_id)

    def end_session(self, session_id: str) -> None:
        """End one session."""
        self._db.rows("UPDATE sessions SET active = 0 WHERE id = ?", session_id)

    def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        self._db.rows("UPDATE sessions SET active = 0 WHERE user_id = ?", user_id)

    def once(self, name: str, expires_at: int) -> bool:
        """True the first time."""
        now = self._now()
        if expires_at <= now:
            return False
        with self._db.transaction():
            self._db.rows("DELETE FROM names WHERE expires_at <= ?", now - NAME_KEPT)
            return self._db.row(sql.KEEP_NAME, name, expires_at, now) is not None

    def hit(self, bucket: str, limit: int, window: int) -> int:
        """0, or the seconds to wait."""
        now = self._now()
        with self._db.transaction():
            self._db.rows(sql.FORGET_TRIES, now, bucket, now + window + AHEAD)
            count, expires_at = self._db.row(sql.COUNT_TRY, bucket, now + window)
        return 0 if count <= limit else math.ceil(expires_at - now)

    def forgive(self, bucket: str) -> None:
        """Forget the tries of a bucket."""
        self._db.rows("DELETE FROM tries WHERE bucket = ?", bucket)

    def account(self, username: str) -> Account | None:
        """The account of that name."""
        row = self._db.row("SELECT record FROM accounts WHERE username = ?", username)
        return None if row is None else account_of(row[0])

    def accounts(self) -> list[Account]:
        """Every account, by name."""
        return [account_of(row[0]) for row in self._db.rows("SELECT record FROM accounts ORDER BY username")]

    def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account where nobody else changed it."""
        with self._db.transaction():
            if self.account(account.username) != replaces:
                return False
            self._db.rows(
                "INSERT OR REPLACE INTO accounts VALUES (?, ?)", account.username, account_text(account)
            )
            return True

    def add_code(self, code: Code) -> None:
        """Keep a new code."""
        self._db.rows(
            f"INSERT INTO codes ({sql.CODE}) VALUES (?, ?, ?, ?, ?, 0, 0)",
            *(code.digest, code.tier, code.uses, code.created_at, code.expires_at),
        )

    def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user."""
        with self._db.transaction():
            code = self.code(digest)
            if code is None or code.revoked:
                return None
            if self.has_redeemed(digest, user_id):
                return code
            if code.used >= code.uses:
                return None
            self._db.rows("INSERT INTO redeemed VALUES (?, ?)", digest, user_id)
            self._db.rows("UPDATE codes SET used = used + 1 WHERE digest = ?", digest)
            return replace(code, used=code.used + 1)

    def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        row = self._db.row("SELECT 1 FROM redeemed WHERE digest = ? AND user_id = ?", digest, user_id)
        return row is not None

    def code(self, digest: str) -> Code | None:
        """The code of that digest."""
        row = self._db.row(sql.CODE_OF_DIGEST, digest, self._now())
        return None if row is None else sql.code_of(row)

    def codes(self) -> list[Code]:
        """Every code whose date is not over, oldest first; those long over are forgotten."""
        now = self._now()
        self._db.rows("DELETE FROM codes WHERE expires_at <= ?", now - KEPT_OVER)
        return list(map(sql.code_of, self._db.rows(sql.CODES, now)))

    def revoke_code(self, digest: str) -> None:
        """Make a code worthless."""
        self._db.rows("UPDATE codes SET revoked = 1 WHERE digest = ?", digest)

    def put_grant(self, user_id: str, grant: Grant) -> None:
        """Keep what a user has of a code, and forget what is long over."""
        with self._db.transaction():
            self._db.rows("DELETE FROM grants WHERE expires_at <= ?", self._now() - KEPT_OVER)
            kept = "INSERT OR REPLACE INTO grants VALUES (?, ?, ?)"
            self._db.rows(kept, user_id, grant_text(grant), grant.expires_at)

    def grant(self, user_id: str) -> Grant | None:
        """What a user has of a code."""
        row = self._db.row(sql.GRANT_OF_USER, user_id, self._now())
        return None if row is None else grant_of(row[0])

    def drop_grant(self, user_id: str) -> None:
        """Forget it."""
        self._db.rows("DELETE FROM grants WHERE user_id = ?", user_id)

    def warnings(self) -> list[str]:
        """None: a file forgets nothing."""
        return []

    def ping(self) -> None:
        """Nothing, where the file can be read."""
        self._db.row("SELECT 1 FROM sessions")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _continue(self, session_id: str, following: str) -> None:
        self._db.rows("INSERT INTO refresh_tokens VALUES (?, ?)", following, session_id)
        self._db.rows("UPDATE sessions SET token = ? WHERE id = ?", following, session_id)
