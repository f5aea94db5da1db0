"""The access store: what the records of accounts, codes, grants, nonces, lists of days and watches mean.

When they are over and what may become of them stands here, once, above the texts of `record_store`, which a
database keeps: SQLite in the state folder, or Redis with REDIS_URL.
"""

import secrets
from dataclasses import replace
from pathlib import Path

from service.database.record_store import Change, Kind, RecordStore, change_to, until_written
from service.database.records import (
    Account,
    Code,
    DamagedRecord,
    DayList,
    Grant,
    PersonalToken,
    Session,
    WatchesOf,
)

_LISTS: tuple[Kind, str] = "day_lists", "state"
_WATCHES: tuple[Kind, str] = "watches", "state"

NAME_KEPT = 30 * 24 * 60 * 60
"""Seconds that a name stays known after its end: a clock that is put back lets none pass again."""


class AccessStore(RecordStore):
    """Every method is atomic. Codes are only ever passed as digests."""

    async def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        for session in await self._all(Session):
            if session.user_id == user_id:
                await self.note(Session, session.id, active=False)

    async def once(self, name: str, expires_at: int, *beside: Change) -> bool:
        """True the first time this name comes before `expires_at`, then False; False from then on too.

        It is kept together with the changes `beside` it.
        """
        if expires_at <= self._now():
            return False
        try:
            known = await self._get("name", name)
        except DamagedRecord:
            return False
        if known is not None and not (known.isdecimal() and int(known) <= self._now()):
            return False
        kept = Change("name", name, str(expires_at), known, expires_at + NAME_KEPT)
        return await self._write(kept, *beside)

    async def accounts(self) -> list[Account]:
        """Every account, by name."""
        return sorted(await self._all(Account), key=lambda each: each.username)

    async def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account if what is kept equals `replaces` (None: no such account); whether it was."""
        text, before = await self.read(Account, account.username)
        if before != replaces or (replaces is None and text is not None):
            return False
        return await self._write(change_to(account.username, account, text))

    async def add_code(self, code: Code) -> None:
        """Keep a new code."""
        await self.put(change_to(code.digest, code))

    @until_written
    async def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user, who may come again with it; None where it is not to be had."""
        text, code = await self.read(Code, digest)
        if code is None or code.revoked:
            return None
        if await self.has_redeemed(digest, user_id):
            return code
        if code.used >= code.uses:
            return None
        taken = replace(code, used=code.used + 1)
        await self.put(change_to(digest, taken, text), redeemed(code, user_id))
        return taken

    async def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        return await self.text("redeemed", f"{digest}:{user_id}") is not None

    async def codes(self) -> list[Code]:
        """Every code that is kept, oldest first."""
        return sorted(await self._all(Code), key=lambda code: (code.created_at, code.digest))

    async def personal_tokens(self) -> list[PersonalToken]:
        """Every personal token, by name."""
        return sorted(await self._all(PersonalToken), key=lambda each: each.name)

    @until_written
    async def name_token(self, token: PersonalToken) -> PersonalToken | None:
        """Keep a token under its name in place of one that is over; the one that is in the way, if any is."""
        digest = await self.text("token_named", token.name)
        before = None if digest is None else await self.find(PersonalToken, digest)
        if before is not None and not before.is_over(token.created_at):
            return before
        forgotten = () if digest is None else (Change("token", digest, None, anyway=True),)
        named = Change("token_named", token.name, token.digest, digest)
        await self.put(change_to(token.digest, token), named, *forgotten)
        return None

    async def put_grant(self, user_id: str, grant: Grant | None) -> None:
        """Keep what a user has of a code, in place of what was kept before; None forgets that."""
        forgotten = Change("grant", user_id, None, anyway=True)
        await self.put(forgotten if grant is None else replace(change_to(user_id, grant), anyway=True))

    async def day_lists(self) -> list[DayList]:
        """Every list of days, by symbol and name."""
        return sorted(await self._all(DayList), key=lambda each: (each.symbol, each.name.casefold()))

    async def day_lists_state(self) -> str | None:
        """A text that is another one after every change of a list; None before the first."""
        return await self.text(*_LISTS)

    async def put_day_list(
        self, key: str, day_list: DayList | None, text: str | None, state: str | None
    ) -> None:
        """Keep a list of days in place of a text, or forget it; Overtaken where `state` is over."""
        change = Change("day_list", key, None, text) if day_list is None else change_to(key, day_list, text)
        await self.put(change, Change(*_LISTS, secrets.token_hex(8), state))

    async def every_watch(self) -> list[WatchesOf]:
        """Everybody's watches."""
        return await self._all(WatchesOf)

    async def watches_state(self) -> str | None:
        """A text that is another one after every change that may call for an alert."""
        return await self.text(*_WATCHES)


def lists_changed() -> Change:
    """The change that tells those who know the lists of days to read them again."""
    return Change(*_LISTS, secrets.token_hex(8), anyway=True)


def watches_changed() -> Change:
    """The change that tells those who look at watches to look again."""
    return Change(*_WATCHES, secrets.token_hex(8), anyway=True)


def redeemed(code: Code, user_id: str) -> Change:
    """The change that keeps that a user has used a code."""
    return Change("redeemed", f"{code.digest}:{user_id}", "1", until=change_to(code.digest, code).until)


def store_at(state: Path, redis_url: str | None) -> AccessStore:
    """The store in Redis if there is an address, else in the state folder.

    Raises:
        DataError: the state folder cannot be used, or the address is not one of Redis.
    """
    if redis_url is None:
        from service.database.sqlite_store import SqliteStore

        return SqliteStore(state)
    from service.database.redis_store import RedisStore

    return RedisStore(redis_url)
