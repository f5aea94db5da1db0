"""The peer: a Starlette app that reads a body and returns the same bytes every time."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def app(content: bytes) -> Starlette:
    """Every address, one answer."""

    async def answer(request: Request) -> Response:
        await request.body()
        return Response(content, media_type="application/json")

    return Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])])


if __name__ == "__main__":
    content, port = Path(sys.argv[1]).read_bytes(), int(sys.argv[2])
    # h11 as in the service: one reading of HTTP on both sides.
    uvicorn.run(app(content), host="127.0.0.1", port=port, log_level="error", http="h11", access_log=False)
