"""Who a request comes from: the bearer token, and the session behind it."""

from __future__ import annotations

from core.contracts.answers import TokenAnswer
from core.contracts.errors import Unauthorized
from service.access.people import Principal, User
from service.access.sessions import Sessions
from service.access.tokens import LIFETIME, AccessTokens, Claims


class Guard:
    """Lets people in and recognises them again."""

    def __init__(self, sessions: Sessions, tokens: AccessTokens) -> None:
        self._sessions = sessions
        self._tokens = tokens

    def principal(self, authorization: str | None) -> Principal:
        """The caller; the tier is the token's.

        Raises:
            Unauthorized: no bearer token, one that is wrong or over, or a session that has ended.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthorized("authorization: a bearer token is needed; sign in first.")
        claims = self._tokens.read(token.strip())
        return Principal(self._sessions.user(claims.session_id), claims.session_id, claims.tier)

    def admit(self, user: User) -> TokenAnswer:
        """A new session with its first pair of tokens."""
        session_id, refresh_token = self._sessions.open(user)
        return self._pair(user, session_id, refresh_token)

    def refresh(self, refresh_token: str) -> TokenAnswer:
        """The next pair of tokens; the old refresh token is spent.

        Raises:
            Unauthorized: unknown, over, or used before, which ends the session.
        """
        return self._pair(*self._sessions.rotate(refresh_token))

    def dismiss(self, session_id: str) -> None:
        """End a session."""
        self._sessions.end(session_id)

    def _pair(self, user: User, session_id: str, refresh_token: str) -> TokenAnswer:
        access_token = self._tokens.issue(Claims(user.user_id, session_id, user.tier))
        return TokenAnswer(access_token, refresh_token, "bearer", LIFETIME, session_id, user.info())
