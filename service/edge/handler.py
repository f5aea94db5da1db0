"""What happens between a call and the bytes of its answer, step by step."""

import hashlib
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from core.contracts.errors import InvalidRequest
from service.call import Call
from service.edge.bodies import FORMS, JSON, parse_json, read_body, unknown_field
from service.edge.request import CALL_KEY, ApiRequest
from service.encoding import encode
from service.members.authenticator import token_in
from service.members.errors import TokenReadsOnly
from service.members.rate_limits import Unlimited
from service.services import Services


def handler(call: Call, services: Services) -> Callable[[Request], Awaitable[Response]]:
    """Starlette's handler of a call: caller, limit, body, endpoint, response."""

    async def answer(starlette_request: Request) -> Response:
        starlette_request.scope[CALL_KEY] = call.name
        request = ApiRequest(starlette_request.scope, starlette_request.receive, services, call.part)
        token = token_in(request.headers.get("authorization"))
        if not call.is_open or (token is not None and not call.is_reading):
            request.principal = await request.identified(reads=not call.is_write, leaves=call.ends_session)
        if token is not None and not call.is_reading:
            raise TokenReadsOnly(call.name)
        who = _counted(call, request)
        if not isinstance(call.limit, Unlimited):
            await services.throttle.admit(call.limit, call.name, request.address, who)
        types = (JSON, *FORMS) if call.takes_forms else (JSON,)
        request.raw = await read_body(request, services.settings.body_bytes, request.stopwatch.left, types)
        _refuse_unread(call, request)
        made = await call.endpoint(request)
        if request.weight > 1 and not isinstance(call.limit, Unlimited):
            await services.throttle.charge(call.limit, request.address, who, request.weight - 1)
        return _finished(request, made)

    return answer


def _counted(call: Call, request: ApiRequest) -> str | None:
    """Who a limit counts, besides the address: the session where it computes, else the person."""
    if request.principal is None:
        return None
    return request.principal.session_id if call.limit in ("compute", "export") else request.principal.person


def _refuse_unread(call: Call, request: ApiRequest) -> None:
    """Refuse what the call would not read, so that no misspelled name is silently left out.

    Raises:
        InvalidRequest: `unknown_parameter` of the query string, or `unknown_field` of a call without a body.
    """
    known = [each.name for each in call.parameters if each.where == "query"]
    for name in request.query_params:
        if not call.takes_any_query and name not in known:
            raise unknown_field("", name, known, "parameter")
    if call.body is None and not call.takes_forms and parse_json(request.raw):
        raise InvalidRequest("body: this call reads none; leave it out.", code="unknown_field")


def _finished(request: ApiRequest, answer: object) -> Response:
    """An endpoint's answer with what each of the API bears: its timing, who may keep it, the tag of a GET's.

    Nothing is a 204, bytes are JSON already, and what is no response yet is encoded.
    """
    if not isinstance(answer, Response | bytes | None):
        with request.stopwatch.stretch("encode"):
            answer = encode(answer)
    if answer is None:
        response = Response(None, 204)
    else:
        response = answer if isinstance(answer, Response) else Response(answer, media_type=JSON)
    headers = response.headers
    headers["Server-Timing"] = request.stopwatch.server_timing()
    if request.principal is not None and request.principal.is_recalled:
        headers["Almanac-Sign-Ins"] = "away"
    if request.method not in ("GET", "HEAD"):
        headers["Cache-Control"] = "no-store"
        return response
    # The body's digest: snapshot, tier and path are in it with all else.
    tag = f'"{hashlib.blake2b(response.body, digest_size=12).hexdigest()}"'
    headers.update({"Cache-Control": "private, no-cache", "ETag": tag, "Vary": "Authorization"})
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    if tag not in known and "*" not in known:
        return response
    headers_left = {name: value for name, value in headers.items() if not name.startswith("content-")}
    return Response(None, 304, headers_left)
