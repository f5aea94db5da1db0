"""What a touch of the disk can meet: death before or amid it, a power cut, a refusal, altered bytes."""

import errno
import os
import signal
from dataclasses import dataclass, field

from qa.faults.touches import Tamper, Touch

_ALLOCATING = {"open", "write", "mkdir", "rename", "replace", "link", "fsync", "sendfile", "copy_file_range"}

KILLED = -9
"""How a killed fork ends."""


def die() -> None:
    """End at once: nothing is flushed, closed or removed."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_before(number: int) -> Tamper:
    """SIGKILL instead of the touch."""

    def tamper(touch: Touch) -> bytes:
        if touch.number == number:
            die()
        return touch.content

    return tamper


def killed_amid(number: int) -> Tamper:
    """SIGKILL when half of a write is written; before any other touch."""

    def tamper(touch: Touch) -> bytes:
        if touch.number == number:
            touch.send(touch.content[: len(touch.content) // 2])
            die()
        return touch.content

    return tamper


@dataclass
class PowerCut:
    """SIGKILL instead of the touch, and what was written since a file's last fsync is gone."""

    number: int
    unsafe: set[str] = field(default_factory=set)

    def __call__(self, touch: Touch) -> bytes:
        """Follow which files are on the disk, until the power is cut."""
        if touch.number == self.number:
            for path in filter(os.path.isfile, self.unsafe):
                with open(path, "r+b", opener=_plain) as file:
                    os.truncate(file.fileno(), 0)
            die()
        self._follow(touch)
        return touch.content

    def _follow(self, touch: Touch) -> None:
        if touch.kind in ("write", "sendfile", "copy_file_range", "truncate", "ftruncate"):
            self.unsafe.add(touch.path)
        elif touch.kind == "link" and touch.path in self.unsafe:
            self.unsafe.add(touch.target)
        elif touch.kind in ("fsync", "fdatasync", "unlink", "remove"):
            self.unsafe.discard(touch.path)
        elif touch.kind in ("rename", "replace"):
            self.unsafe = {_renamed(path, touch) for path in self.unsafe - {touch.target}}


def _plain(path: str, flags: int) -> int:
    return os.open(path, flags)


def _renamed(path: str, touch: Touch) -> str:
    inside = path == touch.path or path.startswith(f"{touch.path}/")
    return touch.target + path[len(touch.path) :] if inside else path


def refused_from(number: int, code: int) -> Tamper:
    """From this touch on the disk refuses: ENOSPC what needs room, any other code everything."""

    def tamper(touch: Touch) -> bytes:
        if touch.number >= number and (code != errno.ENOSPC or touch.kind in _ALLOCATING):
            raise OSError(code, os.strerror(code), touch.path)
        return touch.content

    return tamper


def refused_once(number: int) -> Tamper:
    """This one touch ends with an I/O error."""

    def tamper(touch: Touch) -> bytes:
        if touch.number == number:
            raise OSError(errno.EIO, os.strerror(errno.EIO), touch.path)
        return touch.content

    return tamper


def altered(number: int) -> Tamper:
    """The bytes of this write reach the disk with one of them changed, without an error."""

    def tamper(touch: Touch) -> bytes:
        content = bytearray(touch.content)
        if touch.number == number and content:
            content[len(content) // 2] ^= 0x04
        return bytes(content)

    return tamper
