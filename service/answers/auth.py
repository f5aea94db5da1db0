"""Signing in and out: from the course, by password, by a code."""

from contextlib import suppress

from msgspec.structs import asdict, replace

from core.contracts.access_answers import CurrentUser, EmailChallenge, Erased, RedeemAnswer, TokenAnswer
from core.contracts.errors import AlmanacError, InvalidRequest, TooManyRequests, Unauthorized, UnknownName
from core.contracts.requests import EntryRequest, EraseRequest, LoginRequest, RedeemRequest, RefreshRequest
from service.call import OWN_RECORD, Calls
from service.edge.request import ApiRequest
from service.members.audit import Event
from service.members.entry.parameters import EntryBody
from service.members.erasure import LEFT
from service.members.errors import LowerTier
from service.members.sessions import RefreshReused

calls = Calls("auth")

LONGEST_LOGIN = 512


@calls.post("/auth/entry", EntryRequest, TokenAnswer, is_open=True, is_write=True, limit="entry")
async def entry(request: ApiRequest) -> TokenAnswer:
    """Enter from the course.

    Each entry is a session of its own, and the one whose token came with the request ends.
    """
    services = request.services
    try:
        entered = await services.entries.enter(_entry_body(request), request.address)
    except AlmanacError as refused:
        _note(request, "entry", None, "refused", reason=refused.code)
        raise
    answer = await services.authenticator.sign_in(await services.codes.applied(entered.user))
    with suppress(Unauthorized):
        former = await services.authenticator.principal(request.headers.get("authorization"))
        await services.authenticator.sign_out(former.session_id)
    _note(request, "entry", entered.user.user_id, "admitted")
    return replace(answer, return_url=entered.return_url)


@calls.post("/auth/entry/code", EntryRequest, EmailChallenge, is_open=True, is_write=True, limit="entry")
async def entry_code(request: ApiRequest) -> EmailChallenge:
    """Mail a one-time code to the member."""
    challenge = await request.services.entries.send_code(_entry_body(request), request.address)
    _note(request, "entry", None, "code_asked")
    return challenge


@calls.post("/auth/login", LoginRequest, TokenAnswer, is_open=True, is_write=True, limit="login")
async def login(request: ApiRequest) -> TokenAnswer:
    """Sign in."""
    body = request.read(LoginRequest)
    for name, value in (("username", body.username), ("password", body.password)):
        if not 0 < len(value) <= LONGEST_LOGIN:
            detail = f"{name}: expected 1 to {LONGEST_LOGIN} characters, found {len(value)}."
            raise InvalidRequest(detail, code="value_length")
    return await _signed_in(request, body)


async def _signed_in(request: ApiRequest, body: LoginRequest) -> TokenAnswer:
    accounts = request.services.accounts
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
    _note(request, "login", user_id, "refused")
    return Unauthorized("username or password: not known.", code="login_failed")


@calls.post("/auth/redeem", RedeemRequest, RedeemAnswer, is_write=True, limit="redeem")
async def redeem(request: ApiRequest) -> RedeemAnswer:
    """Redeem a code for a tier.

    The session's earlier tokens end.
    """
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


@calls.post("/auth/refresh", RefreshRequest, TokenAnswer, is_open=True, is_write=True, limit="refresh")
async def refresh(request: ApiRequest) -> TokenAnswer:
    """Rotate the tokens."""
    token = request.read(RefreshRequest).refresh_token
    try:
        return await request.services.authenticator.refresh(token)
    except RefreshReused as error:
        _note(request, "refresh_reused", error.user_id, "session_ended")
        raise


@calls.post("/auth/logout", None, None, ends_session=True, limit=OWN_RECORD)
async def logout(request: ApiRequest) -> None:
    """End the session."""
    await request.services.authenticator.sign_out(request.caller.session_id)
    _note(request, "logout", request.caller.user.user_id, "session_ended")


@calls.post("/auth/erase", EraseRequest, Erased, is_write=True, limit="links")
async def erase(request: ApiRequest) -> Erased:
    """Erase everything that is kept of the caller.

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


@calls.get("/auth/me", CurrentUser, limit=OWN_RECORD)
async def me(request: ApiRequest) -> CurrentUser:
    """The current user.

    The tier is the token's.
    """
    caller = request.caller
    user = asdict(caller.user.info()) | {"profile": caller.tier}
    return CurrentUser(session_id=caller.session_id, is_authenticated=True, **user)


def _note(request: ApiRequest, event: Event, user_id: str | None, outcome: str, **facts: str) -> None:
    request.services.audit.note(event, user_id=user_id, client=request.address, outcome=outcome, **facts)


def _entry_body(request: ApiRequest) -> EntryBody:
    return EntryBody(request.raw, lambda: request.read(EntryRequest))
