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
    """Two addresses, one answer."""

    async def answer(request: Request) -> Response:
        await request.body()
        return Response(content, media_type="application/json")

    paths = ("/api/compute", "/api/v2/charts/data")
    return Starlette(routes=[Route(path, answer, methods=["POST"]) for path in paths])


if __name__ == "__main__":
    uvicorn.run(
        app(Path(sys.argv[1]).read_bytes()), host="127.0.0.1", port=int(sys.argv[2]), log_level="error"
    )
