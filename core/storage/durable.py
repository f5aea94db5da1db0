"""Writing so that a kill or a power cut leaves either the old file or the new one, never half of it."""

import errno
import os
from pathlib import Path


def sync(path: Path) -> None:
    """Put a file's bytes, or a folder's names, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def move(source: Path, target: Path) -> None:
    """Rename within a file system, replacing a file at `target`, and put both folders on the disk."""
    os.replace(source, target)
    for folder in {source.parent, target.parent}:
        sync(folder)


def write_file(path: Path, content: bytes) -> None:
    """Write `path` whole or not at all; OSError where what was written does not read back."""
    temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
    temporary.write_bytes(content)
    sync(temporary)
    if temporary.read_bytes() != content:
        raise OSError(errno.EIO, "was written, and reads back other than written", str(temporary))
    move(temporary, path)
