"""One figure of a result: its name, unit and numbers as a file has them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Data = Mapping[str, Any]
"""A module's data, or a part of it, as /compute writes it."""

SHARE = "share"
"""The unit of a fraction 0..1."""

UNITLESS = ("bar", "count")

DECIMALS = 6
"""Decimals of an answer's numbers (see `service.encoding`)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; `unit` "share" marks fractions, its limits, others and difference too.

    `verdict` is what the answer says of a comparison.
    """

    name: str
    unit: str
    value: float | None
    n: int | None = None
    limits: Data | None = None
    others: float | None = None
    difference: Data | None = None
    p: float | None = None
    adjusted_p: float | None = None
    family_size: int | None = None
    verdict: str | None = None


def verdict_of(data: Data) -> dict[str, Any]:
    """What a comparison says, as a figure has it."""
    tests = {name: data[name] for name in ("p", "adjusted_p", "family_size")}
    return {**tests, "verdict": data["words"]}


def fraction(percentage: float | None) -> float | None:
    """A percentage 0..100 as a fraction, with the answer's own number of decimals."""
    return None if percentage is None else round(percentage / 100, DECIMALS)


def measure(value: float, unit: str) -> str:
    """A value of the feature with its unit: "12.25 pts", "40 %"; bars and counts go without."""
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return text if unit in UNITLESS else f"{text} {unit}"


def field_at(data: Data | None, *path: str) -> Any:
    """A field below `data`; None where anything on the way is."""
    found: Any = data
    for name in path:
        found = None if found is None else found.get(name)
    return found
