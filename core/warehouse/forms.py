"""The form of what lies beside a symbol's bars: each file names it, so that an earlier program says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.contracts.errors import DataError

if TYPE_CHECKING:
    import pyarrow as pa

FORM = 1
_KEY = b"form"


def with_form(table: pa.Table) -> pa.Table:
    """The table, naming its form in the metadata of its file."""
    return table.replace_schema_metadata({_KEY: str(FORM).encode()})


def read_table(path: Path) -> pa.Table:
    """The table of a file; DataError `damaged_bars` where it is of another form."""
    import pyarrow.parquet as pq  # the commands that look at no table begin without it

    file = pq.ParquetFile(path)
    require_form(path, int((file.schema_arrow.metadata or {}).get(_KEY, 0)) or None)
    return file.read()


def require_form(path: Path | str, found: Any) -> None:
    """DataError `damaged_bars` where a file is of another form, or names none."""
    if found != FORM:
        raise DataError(
            f"{path}: is of form {found or 'unnamed'}, and this version of Session Almanac reads form {FORM}."
            " Use the version that wrote it, bring the folder back from a backup, or move the folder away and"
            " import its files again: almanac import FILE.",
            code="damaged_bars",
        )
