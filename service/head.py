"""A request's head as the calls need it, taken from the scope once."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import QueryParams
from starlette.types import Scope


class Head:
    """Method, header fields, `path` and `query` parameters, and the address it came from.

    Of a field that comes twice the first counts.
    """

    __slots__ = ("client", "fields", "method", "path", "query")

    def __init__(self, scope: Scope) -> None:
        client, query = scope.get("client"), scope["query_string"]
        self.method: str = scope["method"]
        self.fields: dict[bytes, bytes] = dict(reversed(scope["headers"]))
        self.client: str | None = client[0] if client else None
        self.path: Mapping[str, str] = scope.get("path_params") or {}
        self.query: Mapping[str, str] = QueryParams(query) if query else {}

    def text(self, name: bytes) -> str | None:
        """A field's value by its name in small letters, None where it is absent."""
        value = self.fields.get(name)
        return None if value is None else value.decode("latin-1")
