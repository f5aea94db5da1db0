"""The application: settings in, Starlette out."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from core.contracts.errors import AlmanacError
from service.access.audit import Audit
from service.access.authenticator import Authenticator
from service.access.codes import Codes
from service.access.entry.authenticator import entry_authenticator
from service.access.rate_limits import Throttle
from service.access.sessions import Sessions
from service.access.store import store_at
from service.access.tokens import AccessTokens, signing_keys
from service.data.cache import AnswerCache
from service.data.store import DirectorySource, SnapshotSource, SnapshotStore
from service.export.pool import ExportPool
from service.http.errors import error_response, on_http_exception
from service.http.middleware import ApiCors, RefusalMiddleware, RequestMiddleware
from service.http.request import Services
from service.observability.metrics import Metrics
from service.page import page_at
from service.routes import CALLS, DOCUMENT_CALL, ROOT_CALLS, routes_of
from service.settings import Settings, entry_warning

logger = logging.getLogger(__name__)


def create_app(settings: Settings, source: SnapshotSource | None = None) -> Starlette:
    """The service; snapshots come from `source`, else from the settings' Redis, else from their warehouse.

    Raises:
        DataError: the state folder cannot be used.
    """
    services = _services(settings, source or _source(settings))
    page = page_at(settings)

    def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, AlmanacError)
        services.metrics.refused(error)
        return error_response(error)

    return Starlette(
        routes=[
            *routes_of(ROOT_CALLS, services),
            Mount("/api", routes=routes_of((*CALLS, DOCUMENT_CALL), services)),
            *([] if page is None else [Mount("/", page)]),
        ],
        middleware=[
            Middleware(RequestMiddleware, metrics=services.metrics, settings=settings),
            *([Middleware(ApiCors, origins=origins)] if (origins := settings.allowed_origins) else []),
            Middleware(RefusalMiddleware, settings=settings),
        ],
        exception_handlers={AlmanacError: refuse, HTTPException: on_http_exception},
        lifespan=_lifespan(services),
    )


def _source(settings: Settings) -> SnapshotSource:
    if settings.redis_url is None:
        return DirectorySource(settings.warehouse)
    from service.data.redis_source import RedisSource  # a service without Redis does not import its client

    return RedisSource(settings.redis_url, settings.state / "cache" / "snapshots")


def _services(settings: Settings, source: SnapshotSource) -> Services:
    keys = signing_keys(settings.state, settings.signing_keys)
    access = store_at(settings.state, settings.redis_url)
    sessions = Sessions(access)
    return Services(
        settings=settings,
        store=SnapshotStore(source, settings.default_symbol),
        access=access,
        sessions=sessions,
        authenticator=Authenticator(sessions, AccessTokens(keys)),
        entries=entry_authenticator(settings, access, keys[0]),
        codes=Codes(access, settings.redeem_codes),
        cache=AnswerCache(settings.cache_bytes),
        charts=AnswerCache(settings.chart_cache_bytes),
        metrics=Metrics(),
        audit=Audit(settings.state, settings.audit_bytes),
        throttle=Throttle(settings, access.tries),
        exports=ExportPool(),
    )


def _lifespan(services: Services) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if warning := entry_warning(services.settings):
            logger.warning(warning)
        for warning in await services.access.warnings():
            logger.warning(warning)
        async with services.store.polling(services.settings.poll_interval):
            yield
        await services.access.close()

    return lifespan
