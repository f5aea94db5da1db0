"""The application: settings in, Starlette out."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from core.contracts.errors import AlmanacError
from service.access.guard import Guard
from service.access.sessions import Sessions
from service.access.signing_key import signing_key
from service.access.tokens import AccessTokens
from service.answering import Answerer
from service.cache import AnswerCache
from service.edge import Edge, security_headers
from service.errors import on_almanac_error, on_http_exception
from service.exchange import Services
from service.metrics import Metrics
from service.page import page_at, page_settings
from service.routing import api_routes, root_routes
from service.settings import Settings
from service.source import DirectorySource, SnapshotSource
from service.store import SnapshotStore

logger = logging.getLogger(__name__)


def create_app(settings: Settings, source: SnapshotSource | None = None) -> Starlette:
    """The service; snapshots come from `source`, else from the settings' warehouse.

    Raises:
        DataError: the state folder cannot be used.
    """
    services = _services(settings, source or DirectorySource(settings.warehouse))
    return Starlette(
        routes=_routes(services),
        middleware=[_edge(services)],
        exception_handlers={AlmanacError: on_almanac_error, HTTPException: on_http_exception},
        lifespan=_lifespan(services),
    )


def _services(settings: Settings, source: SnapshotSource) -> Services:
    key = signing_key(settings.state, settings.signing_key)
    sessions = Sessions(settings.state)
    return Services(
        settings=settings,
        store=SnapshotStore(source, settings.default_symbol),
        sessions=sessions,
        guard=Guard(sessions, AccessTokens(key)),
        cache=AnswerCache(settings.cache_bytes),
        charts=AnswerCache(settings.chart_cache_bytes),
        answerer=Answerer(),
        metrics=Metrics(),
    )


def _routes(services: Services) -> list[BaseRoute]:
    routes: list[BaseRoute] = [*root_routes(services), Mount("/api", routes=api_routes(services))]
    page = page_at(services.settings.web, page_settings(services.settings))
    return routes if page is None else [*routes, Mount("/", page)]


def _edge(services: Services) -> Middleware:
    settings = services.settings
    return Middleware(
        Edge,
        metrics=services.metrics,
        allowed_hosts=_hosts(settings),
        headers=security_headers(settings.analytics_url),
    )


def _hosts(settings: Settings) -> tuple[str, ...]:
    return (*settings.allowed_hosts, settings.host)


def _lifespan(services: Services) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        logger.warning(
            "ACCESS_MODE trusted_url: whoever reaches this address is taken at their word; "
            "for development and private networks only."
        )
        async with services.store.polling(services.settings.poll_interval):
            yield
        services.sessions.close()

    return lifespan
