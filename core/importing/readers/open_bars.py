"""The last bar of a file written before the bar had closed: left out, the next file brings it whole."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.market.session_clock import BAR_MINUTES

if TYPE_CHECKING:
    from core.importing.readers.bar_file import BarFile

_BAR = timedelta(minutes=BAR_MINUTES)


def without_open_bar(file: BarFile) -> BarFile:
    """`file` without a last bar within which the file was written; DataError `empty_file` if it was all."""
    written = datetime.fromtimestamp(os.stat(file.path).st_mtime, UTC)
    last = file.frame["ts"].iloc[-1]
    if not last <= written < last + _BAR:
        return file
    if len(file.frame) == 1:
        _refuse_nothing_left(file.path)
    why = f"the file was written at {written:%Y-%m-%d %H:%M:%S} UTC, within its last bar"
    found = _finding(int(file.frame.index[-1]) + 1, why)
    reading = (*file.reading, found.detail) if file.reading else ()
    return replace(file, frame=file.frame.iloc[:-1], findings=(*file.findings, found), reading=reading)


def without_open_minutes(rows: pd.DataFrame, path: Path) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    """One-minute bars (ascending opens `ts`) without those of a last five minutes that are not all there.

    DataError `empty_file` where no other ones are left.
    """
    last = rows["ts"].iloc[-1]
    begins = last.floor(f"{BAR_MINUTES}min")
    if last == begins + _BAR - timedelta(minutes=1):
        return rows, ()
    whole = int(rows["ts"].searchsorted(begins))
    if not whole:
        _refuse_nothing_left(path)
    why = f"its minutes end at {last:%Y-%m-%d %H:%M} UTC"
    finding = _finding(int(rows.index[whole:].min()) + 1, why, len(rows) - whole)
    return rows.iloc[:whole], (finding,)


def _refuse_nothing_left(path: Path) -> NoReturn:
    raise DataError(
        f"{path}: data row 1: its only bar was still open when the file was written. Export it again.",
        code="empty_file",
    )


def _finding(row: int, why: str, rows: int = 1) -> FileFinding:
    return FileFinding("partial_last_bar", row, f"last bar left out, data row {row}: {why}", rows)
