"""From a vendor's rows to five-minute bars in the order of time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.market.bar_checks import PRICE_COLUMNS, refuse_row
from core.market.session_clock import BAR_MINUTES
from core.market.vendors.stamps import Stamps64

_MINUTE = np.timedelta64(1, "m")
_VALUES = [*PRICE_COLUMNS, "volume"]
_MOST = 0.5
_EVENING = np.timedelta64(6 * 60, "m")


@dataclass(frozen=True, slots=True)
class Ordered:
    """Rows in the order of time and what was done for that; the index of `rows` is the row in the file."""

    rows: pd.DataFrame
    notes: tuple[str, ...]


def ordered(rows: pd.DataFrame, path: Path) -> Ordered:
    """`rows` by `at`, one per stamp: turned or sorted, equal rows kept once.

    DataError `duplicate_stamps` where two rows of one stamp differ.
    """
    turned = _turned(rows)
    sorted_rows, late = _sorted(turned.rows)
    keys = ["at", *(["contract"] if "contract" in rows else [])]
    repeated = sorted_rows.duplicated(keys).to_numpy()
    same = sorted_rows.duplicated([*keys, *_VALUES]).to_numpy()
    if (repeated & ~same).any():
        at = int((repeated & ~same).argmax())
        problem = (
            f"stamp {sorted_rows['at'].iloc[at]} stands there twice with other values. Keep one bar per stamp"
        )
        refuse_row(path, int(sorted_rows.index[at]), problem, code="duplicate_stamps")
    notes = (*turned.notes, *late, *_repeated_note(sorted_rows, same))
    return Ordered(sorted_rows[~same] if same.any() else sorted_rows, notes)


def is_newest_first(at: Stamps64) -> bool:
    """Whether most steps go back in time."""
    return len(at) > 1 and float((np.diff(at) < np.timedelta64(0)).mean()) > _MOST


def bar_minutes(at: Stamps64, path: Path) -> int:
    """The bars' length in minutes, 1 or 5, from the commonest step; DataError `off_grid` for another."""
    steps = np.diff(at) // np.timedelta64(1, "s")
    steps = steps[steps > 0]
    if not len(steps):
        return BAR_MINUTES
    lengths, counts = np.unique(steps, return_counts=True)
    seconds = int(lengths[counts.argmax()])
    if seconds not in (60, 60 * BAR_MINUTES):
        found = f"{seconds // 60}-minute" if seconds % 60 == 0 else f"{seconds}-second"
        raise DataError(
            f"{path}: holds {found} bars. Expected five-minute bars or one-minute bars.", code="off_grid"
        )
    return seconds // 60


def five_minute(rows: pd.DataFrame) -> pd.DataFrame:
    """One-minute bars with opens `ts`, per contract where named, as five-minute bars."""
    opens = rows["ts"].dt.floor(f"{BAR_MINUTES}min")
    keys: list[Any] = [opens, *(["contract"] if "contract" in rows else [])]
    grouped = rows.assign(row=rows.index).groupby(keys, sort=True)
    how = {"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum", "row": "first"}
    named = {name: (name, word) for name, word in how.items()}
    return grouped.agg(**named).reset_index().set_index("row").rename_axis(None)


def leading_contracts(rows: pd.DataFrame) -> Ordered:
    """Each trade day's bars of the contract with the most volume that day; spreads are left out."""
    spread = rows["contract"].str.contains("-", regex=False).to_numpy()
    outright = rows[~spread] if spread.any() else rows
    local = outright["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    day = (local + _EVENING).dt.normalize()
    traded = outright.groupby([day.rename("day"), outright["contract"]])["volume"].sum()
    leading = pd.DataFrame(traded).reset_index().sort_values("volume", kind="stable")
    choice = leading.drop_duplicates("day", keep="last").set_index("day")["contract"]
    kept = outright[(day.map(choice) == outright["contract"]).to_numpy()]
    notes = []
    if spread.any():
        notes.append(
            f"{int(spread.sum()):,} rows of spreads left out, the first data row {_first(rows, spread)}"
        )
    if len(kept) < len(outright):
        notes.append(
            f"{len(outright) - len(kept):,} bars of contracts that did not lead their session left out"
        )
    return Ordered(kept, tuple(notes))


def _turned(rows: pd.DataFrame) -> Ordered:
    if is_newest_first(rows["at"].to_numpy()):
        return Ordered(rows.iloc[::-1], ("newest first, turned",))
    return Ordered(rows, ())


def _sorted(rows: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    late = np.diff(rows["at"].to_numpy(), prepend=rows["at"].to_numpy()[:1]) < np.timedelta64(0)
    if not late.any():
        return rows, ()
    note = f"{int(late.sum()):,} rows out of order, sorted; the first is data row {_first(rows, late)}"
    return rows.sort_values("at", kind="stable"), (note,)


def _repeated_note(rows: pd.DataFrame, same: np.ndarray[Any, np.dtype[np.bool_]]) -> tuple[str, ...]:
    if not same.any():
        return ()
    return (f"{int(same.sum()):,} repeated rows dropped, the first data row {_first(rows, same)}",)


def _first(rows: pd.DataFrame, where: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    return int(rows.index[int(where.argmax())]) + 1
