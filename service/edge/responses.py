"""Answers of the API: encoded, tagged where they may be kept, and ended when their caller leaves."""

import asyncio
import hashlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from service.edge.bodies import JSON
from service.edge.encoding import encode
from service.edge.request import ApiRequest

Made = TypeVar("Made")


def finished(request: ApiRequest, answer: object) -> Response:
    """An endpoint's answer with what each of the API bears: its timing, who may keep it, the tag of a GET's.

    Nothing is a 204, bytes are JSON already, and what is no response yet is encoded.
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


async def while_connected(request: ApiRequest, work: Coroutine[Any, Any, Made]) -> Made:
    """What the work gives; it ends when the caller leaves.

    Raises:
        ClientDisconnect: the caller left first.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: ApiRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
