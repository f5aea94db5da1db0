"""What options declare about a file of bars that does not say it itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from core.importing.overrides import Overrides

_SYMBOLS, _ROLLS = ("ES", "NQ", "RTY", "YM"), ("calendar", "adjusted")

OfSymbol = Annotated[
    str | None,
    typer.Option(
        "--symbol",
        metavar="SYMBOL",
        autocompletion=lambda: _SYMBOLS,
        help="whose bars they are: ES, NQ, RTY, YM",
    ),
]
Zone = Annotated[
    str | None, typer.Option(metavar="NAME", help="the stamps' zone, as America/Chicago or New_York+7")
]
Label = Annotated[Literal["open", "close"] | None, typer.Option(help="the end of the bar its stamp marks")]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="ROLES",
        help="what each column is: date,time,open,high,low,close,volume,... and - for none",
    ),
]
Member = Annotated[
    str | None, typer.Option(metavar="NAME", help="the file in a zip, or the sheet in an Excel file")
]
Roll = Annotated[
    str | None,
    typer.Option(
        metavar="HOW",
        autocompletion=lambda: _ROLLS,
        help="calendar, adjusted or a FILE: settles the rolls of a file without contracts",
    ),
]
Source = Annotated[
    str | None, typer.Option(metavar="NAME", help="whose file it is (default: known by its form)")
]


@dataclass(frozen=True, slots=True)
class Declared:
    """What options declare about a file: its symbol, and how to read it."""

    symbol: str | None = None
    roll: str | None = None
    zone: str | None = None
    label: Literal["open", "close"] | None = None
    columns: str | None = None
    member: str | None = None

    def __bool__(self) -> bool:
        return any((self.symbol, self.roll, self.is_of_reading))

    @property
    def is_of_reading(self) -> bool:
        return any((self.zone, self.label, self.columns, self.member))

    @property
    def overrides(self) -> Overrides:
        from core.importing.overrides import Overrides

        columns = None if self.columns is None else tuple(word.strip() for word in self.columns.split(","))
        return Overrides(self.zone, self.label, columns, self.member)
