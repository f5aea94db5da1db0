"""The service's own application on a warehouse, in this process: every figure has one implementation.

It runs on an event loop of its own in a thread of its own, so that it may be asked where a loop is running
already (a notebook). It listens on no port, and what it keeps of sign-ins lies in a temporary folder.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Coroutine, Generator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import httpx2
from starlette.applications import Starlette

from core.contracts.errors import DataError
from service.app import create_app
from service.members.entry.link import fresh_link
from service.settings import Settings
from service.settings.values import Rate
from service.snapshots.source import DirectorySource

Made = TypeVar("Made")

_BASE = "http://localhost/"
_COURSE = "warehouse"
_READER = {"user_id": "reader", "user_name": "Reader", "user_email": "reader@example.com"}
_UNLIMITED = Rate(0, 1)
_NEVER = 1e9
"""Seconds: what was published when the warehouse was opened is asked until it is closed."""
_DAY = 86400.0

# The program that uses a library decides what is printed of its log.
for _room in ("service", create_app.__module__.rpartition(".")[0]):
    logging.getLogger(_room).addHandler(logging.NullHandler())


def client_of(warehouse: Path) -> httpx2.Client:
    """A client of the application on `warehouse`, started, signed in at the widest tier without limits.

    Raises:
        DataError: no such folder, nothing published in it, or a snapshot that cannot be read.
    """
    source = DirectorySource(warehouse)
    if not warehouse.is_dir():
        raise DataError(f"{warehouse}: no such folder; give the warehouse, or the address of a service.")
    if not source.current():
        raise DataError(f"{warehouse}: no snapshot is published in it; run `almanac build`.")
    secret = secrets.token_urlsafe(48)
    transport = _InProcess(warehouse, secret)
    client = httpx2.Client(base_url=_BASE, transport=transport, auth=_SignedEntry(secret), timeout=None)
    if not client.get("readyz").is_success:
        client.close()
        _tell_why(source)
        raise DataError(f"{warehouse}: no snapshot of it can be served; run `almanac verify`.")
    return client


def _tell_why(source: DirectorySource) -> None:
    """DataError of the first snapshot that cannot be read."""
    for symbol, snapshot_id in source.current().items():
        source.load(symbol, snapshot_id)


def _settings(warehouse: Path, state: Path, secret: str) -> Settings:
    limits = ("login", "redeem", "entry", "refresh", "link", "compute", "export")
    unlimited: dict[str, Any] = {f"{name}_limit": _UNLIMITED for name in limits}
    return Settings(
        warehouse=warehouse,
        state=state,
        web=state / "web",
        poll_interval=_NEVER,
        access_mode="signed_url",
        entry_secrets=(secret,),
        signing_keys=(secret,),
        course_tiers={_COURSE: "pro"},
        request_budget=_DAY,
        body_bytes=1 << 30,
        **unlimited,
    )


class _SignedEntry(httpx2.Auth):
    """Enters by a signed link, and again when the token is over."""

    requires_response_body = True

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._token = ""

    def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response]:
        """The request with a token, once more with a new one where it is refused."""
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        answer = yield request
        if answer.status_code == 401:
            link = fresh_link(_BASE, {**_READER, "course_id": _COURSE}, self._secret)
            entry = dict(parse_qsl(urlsplit(link).query))
            entered = yield httpx2.Request("POST", f"{_BASE}api/auth/entry", json=entry)
            self._token = entered.json()["access_token"]
            request.headers["Authorization"] = f"Bearer {self._token}"
            yield request


class _InProcess(httpx2.BaseTransport):
    """Answers requests by an application on its own loop, started at once; closing it twice is once."""

    def __init__(self, warehouse: Path, secret: str) -> None:
        self._state = TemporaryDirectory(prefix="almanac-", ignore_cleanup_errors=True)
        app = create_app(_settings(warehouse, Path(self._state.name), secret))
        self._answers = httpx2.ASGITransport(app, raise_app_exceptions=False)
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        started: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(app, started), name="almanac", daemon=True)
        self._thread.start()
        try:
            started.result()
        except BaseException:
            self.close()
            raise

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The application's answer, whole."""
        return self._await(self._answered(request))

    def close(self) -> None:
        """End the application and forget what it kept."""
        if self._thread.is_alive():
            with suppress(RuntimeError):  # the loop ended by itself
                self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join()
        self._state.cleanup()

    def _await(self, work: Coroutine[Any, Any, Made]) -> Made:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _answered(self, request: httpx2.Request) -> httpx2.Response:
        answer = await self._answers.handle_async_request(request)
        return httpx2.Response(answer.status_code, headers=answer.headers, content=await answer.aread())

    def _run(self, app: Starlette, started: Future[None]) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(app, started))
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            self._loop.close()

    async def _serve(self, app: Starlette, started: Future[None]) -> None:
        try:
            async with app.router.lifespan_context(app):
                started.set_result(None)
                await self._over.wait()
        except Exception as error:
            if started.done():
                raise
            started.set_exception(error)
