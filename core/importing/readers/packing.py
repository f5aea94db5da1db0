"""The bytes inside a file: plain, gzip, zstd, a zip or an Excel file."""

import gzip
import io
import lzma
import zipfile
import zlib
from pathlib import Path

import zstandard

from core.contracts.errors import DataError
from core.importing.readers.excel import OLE, is_workbook, sheet_member
from core.importing.readers.members import Member, only_member

GZIP, ZSTD, ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"

_DAMAGE = (
    *(EOFError, OSError, ValueError, RuntimeError, NotImplementedError),
    *(zlib.error, lzma.LZMAError, zstandard.ZstdError, zipfile.BadZipFile),
)
"""What the readers of packages raise at broken bytes, a password or a method they do not have."""

MOST_BYTES = 2**31
"""What a package may hold unpacked; one-minute bars of thirty years are a third of it."""

_CHUNK = 2**20


def unpacked(path: Path, data: bytes, asked: str | None = None) -> tuple[Member, ...]:
    """What `data`, the bytes of `path`, holds once unpacked, or the file or sheet in it that is `asked` for.

    DataError `damaged_file` where it is cut off, `no_member` where it does not hold what is asked for.
    """
    try:
        return _unpacked(path, data, asked)
    except _DAMAGE as error:
        raise DataError(
            f"{path}: is a damaged package ({error}). It may be half-written; copy or export it again.",
            code="damaged_file",
        ) from error


def _unpacked(path: Path, data: bytes, asked: str | None) -> tuple[Member, ...]:
    if data.startswith(ZIP):
        return _zip_members(path, data, asked)
    if data.startswith(OLE):
        return (sheet_member(path, data, asked),)
    if asked is not None:
        only_member(path, "file", [], asked)
    if data.startswith(GZIP):
        return (Member(path.stem, _gunzipped(path, data)),)
    if data.startswith(ZSTD):
        return (Member(path.stem, _whole_frames(path, data)),)
    return (Member(path.name, data),)


def _gunzipped(path: Path, data: bytes) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as package:
        plain = package.read(MOST_BYTES + 1)
    _check_size(path, len(plain))
    return plain


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


def _zip_members(path: Path, data: bytes, asked: str | None) -> tuple[Member, ...]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = [name for name in package.namelist() if not _is_aside(name)]
        _check_size(path, sum(package.getinfo(name).file_size for name in package.namelist()))
        if is_workbook(names):
            return (sheet_member(path, data, asked),)
        if not names:
            raise DataError(f"{path}: is a zip without files. Export it again.", code="empty_file")
        if asked is not None:
            names = [only_member(path, "file", names, asked)]
        return tuple(Member(Path(name).name, package.read(name), f"{name} of a zip") for name in names)


def _is_aside(name: str) -> bool:
    """Folders, and what a Mac lays beside the files it packs."""
    return name.endswith("/") or name.startswith("__MACOSX/") or Path(name).name == ".DS_Store"


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise DataError(
            f"{path}: holds more than {MOST_BYTES / 2**30:g} GiB unpacked. Import it in parts.",
            code="damaged_file",
        )
