"""What an export says, before any format: facts about the question, then one table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal


class Share(float):
    """A fraction 0..1 that reads as a percentage, whatever its column's kind."""

    __slots__ = ()


Cell = str | int | float | bool | date | None
CellKind = Literal["text", "date", "whole", "number", "percent", "test", "flag"]
"""`percent` numbers are on 0..100 and stay so; `test` is a p-value or the like."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, which names the unit, and what its cells are."""

    title: str
    kind: CellKind


@dataclass(frozen=True, slots=True)
class Fact:
    """One line above the table."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """An export; the first `keys` columns say what a row is about and are on every page of a wide table."""

    file_stem: str
    title: str
    sheet: str
    facts: Sequence[Fact]
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    keys: int = 1


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def harmless(text: str) -> str:
    """The text as a spreadsheet reads it: never as a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
