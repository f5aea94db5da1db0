"""Reading whatever file of bars there is: our own form strictly, any vendor's by grammar and probe."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from core.contracts.errors import DataError
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.pins import OWN_LAYOUT, OWN_PIN, PinFinder, no_pins
from core.importing.readers.bar_checks import check_stamps
from core.importing.readers.bar_file import BarFile, first_bytes, has_our_columns, is_parquet, read_bar_file
from core.importing.readers.open_bars import without_open_bar
from core.importing.readers.packing import GZIP, ZIP, ZSTD, unpacked
from core.importing.readers.text import header_names
from core.importing.readers.vendor_form import VendorBars, read_vendor_bars

_OWN_STAMP = "ts"
_HEADER = 10_000


def read_any_file(
    path: Path | str, overrides: Overrides = NO_OVERRIDES, find: PinFinder = no_pins
) -> BarFile:
    """The bars of a file in any known layout, plain or packed, and how it was read.

    Parquet with our columns, or CSV with a `ts` column, of which a person says nothing is read by
    `read_bar_file`. Where `find` knows a pin for the
    layout the file is held to it. DataError names the file, the row or the reading that is too close to call,
    and the remedy.
    """
    path = Path(path)
    head = first_bytes(path)
    if is_parquet(path, head) and overrides == NO_OVERRIDES and has_our_columns(path):
        return _own(path, find)
    is_packed = head.startswith((GZIP, ZIP, ZSTD))
    if not is_packed and overrides == NO_OVERRIDES and _OWN_STAMP in header_names(first_bytes(path, _HEADER)):
        return _own(path, find)
    bars = read_vendor_bars(
        path, lambda: unpacked(path, path.read_bytes(), overrides.member), overrides, find
    )
    _refuse_none(bars, path)
    check_stamps(bars.frame, path)
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return without_open_bar(BarFile(path, sha256, bars.frame, _said(bars), bars.findings, bars.pin))


def _own(path: Path, find: PinFinder) -> BarFile:
    return replace(without_open_bar(read_bar_file(path)), pin=find(OWN_LAYOUT) or OWN_PIN)


def _refuse_none(bars: VendorBars, path: Path) -> None:
    if bars.frame.empty:
        raise DataError(f"{path}: holds spreads alone. Import outright contracts.", code="empty_file")


def _said(bars: VendorBars) -> tuple[str, ...]:
    return (f"read as {bars.form}", str(bars.decision), *(finding.detail for finding in bars.findings))
