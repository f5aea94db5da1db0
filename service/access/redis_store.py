"""The access store in Redis; see `service.access.store` for what each method promises.

Sessions, refresh tokens, names, tries and dated codes with their grants are keys with a lifetime. Accounts,
undated codes and their grants have none: a Redis that holds them must persist (`appendonly yes`) and must not
evict (`noeviction`).
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from service.access import redis_scripts as lua
from service.access.people import User
from service.access.records import Account, Code, Grant, Rotation, Session
from service.access.records_text import account_of, account_text, grant_of, grant_text, user_text
from service.access.redis_connection import PAUSE, RedisConnection
from service.access.redis_keeping import SETTINGS, keeping_warnings
from service.access.redis_keys import (
    ACCOUNTS,
    CODES,
    code_fields,
    code_key,
    code_of,
    grant_key,
    named,
    pairs,
    redeemed_key,
    session_fields,
    session_key,
    session_of,
    token_key,
    user_key,
)
from service.access.store import AHEAD, NAME_KEPT, DamagedRecord

logger = logging.getLogger(__name__)

Read = TypeVar("Read")


class RedisStore:
    """Keeps everything in one Redis, for any number of services; `now` gives seconds since 1970."""

    def __init__(self, url: str, now: Callable[[], float] = time.time, pause: float = PAUSE) -> None:
        """Names the server; it need not run yet.

        Raises:
            DataError: the address is not one of Redis.
        """
        self._now = now
        self._redis = redis = RedisConnection(url, pause)
        self._rotate, self._change_user = redis.script(lua.ROTATE), redis.script(lua.CHANGE_USER)
        self._note, self._once, self._hit = (redis.script(each) for each in (lua.NOTE, lua.ONCE, lua.HIT))
        self._put_account, self._take_code = redis.script(lua.PUT_ACCOUNT), redis.script(lua.TAKE_CODE)

    def open_session(self, session: Session, token: str) -> None:
        """Keep a new session."""
        key, of_user = session_key(session.id), user_key(session.user_id)
        left = math.ceil((session.expires_at - self._now()) * 1000)
        self._redis.together(
            ("HSET", key, *pairs(session_fields(session) | {"token": token})),
            ("PEXPIRE", key, left),
            ("SET", token_key(token), session.id, "PX", left),
            ("SADD", of_user, session.id),
            ("PEXPIRE", of_user, left),
        )

    def session(self, session_id: str) -> Session | None:
        """The session of that id."""
        session = _legible(lambda: self._hash(session_key(session_id), partial(session_of, session_id)))
        return session if session is not None and session.expires_at > self._now() else None

    def rotate(self, spent: str, following: str) -> Rotation:
        """Replace a live refresh token, or end the session of a spent one."""
        keys = (token_key(spent), token_key(following))
        arguments = (session_key(""), following, spent, self._now())
        outcome, *found = _legible(lambda: self._rotate(keys, arguments)) or ["unknown"]
        return Rotation(outcome, self.session(found[0]) if found else None)

    def change_user(self, session_id: str, user: User, following: str) -> Session | None:
        """Another user for a running session."""
        keys = (session_key(session_id), token_key(following), user_key(user.user_id))
        done = self._change_user(keys, (session_id, following, user_text(user), self._now()))
        return self.session(session_id) if done else None

    def touch(self, session_id: str) -> None:
        """The session was used now."""
        self._note((session_key(session_id),), ("last_accessed", int(self._now())))

    def mark_data_loaded(self, session_id: str) -> None:
        """The session has asked for data."""
        self._note((session_key(session_id),), ("data_loaded", 1))

    def end_session(self, session_id: str) -> None:
        """End one session."""
        self._note((session_key(session_id),), ("active", 0))

    def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        for session_id in self._redis.run("SMEMBERS", user_key(user_id)):
            self.end_session(session_id)

    def once(self, name: str, expires_at: int) -> bool:
        """True the first time."""
        now = self._now()
        return expires_at > now and bool(self._once((named("name", name),), (now, expires_at, NAME_KEPT)))

    def hit(self, bucket: str, limit: int, window: int) -> int:
        """0, or the seconds to wait."""
        now = self._now()
        count, ends = self._hit((named("tries", bucket),), (now, window, AHEAD))
        return 0 if count <= limit else max(1, math.ceil(float(ends) - now))

    def forgive(self, bucket: str) -> None:
        """Forget the tries of a bucket."""
        self._redis.run("DEL", named("tries", bucket))

    def account(self, username: str) -> Account | None:
        """The account of that name."""
        text = self._redis.run("HGET", ACCOUNTS, username)
        return None if text is None else _legible(lambda: account_of(text))

    def accounts(self) -> list[Account]:
        """Every account, by name."""
        texts = self._redis.run("HVALS", ACCOUNTS)
        read = (_legible(partial(account_of, text)) for text in texts)
        return sorted((each for each in read if each is not None), key=lambda account: account.username)

    def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account where nobody else changed it."""
        before = "" if replaces is None else account_text(replaces)
        arguments = (account.username, account_text(account), before)
        return bool(self._put_account((ACCOUNTS,), arguments))

    def add_code(self, code: Code) -> None:
        """Keep a new code, until its date if it has one."""
        key = code_key(code.digest)
        left = None if code.expires_at is None else math.ceil((code.expires_at - self._now()) * 1000)
        lifetime = [] if left is None else [("PEXPIRE", key, left)]
        self._redis.together(
            ("HSET", key, *pairs(code_fields(code))), ("SADD", CODES, code.digest), *lifetime
        )

    def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user."""
        keys = (code_key(digest), redeemed_key(digest))
        return self.code(digest) if self._take_code(keys, (user_id, self._now())) else None

    def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        return bool(self._redis.run("SISMEMBER", redeemed_key(digest), user_id))

    def code(self, digest: str) -> Code | None:
        """The code of that digest."""
        code = _legible(lambda: self._hash(code_key(digest), partial(code_of, digest)))
        return None if code is None or self._is_over(code.expires_at) else code

    def codes(self) -> list[Code]:
        """Every code whose date is not over, oldest first; those that are gone leave the list."""
        digests = self._redis.run("SMEMBERS", CODES)
        gone = [each for each in digests if not self._redis.run("EXISTS", code_key(each))]
        if gone:
            self._redis.run("SREM", CODES, *gone)
        kept = [code for each in digests if (code := self.code(each)) is not None]
        return sorted(kept, key=lambda code: (code.created_at, code.digest))

    def revoke_code(self, digest: str) -> None:
        """Make a code worthless."""
        self._note((code_key(digest),), ("revoked", 1))

    def put_grant(self, user_id: str, grant: Grant) -> None:
        """Keep what a user has of a code, until its date if it has one."""
        left = None if grant.expires_at is None else math.ceil((grant.expires_at - self._now()) * 1000)
        lifetime = () if left is None else ("PX", max(1, left))
        self._redis.run("SET", grant_key(user_id), grant_text(grant), *lifetime)

    def grant(self, user_id: str) -> Grant | None:
        """What a user has of a code."""
        grant = _legible(lambda: self._text(grant_key(user_id)))
        return None if grant is None or self._is_over(grant.expires_at) else grant

    def drop_grant(self, user_id: str) -> None:
        """Forget it."""
        self._redis.run("DEL", grant_key(user_id))

    def warnings(self) -> list[str]:
        """What the server's own settings say, where it tells them."""
        return keeping_warnings({name: self._redis.setting(name) for name in SETTINGS})

    def ping(self) -> None:
        """Nothing, where the server answers."""
        self._redis.run("PING")

    def close(self) -> None:
        """Let go of the connections."""
        self._redis.close()

    def _hash(self, key: str, read: Callable[[Mapping[str, str]], Read]) -> Read | None:
        fields = self._redis.run("HGETALL", key)
        return read(fields) if fields else None

    def _text(self, key: str) -> Grant | None:
        text = self._redis.run("GET", key)
        return None if text is None else grant_of(text)

    def _is_over(self, expires_at: int | None) -> bool:
        return expires_at is not None and expires_at <= self._now()


def _legible(read: Callable[[], Read]) -> Read | None:
    """What is read, None where it is damaged: a session has ended then, a code or an account is not known."""
    try:
        return read()
    except DamagedRecord:
        logger.error("Redis keeps a record of the access store that is damaged; it counts as none")
        return None
