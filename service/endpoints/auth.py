"""Signing in and out."""

from starlette.responses import Response

from core.contracts.answers import CurrentUser, RedeemAnswer
from core.contracts.errors import InvalidRequest, Unauthorized, UnknownName
from core.contracts.requests import LoginRequest, RedeemRequest, RefreshRequest
from service.access.accounts import Accounts
from service.access.audit import Event
from service.access.sessions import RefreshReused
from service.http.errors import LowerTier, TooManyRequests
from service.http.request import ApiRequest
from service.http.responses import answered

LONGEST_LOGIN = 512


async def login(request: ApiRequest) -> Response:
    """POST /auth/login: name and password become a session."""
    body = request.read(LoginRequest)
    for name, value in (("username", body.username), ("password", body.password)):
        if not 0 < len(value) <= LONGEST_LOGIN:
            detail = f"{name}: expected 1 to {LONGEST_LOGIN} characters, found {len(value)}."
            raise InvalidRequest(detail, code="value_length")
    return await _signed_in(request, body)


async def _signed_in(request: ApiRequest, body: LoginRequest) -> Response:
    accounts = Accounts(request.services.access)
    try:
        account = await accounts.sign_in(body.username, body.password, request.address)
    except TooManyRequests:
        _note(request, "login", await accounts.known(body.username), "throttled")
        raise
    if account is None:
        raise _refused(request, await accounts.known(body.username))
    user = await request.services.codes.applied(account.user())
    tokens = await request.services.authenticator.sign_in(user)
    if not await accounts.is_current(account) or await request.services.codes.applied(account.user()) != user:
        await request.services.authenticator.sign_out(tokens.session_id)
        raise _refused(request, account.user_id)
    _note(request, "login", account.user_id, "admitted")
    return answered(request, tokens)


def _refused(request: ApiRequest, user_id: str | None) -> Unauthorized:
    """One answer for every reason against a sign-in."""
    _note(request, "login", user_id, "refused")
    return Unauthorized("username or password: not known.", code="login_failed")


async def redeem(request: ApiRequest) -> Response:
    """POST /auth/redeem: a code becomes the user's tier; the session's earlier tokens end."""
    user, body = request.caller.user, request.read(RedeemRequest)
    try:
        promoted, name = await request.services.codes.redeem(
            body.code, user, request.caller.session_id, body.may_lower
        )
    except UnknownName:
        _note(request, "redeem", user.user_id, "refused")
        raise
    except LowerTier:
        _note(request, "redeem", user.user_id, "lower_tier")
        raise
    tokens = await request.services.authenticator.upgrade(request.caller.session_id, promoted)
    _note(request, "redeem", user.user_id, "redeemed", code=name, former_tier=user.tier, tier=promoted.tier)
    return answered(
        request,
        RedeemAnswer(
            profile=promoted.tier,
            access_token=tokens.access_token,
            refresh_token=tokens.refresh_token,
            token_type=tokens.token_type,
            expires_in=tokens.expires_in,
            session_id=tokens.session_id,
            user_info=tokens.user_info,
        ),
    )


async def refresh(request: ApiRequest) -> Response:
    """POST /auth/refresh: the next pair of tokens."""
    try:
        return answered(
            request, await request.services.authenticator.refresh(request.read(RefreshRequest).refresh_token)
        )
    except RefreshReused as error:
        _note(request, "refresh_reused", error.user_id, "session_ended")
        raise


async def logout(request: ApiRequest) -> Response:
    """POST /auth/logout: the session ends."""
    await request.services.authenticator.sign_out(request.caller.session_id)
    _note(request, "logout", request.caller.user.user_id, "session_ended")
    return Response(None, 204)


async def me(request: ApiRequest) -> Response:
    """GET /auth/me: the current user."""
    caller = request.caller
    user = caller.user
    return answered(
        request,
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
        ),
    )


def _note(request: ApiRequest, event: Event, user_id: str | None, outcome: str, **facts: str) -> None:
    request.services.audit.note(event, user_id=user_id, client=request.address, outcome=outcome, **facts)
