"""Bodies of requests: plain JSON of a limited size, read within the request's time."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from service.errors import BudgetExceeded, TooLarge, UnsupportedBody
from service.stopwatch import Stopwatch

JSON = "application/json"


async def read_body(request: Request, limit: int, stopwatch: Stopwatch) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as JSON.
        TooLarge, BudgetExceeded: over its size, or not here in time.
    """
    if request.method in ("GET", "HEAD"):
        return b""
    _check_headers(request, limit)
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(stopwatch.left):
            async for chunk in request.stream():
                size += len(chunk)
                if size > limit:
                    raise _too_large(limit)
                chunks.append(chunk)
    except TimeoutError as error:
        raise BudgetExceeded("body: it did not arrive in time; send it again.") from error
    if size:
        _check_type(request)
    return b"".join(chunks)


def _check_headers(request: Request, limit: int) -> None:
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnsupportedBody("content-encoding: compressed bodies are not read; send the JSON as it is.")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > limit:
        raise _too_large(limit)


def _check_type(request: Request) -> None:
    """A page elsewhere can send other types without asking first (CORS), so only JSON is read."""
    declared = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if declared != JSON:
        raise UnsupportedBody(f"content-type: expected {JSON}; send the body as JSON and say so.")


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"body: more than {limit // 1024} KiB; send fewer filters or features.")
