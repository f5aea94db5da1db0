"""The shortest way to a call: an address without parameters is found by one look-up, not by trying routes."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

_FOUND = "almanac.direct"


class Direct(BaseRoute):
    """Stands before the routes it was made from, below `prefix`; what it does not find, they answer.

    Only exact addresses and methods are found, so every refusal, redirection and HEAD stays Starlette's.
    """

    def __init__(self, prefix: str, routes: Sequence[Route]) -> None:
        self._apps: dict[tuple[str, str], ASGIApp] = {}
        for route in routes:
            if not route.param_convertors:
                for method in (route.methods or set()) - {"HEAD"}:
                    self._apps.setdefault((method, prefix + route.path), route.app)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Full where the whole address is known and nothing is mounted above us."""
        if scope["type"] != "http" or scope.get("root_path"):
            return Match.NONE, {}
        found = self._apps.get((scope["method"], scope["path"]))
        return (Match.NONE, {}) if found is None else (Match.FULL, {_FOUND: found, "path_params": {}})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the application that was found."""
        app: ASGIApp = scope[_FOUND]
        await app(scope, receive, send)
