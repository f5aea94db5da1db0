"""Personal tokens: what programs read with, made by `almanac tokens`, kept as digests.

A token is 256 random bits behind a prefix that scanners for secrets know. It is looked up by its digest, so
the time of a look-up reveals nothing of the token. Each call looks it up, as it does a session: a revocation
holds in every process from the next call on.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Callable

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest, UnknownName
from service.database.record_store import RecordStore, change_to, removal, retry_on_conflict
from service.database.records import PersonalToken, Principal, TokenName
from service.members.accounts import checked_name
from service.members.errors import TokenRefused

PREFIX = "almanac_"
_BYTES = 32
_FORM = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
_DAY = 24 * 60 * 60


class PersonalTokens:
    """Makes, revokes and recognises them; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def add(self, name: str, tier: Tier, ends_at: int | None) -> str:
        """A new token of that name, shown only now; `ends_at` is the first second it is over.

        Raises:
            InvalidRequest: `token_name_invalid`, or `token_exists` where one of that name is in use.
        """
        known, token = (
            checked_name(name, "name", "token_name_invalid"),
            PREFIX + secrets.token_urlsafe(_BYTES),
        )
        made = PersonalToken(digest_of(token), known, tier, int(self._now()), ends_at)
        if await self.keep(made) is not None:
            detail = f"name: {known} has a token already; revoke it first, or take another name."
            raise InvalidRequest(detail, code="token_exists")
        return token

    async def every(self) -> list[PersonalToken]:
        """Every personal token, by name."""
        return sorted(await self._store.every(PersonalToken), key=lambda each: each.name)

    @retry_on_conflict
    async def keep(self, token: PersonalToken) -> PersonalToken | None:
        """Keep a token in place of one of its name that is over; returns one that is still valid, if any."""
        text, before = await self._named(token.name)
        if before is not None and not before.is_over(token.created_at):
            return before
        named = change_to(token.name, TokenName(token.name, token.digest), text)
        replaced = () if before is None else (removal(PersonalToken, before.digest),)
        await self._store.put(change_to(token.digest, token), named, *replaced)
        return None

    async def _named(self, name: str) -> tuple[str | None, PersonalToken | None]:
        """The stored text of a name, and its token."""
        text, found = await self._store.read(TokenName, name)
        return text, None if found is None else await self._store.find(PersonalToken, found.digest)

    async def revoke(self, name: str) -> PersonalToken:
        """Revoke the token of that name from the next call on.

        Raises:
            UnknownName: `unknown_token`.
        """
        _, token = await self._named(name.strip().lower())
        if token is None:
            detail = f"name: no token is called {name!r}; `almanac tokens list` shows them."
            raise UnknownName(detail, code="unknown_token")
        await self._store.note(PersonalToken, token.digest, revoked=True)
        return token

    async def principal(self, token: str) -> Principal:
        """The caller of a token; the day of its last use is noted once a day.

        Raises:
            TokenRefused: `personal_token_unknown`, `personal_token_revoked` or `personal_token_expired`.
            StoreUnavailable: nobody can say.
        """
        found = None
        if _FORM.fullmatch(token):
            found = await self._store.find(PersonalToken, digest_of(token))
        if found is None:
            detail = "the personal token is not known; check that it is whole, or ask for a new one."
            raise TokenRefused(detail, code="personal_token_unknown")
        if found.revoked:
            detail = f"the personal token {found.name} is revoked; ask for a new one."
            raise TokenRefused(detail, code="personal_token_revoked")
        now = self._now()
        if found.is_over(now):
            detail = f"the personal token {found.name} is past its last day; ask for a new one."
            raise TokenRefused(detail, code="personal_token_expired")
        today = int(now) - int(now) % _DAY
        if found.used_at != today:
            await self._store.noted(PersonalToken, found.digest, used_at=today)
        user = found.user()
        return Principal(user, user.user_id, found.tier)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
