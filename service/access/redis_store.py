"""The access store in Redis; see `service.access.store` for what each method promises.

Sessions, refresh tokens, names, tries and dated codes with their grants are keys with a lifetime. Accounts,
undated codes and their grants have none: a Redis that holds them must persist (`appendonly yes`) and must not
evict (`noeviction`).
"""

import hashlib
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any

from service.access import redis_scripts as lua
from service.access.rate_limits import RateLimiter
from service.access.records import DamagedRecord, Outcome, Session, Values
from service.access.redis_connection import PAUSE, PREFIX, RedisConnection, RedisTries
from service.access.store import NAME_KEPT, AccessStore, Noted, Written

ACCOUNTS = f"{PREFIX}accounts"
CODES = f"{PREFIX}codes"
_HASHES = {"sessions": "session", "codes": "code"}


class RedisStore(AccessStore):
    """Keeps everything in one Redis, for any number of services; `now` gives seconds since 1970."""

    def __init__(self, url: str, now: Callable[[], float] = time.time, pause: float = PAUSE) -> None:
        """Names the server; it need not run yet.

        Raises:
            DataError: the address is not one of Redis.
        """
        self._redis = redis = RedisConnection(url, pause)
        self._rotated, self._user_changed = redis.script(lua.ROTATE), redis.script(lua.CHANGE_USER)
        self._noted, self._passed = redis.script(lua.NOTE), redis.script(lua.ONCE)
        self._account_put, self._code_taken = redis.script(lua.PUT_ACCOUNT), redis.script(lua.TAKE_CODE)
        super().__init__(RateLimiter(RedisTries(redis)), now)

    async def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        for session_id in await self._redis.run("SMEMBERS", _hashed("sessions_of", user_id)):
            await self.end_session(session_id)

    async def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        return bool(await self._redis.run("SISMEMBER", _hashed("redeemed", digest), user_id))

    async def drop_grant(self, user_id: str) -> None:
        """Forget what a user has of a code."""
        await self._redis.run("DEL", _hashed("grant", user_id))

    async def warnings(self) -> list[str]:
        """What the server's own settings say, where it tells them."""
        return await self._redis.warnings()

    async def ping(self) -> None:
        """Nothing, where the server answers."""
        await self._redis.run("PING")

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.close()

    async def _open(self, session: Session, values: Values) -> None:
        key, of_user = _key("session", session.id), _hashed("sessions_of", session.user_id)
        left = self._left(session.expires_at)
        await self._redis.together(
            ("HSET", key, *_pairs(values)),
            ("PEXPIRE", key, left),
            ("SET", _key("refresh", values["token"]), session.id, "PX", left),
            ("SADD", of_user, session.id),
            ("PEXPIRE", of_user, left),
        )

    async def _values(self, kind: Noted, name: str) -> Values | None:
        return await _legible(self._redis.run("HGETALL", _key(_HASHES[kind], name))) or None

    async def _note(self, kind: Noted, name: str, field: str, value: int) -> None:
        await self._noted((_key(_HASHES[kind], name),), (field, value))

    async def _text(self, kind: Written, name: str) -> str | None:
        asked = ("HGET", ACCOUNTS, name) if kind == "accounts" else ("GET", _hashed("grant", name))
        text: str | None = await _legible(self._redis.run(*asked))
        return text

    async def _rotate(self, spent: str, following: str) -> tuple[Outcome, str | None]:
        keys = (_key("refresh", spent), _key("refresh", following))
        arguments = (_key("session", ""), following, spent, self._now())
        outcome, *found = await _legible(self._rotated(keys, arguments)) or ["unknown"]
        return outcome, found[0] if found else None

    async def _change_user(self, session_id: str, user_id: str, person: str, following: str) -> bool:
        keys = (_key("session", session_id), _key("refresh", following), _hashed("sessions_of", user_id))
        return bool(await self._user_changed(keys, (session_id, following, person, self._now())))

    async def _once(self, name: str, expires_at: int) -> bool:
        arguments = (self._now(), expires_at, NAME_KEPT)
        return bool(await self._passed((_hashed("name", name),), arguments))

    async def _account_texts(self) -> list[str]:
        texts: list[str] = await self._redis.run("HVALS", ACCOUNTS)
        return texts

    async def _put_account(self, username: str, text: str, before: str | None) -> bool:
        return bool(await self._account_put((ACCOUNTS,), (username, text, before or "")))

    async def _add_code(self, digest: str, values: Values) -> None:
        """Until its date if it has one; an undated one has an empty date."""
        key, ends = _key("code", digest), values["expires_at"]
        lifetime = [] if ends is None else [("PEXPIRE", key, self._left(ends))]
        fields = {**values, "expires_at": "" if ends is None else ends}
        await self._redis.together(("HSET", key, *_pairs(fields)), ("SADD", CODES, digest), *lifetime)

    async def _take_code(self, digest: str, user_id: str) -> bool:
        keys = (_key("code", digest), _hashed("redeemed", digest))
        return bool(await self._code_taken(keys, (user_id, self._now())))

    async def _all_code_values(self) -> list[tuple[str, Values | None]]:
        """Those that are gone leave the list."""
        digests = await self._redis.run("SMEMBERS", CODES)
        gone = [each for each in digests if not await self._redis.run("EXISTS", _key("code", each))]
        if gone:
            await self._redis.run("SREM", CODES, *gone)
        return [(each, await self._values("codes", each)) for each in digests if each not in gone]

    async def _put_grant(self, user_id: str, text: str, expires_at: int | None) -> None:
        lifetime = () if expires_at is None else ("PX", self._left(expires_at))
        await self._redis.run("SET", _hashed("grant", user_id), text, *lifetime)

    def _left(self, expires_at: int) -> int:
        return max(1, math.ceil((expires_at - self._now()) * 1000))


def _key(kind: str, name: str) -> str:
    return f"{PREFIX}{kind}:{name}"


def _hashed(kind: str, name: str) -> str:
    """A key for a name that strangers choose: of bounded length, and showing nobody's address."""
    return _key(kind, hashlib.sha256(name.encode()).hexdigest())


def _pairs(values: Values) -> list[str | int]:
    return [part for pair in values.items() for part in pair]


async def _legible(read: Awaitable[Any]) -> Any:
    """What is read, None where another type of record stands there."""
    try:
        return await read
    except DamagedRecord:
        return None
