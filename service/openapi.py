"""The OpenAPI 3.1 document, made from the contracts' types.

Run as `python -m service.openapi [--check]` at development time only (it needs pydantic). The service serves
the committed `service/openapi.json` as it is; the web's types and endpoints are generated from the same file.
"""

from __future__ import annotations

import sys
from dataclasses import field, make_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import orjson

from core.contracts import answers
from core.contracts.requests import WrittenAs
from service.contract import CALLS, OPEN_CALLS, Call, Parameter

DOCUMENT = Path(__file__).with_name("openapi.json")
ERROR_STATUSES = ("400", "401", "403", "404", "409", "413", "415", "422", "429", "431", "500", "503", "504")


def document() -> dict[str, Any]:
    """The whole document, keys in a fixed order."""
    types = _types()
    refs, components = _schemas(types)
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, refs)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Session Almanac", "version": "2", "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/api"}],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "responses": {"Error": _content("What went wrong and what to do", refs[answers.ErrorBody])},
            "schemas": components,
        },
    }


def _types() -> list[Any]:
    named: list[Any] = [answers.ErrorBody, answers.Health]
    for call in CALLS:
        named += [part for part in (call.body, call.answer) if part is not None and part not in named]
    return named


def _schemas(types: list[Any]) -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    from pydantic import TypeAdapter

    mode: Literal["validation"] = "validation"
    inputs = [(part, mode, TypeAdapter(_known_type(part))) for part in types]
    mapping, defs = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    refs = {part: mapping[(part, mode)] for part in types}
    return refs, dict(sorted(defs["$defs"].items()))


def _known_type(hint: Any) -> Any:
    """The type as pydantic knows it: a struct of msgspec, anywhere within, as the dataclass of its fields."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _as_dataclass(hint)
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        written = next((each.type for each in parts[1:] if isinstance(each, WrittenAs)), parts[0])
        return _known_type(written)
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(map(_known_type, parts))]  # noqa: UP007
    return (
        get_origin(hint)[tuple(map(_known_type, parts))] if get_origin(hint) in (list, tuple, dict) else hint
    )


@cache
def _as_dataclass(struct: type[msgspec.Struct]) -> type:
    hints = get_type_hints(struct, include_extras=True)
    made = make_dataclass(
        struct.__name__,
        [
            (each.name, _known_type(hints[each.name]), _default(each))
            for each in msgspec.structs.fields(struct)
        ],
    )
    made.__doc__, made.__module__ = struct.__doc__, struct.__module__
    return made


def _default(each: msgspec.structs.FieldInfo) -> Any:
    if each.default_factory is not msgspec.NODEFAULT:
        return field(default_factory=each.default_factory)
    return field() if each.default is msgspec.NODEFAULT else field(default=each.default)


def _operation(call: Call, refs: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": call.name, "summary": call.summary, "tags": [call.tag]}
    if call.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in call.parameters]
    if call.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": refs[call.body]}},
        }
    if call.name in OPEN_CALLS:
        operation["security"] = []
    errors = {status: {"$ref": "#/components/responses/Error"} for status in ERROR_STATUSES}
    operation["responses"] = _done(call, refs) | errors
    return operation


def _done(call: Call, refs: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    if call.files:
        content = {media: {"schema": {"type": "string", "format": "binary"}} for media in call.files}
        return {"200": {"description": "The file", "content": content}}
    if call.answer is None:
        return {"204": {"description": "Done"}}
    return {"200": _content("The answer", refs[call.answer])}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": parameter.where,
        "required": parameter.where == "path",
        "description": parameter.description,
        "schema": {"type": "string"},
    }


def _content(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def render() -> bytes:
    """The document as it is committed."""
    return orjson.dumps(document(), option=orjson.OPT_INDENT_2) + b"\n"


def main(arguments: list[str]) -> int:
    """Write the document; with `--check` only say whether the committed one is current. The exit code."""
    if arguments != ["--check"]:
        DOCUMENT.write_bytes(render())
        return 0
    if DOCUMENT.read_bytes() == render():
        return 0
    print(f"{DOCUMENT}: not what the contracts say; run `make codegen` and commit it.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
