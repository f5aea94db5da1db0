"""The bytes inside a file: plain, gzip, zstd, a zip or an Excel file whose sheets become text."""

import csv
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import zstandard

from core.contracts.errors import DataError, quoted, quoted_names
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.progress import report_progress

GZIP, ZSTD, ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
"""The first bytes of an Excel file from before 2007."""

_DAMAGE = (
    *(EOFError, OSError, ValueError, RuntimeError, NotImplementedError),
    *(zlib.error, lzma.LZMAError, zstandard.ZstdError, zipfile.BadZipFile),
)
"""Errors of the readers of packages for broken bytes, a password or an unknown method."""

MOST_BYTES = 2**31
"""Most bytes of an unpacked package; one-minute bars of thirty years are a third of it."""

_CHUNK = 2**20
_HEAD_BYTES = 10_000
_LEAST_CELLS = 5


@dataclass(frozen=True, slots=True)
class Member:
    """One unpacked file: its name inside the package (the file's own if plain) and its bytes.

    `origin` describes where it was, "" if it is the file itself.
    """

    name: str
    data: bytes
    origin: str = ""


@dataclass
class PackedFile:
    """A file that is read and unpacked on first use.

    `with_minutes` keeps the one-minute bars of a format that gives whole bars.
    """

    path: Path
    overrides: Overrides = NO_OVERRIDES
    with_minutes: bool = False

    @cached_property
    def head(self) -> bytes:
        """The first bytes; DataError `not_a_file` or `empty_file` if there are none."""
        if self.path.is_dir():
            raise DataError(f"{self.path}: is a folder. Name one file of bars.", code="not_a_file")
        try:
            with self.path.open("rb") as file:
                head = file.read(_HEAD_BYTES)
        except OSError as error:
            problem = f"{self.path}: cannot be read ({error.strerror}). Check the path."
            raise DataError(problem, code="not_a_file") from error
        if not head:
            raise DataError(f"{self.path}: is empty (0 bytes). Export it again.", code="empty_file")
        return head

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """The unpacked files, or only the file or sheet that a person names.

        DataError `damaged_file` if the package is truncated, `no_member` if it lacks that one,
        `several_files` if several sheets hold rows.
        """
        report_progress("taking the file apart")
        data = self.path.read_bytes()
        try:
            return _unpacked(self.path, data, self.overrides.member)
        except _DAMAGE as error:
            raise DataError(
                f"{self.path}: is a damaged package ({error}). It may be half-written; copy or export it "
                "again.",
                code="damaged_file",
            ) from error


def begins_with(mark: bytes) -> Callable[[PackedFile], bool]:
    """A `sniff` for a binary format: the first unpacked file begins with `mark`."""
    return lambda file: file.members[0].data.startswith(mark)


def _unpacked(path: Path, data: bytes, member: str | None) -> tuple[Member, ...]:
    if data.startswith(ZIP):
        return _zip_members(path, data, member)
    if data.startswith(_OLE):
        return (_sheet(path, data, member),)
    if member is not None:
        _only_member(path, "file", [], member)
    if data.startswith(GZIP):
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as package:
            plain = package.read(MOST_BYTES + 1)
        _check_size(path, len(plain))
        return (Member(path.stem, plain),)
    if data.startswith(ZSTD):
        return (Member(path.stem, _whole_frames(path, data)),)
    return (Member(path.name, data),)


def _whole_frames(path: Path, data: bytes) -> bytes:
    plain, at = bytearray(), 0
    while at < len(data):
        frame = zstandard.ZstdDecompressor().decompressobj()
        while at < len(data) and not frame.eof:
            plain += frame.decompress(data[at : at + _CHUNK])
            _check_size(path, len(plain))
            at += _CHUNK
        if not frame.eof:
            raise EOFError("the zstd frame has no end")
        at = min(at, len(data)) - len(frame.unused_data)
    return bytes(plain)


def _zip_members(path: Path, data: bytes, member: str | None) -> tuple[Member, ...]:
    """The files of a zip, without folders and macOS metadata."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        _check_size(path, sum(each.file_size for each in package.infolist()))
        names = [
            name
            for name in package.namelist()
            if not name.endswith("/") and not name.startswith("__MACOSX/") and Path(name).name != ".DS_Store"
        ]
        if any(name.startswith("xl/workbook.") for name in names):
            return (_sheet(path, data, member),)
        if not names:
            raise DataError(f"{path}: is a zip without files. Export it again.", code="empty_file")
        if member is not None:
            names = [_only_member(path, "file", names, member)]
        return tuple(Member(Path(name).name, package.read(name), f"{name} of a zip") for name in names)


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise DataError(
            f"{path}: holds more than {MOST_BYTES / 2**30:g} GiB unpacked. Import it in parts.",
            code="damaged_file",
        )


def _only_member(path: Path, what: str, names: Sequence[str], member: str | None) -> str:
    """`member`, or the only name.

    DataError `no_member` if it is missing, `several_files` if nothing chooses one.
    """
    if member is not None and member not in names:
        held = quoted_names(names) or "one file alone"
        raise DataError(f"{path}: --member {member!r}: no such {what}; it holds {held}.", code="no_member")
    if member is None and len(names) > 1:
        raise DataError(
            f"{path}: holds {len(names)} {what}s ({quoted_names(names)}). Say which one with --member NAME.",
            code="several_files",
        )
    return names[0] if member is None else member


def _sheet(path: Path, data: bytes, member: str | None) -> Member:
    """The one sheet with bars, or the one called `member`, as tab-separated text.

    Titles and other rows before the first with five cells are left out.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    except CalamineError as error:
        raise DataError(
            f"{path}: is no whole Excel file ({error}). Export it again.", code="damaged_file"
        ) from error
    tables = {name: table for name, rows in sheets.items() if (table := _table(rows))}
    if not tables:
        raise DataError(f"{path}: no sheet holds a table. Export it again.", code="empty_file")
    name = _only_member(path, "sheet", list(tables), member)
    table = tables[name]
    # A column of dates with times holds its midnights as mere dates.
    moments = {at for row in table for at, value in enumerate(row) if isinstance(value, datetime)}
    sink = io.StringIO()
    csv.writer(sink, delimiter="\t", lineterminator="\n").writerows(
        [_cell(value, is_moment=at in moments) for at, value in enumerate(row)] for row in table
    )
    return Member(path.name, sink.getvalue().encode(), f"sheet {quoted(name)} of an Excel file")


def _table(rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """Non-empty rows, from the first with five cells on."""
    filled = [len([cell for cell in row if cell != ""]) for row in rows]
    first = next((at for at, count in enumerate(filled) if count >= _LEAST_CELLS), len(rows))
    return [row for row, count in zip(rows[first:], filled[first:], strict=True) if count]


def _cell(value: Any, *, is_moment: bool) -> str:
    if isinstance(value, datetime):
        return (value + timedelta(seconds=0.5)).replace(microsecond=0).isoformat(sep=" ")
    if isinstance(value, date):
        return f"{value.isoformat()} 00:00:00" if is_moment else value.isoformat()
    if isinstance(value, time):
        return _cell(datetime.combine(date(1970, 1, 1), value), is_moment=True)[11:]
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(value)
    return str(value)
