"""Bodies of requests: plain JSON of a limited size, read within the request's time."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.types import Receive, Scope

from service.errors import BudgetExceeded, TooLarge, UnsupportedBody
from service.head import Head
from service.stopwatch import Stopwatch

JSON = "application/json"
WHOLE_BODY = "almanac.body"
"""Where in the scope the body stands, if all of it came with the head."""


async def read_body(scope: Scope, receive: Receive, head: Head, limit: int, stopwatch: Stopwatch) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as JSON.
        TooLarge, BudgetExceeded: over its size, or not here in time.
    """
    if head.method in ("GET", "HEAD"):
        return b""
    _check_head(head, limit)
    body: bytes | None = scope.get(WHOLE_BODY)
    if body is None:
        body = await _received(Request(scope, receive), limit, stopwatch)
    elif len(body) > limit:
        raise _too_large(limit)
    if body:
        _check_type(head)
    return body


async def _received(request: Request, limit: int, stopwatch: Stopwatch) -> bytes:
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
    return b"".join(chunks)


def _check_head(head: Head, limit: int) -> None:
    if (head.text(b"content-encoding") or "identity").strip().lower() != "identity":
        raise UnsupportedBody("content-encoding: compressed bodies are not read; send the JSON as it is.")
    length = head.text(b"content-length") or ""
    if length.isdecimal() and int(length) > limit:
        raise _too_large(limit)


def _check_type(head: Head) -> None:
    """A page elsewhere can send other types without asking first (CORS), so only JSON is read."""
    declared = (head.text(b"content-type") or "").partition(";")[0].strip().lower()
    if declared != JSON:
        raise UnsupportedBody(f"content-type: expected {JSON}; send the body as JSON and say so.")


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"body: more than {limit // 1024} KiB; send fewer filters or features.")
