"""Signing in and out: from the course, by password, by a code."""

from contextlib import suppress

from msgspec.structs import asdict, replace

from core.contracts.access_answers import CurrentUser, EmailChallenge, Erased, RedeemAnswer, TokenAnswer
from core.contracts.errors import AlmanacError, InvalidRequest, Unauthorized, UnknownName
from core.contracts.requests import EraseRequest, LoginRequest, RedeemRequest, RefreshRequest
from service.access.accounts import Accounts
from service.access.audit import Event
from service.access.erasure import LEFT
from service.access.errors import LowerTier
from service.access.sessions import RefreshReused
from service.edge.errors import TooManyRequests
from service.edge.request import ApiRequest

LONGEST_LOGIN = 512


async def entry(request: ApiRequest) -> TokenAnswer:
    """POST /auth/entry: the course platform's address becomes a session.

    Each entry is a session of its own, and the one whose token came with the request ends.
    """
    services = request.services
    try:
        entered = await services.entries.enter(request.raw, request.address)
    except AlmanacError as refused:
        _note(request, "entry", None, "refused", reason=refused.code)
        raise
    answer = await services.authenticator.sign_in(await services.codes.applied(entered.user))
    with suppress(Unauthorized):
        former = await services.authenticator.principal(request.headers.get("authorization"))
        await services.authenticator.sign_out(former.session_id)
    _note(request, "entry", entered.user.user_id, "admitted")
    return replace(answer, return_url=entered.return_url)


async def entry_code(request: ApiRequest) -> EmailChallenge:
    """POST /auth/entry/code: a one-time code goes to the member's mailbox."""
    challenge = await request.services.entries.send_code(request.raw, request.address)
    _note(request, "entry", None, "code_asked")
    return challenge


async def login(request: ApiRequest) -> TokenAnswer:
    """POST /auth/login: name and password become a session."""
    body = request.read(LoginRequest)
    for name, value in (("username", body.username), ("password", body.password)):
        if not 0 < len(value) <= LONGEST_LOGIN:
            detail = f"{name}: expected 1 to {LONGEST_LOGIN} characters, found {len(value)}."
            raise InvalidRequest(detail, code="value_length")
    return await _signed_in(request, body)


async def _signed_in(request: ApiRequest, body: LoginRequest) -> TokenAnswer:
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
    return tokens


def _refused(request: ApiRequest, user_id: str | None) -> Unauthorized:
    """One answer for every reason against a sign-in."""
    _note(request, "login", user_id, "refused")
    return Unauthorized("username or password: not known.", code="login_failed")


async def redeem(request: ApiRequest) -> RedeemAnswer:
    """POST /auth/redeem: a code becomes the user's tier; the session's earlier tokens end."""
    user, body = request.caller.user, request.read(RedeemRequest)
    try:
        promoted, name = await request.services.codes.redeem(
            body.code, user, request.caller.session_id, body.may_lower
        )
    except (UnknownName, LowerTier) as error:
        outcome = "lower_tier" if isinstance(error, LowerTier) else "refused"
        _note(request, "redeem", user.user_id, outcome)
        raise
    tokens = asdict(await request.services.authenticator.upgrade(request.caller.session_id, promoted))
    _note(request, "redeem", user.user_id, "redeemed", code=name, former_tier=user.tier, tier=promoted.tier)
    del tokens["return_url"]
    return RedeemAnswer(**tokens, profile=promoted.tier)


async def refresh(request: ApiRequest) -> TokenAnswer:
    """POST /auth/refresh: the next pair of tokens."""
    token = request.read(RefreshRequest).refresh_token
    try:
        return await request.services.authenticator.refresh(token)
    except RefreshReused as error:
        _note(request, "refresh_reused", error.user_id, "session_ended")
        raise


async def logout(request: ApiRequest) -> None:
    """POST /auth/logout: the session ends."""
    await request.services.authenticator.sign_out(request.caller.session_id)
    _note(request, "logout", request.caller.user.user_id, "session_ended")


async def erase(request: ApiRequest) -> Erased:
    """POST /auth/erase: everything that is kept of the caller is removed, and their sessions end.

    Where many share one user, what this session left is.
    """
    caller, body = request.caller, request.read(EraseRequest)
    if body.user_id != caller.user.user_id:
        detail = "user_id: expected the caller's own, as GET /auth/me answers it."
        raise InvalidRequest(detail, code="not_yourself")
    await request.services.authenticator.sign_out(caller.session_id)
    erasures = request.services.erasures
    if caller.user.is_generic:
        removed = await erasures.erase_session(caller.session_id)
    else:
        removed = await erasures.erase(caller.user.user_id)
    await request.services.lists.refresh()
    request.services.audit.note("member_erased", user_id=None, client=None, outcome="erased")
    return Erased(removed, list(LEFT))


async def me(request: ApiRequest) -> CurrentUser:
    """GET /auth/me: the current user, whose tier is the token's."""
    caller = request.caller
    user = asdict(caller.user.info()) | {"profile": caller.tier}
    return CurrentUser(session_id=caller.session_id, is_authenticated=True, **user)


def _note(request: ApiRequest, event: Event, user_id: str | None, outcome: str, **facts: str) -> None:
    request.services.audit.note(event, user_id=user_id, client=request.address, outcome=outcome, **facts)
