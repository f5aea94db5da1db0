"""Tables as data frames of pandas or Polars, which are imported when the first one is made."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Library = Literal["pandas", "polars"]
Plain = Literal["text", "date", "time", "whole", "number", "yes_no", "list"]
Labels = tuple[str, ...]
ColumnType = Plain | Labels
"""What a column holds; labels are those that an enum may have. Any of them may be null, except in a list."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by column name, None where a row has no value; `about` is said of all of them."""

    columns: Mapping[str, ColumnType]
    rows: Iterable[Mapping[str, Any]]
    about: dict[str, Any] = field(default_factory=dict)

    def values(self) -> dict[str, list[Any]]:
        """The columns in their order."""
        rows = list(self.rows)
        return {name: [row.get(name) for row in rows] for name in self.columns}


def pandas_frame(table: Table) -> "pd.DataFrame":
    """A frame of nullable whole numbers and booleans, dates as datetime64, enums as categories.

    What holds for all rows is in `attrs`.
    """
    import pandas as pd

    kinds: dict[Plain, Callable[[list[Any]], Any]] = {
        "text": lambda values: pd.Series(values, dtype="str"),
        "date": lambda values: pd.to_datetime(pd.Series(values, dtype="str"), format="%Y-%m-%d"),
        "time": lambda values: pd.to_datetime(pd.Series(values, dtype="str"), utc=True),
        "whole": lambda values: pd.Series(values, dtype="Int64"),
        "number": lambda values: pd.Series(values, dtype="float64"),
        "yes_no": lambda values: pd.Series(values, dtype="boolean"),
        "list": lambda values: pd.Series(values, dtype="object"),
    }

    def column(kind: ColumnType, values: list[Any]) -> Any:
        if isinstance(kind, tuple):
            return pd.Categorical(values, categories=list(kind))
        return kinds[kind](values)

    frame = pd.DataFrame({name: column(table.columns[name], each) for name, each in table.values().items()})
    frame.attrs.update(table.about)
    return frame


def polars_frame(table: Table) -> "pl.DataFrame":
    """A frame of Int64, Float64, Boolean, Date and Enum columns."""
    import polars as pl

    kinds: dict[Plain, Any] = {
        "text": pl.String,
        "whole": pl.Int64,
        "number": pl.Float64,
        "yes_no": pl.Boolean,
        "list": pl.List(pl.String),
    }

    def column(name: str, kind: ColumnType, values: list[Any]) -> pl.Series:
        if isinstance(kind, tuple):
            return pl.Series(name, values, pl.Enum(list(kind)))
        if kind == "date":
            return pl.Series(name, values, pl.String).str.to_date("%Y-%m-%d")
        if kind == "time":
            return pl.Series(name, values, pl.String).str.to_datetime("%Y-%m-%dT%H:%M:%S%#z", time_zone="UTC")
        return pl.Series(name, values, kinds[kind], strict=False)

    return pl.DataFrame([column(name, table.columns[name], each) for name, each in table.values().items()])
