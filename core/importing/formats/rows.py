"""A file's rows before their zone is known: in order, one per stamp, of one contract a day."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding, refuse_row, rows_finding
from core.importing.sources import Pin
from core.importing.zones.stamps import Stamps, Stamps64
from core.market.market import BoolArray, IntArray
from core.warehouse.schemas import PRICE_COLUMNS

_VALUES = [*PRICE_COLUMNS, "volume"]
_MOST = 0.9
_EVENING = np.timedelta64(6 * 60, "m")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows as the file has them.

    `frame` has at (the stamp), open, high, low, close, volume (float64) and, if known, contract; its index is
    the row in the file. `form` names the layout, `findings` what was corrected. `layout` is the grammar that
    files of one source share, `columns` the position of each role, `pin` what the file must match.
    """

    frame: pd.DataFrame
    stamps: Stamps
    form: str
    findings: tuple[FileFinding, ...] = ()
    layout: str = ""
    columns: dict[str, int] = field(default_factory=dict)
    pin: Pin | None = None


Mended = tuple[pd.DataFrame, tuple[FileFinding, ...]]
"""Rows (their index is the row in the file), and findings about their repair."""


def ordered(rows: pd.DataFrame, path: Path) -> Mended:
    """`rows` in the order of `at`, one per stamp: reversed or sorted, equal rows kept once.

    DataError `duplicate_stamps` if two rows of one stamp differ.
    """
    findings: tuple[FileFinding, ...] = ()
    if _back_share(rows["at"].to_numpy()) > _MOST:
        findings = (FileFinding("newest_first", 1, "newest first, turned", len(rows)),)
        rows = rows.iloc[::-1]
    late = np.diff(rows["at"].to_numpy(), prepend=rows["at"].to_numpy()[:1]) < np.timedelta64(0)
    words = "{} rows out of order, sorted; the first is data row {}"
    findings += rows_finding("out_of_order", words, late, rows.index + 1)
    if late.any():
        rows = rows.sort_values("at", kind="stable")
    keys = [name for name in ("at", "contract") if name in rows]
    repeated, same = _duplicated(rows, keys), _duplicated(rows, [*keys, *_VALUES])
    if (repeated & ~same).any():
        at = int((repeated & ~same).argmax())
        problem = f"stamp {rows['at'].iloc[at]} stands there twice with other values. Keep one bar per stamp"
        refuse_row(path, int(rows.index[at]), problem, code="duplicate_stamps")
    words = "{} repeated rows dropped, the first data row {}"
    findings += rows_finding("repeated_rows", words, same, rows.index + 1)
    return rows[~same] if same.any() else rows, findings


def _duplicated(rows: pd.DataFrame, columns: list[str]) -> BoolArray:
    """Which rows, in time order, repeat an earlier row in `columns` (the stamp among them)."""
    at = rows["at"].to_numpy()
    follows = np.concatenate([[False], at[1:] == at[:-1]])
    shared = follows | np.append(follows[1:], False)
    follows[shared] = rows.loc[shared, columns].duplicated().to_numpy()
    return follows


def time_order(at: Stamps64) -> slice | IntArray:
    """How to order rows by time: as they are, reversed, or sorted if they are shuffled."""
    share = _back_share(at)
    if share > _MOST:
        return slice(None, None, -1)
    return np.argsort(at, kind="stable") if share > 1 - _MOST else slice(None)


def _back_share(at: Stamps64) -> float:
    steps = np.diff(at).astype(np.int64)
    moved = np.count_nonzero(steps)
    return float(np.count_nonzero(steps < 0) / moved) if moved else 0.0


def leading_contracts(rows: pd.DataFrame, path: Path) -> Mended:
    """Each trade day's bars of the contract with the most volume that day; spreads are left out.

    DataError `two_contracts` if a day has two and a volume is unknown.
    """
    spread = rows["contract"].str.contains("-", regex=False).to_numpy()
    outright = rows[~spread] if spread.any() else rows
    local = outright["ts"].dt.tz_convert("America/New_York").dt.tz_localize(None)
    day = (local + _EVENING).dt.normalize()
    traded = outright.groupby([day.rename("day"), outright["contract"]])["volume"].sum(skipna=False)
    leading = pd.DataFrame(traded).reset_index()
    unclear = leading["day"].duplicated(keep=False) & leading["volume"].isna()
    if unclear.any():
        odd = leading[unclear].iloc[0]
        row = int(outright.index[int((day == odd["day"]).to_numpy().argmax())])
        problem = (
            f"two contracts on {odd['day']:%Y-%m-%d}, one of them {odd['contract']}, and no volume that says "
            "which one leads. Import a file with volume, or each contract's own sessions"
        )
        refuse_row(path, row, problem, code="two_contracts")
    leading = leading.sort_values("volume", kind="stable").drop_duplicates("day", keep="last")
    leads = (day.map(leading.set_index("day")["contract"]) == outright["contract"]).to_numpy()
    first = "{} rows of spreads left out, the first data row {}"
    second = "{} bars of contracts that did not lead their session left out, the first data row {}"
    findings = (
        *rows_finding("spreads", first, spread, rows.index + 1),
        *rows_finding("second_expiry", second, ~leads, outright.index + 1),
    )
    return outright[leads], findings
