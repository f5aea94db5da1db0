"""Is it alive, is it ready, how does it do."""

import secrets

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.responses import Response

from core.contracts.answers import Alive, Health
from core.contracts.errors import NoSnapshot, Unauthorized
from core.contracts.version import VERSION
from service.call import PROBE, Calls
from service.edge.request import ApiRequest
from service.snapshots.store import NOTHING_PUBLISHED

calls = Calls("health")


@calls.get("/healthz", None, is_open=True, takes_any_query=True, limit=PROBE)
async def healthz(request: ApiRequest) -> Alive:
    """GET /healthz: the process answers."""
    health = _health(request)
    return Alive(health.status, health.snapshots, VERSION)


@calls.get("/readyz", None, is_open=True, takes_any_query=True, limit=PROBE)
async def readyz(request: ApiRequest) -> Health:
    """GET /readyz: a snapshot is served and the access store answers.

    Raises:
        NoSnapshot: none is, yet.
        StoreUnavailable: it does not.
    """
    await request.services.records.ping()
    health = _health(request)
    if not health.snapshots:
        raise NoSnapshot(NOTHING_PUBLISHED)
    return health


def _health(request: ApiRequest) -> Health:
    store = request.services.store
    served = {symbol: each.id for symbol, each in store.published.items()}
    return Health("copies" if store.is_from_copies else "ok" if served else "waiting", served)


@calls.get("/metrics", None, is_open=True, takes_any_query=True, limit=PROBE)
async def metrics(request: ApiRequest) -> Response:
    """GET /metrics: as Prometheus reads it; 404 where METRICS_TOKEN is not set.

    Raises:
        Unauthorized: the request does not bear that token.
    """
    services = request.services
    token = services.settings.metrics_token
    if token is None:
        raise HTTPException(404)
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Unauthorized("authorization: /metrics wants the token of METRICS_TOKEN.")
    text = services.metrics.render(services.cache.stats(), services.charts.stats(), services.store)
    return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)
