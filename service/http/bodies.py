"""Bodies of requests: plain JSON of a limited size, read within the request's time."""

import asyncio

from starlette.requests import Request

from service.errors import BudgetExceeded, TooLarge, UnsupportedBody

JSON = "application/json"


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as JSON.
        TooLarge, BudgetExceeded: over its size, or not here in time.
    """
    if request.method in ("GET", "HEAD"):
        return b""
    headers = request.headers
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnsupportedBody("content-encoding: compressed bodies are not read; send the JSON as it is.")
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > limit:
        raise _too_large(limit)
    body = await _received(request, limit, seconds)
    # A page elsewhere can send other types without asking first (CORS), so only JSON is read.
    if body and headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise UnsupportedBody(f"content-type: expected {JSON}; send the body as JSON and say so.")
    return body


async def _received(request: Request, limit: int, seconds: float) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise _too_large(limit)
    except TimeoutError as error:
        raise BudgetExceeded("body: it did not arrive in time; send it again.") from error
    return bytes(body)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"body: more than {limit // 1024} KiB; send fewer filters or features.")
