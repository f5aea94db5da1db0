"""The bytes inside a file: plain, gzip, zstd or a zip."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import zstandard

from core.contracts.errors import DataError

GZIP, ZSTD, ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Member:
    """One unpacked file: its name inside the package (the file's own where plain) and its bytes."""

    name: str
    data: bytes


def unpacked(path: Path, data: bytes) -> tuple[Member, ...]:
    """What `data`, the bytes of `path`, holds once unpacked; DataError `damaged_file` where it is cut off."""
    try:
        return _unpacked(path, data)
    except (EOFError, gzip.BadGzipFile, zlib.error, zstandard.ZstdError, zipfile.BadZipFile) as error:
        raise DataError(
            f"{path}: is a damaged package ({error}). It may be half-written; copy or export it again.",
            code="damaged_file",
        ) from error


def _unpacked(path: Path, data: bytes) -> tuple[Member, ...]:
    if data.startswith(GZIP):
        return (Member(path.stem, gzip.decompress(data)),)
    if data.startswith(ZSTD):
        return (Member(path.stem, _whole_frames(data)),)
    if data.startswith(ZIP):
        return _zip_members(path, data)
    return (Member(path.name, data),)


def _whole_frames(data: bytes) -> bytes:
    parts = []
    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        parts.append(frame.decompress(data))
        if not frame.eof:
            raise EOFError("the zstd frame has no end")
        data = frame.unused_data
    return b"".join(parts)


def _zip_members(path: Path, data: bytes) -> tuple[Member, ...]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = [name for name in package.namelist() if not name.endswith("/")]
        members = tuple(Member(Path(name).name, package.read(name)) for name in names)
    if not members:
        raise DataError(f"{path}: is a zip without files. Export it again.", code="empty_file")
    return members
