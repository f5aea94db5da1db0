"""One figure of a result, read from the answer's own JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Data = Mapping[str, Any]
"""A module's data, or a part of it, as /compute writes it."""

SHARE = "share"
"""The unit of a fraction 0..1."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; `unit` "share" marks fractions, its limits, others and difference too."""

    name: str
    unit: str
    value: float | None
    n: int | None = None
    limits: Data | None = None
    others: float | None = None
    difference: Data | None = None
    p: float | None = None
    q: float | None = None


def fraction(percentage: float | None) -> float | None:
    """A percentage 0..100 as a fraction."""
    return None if percentage is None else percentage / 100


def field_of(data: Data | None, *path: str) -> Any:
    """A field below `data`; None where anything on the way is."""
    found: Any = data
    for name in path:
        found = None if found is None else found.get(name)
    return found
