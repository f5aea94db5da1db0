"""Bodies of requests, checked by msgspec against the contracts' types once, at the edge.

Keys the contract does not know are ignored; a wrong type is `value_type`, an absent field `missing_field`,
and the detail names the field by its path. Filters pass through: `core.query.filters` reads them.
"""

import re
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import orjson

from core.contracts.errors import InvalidRequest
from service.errors import Malformed

Body = TypeVar("Body")

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
DEEPEST = 16
"""Lists and objects within one another that a body may have; the deepest question has five."""

_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_MARKS = re.compile(rb"[\[\]{}]")
_PLACE = re.compile(r" - at `\$(.*)`$")
_STEPS = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")


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


def _refusal(contract: Any, raw: Any, told: str) -> InvalidRequest:
    """msgspec's refusal in the words of the API: the field, what was expected and what was found."""
    place = _PLACE.search(told)
    path = "" if place is None else place[1]
    missing = _MISSING.match(told)
    hint, found = contract, raw
    for name, position in _STEPS.findall(f"{path}.{missing[1]}" if missing else path):
        hint = _field(hint, name) if name else _item(hint)
        found = None if missing else found[name or int(position)]
    expected = _expected(hint)
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


def _field(hint: Any, name: str) -> Any:
    known = next(each for each in _choices(hint) if hasattr(each, "__annotations__"))
    return get_type_hints(known)[name]


def _item(hint: Any) -> Any:
    return next(get_args(each)[0] for each in _choices(hint) if get_origin(each) in (list, tuple))


def _expected(hint: Any) -> str:
    return " or ".join(_worded(each) for each in _choices(hint))


def _worded(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    return _NAMES.get(get_origin(hint) or hint, "an object")
