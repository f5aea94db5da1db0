"""Entering from the course."""

from contextlib import suppress

from msgspec.structs import replace
from starlette.responses import Response

from core.contracts.errors import AlmanacError, Unauthorized
from service.http.request import ApiRequest
from service.http.responses import answered


async def entry(request: ApiRequest) -> Response:
    """POST /auth/entry: the course platform's address becomes a session.

    Each entry is a session of its own, and the one whose token came with the request ends.
    """
    services = request.services
    try:
        entered = await services.entries.enter(request.raw, request.address)
    except AlmanacError as refused:
        services.audit.note(
            "entry", user_id=None, client=request.address, outcome="refused", reason=refused.code
        )
        raise
    answer = await services.authenticator.sign_in(await services.codes.applied(entered.user))
    with suppress(Unauthorized):
        former = await services.authenticator.principal(request.headers.get("authorization"))
        await services.authenticator.sign_out(former.session_id)
    services.audit.note("entry", user_id=entered.user.user_id, client=request.address, outcome="admitted")
    return answered(request, replace(answer, return_url=entered.return_url))


async def entry_code(request: ApiRequest) -> Response:
    """POST /auth/entry/code: a one-time code goes to the member's mailbox."""
    challenge = await request.services.entries.send_code(request.raw, request.address)
    request.services.audit.note("entry", user_id=None, client=request.address, outcome="code_asked")
    return answered(request, challenge)
