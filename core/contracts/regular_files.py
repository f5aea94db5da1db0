"""Opening files from outside: regular files alone, without waiting on a pipe or touching a device."""

import os
import stat
from pathlib import Path
from typing import BinaryIO, NoReturn

from core.contracts.errors import DataError, printable_path

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def open_regular(path: Path, remedy: str, within: Path | None = None) -> BinaryIO:
    """Open a regular file to read, also through a link; with `within`, only one in that folder.

    DataError `not_a_file`, with the remedy, for anything else, before anything is read. The error for an
    unreadable file has no remedy.
    """
    try:
        real = path.resolve(strict=True)
        if within is not None and not real.is_relative_to(within.resolve()):
            _refuse(path, f"is a link that leaves {printable_path(within)}", remedy)
        if not stat.S_ISREG(kind := real.stat().st_mode):
            _refuse(path, f"is {_kind(kind)}", remedy)
        file = open(real, "rb", opener=lambda name, _: os.open(name, _FLAGS))  # noqa: SIM115
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        why = error.strerror if isinstance(error, OSError) else "its links lead in a circle"
        raise DataError(f"{printable_path(path)}: cannot be read ({why}).", code="not_a_file") from error
    if not stat.S_ISREG(kind := os.fstat(file.fileno()).st_mode):  # another one since
        file.close()
        _refuse(path, f"is {_kind(kind)}", remedy)
    return file


def read_regular(path: Path, remedy: str, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes; else DataError `not_a_file` or `too_large`."""
    with open_regular(path, remedy) as file:
        content = file.read(most + 1)
    if len(content) > most:
        found = f"has more than {most:,} bytes"
        raise DataError(f"{printable_path(path)}: {found}. {remedy}", code="too_large")
    return content


def _kind(mode: int) -> str:
    return _KINDS.get(stat.S_IFMT(mode), "no regular file")


def _refuse(path: Path, what: str, remedy: str) -> NoReturn:
    raise DataError(f"{printable_path(path)}: {what}. {remedy}", code="not_a_file")
