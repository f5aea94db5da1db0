"""What happens between a call and the bytes of its answer, step by step."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from core.contracts.errors import InvalidRequest
from service.access.errors import TokenReadsOnly
from service.access.personal_tokens import token_in
from service.access.rate_limits import Limit, Unlimited
from service.edge.bodies import FORMS, JSON, parse_json, read_body, unknown_field
from service.edge.request import CALL_KEY, ApiRequest
from service.edge.responses import finished
from service.services import Services

Endpoint = Callable[[ApiRequest], Awaitable[object]]
"""Gives an answer that is still to be encoded, bytes of JSON, or a response."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter."""

    name: str
    where: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API; who makes an open one need not be signed in.

    `limit` is what it counts for, or why it counts for none. With `files` the answer is a file of one of
    these media types, and `answer` is None. One that `takes_forms` may be sent a form too, which nobody
    reads. One that `takes_any_query` ignores parameters. A session that cannot be looked up may make no
    write, but may end itself. A personal token makes neither.
    """

    method: str
    path: str
    endpoint: Endpoint
    summary: str = ""
    answer: Any = None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()
    files: tuple[str, ...] = ()
    takes_forms: bool = False
    takes_any_query: bool = False
    is_open: bool = False
    is_write: bool = False
    ends_session: bool = False
    limit: Limit | Unlimited = field(kw_only=True)

    @property
    def is_reading(self) -> bool:
        """Whether a personal token may make it."""
        return not (self.is_write or self.ends_session)

    @property
    def name(self) -> str:
        """The operation's id: the endpoint's name in camel case."""
        first, *others = self.endpoint.__name__.split("_")
        return first + "".join(map(str.capitalize, others))

    @property
    def tag(self) -> str:
        """The group of the endpoint's file."""
        file = self.endpoint.__module__.rpartition(".")[2]
        return {"compute": "data", "excursion": "data", "export": "data", "start": "data"}.get(file, file)


def handler(call: Call, services: Services) -> Callable[[Request], Awaitable[Response]]:
    """Starlette's handler of a call: who asks, how often they may, the body, the endpoint, the response."""

    async def answer(starlette_request: Request) -> Response:
        starlette_request.scope[CALL_KEY] = call.name
        request = ApiRequest(starlette_request.scope, starlette_request.receive, services)
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
