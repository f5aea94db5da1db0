"""Bodies of requests: plain JSON of a limited size, read in time, checked once against the contracts' types.

Keys the contract does not know are ignored; a wrong type is `value_type`, an absent field `missing_field`,
and the detail names the field by its path. Filters pass through: `core.query.filters` reads them.
"""

import asyncio
import re
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import orjson
from starlette.requests import Request

from core.contracts.errors import InvalidRequest
from service.http.errors import BudgetExceeded, Malformed, TooLarge, UnsupportedBody

Body = TypeVar("Body")

JSON = "application/json"
DEEPEST = 16
"""Lists and objects within one another that a body may have; the deepest question has five."""

_NAMES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
    tuple: "a list",
}
_LONGEST_QUOTE = 40
_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_MARKS = re.compile(rb"[\[\]{}]")
_PLACE = re.compile(r" - at `\$(.*)`$")
_STEPS = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as JSON.
        TooLarge, BudgetExceeded: over its size, or not here in time.
    """
    if request.method in ("GET", "HEAD"):
        return b""
    headers = request.headers
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise UnsupportedBody("content-encoding: compressed bodies are not read; send the JSON as it is.")
    length = headers.get("content-length", "")
    too_large = TooLarge(f"body: more than {limit // 1024} KiB; send fewer filters or features.")
    if length.isdecimal() and int(length) > limit:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise too_large
    except TimeoutError as error:
        raise BudgetExceeded("body: it did not arrive in time; send it again.") from error
    # A page elsewhere can send other types without asking first (CORS), so only JSON is read.
    if body and headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise UnsupportedBody(f"content-type: expected {JSON}; send the body as JSON and say so.")
    return bytes(body)


def parse_json(raw: bytes) -> Any:
    """The decoded JSON; an empty body is an empty object.

    Raises:
        Malformed: not JSON.
        InvalidRequest: `too_deep`.
    """
    if not raw.strip():
        return {}
    if _depth(raw) > DEEPEST:
        detail = f"body: lists and objects more than {DEEPEST} deep; send what the call's contract names."
        raise InvalidRequest(detail, code="too_deep")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Malformed(f"body: not valid JSON at line {error.lineno}, column {error.colno}.") from error


def _depth(raw: bytes) -> int:
    """How deep lists and objects lie in a text, at most; brackets within its strings are none."""
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return 0
    depth = deepest = 0
    for mark in _MARKS.findall(_TEXTS.sub(b"", raw)):
        depth += 1 if mark in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def decode(contract: type[Body], raw: object) -> Body:
    """`raw` as the contract's type.

    Raises:
        InvalidRequest: `value_type` or `missing_field`.
    """
    try:
        return msgspec.convert(raw, contract)
    except msgspec.ValidationError as error:
        raise _refusal(contract, raw, str(error)) from error


def _refusal(contract: Any, raw: Any, message: str) -> InvalidRequest:
    """msgspec's refusal in the words of the API: the field, what was expected and what was found."""
    place, missing = _PLACE.search(message), _MISSING.match(message)
    path = place[1] if place else ""
    hint, found = contract, raw
    for name, position in _STEPS.findall(f"{path}.{missing[1]}" if missing else path):
        choices = _choices(hint)
        if name:
            known = next(each for each in choices if hasattr(each, "__annotations__"))
            hint = get_type_hints(known)[name]
        else:
            hint = next(get_args(each)[0] for each in choices if get_origin(each) in (list, tuple))
        found = None if missing else found[name or int(position)]
    expected = " or ".join(map(_worded, _choices(hint)))
    if missing:
        detail = f"{path}.{missing[1]}: missing; expected {expected}."
        return InvalidRequest(detail.removeprefix("."), code="missing_field")
    quote = orjson.dumps(found, default=str).decode()
    shown = quote if len(quote) <= _LONGEST_QUOTE else quote[: _LONGEST_QUOTE - 3] + "..."
    field = path.removeprefix(".") or "body"
    return InvalidRequest(f"{field}: expected {expected}, found {shown}.", code="value_type")


def _choices(hint: Any) -> list[Any]:
    """What a type allows beside null."""
    is_one = hint in _NAMES or hasattr(hint, "__annotations__") or get_origin(hint) in (*_NAMES, Literal)
    return [hint] if is_one else [each for each in get_args(hint) if each is not NoneType]


def _worded(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    return _NAMES.get(get_origin(hint) or hint, "an object")
