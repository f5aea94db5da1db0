"""The declaration of a call: its route, document, limit, tier, cache key and thread follow from it.

The handler answers one: caller, limit, body, endpoint, response.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from core.contracts.catalogue import Tier
from core.contracts.errors import InvalidRequest
from core.contracts.requests import QuestionRequest
from core.figures.bitmap import Bitmap
from service.edge.bodies import FORMS, JSON, parse_json, read_body, unknown_field
from service.edge.request import CALL_KEY, ApiRequest
from service.encoding import encode
from service.members.errors import TokenReadsOnly
from service.members.rate_limits import Limit, Unlimited
from service.members.tiers import Part, require_part
from service.services import Services
from service.snapshots.question import Question, parse_question

Endpoint = Callable[[ApiRequest], Awaitable[object]]
"""Gives an answer that is still to be encoded, bytes of JSON, or a response."""

Function = TypeVar("Function", bound=Callable[[ApiRequest], Awaitable[object]])

READY = Unlimited("answers what the process keeps ready")
OWN_RECORD = Unlimited("reads or ends the caller's own record")
MAINTAINED = Unlimited("needs the permission to maintain")
PROBE = Unlimited("what watches over the service asks it")

GAP_UP = {"filters": [{"feature": "gap_up", "operator": "=", "value": True}]}
"""The question that examples ask."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    where: str
    description: str


SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
SNAPSHOT = Parameter("snapshot", "query", "Id of the snapshot that must answer.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API; an open one needs no sign-in.

    `name` is the operation's id, `tag` its group. `limit` is its rate limit, or why it has none.
    `part` is what the tier must have. With `files` the answer is a file of one of these media types,
    and `answer` is None. `example` is a body for the API's page. A call that `takes_forms` accepts a form
    and ignores it. One that `takes_any_query` ignores parameters. A session that cannot be looked up may
    make no write, but may end itself. A personal token makes neither.
    """

    method: str
    path: str
    name: str
    tag: str
    endpoint: Endpoint
    limit: Limit | Unlimited
    summary: str = ""
    answer: Any = None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()
    files: tuple[str, ...] = ()
    part: Part | None = None
    example: dict[str, Any] | None = None
    takes_forms: bool = False
    takes_any_query: bool = False
    is_open: bool = False
    is_write: bool = False
    ends_session: bool = False

    @property
    def is_reading(self) -> bool:
        """Whether a personal token may make it."""
        return not (self.is_write or self.ends_session)


class Prepared(NamedTuple):
    """What a checked question needs for its answer.

    `answer` computes it, in a thread. `parts` is its number of features or cells. `key` is what it depends on
    besides the question: the body's other fields where it is None.
    """

    answer: Callable[[Bitmap], Struct]
    parts: int = 1
    key: object = None


Check = Callable[[ApiRequest, Question, Any], Prepared]
"""Checks the fields of a body that are not its question."""


class Calls:
    """The calls of a file: each decorator declares the function below it, named in camel case.

    The first line of the function's docstring is the call's summary.
    """

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._calls: list[Call] = []

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def get(
        self, path: str, answer: Any, *parameters: Parameter, **more: Any
    ) -> Callable[[Function], Function]:
        return self._add("get", path, answer=answer, parameters=parameters, **more)

    def post(self, path: str, body: Any, answer: Any, **more: Any) -> Callable[[Function], Function]:
        return self._add("post", path, body=body, answer=answer, **more)

    def delete(
        self, path: str, answer: Any, *parameters: Parameter, **more: Any
    ) -> Callable[[Function], Function]:
        return self._add("delete", path, answer=answer, parameters=parameters, is_write=True, **more)

    def question(
        self, path: str, body: type[QuestionRequest], answer: Any, **more: Any
    ) -> Callable[[Check], Check]:
        """A POST of a question, see `answer_question`."""

        def add(check: Check) -> Check:
            about = {"body": body, "answer": answer, "limit": "compute", **more}
            self._calls.append(self._call("post", path, check, answer_question(check, body), **about))
            return check

        return add

    def _add(self, method: str, path: str, **more: Any) -> Callable[[Function], Function]:
        def add(endpoint: Function) -> Function:
            self._calls.append(self._call(method, path, endpoint, endpoint, **more))
            return endpoint

        return add

    def _call(self, method: str, path: str, function: Any, endpoint: Endpoint, **more: Any) -> Call:
        first, *others = function.__name__.split("_")
        name = first + "".join(map(str.capitalize, others))
        summary = (function.__doc__ or "").partition("\n")[0].removesuffix(".")
        return Call(method, path, name, self._tag, endpoint, summary=summary, **more)


def answer_question(check: Check, contract: type[QuestionRequest]) -> Endpoint:
    """An endpoint that answers a question from the cache, else in a thread in the caller's turn.

    The cache's key has the question, and what else the answer depends on.
    """
    fields = [name for name in contract.__struct_fields__ if name not in QuestionRequest.__struct_fields__]

    async def endpoint(request: ApiRequest) -> bytes:
        body = request.read(contract)
        with request.stopwatch.stretch("parse"):
            question = await question_of(request, body)
            prepared = check(request, question, body)
        own = [getattr(body, name) for name in fields] if prepared.key is None else prepared.key
        key = f"{check.__name__}|{question.key}|{own}"

        def work() -> bytes:
            selection = selected(request, question)
            with request.stopwatch.stretch("statistics"):
                made = prepared.answer(selection)
            with request.stopwatch.stretch("encode"):
                return encode(made)

        return await request.cached(key, question.tier, lambda: request.in_turn(work, parts=prepared.parts))

    return endpoint


async def question_of(request: ApiRequest, body: QuestionRequest, tier: Tier | None = None) -> Question:
    """The filters and dates of a body as a question to the snapshot it names.

    Raises:
        NoSnapshot, InvalidRequest: see `service.snapshots.question.parse_question`.
        Forbidden: the same, or the tier lacks the call's part.
    """
    question = parse_question(body, await request.snapshot(body.symbol, body.snapshot), request.tier(tier))
    if request.part is not None:
        require_part(question.tier, request.part)
    return question


def selected(request: ApiRequest, question: Question) -> Bitmap:
    """The matching sessions; their number is counted in the metrics."""
    with request.stopwatch.stretch("filter"):
        selection = question.select()
    request.services.metrics.selections.observe(selection.count)
    return selection


def handler(call: Call, services: Services) -> Callable[[Request], Awaitable[Response]]:
    """Starlette's handler of a call: caller, limit, body, endpoint, response."""

    async def answer(starlette_request: Request) -> Response:
        starlette_request.scope[CALL_KEY] = call.name
        request = ApiRequest(starlette_request.scope, starlette_request.receive, services, call.part)
        needs_session = request.token is not None and not call.is_reading
        if needs_session or not call.is_open:
            request.principal = await request.identified(reads=not call.is_write, leaves=call.ends_session)
        if needs_session:
            raise TokenReadsOnly(call.name)
        who = None
        if request.principal is not None:
            is_per_session = call.limit in ("compute", "export")
            who = request.principal.session_id if is_per_session else request.principal.person
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


def _refuse_unread(call: Call, request: ApiRequest) -> None:
    """Refuse unknown parameters and fields, so that no misspelled name is silently ignored.

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
    """The response: with timing, caching headers and the ETag of a GET.

    None is a 204, bytes are JSON already, anything else is encoded.
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
