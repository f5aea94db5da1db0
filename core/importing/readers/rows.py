"""A file's rows before their stamps are placed in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.pins import Pin
from core.importing.time_zones.stamps import Stamps


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows as the file has them.

    `frame` has at (the stamp), open, high, low, close, volume (float64) and, where known, contract; its index
    is the row in the file. `form` names the layout, `findings` what was read over. `layout` is the
    grammar that files of one source share, `columns` where each role stands, `pin` what the file is held to.
    """

    frame: pd.DataFrame
    stamps: Stamps
    form: str
    findings: tuple[FileFinding, ...] = ()
    layout: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    pin: Pin | None = None
