"""Files that name their contract, one by one or several in a package."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pyarrow as pa

from core.contracts.errors import DataError, quoted_names
from core.importing.formats.delimited import read_table
from core.importing.formats.packages import Member, PackedFile
from core.importing.formats.text import TextTable, in_utf8
from core.market.instruments import contract_named


def sniff(file: PackedFile) -> bool:
    """Whether a package holds several files."""
    return len(file.members) > 1


def read(file: PackedFile) -> TextTable:
    """The rows of a package with one file per contract, with a column that names it.

    DataError `several_files` if a name holds no contract or two files have different columns.
    """
    path, members = file.path, file.members
    contracts = [contract_named(member.name) for member in members]
    if None in contracts:
        _refuse(path, members)
    tables = [read_table(path, in_utf8(member.data)[0]) for member in members]
    if len({(table.names, len(table.columns)) for table in tables}) != 1:
        _refuse(path, members)
    named = [pa.array([name] * table.rows) for name, table in zip(contracts, tables, strict=True)]
    columns = [
        pa.chunked_array([chunk for column in columns for chunk in column.chunks])
        for columns in zip(*(table.columns for table in tables), strict=True)
    ]
    return replace(
        tables[0],
        names=None if tables[0].names is None else (*tables[0].names, "contract"),
        columns=(*columns, pa.chunked_array(named)),
        findings=tuple(finding for table in tables for finding in table.findings),
        contract=len(columns),
    )


def _refuse(path: Path, members: Sequence[Member]) -> NoReturn:
    held = quoted_names([member.origin.removesuffix(" of a zip") for member in members])
    raise DataError(
        f"{path}: holds {len(members)} files ({held}). Expected one, or files of the same columns that each "
        "name their contract; say which one with --member NAME.",
        code="several_files",
    )
