"""Replacing files and folders so that a kill or a power cut leaves the old one or the new one, whole.

A new folder is prepared one level up under a name that starts with a dot, outside of any glob over the
folders. The old one is renamed to there and the new one into its place. A kill between the two renames
leaves only the renamed old one: `_recover` restores it before the next read or write. A lock keeps readers
out of that instant.
"""

import errno
import fcntl
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def sync(path: Path) -> None:
    """Flush a file's bytes, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_tree(folder: Path) -> None:
    """Flush a folder and everything below it to the disk."""
    for path in (*folder.rglob("*"), folder):
        sync(path)


def move(source: Path, target: Path) -> None:
    """Rename within a file system, replace a file at `target`, and flush both folders."""
    os.replace(source, target)
    for folder in {source.parent, target.parent}:
        sync(folder)


def write_file(path: Path, content: bytes) -> None:
    """Write `path` whole or not at all; OSError if the written bytes do not read back."""
    temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    write_new(temporary, content)
    sync(temporary)
    move(temporary, path)


def carry_over(source: Path | str, target: Path | str) -> None:
    """Link the file `source` also as `target`; copies it where links are impossible.

    Only for files that are always replaced as a whole: a write into one of the two changes both.
    """
    real = os.path.realpath(source)
    Path(target).unlink(missing_ok=True)
    try:
        os.link(real, target)
    except OSError:
        shutil.copyfile(real, target)


def write_or_carry_over(path: Path, content: bytes, earlier: Path) -> None:
    """Write the new file `path`, or carry `earlier` over if it has the same bytes."""
    if _holds(earlier, content):
        carry_over(earlier, path)
    else:
        write_new(path, content)


def write_new(path: Path, content: bytes) -> None:
    """Write `path`; OSError if the written bytes do not read back.

    FileExistsError if it exists, since it may be a second name of another file.
    """
    with path.open("xb") as file:
        file.write(content)
    if path.read_bytes() != content:
        raise OSError(errno.EIO, "was written, and reads back other than written", str(path))


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C inside the body: for several short renames that belong together."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a lock file, created if missing; a reader without write access holds an existing one.

    The lock of a killed holder is released.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = _opened(path)
    if lock is None:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _opened(path: Path) -> BinaryIO | None:
    try:
        return path.open("a+b")
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.EACCES):
            raise
    return path.open("rb") if path.exists() else None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock for reading or writing, after repair of what a kill left."""
    with held(folder.with_name(f".lock-{folder.name}")):
        _recover(folder)
        yield


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Serialise changes of the folder: what is read in the body still holds when it is written."""
    with held(folder.with_name(f".turn-{folder.name}")):
        yield


def is_known(folder: Path) -> bool:
    """Whether the folder was ever written; does not create anything."""
    return folder.with_name(f".lock-{folder.name}").exists() or folder.exists()


def prepare_folder(folder: Path) -> Path:
    """An empty folder to write the new version of `folder` into; hold the lock."""
    incoming = _outside(folder, "incoming")
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir(parents=True)
    folder.parent.mkdir(exist_ok=True)
    return incoming


def put_in_place(incoming: Path, folder: Path) -> None:
    """Replace the folder by the prepared one; hold the lock."""
    sync_tree(incoming)
    previous = _outside(folder, "previous")
    if folder.exists():
        os.rename(folder, previous)
    os.rename(incoming, folder)
    sync(folder.parent)
    sync(incoming.parent)
    shutil.rmtree(previous, ignore_errors=True)


def _recover(folder: Path) -> None:
    previous = _outside(folder, "previous")
    if previous.exists() and folder.exists():
        shutil.rmtree(previous)
    elif previous.exists():
        os.rename(previous, folder)


def _outside(folder: Path, state: str) -> Path:
    """The folder's temporary place; unique, since steps of two symbols share the last name."""
    return folder.parent.with_name(f".{state}-{folder.parent.name}-{folder.name}")
