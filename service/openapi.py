"""The OpenAPI 3.1 document, made from the contracts' dataclasses.

Run as `python -m service.openapi` at development time only (it needs pydantic); the service serves the
committed `service/openapi.json` as it is, and the web's types and endpoints are generated from the same file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import orjson

from core.contracts import answers, requests

DOCUMENT = Path(__file__).with_name("openapi.json")
ERROR_STATUSES = ("400", "401", "403", "404", "413", "422", "429", "503", "504")
OPEN_CALLS = frozenset({"entry", "login", "refresh"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter."""

    name: str
    where: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API: its operation id, method, path, body and answer."""

    name: str
    method: str
    path: str
    summary: str
    tag: str
    answer: type | None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()


SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")
FEATURE_NAME = Parameter("name", "path", "Feature name; a trailing _prev is ignored.")

CALLS = (
    Call(
        "entry",
        "post",
        "/auth/entry",
        "Enter from the course",
        "auth",
        answers.TokenAnswer,
        requests.EntryRequest,
    ),
    Call("login", "post", "/auth/login", "Sign in", "auth", answers.TokenAnswer, requests.LoginRequest),
    Call(
        "refresh",
        "post",
        "/auth/refresh",
        "Rotate the tokens",
        "auth",
        answers.TokenAnswer,
        requests.RefreshRequest,
    ),
    Call("logout", "post", "/auth/logout", "End the session", "auth", None),
    Call("me", "get", "/auth/me", "The current user", "auth", answers.CurrentUser),
    Call(
        "features",
        "get",
        "/features",
        "The features of the caller's tier",
        "catalogue",
        answers.FeaturesAnswer,
        parameters=(PROFILE, Parameter("category", "query", "Only this category."), SYMBOL),
    ),
    Call(
        "feature",
        "get",
        "/features/{name}",
        "One feature",
        "catalogue",
        answers.Feature,
        None,
        (FEATURE_NAME, SYMBOL),
    ),
    Call(
        "categories",
        "get",
        "/categories",
        "Categories",
        "catalogue",
        list[answers.CategoryAnswer],
        None,
        (SYMBOL,),
    ),
    Call("profiles", "get", "/profiles", "The tiers", "catalogue", answers.ProfilesAnswer),
    Call(
        "profileFeatures",
        "get",
        "/profiles/{profile}/features",
        "The features of a tier",
        "catalogue",
        answers.FeaturesAnswer,
        parameters=(Parameter("profile", "path", "lite, standard or pro."), SYMBOL),
    ),
    Call(
        "dateRange",
        "get",
        "/v2/date-range",
        "First and last session",
        "data",
        answers.DateRangeAnswer,
        None,
        (SYMBOL,),
    ),
    Call(
        "summary",
        "get",
        "/v2/summary",
        "The snapshot being served",
        "data",
        answers.SummaryAnswer,
        None,
        (SYMBOL,),
    ),
    Call(
        "values",
        "get",
        "/v2/features/{name}/values",
        "Distinct values of a feature",
        "data",
        answers.ValuesAnswer,
        None,
        (FEATURE_NAME, SYMBOL),
    ),
    Call(
        "filtered",
        "post",
        "/v2/filtered",
        "How many days match",
        "data",
        answers.FilteredAnswer,
        requests.FilteredRequest,
    ),
    Call(
        "compute",
        "post",
        "/compute",
        "Matching days and their statistics",
        "data",
        answers.ComputeAnswer,
        requests.ComputeRequest,
    ),
    Call(
        "probabilities",
        "post",
        "/v2/probabilities",
        "Statistics of features",
        "data",
        answers.ProbabilitiesAnswer,
        requests.ProbabilitiesRequest,
    ),
    Call(
        "days", "post", "/v2/days", "The matching sessions", "data", answers.DaysAnswer, requests.DaysRequest
    ),
    Call("clearCache", "post", "/cache/clear", "Forget the caller's answers", "cache", answers.Cleared),
    Call("cacheStats", "get", "/cache/stats", "The answer cache", "cache", answers.CacheStats),
)


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
    inputs = [(part, mode, TypeAdapter(part)) for part in types]
    mapping, defs = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    refs = {part: mapping[(part, mode)] for part in types}
    return refs, dict(sorted(defs["$defs"].items()))


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
    done = (
        {"204": {"description": "Done"}}
        if call.answer is None
        else {"200": _content("The answer", refs[call.answer])}
    )
    errors = {status: {"$ref": "#/components/responses/Error"} for status in ERROR_STATUSES}
    operation["responses"] = done | errors
    return operation


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


if __name__ == "__main__":
    DOCUMENT.write_bytes(render())
