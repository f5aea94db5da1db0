"""The known formats, in the order in which they are tried.

To add one, write its file with `sniff` and `read` and name it here: CONTRIBUTING.md, "Add a file format".
"""

from typing import Protocol

from core.importing.formats import (
    contract_files,
    databento,
    delimited,
    json_bars,
    lean,
    own_form,
    parquet,
    sierra,
)
from core.importing.formats.bar_file import BarFile
from core.importing.formats.packages import PackedFile
from core.importing.formats.rows import Rows
from core.importing.formats.text import TextTable


class Format(Protocol):
    """A module of this folder that reads one form of file."""

    def sniff(self, file: PackedFile, /) -> bool:
        """Whether the file is of this format."""

    def read(self, file: PackedFile, /) -> BarFile | Rows | TextTable:
        """Bars, rows with known stamps, or text columns; DataError on any fault."""


FORMATS: tuple[Format, ...] = (
    own_form,
    lean,
    sierra,
    databento,
    contract_files,
    parquet,
    json_bars,
    delimited,
)
