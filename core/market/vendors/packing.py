"""The bytes inside a file: plain, gzip, zstd or a zip."""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import zstandard

from core.contracts.errors import DataError

GZIP, ZSTD, ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"

_DAMAGE = (
    *(EOFError, OSError, ValueError, RuntimeError, NotImplementedError),
    *(zlib.error, lzma.LZMAError, zstandard.ZstdError, zipfile.BadZipFile),
)
"""What the readers of packages raise at broken bytes, a password or a method they do not have."""

MOST_BYTES = 2**31
"""What a package may hold unpacked; one-minute bars of thirty years are a third of it."""

_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class Member:
    """One unpacked file: its name inside the package (the file's own where plain) and its bytes."""

    name: str
    data: bytes


def unpacked(path: Path, data: bytes) -> tuple[Member, ...]:
    """What `data`, the bytes of `path`, holds once unpacked; DataError `damaged_file` where it is cut off."""
    try:
        return _unpacked(path, data)
    except _DAMAGE as error:
        raise DataError(
            f"{path}: is a damaged package ({error}). It may be half-written; copy or export it again.",
            code="damaged_file",
        ) from error


def _unpacked(path: Path, data: bytes) -> tuple[Member, ...]:
    if data.startswith(GZIP):
        return (Member(path.stem, _gunzipped(path, data)),)
    if data.startswith(ZSTD):
        return (Member(path.stem, _whole_frames(path, data)),)
    if data.startswith(ZIP):
        return _zip_members(path, data)
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


def _zip_members(path: Path, data: bytes) -> tuple[Member, ...]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = [name for name in package.namelist() if not name.endswith("/")]
        _check_size(path, sum(package.getinfo(name).file_size for name in names))
        members = tuple(Member(Path(name).name, package.read(name)) for name in names)
    if not members:
        raise DataError(f"{path}: is a zip without files. Export it again.", code="empty_file")
    return members


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise DataError(
            f"{path}: holds more than {MOST_BYTES / 2**30:g} GiB unpacked. Import it in parts.",
            code="damaged_file",
        )
