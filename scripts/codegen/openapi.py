"""The OpenAPI 3.1 document, made from the contracts' types.

Run as `python -m scripts.codegen.openapi [--check]`. The service serves the committed
`service/openapi.json` as it is; the web's types and endpoints are generated from the same file.
"""

import inspect
import sys
from operator import attrgetter
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import orjson

from core.contracts import answers
from core.contracts.filters import WrittenAs
from service.call import Call, Parameter
from service.routes import CALLS

DOCUMENT = Path(__file__).parents[2] / "service" / "openapi.json"
ERROR_STATUSES = ("400", "401", "403", "404", "409", "413", "415", "422", "429", "431", "500", "503", "504")

_REFERENCE = "#/components/schemas/{name}"

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
    structs: Structs = {}
    refs, components = _described([_replaced(part, structs) for part in types], structs)
    return dict(zip(types, refs, strict=False)), dict(sorted(components.items()))


Structs = dict[type[msgspec.Struct], Any]


class _Given:
    """Stands for a type in what msgspec describes, with its schema."""

    schema: dict[str, Any]


def _given(schema: dict[str, Any]) -> type[_Given]:
    return type("_Given", (_Given,), {"schema": schema})


def _described(types: list[Any], structs: Structs) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(
        [*types, *structs.values()], schema_hook=attrgetter("schema"), ref_template=_REFERENCE
    )


def _replaced(hint: Any, structs: Structs) -> Any:
    """The type as msgspec can describe it: with references in the place of structs, added to `structs`.

    It describes no union of several structs without a tag, and says nothing of the items of `list[Any]`.
    """
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint not in structs:
            structs[hint] = None  # a field may name its own struct
            structs[hint] = _with_references(hint, structs)
        return _given({"$ref": _REFERENCE.format(name=hint.__name__)})
    if hint is Any:
        return _given({"title": "Any"})
    origin, parts = get_origin(hint), get_args(hint)
    written = [each.type for each in parts if isinstance(each, WrittenAs)]
    if written:
        return _replaced(written[0], structs)
    if origin is Annotated:
        return Annotated[(_replaced(parts[0], structs), *parts[1:])]
    if origin is Literal or not parts:
        return hint
    parts = tuple(_replaced(each, structs) for each in parts)
    return _union(parts) if origin in (Union, UnionType) else origin[parts]


def _union(parts: tuple[Any, ...]) -> Any:
    if any(isinstance(each, type) and issubclass(each, _Given) for each in parts):
        return _given({"anyOf": list(_described(list(parts), {})[0])})
    return Union[parts]  # noqa: UP007


def _with_references(kind: type[msgspec.Struct], structs: Structs) -> type[msgspec.Struct]:
    """A struct of the same fields with references in the place of other structs."""
    hints = get_type_hints(kind, include_extras=True)
    fields = [
        (each.name, _replaced(hints[each.name], structs), *([] if each.required else [_default(each)]))
        for each in msgspec.structs.fields(kind)
    ]
    is_strict = kind.__struct_config__.forbid_unknown_fields
    about = {"__doc__": inspect.getdoc(kind)}
    return msgspec.defstruct(
        kind.__name__, fields, namespace=about, kw_only=True, forbid_unknown_fields=is_strict
    )


def _default(each: msgspec.structs.FieldInfo) -> Any:
    is_made = each.default_factory is not msgspec.NODEFAULT
    return msgspec.field(default_factory=each.default_factory) if is_made else each.default


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
