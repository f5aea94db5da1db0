"""A file's rows before their stamps are placed in time."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from core.market.vendors.stamps import Stamps


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows as the file has them.

    `frame` has at (the stamp), open, high, low, close, volume (float64) and, where known, contract; its index
    is the row in the file. `form` names the layout, `notes` what was left out.
    """

    frame: pd.DataFrame
    stamps: Stamps
    form: str
    notes: tuple[str, ...] = ()
