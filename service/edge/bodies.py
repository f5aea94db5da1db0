"""Bodies of requests: plain JSON of a limited size, read in time, checked once against the contracts' types.

A field that the contract does not have is `unknown_field`, a wrong type `value_type`, an absent field
`missing_field`; the detail names the field by its path. `core.question.filters` reads the filters.
"""

import asyncio
import re
from collections.abc import Collection, Sequence
from itertools import accumulate
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import orjson
from starlette.requests import Request

from core.contracts.day_requests import Percent, SeenBar
from core.contracts.errors import BudgetExceeded, InvalidRequest, printable, suggestion
from core.contracts.requests import AsOf
from core.question.filter_values import shown
from service.edge.errors import Malformed, TooLarge, UnsupportedBody

Body = TypeVar("Body")

JSON = "application/json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
DEEPEST = 16
"""Lists and objects within one another that a body may have; the deepest question has five."""

_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")
_FIELD = re.compile(r" - at `\$\.?(.*)`$")
_STEPS = re.compile(r"(\w+)|\[(\d+)\]")
_UNKNOWN = "Object contains unknown field"
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}
_BOUNDED = {
    AsOf: "a bar from 1 to 80, 0 for the open or -1 for before it",
    SeenBar: "a bar from 1 to 80",
    Percent: "a number from 0 to 100",
}
_REMEDIES = {AsOf: "; leave it out for the whole day", SeenBar: "; leave it out for any"}


async def read_body(request: Request, limit: int, seconds: float, types: Sequence[str] = (JSON,)) -> bytes:
    """The body's bytes, empty where there is none; a GET's is never read.

    Raises:
        UnsupportedBody: compressed, or not declared as one of the types.
        TooLarge, BudgetExceeded: over its size, or not here in time.
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
    brackets = _BRACKETS.findall(_TEXTS.sub(b"", raw))
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)


def decode(contract: type[Body], raw: object) -> Body:
    """`raw` as the contract's type.

    Raises:
        InvalidRequest: `unknown_field`, `value_type` or `missing_field`.
    """
    try:
        return msgspec.convert(raw, contract)
    except msgspec.ValidationError as error:
        raise _refusal(contract, raw, str(error)) from error


def _refusal(contract: type, raw: Any, message: str) -> InvalidRequest:
    """msgspec's refusal in the words of the API: the field, what was expected and what was found."""
    if message.startswith(_UNKNOWN) and (unknown := _unknown_field([contract], raw)):
        return unknown
    place, missing = _FIELD.search(message), _MISSING.match(message)
    field = place[1] if place else ""
    steps = [name or int(position) for name, position in _STEPS.findall(field)]
    if missing:
        expected = _worded(_choices(contract, [*steps, missing[1]]))
        name = f"{field}.{missing[1]}" if field else missing[1]
        return InvalidRequest(f"{name}: missing; expected {expected}.", code="missing_field")
    value, choices = raw, _choices(contract, steps)
    for step in steps:
        value = value[step]
    remedy = "".join(_REMEDIES.get(each, "") for each in choices)
    detail = f"{field or 'body'}: expected {_worded(choices)}, found {shown(value)}{remedy}."
    return InvalidRequest(detail, code="value_type")


def unknown_field(where: str, name: str, known: Collection[str], what: str = "field") -> InvalidRequest:
    """The refusal of a field or parameter that a call does not have; `where` is the path before its name."""
    choices = f"the {what}s are {', '.join(known)}." if known else "leave it out."
    detail = f"{where}{printable(name)}: not a {what} of this call; {suggestion(name, known, choices)}"
    return InvalidRequest(detail, code=f"unknown_{what}")


def _unknown_field(choices: Sequence[Any], raw: Any, where: str = "") -> InvalidRequest | None:
    """The refusal of the first field, in the body's order, that the contract does not have at its place."""
    if isinstance(raw, list):
        items = [get_args(each)[0] for each in choices if get_origin(each) is list]
        refusals = (_unknown_field(items, each, f"{where}[{at}]") for at, each in enumerate(raw))
        return next(filter(None, refusals), None)
    structs = [each for each in choices if hasattr(each, "__struct_fields__")]
    if not isinstance(raw, dict) or not structs:
        return None
    known, prefix = structs[0].__struct_fields__, f"{where}." if where else ""
    for name, value in raw.items():
        if name not in known:
            return unknown_field(prefix, name, known)
        if refusal := _unknown_field(_choices(structs[0], [name]), value, f"{prefix}{name}"):
            return refusal
    return None


def _choices(contract: Any, steps: Sequence[str | int]) -> list[Any]:
    """The types a contract wants at the end of a path of fields and places in lists."""
    choices = [contract]
    for step in steps:
        if isinstance(step, int):
            kind = next(get_args(each)[0] for each in choices if get_origin(each) is list)
        else:
            structs = (each for each in choices if hasattr(each, "__struct_fields__"))
            kind = next(get_type_hints(each, include_extras=True)[step] for each in structs)
        is_union = get_origin(kind) in (Union, UnionType)
        choices = [each for each in get_args(kind) if each is not NoneType] if is_union else [kind]
    return choices


def _worded(choices: Sequence[Any]) -> str:
    return " or ".join(map(_named, choices))


def _named(kind: Any) -> str:
    if kind in _BOUNDED:
        return _BOUNDED[kind]
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    return _WORDS.get(get_origin(kind) or kind, "an object")
