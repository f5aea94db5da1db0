"""What the wire writes: answers as JSON, floats with six decimals, times in UTC."""

from datetime import UTC, datetime
from typing import Any

import orjson
from msgspec import Struct
from msgspec.structs import asdict

from core.contracts.results import DECIMALS

_SCALE = int(10**DECIMALS)


def encode(answer: object) -> bytes:
    """An answer as JSON, its numbers rounded; results come as fragments, rounded by the engine.

    Raises:
        ValueError, OverflowError: a float is NaN or infinite: a bug in what made the answer.
        TypeError: a value JSON has no word for.
    """
    return orjson.dumps(rounded(answer))


def rounded(value: Any) -> Any:
    """The value as plain lists, maps and numbers of at most six decimals."""
    kind = type(value)
    if kind is float:
        return round(value * _SCALE) / _SCALE
    if kind is dict:
        return {key: rounded(item) for key, item in value.items()}
    if kind in (list, tuple):
        return [rounded(item) for item in value]
    return rounded(asdict(value)) if isinstance(value, Struct) else value


def timestamp() -> str:
    """Now, as the wire writes times: UTC ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
