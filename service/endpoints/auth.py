"""Signing in and out."""

from __future__ import annotations

from core.contracts.answers import CurrentUser
from core.contracts.errors import Unauthorized
from core.contracts.requests import EntryRequest, LoginRequest, RefreshRequest
from service.access.entry import enter
from service.exchange import Ask, Reply


def entry(ask: Ask) -> Reply:
    """POST /auth/entry: the course platform's address becomes a session."""
    body = ask.body(EntryRequest)
    return ask.reply(ask.services.guard.admit(enter(body, ask.services.settings, ask.client)))


def login(ask: Ask) -> Reply:
    """POST /auth/login: there are no accounts yet, so every name and password is wrong."""
    ask.body(LoginRequest)
    raise Unauthorized("username or password: not known.", code="login_failed")


def refresh(ask: Ask) -> Reply:
    """POST /auth/refresh: the next pair of tokens."""
    return ask.reply(ask.services.guard.refresh(ask.body(RefreshRequest).refresh_token))


def logout(ask: Ask) -> Reply:
    """POST /auth/logout: the session ends."""
    ask.services.guard.dismiss(ask.caller.session_id)
    return Reply(b"", 204)


def me(ask: Ask) -> Reply:
    """GET /auth/me: the current user."""
    caller = ask.caller
    user = caller.user
    return ask.reply(
        CurrentUser(
            user_id=user.user_id,
            username=user.username,
            permissions=list(user.permissions),
            session_id=caller.session_id,
            is_authenticated=True,
            profile=caller.tier,
            email=user.email,
            course_id=user.course_id,
            course_title=user.course_title,
        )
    )
