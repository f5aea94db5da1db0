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
    """One route, one answer."""

    async def compute(request: Request) -> Response:
        await request.body()
        return Response(content, media_type="application/json")

    return Starlette(routes=[Route("/api/compute", compute, methods=["POST"])])


if __name__ == "__main__":
    uvicorn.run(
        app(Path(sys.argv[1]).read_bytes()), host="127.0.0.1", port=int(sys.argv[2]), log_level="error"
    )
