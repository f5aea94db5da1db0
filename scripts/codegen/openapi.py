"""The OpenAPI 3.1 document, made from the contracts' types.

Run as `python -m scripts.codegen.openapi [--check]`. The service serves the committed
`service/openapi.json` as it is; the web's types and endpoints are generated from the same file.
"""

import sys
from dataclasses import MISSING, field, fields, is_dataclass, make_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import orjson
from pydantic import TypeAdapter

from core.contracts import answers
from core.contracts.requests import WrittenAs
from service.call import Call, Parameter
from service.routes import CALLS

DOCUMENT = Path(__file__).parents[2] / "service" / "openapi.json"
ERROR_STATUSES = ("400", "401", "403", "404", "409", "413", "415", "422", "429", "431", "500", "503", "504")

INTRODUCTION = """\
How often, when and how far things happened on the sessions that match a question.

A maintainer makes you a personal token: `almanac tokens add NAME --tier standard`. Choose *Authorize*, paste
it as *personal_token*, open a call and choose *Try it out*, then *Execute*. A token changes
nothing: it only reads.
"""

SECURITY_SCHEMES = {
    "personal_token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of `almanac tokens add`, for programs. It only reads.",
    },
    "session": {
        "type": "http",
        "scheme": "bearer",
        "description": "The access token of a sign-in. It lasts 15 minutes.",
    },
}


def document() -> dict[str, Any]:
    """The whole document, keys in a fixed order."""
    types = _types()
    refs, components = _schemas(types)
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Session Almanac",
            "version": "2",
            "description": INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api"}],
        "security": [{"personal_token": []}, {"session": []}],
        "paths": paths,
        "components": {
            "securitySchemes": SECURITY_SCHEMES,
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
    mode: Literal["validation"] = "validation"
    inputs = [(part, mode, TypeAdapter(_known_type(part))) for part in types]
    mapping, defs = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    refs = {part: mapping[(part, mode)] for part in types}
    return refs, dict(sorted(defs["$defs"].items()))


def _known_type(hint: Any) -> Any:
    """The type as pydantic knows it: a struct of msgspec, anywhere within, as the dataclass of its fields."""
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, msgspec.Struct)):
        return _twin(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        written = next((each.type for each in parts[1:] if isinstance(each, WrittenAs)), parts[0])
        return _known_type(written)
    parts = tuple(map(_known_type, parts))
    if origin in (Union, UnionType):
        return Union[parts]  # noqa: UP007
    return origin[parts] if origin in (list, tuple, dict) else hint


_TWINS: dict[type, type] = {}


def _twin(kind: type) -> type:
    """A dataclass with the fields of a struct or dataclass, known before its fields, which may name it."""
    if kind not in _TWINS:
        known = fields(kind) if is_dataclass(kind) else msgspec.structs.fields(kind)
        named = [(each.name, Any, _default(each)) for each in known]
        made = make_dataclass(kind.__name__, named, kw_only=True)
        made.__doc__, made.__module__ = kind.__doc__, kind.__module__
        if getattr(getattr(kind, "__struct_config__", None), "forbid_unknown_fields", False):
            made.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
        _TWINS[kind] = made
        hints = get_type_hints(kind, include_extras=True)
        for each in fields(made):
            each.type = made.__annotations__[each.name] = _known_type(hints[each.name])
    return _TWINS[kind]


def _default(each: Any) -> Any:
    """A field's default, of either kind of type."""
    missing = (MISSING, msgspec.NODEFAULT)
    if each.default_factory not in missing:
        return field(default_factory=each.default_factory)
    return field() if each.default in missing else field(default=each.default)


def _operation(call: Call, refs: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": call.name, "summary": call.summary, "tags": [call.tag]}
    if call.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in call.parameters]
    if call.body is not None:
        content = {"schema": refs[call.body]}
        if call.example is not None:
            content["example"] = call.example
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    if call.is_open:
        operation["security"] = []
    elif not call.is_reading:
        operation["security"] = [{"session": []}]
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
