"""The way in: a file of any form as bars, our own form strictly, a vendor's by grammar and probe."""

from pathlib import Path

from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.pins import PinFinder, no_pins
from core.importing.readers.bar_file import BarFile, first_bytes
from core.importing.readers.own_form import has_our_columns, is_parquet, read_bar_file
from core.importing.readers.packing import GZIP, ZIP, ZSTD
from core.importing.readers.text import header_names
from core.importing.readers.vendor_form import read_vendor_file

_OWN_STAMP = "ts"
_HEADER = 10_000


def read_any_file(
    path: Path | str, overrides: Overrides = NO_OVERRIDES, find: PinFinder = no_pins
) -> BarFile:
    """The bars of a file in any known layout, plain or packed, and how it was read.

    Parquet with our columns, or CSV with a `ts` column, of which a person says nothing is read by
    `read_bar_file`. Where `find` knows a pin for the layout the file is held to it. DataError names the file,
    the row or the reading that is too close to call, and the remedy.
    """
    path = Path(path)
    is_ours = overrides == NO_OVERRIDES and _is_ours(path, first_bytes(path, _HEADER))
    return read_bar_file(path, find) if is_ours else read_vendor_file(path, overrides, find)


def _is_ours(path: Path, head: bytes) -> bool:
    if is_parquet(path, head) and has_our_columns(path):
        return True
    return not head.startswith((GZIP, ZIP, ZSTD)) and _OWN_STAMP in header_names(head)
