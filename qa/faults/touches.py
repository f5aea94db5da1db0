"""Sees every call of this process that changes something below a folder, just before it happens.

Python's own file calls are wrapped, and pyarrow is given files opened by them, so that no byte gets by:
test_touches.py holds what was seen against what is then on the disk.
"""

import builtins
import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow.parquet as pq

_BY_PATH = ("mkdir", "rmdir", "unlink", "remove", "utime", "chmod", "truncate", "symlink")
_TO_PATH = ("rename", "replace", "link")
_BY_HANDLE = ("fsync", "fdatasync", "ftruncate")
_COPIES = {"sendfile": 0, "copy_file_range": 1}
"""Calls that write without a buffer of ours, and which argument is the file that is written."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


def _nothing(content: bytes) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Touch:
    """A call that changes the disk: its number from 1, its kind, the path and where a rename leads.

    A write has its `content`, and `send` to write only some of it.
    """

    number: int
    kind: str
    path: str
    target: str = ""
    content: bytes = b""
    send: Callable[[bytes], object] = _nothing


Tamper = Callable[[Touch], bytes]
"""Gets each touch and returns what a write writes; it may raise what the call would, or end the process."""


def honest(touch: Touch) -> bytes:
    """The content unchanged."""
    return touch.content


class Watch:
    """Lets `tamper` have every touch below `root`, for the rest of the process: fork first."""

    def __init__(self, root: str | os.PathLike[str], tamper: Tamper) -> None:
        self._root = os.fspath(root)
        self._tamper = tamper
        self.seen = 0
        self._open = builtins.open
        for name in _BY_PATH:
            self._wrap(name, self._by_path)
        for name in _TO_PATH:
            self._wrap(name, self._to_path)
        for name in (*_BY_HANDLE, *_COPIES, "write"):
            self._wrap(name, self._by_handle)
        self._wrap("open", self._opened_by_flags)
        setattr(builtins, "open", self.opened)  # noqa: B010
        setattr(io, "open", self.opened)  # noqa: B010
        write_table = pq.write_table
        pq.write_table = lambda table, where, **options: self._table(write_table, table, where, **options)

    def touch(self, kind: str, path: str, **more: Any) -> bytes:
        """Number a call and let it be tampered with; what lies elsewhere passes."""
        if not self._is_ours(path) and not self._is_ours(more.get("target", "")):
            return bytes(more.get("content", b""))
        self.seen += 1
        return self._tamper(Touch(self.seen, kind, path, **more))

    def opened(self, file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **more: Any) -> Any:
        """`open`, its writes seen."""
        if isinstance(file, int) or not set(mode) & set("wax+") or not self._is_ours(os.fspath(file)):
            return self._open(file, mode, buffering, *rest, **more)
        self.touch("open", os.path.abspath(file))
        raw = _Seen(self, file, mode.replace("b", "").replace("t", ""))
        if buffering == 0:
            return raw
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, *rest, **more)

    def _table(self, write_table: Callable[..., Any], table: Any, where: Any, **options: Any) -> None:
        if isinstance(where, str | os.PathLike):
            with self.opened(where, "wb") as file:
                write_table(table, file, **options)
        else:
            write_table(table, where, **options)

    def _wrap(self, name: str, seen: Callable[..., Any]) -> None:
        call = getattr(os, name)
        setattr(os, name, lambda *args, **more: seen(name, call, *args, **more))

    def _by_path(self, name: str, call: Callable[..., Any], path: Any, *args: Any, **more: Any) -> Any:
        place = _path_of(path) if isinstance(path, int) else _placed(path, more.get("dir_fd"))
        self.touch(name, place)
        return call(path, *args, **more)

    def _to_path(self, name: str, call: Callable[..., Any], path: Any, to: Any, **more: Any) -> Any:
        source, target = _placed(path, more.get("src_dir_fd")), _placed(to, more.get("dst_dir_fd"))
        self.touch(name, source, target=target)
        return call(path, to, **more)

    def _by_handle(self, name: str, call: Callable[..., Any], *args: Any, **more: Any) -> Any:
        handle = args[_COPIES.get(name, 0)]
        if name != "write":
            self.touch(name, _path_of(handle))
            return call(*args, **more)
        content = self.touch("write", _path_of(handle), content=args[1], send=lambda some: call(handle, some))
        return call(handle, content)

    def _opened_by_flags(
        self, name: str, call: Callable[..., Any], path: Any, flags: int, *args: Any, **more: Any
    ) -> Any:
        if flags & _WRITING:
            self.touch("open", _placed(path, more.get("dir_fd")))
        return call(path, flags, *args, **more)

    def _is_ours(self, path: Any) -> bool:
        return os.path.abspath(os.fsdecode(path)).startswith(self._root)


class _Seen(io.FileIO):
    """A file without a buffer whose writes are seen."""

    def __init__(self, watch: Watch, path: Any, mode: str) -> None:
        super().__init__(path, mode)
        self._watch = watch
        self._path = os.path.abspath(path)

    def write(self, content: Any) -> int:
        """Write what the tamper leaves of the content."""
        data = bytes(content)
        send = super().write
        return send(self._watch.touch("write", self._path, content=data, send=send))


def _placed(path: Any, folder: int | None) -> str:
    name = os.fsdecode(path)
    return os.path.abspath(name if folder is None else os.path.join(_path_of(folder), name))


def _path_of(handle: Any) -> str:
    number = handle if isinstance(handle, int) else handle.fileno()
    return os.readlink(f"/proc/self/fd/{number}")
