"""The shortest way to a call: an address without parameters is found by one look-up, not by trying routes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from core.contracts.errors import AlmanacError

Calls = Mapping[tuple[str, str], ASGIApp]
"""Applications by method and address."""

Refuse = Callable[[Request, Exception], Response]


class Direct:
    """Stands before the application; what it does not find, the application's routes answer.

    Only exact addresses and methods are found, so every refusal of either, redirection and HEAD stays
    Starlette's.
    """

    def __init__(self, app: ASGIApp, calls: Calls, refuse: Refuse) -> None:
        self._app = app
        self._calls = calls
        self._refuse = refuse

    def found(self, scope: Scope) -> ASGIApp | None:
        """The call at exactly this address, where nothing is mounted above us."""
        if scope["type"] != "http" or scope.get("root_path"):
            return None
        return self._calls.get((scope["method"], scope["path"]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the call that was found, or refuse as the routes would."""
        call = self.found(scope)
        if call is None:
            await self._app(scope, receive, send)
            return
        try:
            await call(scope, receive, send)
        except AlmanacError as error:
            await self._refuse(Request(scope), error)(scope, receive, send)


def calls_of(prefix: str, routes: Sequence[Route]) -> Calls:
    """The applications of the routes without parameters, the first of each address, below `prefix`."""
    found: dict[tuple[str, str], ASGIApp] = {}
    for route in routes:
        if not route.param_convertors:
            for method in (route.methods or set()) - {"HEAD"}:
                found.setdefault((method, prefix + route.path), route.app)
    return found
