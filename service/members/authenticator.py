"""The caller of a request: the bearer token, and the session behind it.

While the store is away, a caller with a valid token may still read. This lasts `GRACE` seconds from when
the store last confirmed the session. Nobody signs in, and nothing is written but the end of a session.
That holds here at once, and in the store as soon as it answers (`SignOuts`).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cachetools import LRUCache

from core.contracts.access_answers import TokenAnswer
from core.contracts.errors import Unauthorized
from service.database.records import Principal, Session, StoreUnavailable, User
from service.members.personal_tokens import PREFIX
from service.members.sessions import Sessions, SignOuts, ended
from service.members.tokens import LIFETIME, AccessTokens, Claims

GRACE = 15 * 60
_MOST_KEPT = 10_000


class Authenticator:
    """Signs people in and recognises them again; `now` gives seconds since 1970.

    In the folder `state` it keeps the sessions that were ended while the store was away.
    """

    def __init__(
        self,
        sessions: Sessions,
        tokens: AccessTokens,
        now: Callable[[], float] = time.time,
        state: Path | None = None,
    ) -> None:
        self._sessions = sessions
        self._tokens = tokens
        self._now = now
        self._seen = LRUCache[str, tuple[float, Session]](_MOST_KEPT)
        self._sign_outs = SignOuts(sessions, state)
        self._changes = 0

    async def principal(
        self, authorization: str | None, *, reads: bool = False, leaves: bool = False
    ) -> Principal:
        """The caller, with the tier of the token.

        While the store is away, a caller who only `reads` counts as last seen. One who `leaves` is known by
        the token alone: its holder may end its session.

        Raises:
            Unauthorized: no bearer token, one that is wrong or over, or a session that has ended.
            StoreUnavailable: the store cannot say whether the session runs.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthorized("authorization: a bearer token is needed; sign in first.")
        claims = self._tokens.read(token.strip())
        try:
            session, is_recalled = await self._running(claims.session_id, reads)
        except StoreUnavailable:
            if not leaves:
                raise
            user = User(claims.user_id, "", claims.tier, "default")
            return Principal(user, claims.session_id, claims.tier, is_recalled=True)
        if claims.user_id != session.user.user_id or claims.generation != session.generation:
            detail = "authorization: the access token was replaced; refresh it."
            raise Unauthorized(detail, code="token_replaced")
        return Principal(session.user, session.id, claims.tier, is_recalled)

    async def _running(self, session_id: str, reads: bool) -> tuple[Session, bool]:
        """The session, and whether it is as it was last seen."""
        changes = self._changes
        try:
            if self._sign_outs.waits(session_id):
                with suppress(StoreUnavailable):
                    await self.carry_out_sign_outs()
                raise ended()
            session = await self._sessions.running(session_id)
        except StoreUnavailable:
            session_seen = self._recalled(session_id) if reads else None
            if session_seen is None:
                raise
            return session_seen, True
        except Unauthorized:
            self._seen.pop(session_id, None)
            raise
        if changes == self._changes:
            self._seen[session.id] = self._now(), session
        return session, False

    @contextmanager
    def _forgetting(self, session_id: str) -> Iterator[None]:
        """Forget a session before and after it changes: a read in between may be outdated."""
        self._forget(session_id)
        try:
            yield
        finally:
            self._forget(session_id)

    def _forget(self, session_id: str) -> None:
        self._changes += 1
        self._seen.pop(session_id, None)

    def _recalled(self, session_id: str) -> Session | None:
        seen, session = self._seen.get(session_id, (0.0, None))
        is_fresh = 0 <= self._now() - seen <= GRACE
        return session if is_fresh and session is not None and session.expires_at > self._now() else None

    async def carry_out_sign_outs(self) -> None:
        """End in the store what was ended while it was away.

        Raises:
            StoreUnavailable: it still is.
        """
        await self._sign_outs.carry_out()

    async def sign_in(self, user: User) -> TokenAnswer:
        return self._pair(*await self._sessions.open(user))

    async def refresh(self, refresh_token: str) -> TokenAnswer:
        """The next pair of tokens; the old refresh token is spent.

        Raises:
            Unauthorized: unknown, over, or used before, which ends the session.
        """
        await self.carry_out_sign_outs()
        return self._pair(*await self._sessions.rotate(refresh_token))

    async def upgrade(self, session_id: str, user: User) -> TokenAnswer:
        """A pair of tokens for the session's new user; earlier ones end at once.

        Raises:
            Unauthorized: the session has ended.
        """
        with self._forgetting(session_id):
            return self._pair(*await self._sessions.change_user(session_id, user))

    async def sign_out(self, session_id: str) -> None:
        """End a session: here at once, in the store as soon as it answers."""
        with self._forgetting(session_id):
            await self._sign_outs.end(session_id)

    def _pair(self, session: Session, refresh_token: str) -> TokenAnswer:
        user = session.user
        lifetime = max(1, min(LIFETIME, session.expires_at - int(self._now())))
        claims = Claims(user.user_id, session.id, user.tier, session.generation)
        access_token = self._tokens.issue(claims, lifetime)
        return TokenAnswer(access_token, refresh_token, "bearer", lifetime, session.id, user.info())


def token_in(authorization: str | None) -> str | None:
    """The personal token of an Authorization header; None without one."""
    scheme, _, text = (authorization or "").partition(" ")
    token = text.strip()
    return token if scheme.lower() == "bearer" and token.startswith(PREFIX) else None
