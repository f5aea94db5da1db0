"""A person's statements about a file, which replace the probe."""

from dataclasses import dataclass
from typing import Literal, get_args

Label = Literal["open", "close"]
"""Which end of a bar its stamp marks."""

LABELS: tuple[Label, ...] = get_args(Label)


@dataclass(frozen=True, slots=True)
class Overrides:
    """How a person says to read a file; None lets the import detect it.

    `zone` (IANA name), `label`, `columns` (a role per column, `-` for none), and `member`, the name of a
    file in a zip or of a sheet in an Excel file.
    """

    zone: str | None = None
    label: Label | None = None
    columns: tuple[str, ...] | None = None
    member: str | None = None


NO_OVERRIDES = Overrides()
