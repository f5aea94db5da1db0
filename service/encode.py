"""Answers as bytes, floats with six decimals; results come encoded, rounded by the engine."""

from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import orjson

from core.contracts.results import DECIMALS

SCALE = int(10**DECIMALS)

Fragment = orjson.Fragment
"""A part of an answer that is encoded already, spliced in as it is."""


def encode(answer: object) -> bytes:
    """An answer as JSON.

    Raises:
        ValueError, OverflowError: a float is NaN or infinite: a bug in whoever made the answer.
        TypeError: a value JSON has no word for.
    """
    return orjson.dumps(rounded(answer))


def rounded(value: Any) -> Any:
    """The value as plain lists, maps and numbers of at most six decimals."""
    kind = type(value)
    if kind is float:
        return round(value * SCALE) / SCALE
    if kind is dict:
        return {key: rounded(item) for key, item in value.items()}
    if kind in (list, tuple):
        return [rounded(item) for item in value]
    if is_dataclass(kind):
        return {each.name: rounded(getattr(value, each.name)) for each in fields(kind)}
    return rounded(msgspec.structs.asdict(value)) if isinstance(value, msgspec.Struct) else value
