"""Signing in and out."""

from __future__ import annotations

from core.contracts.access_answers import CurrentUser, RedeemAnswer
from core.contracts.errors import InvalidRequest, Unauthorized, UnknownName
from core.contracts.requests import LoginRequest, RedeemRequest, RefreshRequest
from service.access.accounts import Accounts
from service.access.sessions import RefreshReused
from service.audit import Event
from service.errors import LowerTier, TooManyRequests
from service.exchange import Ask, Reply

LONGEST_LOGIN = 512


async def login(ask: Ask) -> Reply:
    """POST /auth/login: name and password become a session."""
    body = ask.body(LoginRequest)
    for name, value in (("username", body.username), ("password", body.password)):
        if not 0 < len(value) <= LONGEST_LOGIN:
            detail = f"{name}: expected 1 to {LONGEST_LOGIN} characters, found {len(value)}."
            raise InvalidRequest(detail, code="value_length")
    return await _signed_in(ask, body)


async def _signed_in(ask: Ask, body: LoginRequest) -> Reply:
    accounts = Accounts(ask.services.access)
    try:
        account = await accounts.sign_in(body.username, body.password, ask.client)
    except TooManyRequests:
        _note(ask, "login", await accounts.known(body.username), "throttled")
        raise
    if account is None:
        raise _refused(ask, await accounts.known(body.username))
    user = await ask.services.codes.applied(account.user())
    tokens = await ask.services.authenticator.sign_in(user)
    if not await accounts.is_current(account) or await ask.services.codes.applied(account.user()) != user:
        await ask.services.authenticator.sign_out(tokens.session_id)
        raise _refused(ask, account.user_id)
    _note(ask, "login", account.user_id, "admitted")
    return ask.reply(tokens)


def _refused(ask: Ask, user_id: str | None) -> Unauthorized:
    """One answer for every reason against a sign-in."""
    _note(ask, "login", user_id, "refused")
    return Unauthorized("username or password: not known.", code="login_failed")


async def redeem(ask: Ask) -> Reply:
    """POST /auth/redeem: a code becomes the user's tier; the session's earlier tokens end."""
    user, body = ask.caller.user, ask.body(RedeemRequest)
    try:
        promoted, name = await ask.services.codes.redeem(
            body.code, user, ask.caller.session_id, body.may_lower
        )
    except UnknownName:
        _note(ask, "redeem", user.user_id, "refused")
        raise
    except LowerTier:
        _note(ask, "redeem", user.user_id, "lower_tier")
        raise
    tokens = await ask.services.authenticator.upgrade(ask.caller.session_id, promoted)
    _note(ask, "redeem", user.user_id, "redeemed", code=name, former_tier=user.tier, tier=promoted.tier)
    return ask.reply(
        RedeemAnswer(
            profile=promoted.tier,
            access_token=tokens.access_token,
            refresh_token=tokens.refresh_token,
            token_type=tokens.token_type,
            expires_in=tokens.expires_in,
            session_id=tokens.session_id,
            user_info=tokens.user_info,
        )
    )


async def refresh(ask: Ask) -> Reply:
    """POST /auth/refresh: the next pair of tokens."""
    try:
        return ask.reply(await ask.services.authenticator.refresh(ask.body(RefreshRequest).refresh_token))
    except RefreshReused as error:
        _note(ask, "refresh_reused", error.user_id, "session_ended")
        raise


async def logout(ask: Ask) -> Reply:
    """POST /auth/logout: the session ends."""
    await ask.services.authenticator.sign_out(ask.caller.session_id)
    _note(ask, "logout", ask.caller.user.user_id, "session_ended")
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
            profile_source=user.tier_source,
            email=user.email,
            course_id=user.course_id,
            course_title=user.course_title,
        )
    )


def _note(ask: Ask, event: Event, user_id: str | None, outcome: str, **facts: str) -> None:
    ask.services.audit.note(event, user_id=user_id, client=ask.client, outcome=outcome, **facts)
