"""A file of bars once it is read, whatever its form."""

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.pins import OWN_PIN, Pin
from core.importing.readers.bar_checks import check_stamps
from core.importing.readers.five_minutes import open_bar, refuse_nothing_left
from core.market.session_clock import BAR_MINUTES


@dataclass(frozen=True, slots=True)
class BarFile:
    """A file whose form is right: its stamps ascend on the five-minute grid and its numbers are numbers.

    `frame` has ts (datetime64[us, UTC]), open, high, low, close, volume (float64, NaN where unknown) and,
    where the file has them, contract and symbol (text); its index is the row in the file. `sha256` is of
    the file's bytes, `reading` says in words how it was read, `findings` what was mended on the way, `pin`
    what later files of its source are held to.
    """

    path: Path
    sha256: str
    frame: pd.DataFrame
    reading: tuple[str, ...] = ()
    findings: tuple[FileFinding, ...] = ()
    pin: Pin = OWN_PIN

    @property
    def has_contracts(self) -> bool:
        """Whether every bar names its contract."""
        return "contract" in self.frame


def finished(
    path: Path, frame: pd.DataFrame, reading: tuple[str, ...], findings: tuple[FileFinding, ...], pin: Pin
) -> BarFile:
    """The file of these bars, its stamps checked; a last bar within which it was written is left out.

    DataError where a stamp is wrong, `empty_file` where that bar was the only one.
    """
    check_stamps(frame, path)
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    written = datetime.fromtimestamp(os.stat(path).st_mtime, UTC)
    last = frame["ts"].iloc[-1]
    if last <= written < last + timedelta(minutes=BAR_MINUTES):
        if len(frame) == 1:
            refuse_nothing_left(path)
        why = f"the file was written at {written:%Y-%m-%d %H:%M:%S} UTC, within its last bar"
        findings = (*findings, open_bar(int(frame.index[-1]) + 1, why))
        frame = frame.iloc[:-1]
    return BarFile(path, sha256, frame, reading, findings, pin)


def first_bytes(path: Path, count: int = 4) -> bytes:
    """A file's first `count` bytes; DataError `not_a_file` or `empty_file` where there are none."""
    if path.is_dir():
        raise DataError(f"{path}: is a folder. Name one file of bars.", code="not_a_file")
    try:
        with path.open("rb") as file:
            head = file.read(count)
    except OSError as error:
        problem = f"{path}: cannot be read ({error.strerror}). Check the path."
        raise DataError(problem, code="not_a_file") from error
    if not head:
        raise DataError(f"{path}: is empty (0 bytes). Export it again.", code="empty_file")
    return head
