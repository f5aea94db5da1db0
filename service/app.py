"""The application: settings in, Starlette out."""

import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from core.contracts.errors import AlmanacError
from service.database.records import StoreUnavailable
from service.edge.errors import error_response, on_http_exception
from service.edge.headers import ApiCors
from service.edge.middleware import RefusalMiddleware, RequestMiddleware
from service.page import Page, missing_page, no_page
from service.routes import CALLS, DOCUMENT_CALL, ROOT_CALLS, routes_of
from service.services import Services
from service.settings import Settings
from service.snapshots.source import DirectorySource, SnapshotSource

logger = logging.getLogger("service.app")

METHODS = tuple(sorted({call.method.upper() for call in CALLS}))
"""What a page of another origin may ask of the API."""


def create_app(settings: Settings, source: SnapshotSource | None = None) -> Starlette:
    """The service; snapshots come from `source`, else from the settings' Redis, else their warehouse.

    Raises:
        DataError: the state folder cannot be used.
    """
    services = Services(settings, source or _source(settings))
    api = Mount("/api", routes=routes_of((*CALLS, DOCUMENT_CALL), services))
    if fault := missing_page(settings):
        logger.warning(fault)
    page = Route("/", no_page) if fault else Mount("/", Page(settings, services.store))

    def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, AlmanacError)
        if isinstance(error, StoreUnavailable):
            services.metrics.store_errors.inc()
        return error_response(error)

    origins = settings.allowed_origins
    return Starlette(
        routes=[*routes_of(ROOT_CALLS, services), api, page],
        middleware=[
            Middleware(RequestMiddleware, metrics=services.metrics, settings=settings),
            *([Middleware(ApiCors, origins=origins, methods=METHODS)] if origins else []),
            Middleware(RefusalMiddleware, settings=settings),
        ],
        exception_handlers={AlmanacError: refuse, HTTPException: on_http_exception},
        lifespan=lambda app: services.running(),
    )


def _source(settings: Settings) -> SnapshotSource:
    if settings.redis_url is None:
        return DirectorySource(settings.warehouse)
    from service.snapshots.redis_source import (
        RedisSource,  # a service without Redis does not import its client
    )

    return RedisSource(settings.redis_url, settings.state / "cache" / "snapshots")
