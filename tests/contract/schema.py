"""Live answers against the committed OpenAPI document."""

from functools import cache
from pathlib import Path
from typing import Any, cast

import orjson
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

DOCUMENT = Path(__file__).resolve().parents[2] / "service" / "openapi.json"


@cache
def document() -> dict[str, Any]:
    """The committed document."""
    return cast(dict[str, Any], orjson.loads(DOCUMENT.read_bytes()))


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Method, path and operation by operation id."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def violations(schema: dict[str, Any], answer: Any) -> list[str]:
    """What in an answer the schema does not know or forbids; keys it does not list count."""
    whole = _closed({**schema, "components": document()["components"]})
    errors = Draft202012Validator(whole).iter_errors(answer)
    return [f"{list(error.absolute_path)}: {error.message[:200]}" for error in errors]


def answer_schema(operation: dict[str, Any]) -> dict[str, Any]:
    """The schema of an operation's 200 answer."""
    return cast(dict[str, Any], operation["responses"]["200"]["content"]["application/json"]["schema"])


def error_violations(answer: Any) -> list[str]:
    """What in an error's body is not as the contract says."""
    return violations({"$ref": "#/components/schemas/ErrorBody"}, answer)


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _closed(part) for key, part in schema.items()}
    if parts.get("type") == "object" and isinstance(parts.get("properties"), dict):
        parts["additionalProperties"] = False
    return parts
