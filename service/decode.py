"""Bodies of requests, checked against the contracts' dataclasses once, at the edge.

Keys the contract does not know are ignored; a wrong type is `value_type`, an absent field `missing_field`,
and the detail names the field by its path. Filters pass through: `core.query.filters` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import orjson

from core.contracts.errors import InvalidRequest
from core.contracts.requests import Filters
from service.errors import Malformed

Body = TypeVar("Body")

_NAMES = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "null",
    dict: "an object",
    list: "a list",
}
_LONGEST_QUOTE = 40
DEEPEST = 16
"""Lists and objects within one another that a body may have; the deepest question has five."""

_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_MARKS = re.compile(rb"[\[\]{}]")


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


def decode(contract: type[Body], raw: object, path: str = "body") -> Body:
    """`raw` as the contract's dataclass.

    Raises:
        InvalidRequest: `value_type` or `missing_field`.
    """
    if not isinstance(raw, Mapping):
        _refuse(path, raw, "an object")
    prefix = "" if path == "body" else f"{path}."
    values: dict[str, Any] = {}
    for name, hint, required in _fields_of(cast(Any, contract)):
        if name in raw:
            values[name] = _value(hint, raw[name], f"{prefix}{name}")
        elif required:
            detail = f"{prefix}{name}: missing; expected {_expected(hint)}."
            raise InvalidRequest(detail, code="missing_field")
    return contract(**values)


@cache
def _fields_of(contract: Any) -> list[tuple[str, Any, bool]]:
    hints = get_type_hints(contract)
    return [
        (each.name, hints[each.name], each.default is MISSING and each.default_factory is MISSING)
        for each in fields(contract)
    ]


def _value(hint: Any, raw: object, path: str) -> Any:
    if hint == Filters or hint is Any:
        return raw
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _one_of(get_args(hint), raw, path)
    if origin is Literal:
        return _literal(hint, raw, path)
    if origin is list and isinstance(raw, list):
        return [_value(get_args(hint)[0], item, f"{path}[{place}]") for place, item in enumerate(raw)]
    if origin is tuple and isinstance(raw, list):
        return tuple(_value(get_args(hint)[0], item, f"{path}[{place}]") for place, item in enumerate(raw))
    if origin is dict and isinstance(raw, dict):
        return {key: _value(get_args(hint)[1], item, f"{path}.{key}") for key, item in raw.items()}
    if is_dataclass(hint):
        return decode(cast(type[Any], hint), raw, path)
    return _scalar(hint, raw, path)


def _one_of(choices: tuple[Any, ...], raw: object, path: str) -> Any:
    """The one choice whose JSON type is that of `raw`."""
    fitting = [choice for choice in choices if _json_type(choice) is _json_type(type(raw))]
    if not fitting and type(raw) is int:
        fitting = [choice for choice in choices if choice is float]
    if not fitting:
        _refuse(path, raw, " or ".join(_expected(choice) for choice in choices if choice is not NoneType))
    return _value(fitting[0], raw, path)


def _json_type(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is Literal:
        return type(get_args(hint)[0])
    return dict if is_dataclass(hint) else origin or hint


def _literal(hint: Any, raw: object, path: str) -> Any:
    choices = get_args(hint)
    if raw not in choices or type(raw) is not type(choices[0]):
        _refuse(path, raw, _expected(hint))
    return raw


def _scalar(hint: Any, raw: object, path: str) -> Any:
    if type(raw) is hint:
        return raw
    if hint is float and type(raw) is int:
        return float(raw)
    _refuse(path, raw, _expected(hint))


def _expected(hint: Any) -> str:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(_expected(choice) for choice in get_args(hint) if choice is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    return _NAMES.get(list if origin is tuple else _json_type(hint), "a value")


def _refuse(path: str, raw: object, expected: str) -> NoReturn:
    quote = orjson.dumps(raw).decode()
    shown = quote if len(quote) <= _LONGEST_QUOTE else quote[: _LONGEST_QUOTE - 3] + "..."
    raise InvalidRequest(f"{path}: expected {expected}, found {shown}.", code="value_type")
