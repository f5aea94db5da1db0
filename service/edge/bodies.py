"""Bodies of requests: plain JSON of a limited size, read in time, checked once against the contracts' types.

A field that the contract does not have is `unknown_field`, an absent one `missing_field`. A wrong type is
`value_type`. A value out of bounds has the code of the bounds, else `value_type`. The detail names the
field by its path. `core.question.filter_values` reads the filters.
"""

import asyncio
import re
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any, TypeVar

import msgspec
import orjson
from starlette.requests import Request

from core.contracts.errors import BudgetExceeded, InvalidRequest, printable, suggestion
from core.contracts.invalid_value import dotted, find_invalid
from core.question.filter_values import shown
from service.edge.errors import Malformed, TooLarge, UnsupportedBody

Body = TypeVar("Body")

JSON = "application/json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
DEEPEST = 16
"""Lists and objects within one another that a body may have; the deepest question has five."""

_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


async def read_body(request: Request, limit: int, seconds: float, types: Sequence[str] = (JSON,)) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as one of the types.
        TooLarge, BudgetExceeded: over its size, or not here in time.
        InvalidRequest: `too_deep`.
    """
    if request.method in ("GET", "HEAD"):
        return b""
    headers = request.headers
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnsupportedBody("content-encoding: compressed bodies are not read; send the JSON as it is.")
    length = headers.get("content-length", "")
    too_large = f"body: more than {limit // 1024} KiB; send fewer filters or features."
    if length.isdecimal() and int(length) > limit:
        raise TooLarge(too_large)
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise TooLarge(too_large)
    except TimeoutError as error:
        raise BudgetExceeded("body: it did not arrive in time; send it again.") from error
    # A page elsewhere can send other types without asking first (CORS), so only JSON is read.
    if body and headers.get("content-type", "").partition(";")[0].strip().lower() not in types:
        raise UnsupportedBody(f"content-type: expected {JSON}; send the body as JSON and say so.")
    _require_shallow(body)
    return bytes(body)


def _require_shallow(raw: bytearray) -> None:
    """Refuse lists and objects that are nested too deep; brackets within strings do not count."""
    brackets = _BRACKETS.findall(_TEXTS.sub(b"", raw))
    deepest = max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)
    if deepest > DEEPEST:
        detail = f"body: lists and objects more than {DEEPEST} deep; send what the call's contract names."
        raise InvalidRequest(detail, code="too_deep")


def parse_json(raw: bytes) -> Any:
    """The decoded JSON; an empty body is an empty object.

    Raises:
        Malformed: not JSON.
    """
    if not raw.strip():
        return {}
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Malformed(f"body: not valid JSON at line {error.lineno}, column {error.colno}.") from error


def decode(contract: type[Body], raw: bytes) -> Body:
    """The body as the contract's type; an empty one is an empty object.

    Raises:
        Malformed: not JSON.
        InvalidRequest: `unknown_field`, `value_type` or `missing_field`.
    """
    try:
        return msgspec.json.decode(raw if raw.strip() else b"{}", type=contract)
    except (msgspec.DecodeError, ValueError) as error:
        raise _refusal(contract, parse_json(raw)) from error


def _refusal(contract: type, raw: Any) -> InvalidRequest:
    """The error names the field, what was expected and what was found."""
    found = find_invalid(contract, raw)
    name, within = dotted(found.path), dotted(found.path[:-1])
    if not found.choices and found.struct:
        known = found.struct.__struct_fields__
        return unknown_field(f"{within}." if within else "", str(found.path[-1]), known)
    if found.found is msgspec.UNSET:
        return InvalidRequest(f"{name}: missing; expected {found.expected}.", code="missing_field")
    extras = [meta.extra for meta in found.metas if meta.extra]
    remedies = [f"; {extra['remedy']}" for extra in extras if "remedy" in extra]
    detail = f"{name or 'body'}: expected {found.expected}, found {shown(found.found)}{''.join(remedies)}."
    return InvalidRequest(detail, code=found.bounds_code or "value_type")


def unknown_field(where: str, name: str, known: Collection[str], what: str = "field") -> InvalidRequest:
    """The error for an unknown field or parameter; `where` is the path before its name."""
    choices = f"the {what}s are {', '.join(known)}." if known else "leave it out."
    detail = f"{where}{printable(name)}: not a {what} of this call; {suggestion(name, known, choices)}"
    return InvalidRequest(detail, code=f"unknown_{what}")
