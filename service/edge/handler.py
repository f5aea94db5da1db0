"""What happens between a call and the bytes of its answer, step by step."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from core.contracts.errors import InvalidRequest
from service.call import Call
from service.edge.bodies import FORMS, JSON, parse_json, read_body, unknown_field
from service.edge.request import CALL_KEY, ApiRequest
from service.edge.responses import finished
from service.members.errors import TokenReadsOnly
from service.members.personal_tokens import token_in
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
        return finished(request, made)

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
