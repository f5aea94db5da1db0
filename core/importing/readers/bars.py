"""From a vendor's rows to five-minute bars in the order of time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.readers.bar_checks import PRICE_COLUMNS, refuse_row
from core.importing.time_zones.stamps import Stamps64
from core.market.market import BoolArray, IntArray
from core.market.session_clock import BAR_MINUTES

_MINUTE = np.timedelta64(1, "m")
_VALUES = [*PRICE_COLUMNS, "volume"]
_MOST = 0.9
_EVENING = np.timedelta64(6 * 60, "m")


@dataclass(frozen=True, slots=True)
class Ordered:
    """Rows in the order of time and what was done for that; the index of `rows` is the row in the file."""

    rows: pd.DataFrame
    findings: tuple[FileFinding, ...] = ()


def ordered(rows: pd.DataFrame, path: Path) -> Ordered:
    """`rows` by `at`, one per stamp: turned or sorted, equal rows kept once.

    DataError `duplicate_stamps` where two rows of one stamp differ.
    """
    turned = _turned(rows)
    sorted_rows, late = _sorted(turned.rows)
    keys = ["at", *(["contract"] if "contract" in rows else [])]
    repeated, same = _duplicated(sorted_rows, keys), _duplicated(sorted_rows, [*keys, *_VALUES])
    if (repeated & ~same).any():
        at = int((repeated & ~same).argmax())
        problem = (
            f"stamp {sorted_rows['at'].iloc[at]} stands there twice with other values. Keep one bar per stamp"
        )
        refuse_row(path, int(sorted_rows.index[at]), problem, code="duplicate_stamps")
    findings = (*turned.findings, *late, *_repeated(sorted_rows, same))
    return Ordered(sorted_rows[~same] if same.any() else sorted_rows, findings)


def _duplicated(rows: pd.DataFrame, columns: list[str]) -> BoolArray:
    """Which rows in the order of time stood there before by `columns`, the stamp among them."""
    at = rows["at"].to_numpy()
    follows = np.concatenate([[False], at[1:] == at[:-1]])
    shared = follows | np.append(follows[1:], False)
    follows[shared] = rows.loc[shared, columns].duplicated().to_numpy()
    return follows


def is_newest_first(at: Stamps64) -> bool:
    """Whether nearly all steps go back in time."""
    return _back_share(at) > _MOST


def time_order(at: Stamps64) -> slice | IntArray:
    """How to take rows so that time runs on but for a few: as they are, turned, or where shuffled sorted."""
    if is_newest_first(at):
        return slice(None, None, -1)
    return np.argsort(at, kind="stable") if _back_share(at) > 1 - _MOST else slice(None)


def _back_share(at: Stamps64) -> float:
    steps = np.diff(at).astype(np.int64)
    moved = np.count_nonzero(steps)
    return float(np.count_nonzero(steps < 0) / moved) if moved else 0.0


def bar_minutes(at: Stamps64, path: Path) -> int:
    """The bars' length in minutes, 1 or 5, from the commonest step of stamps in the order of time.

    DataError `off_grid` for another length.
    """
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
    """One-minute bars with opens `ts`, ascending, per contract where named, as five-minute bars.

    The volume of a bar is unknown where one of its minutes' is.
    """
    rows = rows.assign(ts=rows["ts"].dt.floor(f"{BAR_MINUTES}min"))
    keys = ["ts", *(["contract"] if "contract" in rows else [])]
    if "contract" in rows:
        rows = rows.sort_values(keys, kind="stable")
    starts = np.flatnonzero(~rows.duplicated(keys).to_numpy())
    bars = rows[[*keys, *(["symbol"] if "symbol" in rows else [])]].iloc[starts]
    bars["open"] = rows["open"].to_numpy()[starts]
    bars["high"] = np.maximum.reduceat(rows["high"].to_numpy(), starts)
    bars["low"] = np.minimum.reduceat(rows["low"].to_numpy(), starts)
    bars["close"] = rows["close"].to_numpy()[np.append(starts[1:], len(rows)) - 1]
    bars["volume"] = np.add.reduceat(rows["volume"].to_numpy(), starts)
    return bars


def leading_contracts(rows: pd.DataFrame, path: Path) -> Ordered:
    """Each trade day's bars of the contract with the most volume that day; spreads are left out.

    DataError `two_contracts` where a day has two and a volume is unknown.
    """
    spread = rows["contract"].str.contains("-", regex=False).to_numpy()
    outright = rows[~spread] if spread.any() else rows
    local = outright["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    day = (local + _EVENING).dt.normalize()
    traded = outright.groupby([day.rename("day"), outright["contract"]])["volume"].sum(skipna=False)
    leading = pd.DataFrame(traded).reset_index()
    _refuse_unknown_leader(leading, outright, day, path)
    leading = leading.sort_values("volume", kind="stable")
    choice = leading.drop_duplicates("day", keep="last").set_index("day")["contract"]
    kept = outright[(day.map(choice) == outright["contract"]).to_numpy()]
    follows = ~outright.index.isin(kept.index)
    findings = (
        *_left_out("spreads", "rows of spreads", rows, spread),
        *_left_out("second_expiry", "bars of contracts that did not lead their session", outright, follows),
    )
    return Ordered(kept, findings)


def _refuse_unknown_leader(leading: pd.DataFrame, rows: pd.DataFrame, day: pd.Series, path: Path) -> None:
    unclear = leading["day"].duplicated(keep=False) & leading["volume"].isna()
    if unclear.any():
        odd = leading[unclear].iloc[0]
        row = int(rows.index[int((day == odd["day"]).to_numpy().argmax())])
        problem = (
            f"two contracts on {odd['day']:%Y-%m-%d}, one of them {odd['contract']}, and no volume that says "
            "which one leads. Import a file with volume, or each contract's own sessions"
        )
        refuse_row(path, row, problem, code="two_contracts")


def _left_out(kind: str, what: str, rows: pd.DataFrame, where: BoolArray) -> tuple[FileFinding, ...]:
    if not where.any():
        return ()
    count, row = int(where.sum()), _first(rows, where)
    return (FileFinding(kind, row, f"{count:,} {what} left out, the first data row {row}", count),)


def _turned(rows: pd.DataFrame) -> Ordered:
    if is_newest_first(rows["at"].to_numpy()):
        return Ordered(rows.iloc[::-1], (FileFinding("newest_first", 1, "newest first, turned", len(rows)),))
    return Ordered(rows)


def _sorted(rows: pd.DataFrame) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    late = np.diff(rows["at"].to_numpy(), prepend=rows["at"].to_numpy()[:1]) < np.timedelta64(0)
    if not late.any():
        return rows, ()
    count, row = int(late.sum()), _first(rows, late)
    told = f"{count:,} rows out of order, sorted; the first is data row {row}"
    return rows.sort_values("at", kind="stable"), (FileFinding("out_of_order", row, told, count),)


def _repeated(rows: pd.DataFrame, same: BoolArray) -> tuple[FileFinding, ...]:
    if not same.any():
        return ()
    count, row = int(same.sum()), _first(rows, same)
    told = f"{count:,} repeated rows dropped, the first data row {row}"
    return (FileFinding("repeated_rows", row, told, count),)


def _first(rows: pd.DataFrame, where: BoolArray) -> int:
    return int(rows.index[int(where.argmax())]) + 1
