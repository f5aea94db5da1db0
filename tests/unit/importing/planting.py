"""Plants one defect at a time into known bars."""

from pathlib import Path

import numpy as np
import pandas as pd

from core.importing.findings import report
from core.importing.findings.defects import FileFinding, FileView
from core.importing.findings.levels import probe_adjustment
from core.importing.formats.bar_file import BarFile
from core.market.instruments import Instrument, instrument
from tests.unit.importing.vendor_files import known_bars

PRICES = ["open", "high", "low", "close"]
BARS = known_bars()
LOCAL = BARS["ts"].dt.tz_convert("America/New_York")
MINUTE = (LOCAL.dt.hour * 60 + LOCAL.dt.minute).to_numpy()
OPENS = np.flatnonzero(MINUTE == 18 * 60)
"""Where each Globex day begins; it has 186 overnight bars, 81 of RTH, 9 after."""

NIGHT, RTH_BARS = 186, 81
CLOSED = {"2024-11-28", "2024-11-29"}
DAYS = [
    int(at)
    for at in OPENS
    if LOCAL[at + NIGHT].strftime("%Y-%m-%d") not in CLOSED and at + NIGHT + 90 < len(BARS)
]
"""The beginnings of the days that are full sessions, the last one left out."""


def bar_file(bars: pd.DataFrame) -> BarFile:
    """A file of these bars, one data row each."""
    frame = bars.reset_index(drop=True).astype({"volume": "float64"})
    return BarFile(Path("ES.txt"), "0" * 64, frame)


def file_findings(file: BarFile, known: Instrument) -> list[FileFinding]:
    """Everything found in a file, what is refused among it."""
    view = FileView.of(file.frame, known)
    return report.file_findings(file, view, probe_adjustment(view))


def found(bars: pd.DataFrame, symbol: str = "ES") -> list[tuple[str, int, int]]:
    """What is found in a file of these bars: kind, data row, rows."""
    findings = file_findings(bar_file(bars), instrument(symbol))
    return [(finding.kind, finding.row, finding.rows) for finding in findings]


def without(first: int, count: int) -> pd.DataFrame:
    """The known bars without `count` from position `first` on."""
    return BARS.drop(index=range(first, first + count))


def shifted(first: int, points: float) -> pd.DataFrame:
    """The known bars, `points` higher from position `first` on."""
    bars = BARS.copy()
    bars.loc[first:, PRICES] += points
    return bars


def flat(first: int, count: int, volume: int) -> pd.DataFrame:
    """The known bars with `count` of one price and this volume from position `first` on."""
    bars = BARS.copy()
    bars.loc[first : first + count - 1, PRICES] = float(BARS["close"].to_numpy()[first - 1])
    bars.loc[first : first + count - 1, "volume"] = volume
    return bars


def scaled(first: int, last: int, ratio: float) -> pd.DataFrame:
    """The known bars, those from `first` to before `last` as ratio adjustment leaves them."""
    bars = BARS.copy()
    bars.loc[first : last - 1, PRICES] *= ratio
    return bars
