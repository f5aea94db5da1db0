"""The calls of the API, which `openapi.json` is made from too."""

from collections.abc import Iterable
from pathlib import Path

import orjson
from starlette.routing import Route

from core.contracts.version import VERSION
from service.answers import (
    alike,
    auth,
    cache,
    catalogue,
    charts,
    claims,
    compare,
    compute,
    curve,
    data,
    day_bars,
    day_lists,
    excursion,
    export,
    health,
    held,
    next_session,
    path,
    quiz,
    start,
    views,
    watches,
    widen,
)
from service.call import READY, Call, handler
from service.edge.request import ApiRequest
from service.services import Services

CALLS = (
    *auth.calls,
    *catalogue.calls,
    *start.calls,
    *data.calls,
    *compute.calls,
    *excursion.calls,
    *compare.calls,
    *curve.calls,
    *widen.calls,
    *held.calls,
    *day_bars.calls,
    *path.calls,
    *alike.calls,
    *quiz.calls,
    *day_lists.calls,
    *next_session.calls,
    *claims.calls,
    *views.calls,
    *watches.calls,
    *charts.calls,
    *export.calls,
    *cache.calls,
)
OPEN_CALLS = frozenset(call.name for call in CALLS if call.is_open)
_DOCUMENT = orjson.loads(Path(__file__).with_name("openapi.json").read_bytes())
OPENAPI = orjson.dumps(_DOCUMENT | {"info": _DOCUMENT["info"] | {"version": VERSION}})
"""The committed document, with the version that is installed."""


async def openapi(request: ApiRequest) -> bytes:
    """GET /openapi.json: the document that describes the calls."""
    return OPENAPI


DOCUMENT_CALL = Call("get", "/openapi.json", "openapi", "document", openapi, READY, is_open=True)
ROOT_CALLS = (*health.calls, *claims.root_calls, *watches.root_calls)
"""The calls at the root, outside /api."""


def routes_of(calls: Iterable[Call], services: Services) -> list[Route]:
    return [Route(call.path, handler(call, services), methods=[call.method.upper()]) for call in calls]
