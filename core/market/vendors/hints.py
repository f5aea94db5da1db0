"""What a person says of a file where its reading should not be left to the probe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Label = Literal["open", "close"]
"""Which end of a bar its stamp marks."""

LABELS: tuple[Label, ...] = get_args(Label)


@dataclass(frozen=True, slots=True)
class Hints:
    """`zone` (IANA name), `label` and `columns` (a role per column, `-` for none), None where probed."""

    zone: str | None = None
    label: Label | None = None
    columns: tuple[str, ...] | None = None


NO_HINTS = Hints()
