"""Answers as bytes: dataclasses written natively, floats rounded to six decimals here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_type_hints

import orjson

from core.contracts.results import DECIMALS

SCALE = int(10**DECIMALS)

Fragment = orjson.Fragment
Walk = Callable[[Any], Any]


def encode(answer: object) -> bytes:
    """An answer as JSON.

    Raises:
        ValueError, OverflowError: a float is NaN or infinite: a bug in whoever made the answer.
        TypeError: a value JSON has no word for.
    """
    return orjson.dumps(rounded(answer))


def fragment(answer: object) -> orjson.Fragment:
    """A part of an answer, encoded once and spliced into others as it is."""
    return Fragment(encode(answer))


def rounded(value: Any) -> Any:
    """The value as plain lists, maps and numbers of at most six decimals."""
    return _WALKS[type(value)](value)


def _number(value: float) -> float:
    return round(value * SCALE) / SCALE


def _exact(value: Any) -> Any:
    return value


def _map(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _WALKS[type(item)](item) for key, item in value.items()}


def _list(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [_WALKS[type(item)](item) for item in value]


class _Walks(dict[type, Walk]):
    """How each type is taken apart; a dataclass's way is found at its first use and kept."""

    def __missing__(self, kind: type) -> Walk:
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__name__} has no place in an answer")
        walk = self[kind] = _walk_of(kind)
        return walk


_WALKS = _Walks({float: _number, dict: _map, list: _list, tuple: _list})
_WALKS.update(dict.fromkeys((int, str, bool, NoneType, Fragment), _exact))


def _walk_of(kind: Any) -> Walk:
    """A dataclass's way: fields without floats anywhere below go to orjson untouched."""
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    touched = [name for name in names if _may_hold_float(hints[name], frozenset())]

    def take_apart(value: Any) -> dict[str, Any]:
        parts = {name: getattr(value, name) for name in names}
        for name in touched:
            part = parts[name]
            if part is not None:
                parts[name] = _WALKS[type(part)](part)
        return parts

    return take_apart


def _may_hold_float(hint: Any, seen: frozenset[Any]) -> bool:
    if hint in (float, Any, object):
        return True
    if is_dataclass(hint):
        inner = get_type_hints(hint).values()
        return hint not in seen and any(_may_hold_float(part, seen | {hint}) for part in inner)
    return any(_may_hold_float(part, seen) for part in get_args(hint) if not isinstance(part, str))
