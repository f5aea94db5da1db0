"""Who a request comes from: the bearer token, and the session behind it."""

from __future__ import annotations

import time
from collections.abc import Callable

from core.contracts.access_answers import TokenAnswer
from core.contracts.errors import Unauthorized
from service.access.people import Principal, User
from service.access.records import Session
from service.access.sessions import Sessions
from service.access.tokens import LIFETIME, AccessTokens, Claims


class Guard:
    """Lets people in and recognises them again; `now` gives seconds since 1970."""

    def __init__(
        self, sessions: Sessions, tokens: AccessTokens, now: Callable[[], float] = time.time
    ) -> None:
        self._sessions = sessions
        self._tokens = tokens
        self._now = now

    def principal(self, authorization: str | None) -> Principal:
        """The caller; the tier is the token's.

        Raises:
            Unauthorized: no bearer token, one that is wrong or over, or a session that has ended.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthorized("authorization: a bearer token is needed; sign in first.")
        claims = self._tokens.read(token.strip())
        session = self._sessions.running(claims.session_id)
        if claims.user_id != session.user_id or claims.generation != session.generation:
            detail = "authorization: the access token was replaced; refresh it."
            raise Unauthorized(detail, code="token_replaced")
        return Principal(session.user, session.id, claims.tier)

    def admit(self, user: User) -> TokenAnswer:
        """A new session with its first pair of tokens."""
        return self._pair(*self._sessions.open(user))

    def refresh(self, refresh_token: str) -> TokenAnswer:
        """The next pair of tokens; the old refresh token is spent.

        Raises:
            Unauthorized: unknown, over, or used before, which ends the session.
        """
        return self._pair(*self._sessions.rotate(refresh_token))

    def promote(self, session_id: str, user: User) -> TokenAnswer:
        """A pair of tokens for the session's new user; those of before end at once.

        Raises:
            Unauthorized: the session has ended.
        """
        return self._pair(*self._sessions.change_user(session_id, user))

    def dismiss(self, session_id: str) -> None:
        """End a session."""
        self._sessions.end(session_id)

    def _pair(self, session: Session, refresh_token: str) -> TokenAnswer:
        user = session.user
        lifetime = max(1, min(LIFETIME, session.expires_at - int(self._now())))
        claims = Claims(user.user_id, session.id, user.tier, session.generation)
        access_token = self._tokens.issue(claims, lifetime)
        return TokenAnswer(access_token, refresh_token, "bearer", lifetime, session.id, user.info())
